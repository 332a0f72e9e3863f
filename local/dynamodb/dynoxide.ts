import { spawn, spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { constants, existsSync } from 'node:fs';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

/** A TCP address, or the path of a Unix socket. */
export type EmulatorAddress = { host: string; port: number } | { path: string };

/** A DynamoDB emulator of this machine. It answers every client: only the check in front of it may know its address. */
export type Emulator = EmulatorAddress & { stop(): Promise<void> };

/** Asks an emulator for one operation, and gives its answer as it came. @param input the request, or its JSON text */
export async function askEmulator(
  address: EmulatorAddress,
  { operation, input, headers }: { operation: string; input: object | string; headers: Record<string, string> },
): Promise<{ status: number; body: string }> {
  const place = 'path' in address ? { socketPath: address.path } : { host: address.host, port: address.port };
  const asked = request({
    ...place,
    method: 'POST',
    path: '/',
    headers: { ...headers, 'x-amz-target': `DynamoDB_20120810.${operation}` },
  });
  asked.end(typeof input === 'string' ? input : JSON.stringify(input));
  return new Promise((resolve, reject) => {
    asked.on('error', reject).on('response', (response) => {
      text(response).then((body) => resolve({ status: response.statusCode ?? 500, body }), reject);
    });
  });
}

/**
 * Runs the emulator as its child until standard input ends. The pipe behind that input is held by our process alone, so
 * the kernel closes it whichever way we end, SIGKILL included, and the emulator never outlives us. Standard error is
 * handed over to the emulator for good, so its end tells us that the emulator has ended. A folder that is not to be
 * kept goes with it.
 */
const watchdog = `
  umask 077; scratch="$1"; shift
  "$@" & emulator=$!
  exec 2>/dev/null; read -r _; kill "$emulator"; wait "$emulator"
  [ -z "$scratch" ] || rm -rf "$scratch"`;

export interface DynoxideOptions {
  /** Path of the executable, see {@link findDynoxide}. */
  program: string;
  /** Its SQLite file; without one, nothing is kept. */
  databaseFile?: string | undefined;
  /** A database to begin with a copy of, in place of whatever `databaseFile` holds. */
  copyOf?: string | undefined;
  /** Out of reach of the machine's other accounts, where the system lets this one make a network namespace. */
  isPrivate?: boolean | undefined;
}

/** Whether this account may make network namespaces, as Linux lets it by default. */
export const canMakeNamespaces = (): boolean => spawnSync('unshare', [...ownNamespace, 'true']).status === 0;

const ownNamespace = ['--user', '--map-root-user', '--net'];

/**
 * The dynoxide program of this platform, or undefined where its optional package is not installed.
 * `DYNAMODB_EMULATOR=dynalite` leaves it aside, to try here what runs there.
 */
export function findDynoxide(): string | undefined {
  if (process.env.DYNAMODB_EMULATOR === 'dynalite') return undefined;
  try {
    const program = join(
      dirname(createRequire(import.meta.url).resolve('@dynoxide/linux-x64/package.json')),
      'dynoxide',
    );
    return existsSync(program) ? program : undefined;
  } catch {
    return undefined;
  }
}

/** Starts dynoxide and resolves once it listens. */
export async function startDynoxide(options: DynoxideOptions): Promise<Emulator> {
  if (options.isPrivate && canMakeNamespaces()) {
    const folder = await mkdtemp(join(tmpdir(), 'formroom-socket-'));
    const path = join(folder, 'dynamodb');
    // Without types: Node takes 18 MB more for a file that has them.
    const relay = fileURLToPath(new URL('./socket-relay.mjs', import.meta.url));
    try {
      const stop = await launch(options, (serve) => [
        ...['unshare', ...ownNamespace, process.execPath, relay, path],
        ...serve,
      ]);
      return { path, stop: () => stop().finally(() => rm(folder, { recursive: true, force: true })) };
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      throw error;
    }
  }
  const attempts = 5;
  for (let attempt = 1; ; attempt++) {
    try {
      const host = hiddenHost();
      const port = await freePort(host);
      const stop = await launch(options, (serve) => [...serve, '--host', host, '--port', String(port)]);
      return { host, port, stop };
    } catch (error) {
      // dynoxide cannot choose a port itself, so another process may take the free one before it does.
      if (attempt === attempts || !String(error).includes('already in use')) throw error;
    }
  }
}

/**
 * One of the sixteen million addresses by which Linux reaches itself. dynoxide lets any web page read its answers, and
 * has no option to do otherwise; a page could try the ports of 127.0.0.1, and not those of all of them.
 */
const hiddenHost = (): string => `127.${[1, 2, 3].map(() => randomInt(1, 255)).join('.')}`;

/** @param commandOf the command that runs, of the one that serves the database */
async function launch(
  { program, databaseFile, copyOf }: DynoxideOptions,
  commandOf: (serve: readonly string[]) => readonly string[],
): Promise<() => Promise<void>> {
  // A copy that is not to be kept needs a file all the same.
  const scratch =
    copyOf !== undefined && databaseFile === undefined ? await mkdtemp(join(tmpdir(), 'formroom-dynamodb-')) : '';
  const file = scratch === '' ? databaseFile : join(scratch, 'dynamodb.db');
  if (copyOf !== undefined && file !== undefined) await replaceBy(copyOf, file);
  const command = commandOf([program, 'serve', ...(file ? ['--db-path', file] : [])]);
  // In its own process group, so that Ctrl-C reaches us first and we can finish writing before it goes.
  const child = spawn('sh', ['-c', watchdog, 'watchdog', scratch, ...command], {
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe'],
    // Not the key of this start, which this process has in its environment.
    env: { PATH: process.env.PATH },
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = () => {
    child.stdin.end();
    return exited;
  };
  child.stdin.on('error', () => {}); // It is already gone: `exited` tells.

  let said = '';
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.stderr.setEncoding('utf8');
    child.stderr.on('data', (text: string) => {
      if (said.length < 4096) said += text;
      if (said.includes('listening on')) resolve();
    });
    child.stderr.once('end', () => reject(new Error(`The DynamoDB emulator did not start: ${said.trim()}`)));
  }).catch(async (error) => {
    await stop();
    throw error;
  });
  return stop;
}

/** SQLite would apply a log that was left beside the old file to the new one. */
async function replaceBy(source: string, file: string): Promise<void> {
  await Promise.all(['-wal', '-shm'].map((ending) => rm(`${file}${ending}`, { force: true })));
  await copyFile(source, file, constants.COPYFILE_FICLONE);
}

async function freePort(host: string): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => probe.once('error', reject).listen(0, host, resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no TCP port');
  return address.port;
}
