import type { MoveInRun } from '#shared/options/move-in/contract.ts';
import { moveInKinds } from '#shared/options/move-in/kinds.ts';
import { sheetWordings } from '#shared/students/wordings.ts';
import { type JobItem, readBatches } from '../../platform/jobs/store.ts';
import { parseJobRow, rowOfPart, toProgressInRows } from './job-rows.ts';
import { sizeOfMove } from './judging/judged-row.ts';

/** A run as the calls answer it, with what it stored once it has ended. */
export async function toRun(job: JobItem): Promise<MoveInRun> {
  const batches = job.state === 'running' ? [] : await readBatches(job);
  const rows = batches.flatMap(({ rows: texts, remarks }, batch) => {
    const reasons = Map.groupBy(remarks, ({ row }) => row);
    return texts.map((text) => {
      const { n, what, move } = parseJobRow(text);
      const size = sizeOfMove(move);
      if (batch >= job.next) return { kind: move.kind, what, stored: 0, reasons: [sheetWordings.endedBefore] };
      const [whole = [], parts = []] = [reasons.get(String(n)), reasons.get(rowOfPart(n))];
      const stored = whole.length > 0 ? 0 : size - parts.length;
      return { kind: move.kind, what, stored, reasons: [...whole, ...parts].map((one) => one.text) };
    });
  });
  return {
    ...toProgressInRows(job),
    run: job.key,
    done: moveInKinds
      .map((kind) => ({ kind, rows: rows.reduce((sum, row) => sum + (row.kind === kind ? row.stored : 0), 0) }))
      .filter((one) => one.rows > 0),
    left: rows.flatMap(({ kind, what, reasons }) => reasons.map((reason) => ({ kind, what, reason }))),
  };
}
