import { type JobItem, readRemarks } from '../../platform/jobs/store.ts';
import { studentNames } from '../../students/records/store.ts';

/** The students whom a run left as they were, and why; none while it runs. */
export async function leftStudents(job: JobItem) {
  if (job.state === 'running') return [];
  const remarks = await readRemarks(job);
  const names = await studentNames(remarks.map(({ row }) => row));
  return remarks.map(({ row, text }) => ({ student_id: row, name: names.get(row) ?? row, reason: text }));
}
