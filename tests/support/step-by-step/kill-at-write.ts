import { hookTable } from './table-requests.ts';

/** The process died: what was under way never came back. */
export class ProcessKilled extends Error {
  override name = 'Killed';
}

const writing = /^(BatchWrite|Delete|Put|TransactWrite|Update)/;

/**
 * Runs `work` and kills it at its write number `index`, from 1: the write is not sent, or is sent and its answer lost. From
 * then on the dead process reaches the table no more. Answers how many writes were begun; more than `index` never.
 */
export async function killAtWrite(
  { index, isWritten }: { index: number; isWritten: boolean },
  work: () => Promise<unknown>,
): Promise<number> {
  let writes = 0;
  let isDead = false;
  const killed = hookTable(async ({ command, send }) => {
    if (isDead) throw new ProcessKilled();
    if (!writing.test(command)) return send();
    writes += 1;
    if (writes < index) return send();
    isDead = true;
    if (isWritten) await send();
    throw new ProcessKilled();
  }, work);
  await killed.catch((error) => {
    if (!isDead) throw error;
  });
  return writes;
}
