import { createHash } from 'node:crypto';
import { AppError } from '../../platform/errors.ts';
import type { Attempt } from '../../platform/table/audit.ts';

/**
 * Does a call's rows one after the other, each under a key of its own that follows from the call's: done again, each is found
 * done. What a row is refused for is told beside it, and keeps none of the others back.
 */
export async function eachRow<R, T>(
  rows: readonly R[],
  request: Attempt,
  work: (row: R, request: Attempt) => Promise<T>,
): Promise<(T | { row: R; refused: string })[]> {
  const answers: (T | { row: R; refused: string })[] = [];
  for (const [index, row] of rows.entries()) {
    try {
      answers.push(await work(row, { now: request.now, idempotencyKey: keyOfRow(request.idempotencyKey, index) }));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      answers.push({ row, refused: error.message });
    }
  }
  return answers;
}

/** As long as any other key, whatever the length of the call's. */
function keyOfRow(key: string, index: number): string {
  const account = key.slice(0, key.lastIndexOf('/'));
  return `${account}/${createHash('sha256').update(`${key}#${index}`).digest('hex').slice(0, 32)}`;
}
