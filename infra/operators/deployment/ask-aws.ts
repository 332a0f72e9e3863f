import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { notSignedIn, OperatorError } from '../operator-error.ts';

/**
 * Runs `aws` with these words and gives its JSON answer, null where it has none. @throws {OperatorError} with the last
 * line that `aws` wrote
 */
export type AskAws = (...words: string[]) => Promise<unknown>;

const run = promisify(execFile);

/** The AWS command line in a region, unless the words name another one. */
export function createAskAws(region: string): AskAws {
  return async (...words) => {
    const inRegion = words.includes('--region') ? [] : ['--region', region];
    try {
      const { stdout } = await run('aws', [...words, ...inRegion, '--output', 'json']);
      return stdout.trim() === '' ? null : JSON.parse(stdout);
    } catch (error) {
      const { code, stderr } = error as { code?: unknown; stderr?: string };
      if (code === 'ENOENT') throw new OperatorError('The program aws is not here: install the AWS command line.');
      if (/Unable to locate credentials/.test(stderr ?? '')) throw new OperatorError(notSignedIn, { cause: error });
      throw new OperatorError(stderr?.trim().split('\n').at(-1) || String(error), { cause: error });
    }
  };
}
