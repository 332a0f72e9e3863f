import { type ChildProcess, fork } from 'node:child_process';
import packageJson from '../../package.json' with { type: 'json' };
import { EmulatorProcess } from '../../tests/support/step-by-step/emulator-process.ts';
import type { SavedCell, StoredCell } from './ledger.ts';

/** State of the school's process at a quiet moment; memory in bytes, after a garbage collection. */
export interface ProcessReading {
  memory: number;
  resident: number;
  /** Timers, servers, pipes and the like: all but connections. */
  handles: number;
  connections: number;
  listeners: number;
  /** Warnings of Node, such as of listeners that pile up. */
  warnings: number;
}

export type ControlRequest =
  | { what: 'reading' }
  | { what: 'kept'; cells: readonly SavedCell[]; since: string }
  | { what: 'throttled' | 'slow'; milliseconds: number }
  | { what: 'clock'; by: number; milliseconds: number };

/**
 * What `npm start` sets for memory: variables of glibc, then options of Node. With an arena a thread, glibc keeps 50 MB
 * of what threads have freed, and keeps more of each large buffer that it has seen.
 */
const startSettings = toStartSettings(packageJson.scripts.start);

function toStartSettings(script: string): { env: Record<string, string>; options: string[] } {
  const words = script.split(' ');
  const variables = words.filter((word) => /^[A-Z_]+=/.test(word)).map((word) => word.split('='));
  return { env: Object.fromEntries(variables), options: words.filter((word) => word.startsWith('--')) };
}

interface Answers {
  reading: ProcessReading;
  kept: StoredCell[];
  throttled: { throttled: number; unanswered: number };
  slow: undefined;
  clock: null;
}

/** The school under test, in a process of its own. Everything that is ended here was started here. */
export class SchoolUnderTest {
  readonly url: string;
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>();
  #asked = 0;
  readonly #emulator: EmulatorProcess;
  #end: Error | undefined;

  private constructor(child: ChildProcess, url: string) {
    this.#child = child;
    this.#emulator = new EmulatorProcess(child.pid ?? 0);
    this.url = url;
    child.on('message', ({ id, value, failure }: { id: number; value: never; failure?: string }) => {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (failure === undefined) waiting?.resolve(value);
      else waiting?.reject(new Error(failure));
    });
    // What Node says last of an error that nobody caught; errors that were expected are lines of the log.
    let said = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-2000);
    });
    child.once('exit', (code) => {
      this.#end = new Error(`The school ended: ${code}\n${said}`);
      for (const { reject } of this.#waiting.values()) reject(this.#end);
    });
  }

  static async start(dataFolder: string): Promise<SchoolUnderTest> {
    const program = new URL('./school-process.ts', import.meta.url);
    const child = fork(program, [dataFolder], {
      execArgv: [...startSettings.options, '--expose-gc'],
      env: { ...process.env, ...startSettings.env },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    const url = await new Promise<string>((resolve, reject) => {
      child.once('message', (message: { url: string }) => resolve(message.url));
      child.once('exit', (code) => reject(new Error(`The school did not start: ${code}`)));
    });
    return new SchoolUnderTest(child, url);
  }

  ask<A extends ControlRequest>(asked: A): Promise<Answers[A['what']]> {
    this.#asked += 1;
    const id = this.#asked;
    return new Promise((resolve, reject) => {
      if (this.#end) return reject(this.#end);
      this.#waiting.set(id, { resolve, reject });
      this.#child.send({ id, asked });
    });
  }

  /**
   * The database's process is killed, and is there again, with the same file and at the same address, so many
   * milliseconds later.
   */
  async killEmulator(milliseconds: number): Promise<void> {
    this.#emulator.kill();
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    this.#emulator.startAgain();
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.#child.once('exit', resolve));
    if (this.#child.connected) this.#child.disconnect();
    const killing = setTimeout(() => this.#child.kill('SIGKILL'), 15_000);
    if (this.#child.exitCode === null) await ended;
    clearTimeout(killing);
    this.#emulator.stop();
  }
}
