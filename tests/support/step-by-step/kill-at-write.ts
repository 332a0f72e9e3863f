import { hookBuckets, hookTable, type TableCall } from './table-requests.ts';

/** The process died: what was under way never came back. */
export class ProcessKilled extends Error {
  override name = 'Killed';
}

const writing = /^(BatchWrite|Copy|Delete|Put|TransactWrite|Update)/;

/**
 * Runs `work` and kills it at its write number `index`, from 1: the write is not sent, or is sent and its answer lost.
 * From then on the dead process reaches the table no more. With `withFiles` writes to the buckets are counted and ended
 * as well. Answers how many writes were begun; more than `index` never.
 */
export async function killAtWrite(
  { index, isWritten, withFiles = false }: { index: number; isWritten: boolean; withFiles?: boolean },
  work: () => Promise<unknown>,
): Promise<number> {
  let writes = 0;
  let isDead = false;
  const hook = async ({ command, send }: TableCall) => {
    if (isDead) throw new ProcessKilled();
    if (!writing.test(command)) return send();
    writes += 1;
    if (writes < index) return send();
    isDead = true;
    if (isWritten) await send();
    throw new ProcessKilled();
  };
  const killed = hookTable(hook, withFiles ? () => hookBuckets(hook, work) : work);
  await killed.catch((error) => {
    if (!isDead) throw error;
  });
  return writes;
}
