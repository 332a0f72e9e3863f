import { hookBuckets, hookTable, type TableCall } from './table-requests.ts';

/** The process died: what was under way never came back. */
export class ProcessKilled extends Error {
  override name = 'Killed';
}

const writing = /^(BatchWrite|Complete|Copy|CreateMultipart|Delete|Put|TransactWrite|Update|UploadPart)/;

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

interface KilledInTurn {
  /** Whether the write that the process dies at is carried out, its answer lost. */
  isWritten: boolean | ((index: number) => boolean);
  withFiles?: boolean;
  /** The first write to die at, and how many are passed over to the next. */
  first?: number;
  every?: number;
  /** Makes the same beginning, and gives the act that is killed in it. */
  begin: (index: number) => Promise<() => Promise<unknown>>;
  /** What people do after that, and what there has to be then. The last time nothing was killed. */
  after: (index: number) => Promise<void>;
}

/**
 * Kills an act at each of its writes in turn, each time from the same beginning, until it has no further write.
 * Answers how many writes it has.
 */
export async function killAtEachWrite(turns: KilledInTurn): Promise<number> {
  const { isWritten, withFiles = false, first = 1, every = 1, begin, after } = turns;
  for (let index = first; ; index += every) {
    const act = await begin(index);
    const kill = { index, isWritten: typeof isWritten === 'boolean' ? isWritten : isWritten(index), withFiles };
    const writes = await killAtWrite(kill, act);
    await after(index);
    if (writes < index) return writes;
  }
}

/**
 * Kills an act at its write number `every`, begins it again, kills that at the same number, and so on until it comes to
 * its end: one act that dies again and again. Each second time the write is carried out. Answers how often
 * it died.
 */
export async function killOnTheWay(turns: {
  every: number;
  /** Kills that are too many: it goes nowhere. */
  most: number;
  act: () => Promise<unknown>;
  /** What people do after a kill. */
  after: (kills: number) => Promise<void>;
}): Promise<number> {
  const { every, most, act, after } = turns;
  for (let kills = 0; kills <= most; kills += 1) {
    const writes = await killAtWrite({ index: every, isWritten: kills % 2 === 0 }, act);
    if (writes < every) return kills;
    await after(kills + 1);
  }
  throw new Error(`It has not ended after ${most} kills`);
}
