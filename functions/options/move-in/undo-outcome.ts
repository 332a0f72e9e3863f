import { type MoveInKind, moveInKinds } from '#shared/options/move-in/kinds.ts';
import { type JobItem, type JobRemark, readBatches, readJob, readRemarks } from '../../platform/jobs/store.ts';
import type { UndoOutcome } from '../../platform/undo/undoable-actions.ts';
import type { UndoInput } from './acts.ts';
import { type JobRow, nothingStored, parseJobRow, rowOfPart } from './job-rows.ts';
import { sizeOfMove } from './judging/judged-row.ts';

interface UndoneBatch {
  rows: JobRow[];
  remarks: JobRemark[];
}

/** What an undo has come to, in rows of the file: what the run could not store is neither undone nor left. */
export async function outcomeOf(job: JobItem): Promise<UndoOutcome> {
  return outcomeOfBatches(await readUndone(job), await readNotStored(job));
}

/** The same of each kind by itself. */
export async function outcomesByKind(job: JobItem): Promise<Map<MoveInKind, UndoOutcome>> {
  const [batches, notStored] = [await readUndone(job), await readNotStored(job)];
  const byKind = Map.groupBy(batches, ({ rows }) => rows[0]?.move.kind);
  return new Map(
    moveInKinds.flatMap((kind) => {
      const own = byKind.get(kind);
      return own ? [[kind, outcomeOfBatches(own, notStored)] as const] : [];
    }),
  );
}

/** The rows that an undo left whole. */
export async function rowsLeftBy(job: JobItem): Promise<JobRow[]> {
  return (await readUndone(job)).flatMap(({ rows, remarks }) => {
    const numbers = new Set(remarks.map(({ row }) => row));
    return rows.filter(({ n }) => numbers.has(String(n)));
  });
}

async function readUndone(job: JobItem): Promise<UndoneBatch[]> {
  return (await readBatches(job)).map(({ rows, remarks }) => ({
    rows: rows.filter((text) => text !== nothingStored).map(parseJobRow),
    remarks,
  }));
}

async function readNotStored({ input }: JobItem): Promise<Set<string>> {
  const made = await readJob('move-in', (input as UndoInput).key);
  return new Set(made ? (await readRemarks(made)).map(({ row }) => row) : []);
}

function outcomeOfBatches(batches: readonly UndoneBatch[], notStored: ReadonlySet<string>): UndoOutcome {
  let [stored, stays] = [0, 0];
  const left: string[] = [];
  for (const { rows, remarks } of batches) {
    const sizes = new Map(rows.map(({ n, move }) => [String(n), notStored.has(String(n)) ? 0 : sizeOfMove(move)]));
    const names = new Map(rows.flatMap(({ n, what }) => [String(n), rowOfPart(n)].map((row) => [row, what])));
    const size = [...sizes.values()].reduce((sum, one) => sum + one, 0);
    // A row may be of several marks, and a remark beside it of one of them.
    const most = remarks.reduce((sum, { row }) => sum + (sizes.get(row) ?? 1), 0);
    stored += size;
    stays += Math.min(size, most);
    for (const { row, text } of remarks) {
      const name = names.get(row);
      left.push(name === undefined || text.startsWith(name) ? text : `${name}: ${text}`);
    }
  }
  return { undone: stored - stays, stays, left };
}
