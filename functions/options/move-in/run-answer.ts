import type { MoveInRun } from '#shared/options/move-in/contract.ts';
import { moveInKinds } from '#shared/options/move-in/kinds.ts';
import { sheetWordings } from '#shared/students/wordings.ts';
import { toProgress } from '../../platform/jobs/run-job.ts';
import { type JobItem, readBatches } from '../../platform/jobs/store.ts';
import { parseJobRow } from './job-rows.ts';

/** A run as the calls answer it, with what it stored once it has ended. */
export async function toRun(job: JobItem): Promise<MoveInRun> {
  const batches = job.state === 'running' ? [] : await readBatches(job);
  const rows = batches.flatMap(({ rows: texts, remarks }, batch) => {
    const reasons = new Map(remarks.map(({ row, text }) => [row, text]));
    return texts.map((text) => {
      const { n, what, move } = parseJobRow(text);
      const reason = batch < job.next ? (reasons.get(String(n)) ?? null) : sheetWordings.endedBefore;
      return { kind: move.kind, what, reason };
    });
  });
  return {
    ...toProgress(job),
    run: job.key,
    done: moveInKinds
      .map((kind) => ({ kind, rows: rows.filter((row) => row.kind === kind && row.reason === null).length }))
      .filter((one) => one.rows > 0),
    left: rows.flatMap(({ kind, what, reason }) => (reason === null ? [] : [{ kind, what, reason }])),
  };
}
