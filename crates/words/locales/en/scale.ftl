### Servers on several machines, and what keeps their games.

## `jogo store`
store-copied = { $games } games with { $moves } moves copied, { $present } there already
store-done = done: { $all } games, { $games } of them copied, { $present } there already
store-different = { $count ->
    [one] 1 game is there already and is different: it was left as it is
   *[other] { $count } games are there already and are different: they were left as they are
}
store-no-games = there are no games of a server in { $folder }
store-password = a password in an argument can be seen by other users: put the address into a file and write @FILE, or into JOGO_DATABASE
store-address = the address of a database is written postgres://USER@HOST/NAME

## `jogo serve` on several machines
cluster-no-database = servers can share games only in a database: say which with --database
cluster-key = servers that share games need a key, the same for all, of at least { $least } letters and digits: in JOGO_CLUSTER_KEY, or in a file with --cluster-key
cluster-url = it is written http://HOST:PORT
