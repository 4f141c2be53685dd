### Engine work on other machines.

## `jogo worker`
worker-begins = jogo works for { $queue }, { $threads ->
    [one] 1 job at a time
   *[other] { $threads } jobs at a time
}  (Ctrl-C stops)
worker-which = which queue? Name it by --jobs nats://HOST:4222, or in JOGO_JOBS
worker-address = the address of a queue is written nats://HOST:4222 or tls://HOST:4222
worker-password = a password in an argument can be seen by other users: put the address into a file and write @FILE, or into JOGO_JOBS

## `jogo match --workers`, `jogo datagen --workers`
workers-awaited = waiting for workers at { $queue }
workers-there = { $threads ->
    [one] workers for 1 job at a time are there
   *[other] workers for { $threads } jobs at a time are there
}
workers-failed = a game failed at the workers
workers-programs = workers play the games of bots and of jogo itself: they start no other programs, and read no files
workers-build = this worker is jogo { $own }, and the games are of jogo { $other }: their results could not be compared
