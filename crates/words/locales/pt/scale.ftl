### Servidores em várias máquinas, e o que guarda os seus jogos.

## `jogo store`
store-copied = { $games } jogos com { $moves } jogadas copiados, { $present } já lá estavam
store-done = pronto: { $all } jogos, { $games } deles copiados, { $present } já lá estavam
store-different = { $count ->
    [one] 1 jogo já lá está e é diferente: ficou como estava
   *[other] { $count } jogos já lá estão e são diferentes: ficaram como estavam
}
store-no-games = não há jogos de um servidor em { $folder }
store-password = uma palavra-passe num argumento é vista por outros utilizadores: ponha o endereço num ficheiro e escreva @FICHEIRO, ou em JOGO_DATABASE
store-address = o endereço de uma base de dados escreve-se postgres://UTILIZADOR@SERVIDOR/NOME

## `jogo serve` em várias máquinas
cluster-no-database = só numa base de dados é que vários servidores partilham jogos: diga qual com --database
cluster-key = os servidores que partilham jogos precisam de uma chave, a mesma para todos, de pelo menos { $least } letras e algarismos: em JOGO_CLUSTER_KEY, ou num ficheiro com --cluster-key
cluster-url = escreve-se http://SERVIDOR:PORTA
