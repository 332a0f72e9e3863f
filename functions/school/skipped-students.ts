import type { SkippedStudent } from '#shared/school/registration-calls.ts';
import { type JobItem, readRemarks } from '../platform/jobs/store.ts';
import { readStudentNames } from '../students/records/store.ts';

/** The students that a run skipped, by name, each with the reason; none while it runs. */
export async function readSkippedStudents(job: JobItem): Promise<SkippedStudent[]> {
  const remarks = job.state === 'running' ? [] : await readRemarks(job);
  const names = await readStudentNames(remarks.map(({ row }) => row));
  return remarks
    .map(({ row, text }) => ({ student_id: row, name: names.get(row) ?? row, reason: text }))
    .sort((a, b) => a.name.localeCompare(b.name));
}
