import type { LeftAlone } from '#shared/terms/contract.ts';
import { type JobItem, remarksOf } from '../platform/jobs/store.ts';
import { studentNames } from '../students/store.ts';

/** Whom a run left alone, by name; nobody while it runs. */
export async function leftAlone(job: JobItem): Promise<LeftAlone[]> {
  const remarks = job.state === 'running' ? [] : await remarksOf(job);
  const names = await studentNames(remarks.map(({ row }) => row));
  return remarks
    .map(({ row, text }) => ({ student_id: row, name: names.get(row) ?? row, reason: text }))
    .sort((a, b) => a.name.localeCompare(b.name));
}
