### Trabalho do motor noutras máquinas.

## `jogo worker`
worker-begins = jogo trabalha para { $queue }, { $threads ->
    [one] 1 tarefa de cada vez
   *[other] { $threads } tarefas de cada vez
}  (Ctrl-C para)
worker-which = que fila? Indique-a com --jobs nats://SERVIDOR:4222, ou em JOGO_JOBS
worker-address = o endereço de uma fila escreve-se nats://SERVIDOR:4222 ou tls://SERVIDOR:4222
worker-password = uma palavra-passe num argumento pode ser vista por outros utilizadores: ponha o endereço num ficheiro e escreva @FICHEIRO, ou em JOGO_JOBS

## `jogo match --workers`, `jogo datagen --workers`
workers-awaited = à espera de quem trabalhe em { $queue }
workers-there = { $threads ->
    [one] há quem faça 1 tarefa de cada vez
   *[other] há quem faça { $threads } tarefas de cada vez
}
workers-failed = um jogo falhou noutra máquina
workers-programs = noutras máquinas jogam-se os jogos dos adversários do programa e do próprio jogo: não se iniciam outros programas nem se leem ficheiros
workers-build = esta máquina tem o jogo { $own }, e as partidas são do jogo { $other }: os resultados não se poderiam comparar
