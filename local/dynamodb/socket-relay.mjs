/**
 * Runs dynoxide in a network namespace of its own and listens for it at a Unix socket: a loopback port is open to every
 * account of the machine, and a socket in a folder of mode 0700 to one.
 *
 *     unshare --user --map-root-user --net node socket-relay.mjs <socket> <dynoxide> serve --port 8000 …
 */
import { spawn, spawnSync } from 'node:child_process';
import { connect, createServer } from 'node:net';

const [, , path = '', program = '', ...options] = process.argv;
const port = 8000;

// A new namespace begins without its loopback. Debian's base system has perl and, in containers, often no `ip`.
const startLoopback = `socket(S, 2, 2, 0) && ioctl(S, 0x8914, my $request = pack("Z16 s x22", "lo", 0x49)) or die "no loopback: $!"`;
const hasLoopback =
  spawnSync('ip', ['link', 'set', 'lo', 'up']).status === 0 || spawnSync('perl', ['-e', startLoopback]).status === 0;
if (!hasLoopback) {
  process.stderr.write('The loopback of the network namespace could not be started.\n');
  process.exit(1);
}

const server = createServer({ noDelay: true }, (client) => {
  const inner = connect({ host: '127.0.0.1', port, noDelay: true });
  for (const [from, to] of [
    [client, inner],
    [inner, client],
  ]) {
    from.on('error', () => to.destroy());
    from.on('close', () => to.destroy());
    from.pipe(to);
  }
});

// dynoxide says that it listens, and its starter takes that for the socket: so the socket comes first.
server.listen(path, () => {
  const emulator = spawn(program, [...options, '--host', '127.0.0.1', '--port', String(port)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  emulator.once('error', (error) => {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  });
  emulator.once('exit', (code) => process.exit(code ?? 1));
  process.once('SIGTERM', () => emulator.kill());
});
