import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Order, Report } from './session.ts';

/** A copy of a tree of sources, where files are changed and tests run. */
export interface Tree {
  /** Puts a text into a file, by its path in the tree. */
  write(path: string, text: string): void;
  /**
   * Runs tests: whether all are green within the limit (milliseconds).
   * @throws where there are none of that name
   */
  run(tests: readonly string[], limit: number): Promise<boolean>;
  /** Ends the tests that run, and removes the copy. */
  remove(): void;
}

/** Copies what git knows under `root`, or would: with the packages of this tree. */
export function copyTree(root: string): Tree {
  const copy = mkdtempSync(join(tmpdir(), 'mutants-'));
  for (const path of list(root, ['--cached', '--others', '--exclude-standard'])) {
    mkdirSync(join(copy, dirname(path)), { recursive: true });
    cpSync(join(root, path), join(copy, path));
  }
  symlinkSync(fileURLToPath(new URL('../node_modules', import.meta.url)), join(copy, 'node_modules'));
  let session: ChildProcess | undefined;
  let changed = new Set<string>();

  const stop = (): void => {
    if (session?.pid !== undefined && session.exitCode === null) {
      try {
        process.kill(-session.pid, 'SIGKILL');
      } catch {
        // It has ended by itself.
      }
    }
    session = undefined;
  };
  const opened = async (): Promise<ChildProcess> => {
    if (session && session.exitCode === null && session.signalCode === null) return session;
    session = openSession(copy);
    await isReady(session);
    return session;
  };
  return {
    write(path, text) {
      writeFileSync(join(copy, path), text);
      changed.add(join(copy, path));
    },
    async run(tests, limit) {
      const child = await opened();
      const order: Order = { changed: [...changed], tests };
      changed = new Set();
      const report = await answerOf(child, order, limit);
      if (report === 'endless') stop();
      if (report !== 'endless' && 'error' in report) throw new Error(report.error);
      return report !== 'endless' && report.green;
    },
    remove() {
      stop();
      rmSync(copy, { recursive: true, force: true });
    },
  };
}

/** Files under a folder that git lists, by their paths in it. */
export function list(root: string, options: readonly string[]): string[] {
  const text = execFileSync('git', ['ls-files', ...options], { cwd: root, encoding: 'utf8' });
  return text.split('\n').filter((path) => path !== '' && isFile(join(root, path)));
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

function openSession(folder: string): ChildProcess {
  // A group of its own, so that a test that never ends can be stopped with all that it has started.
  return fork(fileURLToPath(new URL('session.ts', import.meta.url)), {
    cwd: folder,
    env: { ...process.env, NODE_OPTIONS: `--import ${new URL('first-failure.ts', import.meta.url)}` },
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
}

function isReady(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', () => reject(new Error('The tests did not begin.')));
  });
}

function answerOf(child: ChildProcess, order: Order, limit: number): Promise<Report | 'endless'> {
  return new Promise((resolve) => {
    const timer = Number.isFinite(limit) ? setTimeout(() => end('endless'), limit) : undefined;
    const broken = () => end({ green: false });
    const end = (report: Report | 'endless'): void => {
      clearTimeout(timer);
      child.off('exit', broken);
      child.off('message', end);
      resolve(report);
    };
    child.once('message', end);
    child.once('exit', broken);
    child.send(order);
  });
}
