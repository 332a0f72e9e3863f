import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/**
 * The database's process of a school that runs on this machine: it can be killed, and be there again at the same
 * address. Linux alone.
 */
export class EmulatorProcess {
  readonly #school: number;
  #command: readonly string[] = [];
  #own: ChildProcess | undefined;

  /** @param school the process that started the school */
  constructor(school: number) {
    this.#school = school;
  }

  kill(): void {
    const found = emulatorBelow(this.#own?.pid ?? this.#school);
    if (found === undefined) throw new Error('No emulator was found below the school: is dynoxide installed?');
    this.#command = readFileSync(`/proc/${found}/cmdline`, 'utf8').split('\0').slice(0, -1);
    process.kill(found, 'SIGKILL');
  }

  /** With the same file and at the same address. */
  startAgain(): void {
    this.stop();
    this.#own = spawn('sh', ['-c', watchdog, 'watchdog', ...this.#command], { stdio: ['pipe', 'ignore', 'ignore'] });
  }

  stop(): void {
    this.#own?.stdin?.end();
  }
}

/** Runs the database until its standard input ends, whichever way we end. */
const watchdog = '"$@" & emulator=$!; read -r _; kill "$emulator"; wait "$emulator"';

/** The process of dynoxide among the children of a process, and theirs. */
function emulatorBelow(parent: number): number | undefined {
  for (const name of readdirSync('/proc').filter((one) => /^\d+$/.test(one))) {
    const [id, above, command] = statusOf(name);
    if (above !== parent) continue;
    if (command.endsWith('dynoxide')) return id;
    const below = emulatorBelow(id);
    if (below !== undefined) return below;
  }
  return undefined;
}

function statusOf(name: string): [number, number, string] {
  try {
    const above = /^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${name}/status`, 'utf8'))?.[1];
    const [program = ''] = readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0');
    return [Number(name), Number(above), program];
  } catch {
    // It has ended since it was listed.
    return [Number(name), -1, ''];
  }
}
