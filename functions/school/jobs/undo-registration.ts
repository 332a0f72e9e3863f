import { readClassReports, termReportKey } from '../../marks/records/term-report.ts';
import { authorOf, type Remark } from '../../platform/jobs/store.ts';
import type { JobWorker } from '../../platform/jobs/worker.ts';
import { retryRefused } from '../../platform/table/retry-refused.ts';
import { readItems } from '../../platform/table/table.ts';
import { reasonToStay, removeRegistration, type Term } from '../../students/records/placement/registration.ts';

/** Takes back the reports of the batch that nobody has touched, and says why the others stay. */
export const undoRegistration: JobWorker = {
  workBatch: async ({ job, batch, rows }) => {
    const { year, term } = job.input as Term;
    const period = { year, term };
    return retryRefused({
      read: () => judge(period, rows),
      attempt: async ({ students, remarks }) => {
        if (students.length === 0) return { remarks };
        const outcome = await removeRegistration({
          period,
          students,
          caller: authorOf(job),
          request: { now: new Date(), idempotencyKey: `${job.run}-${batch}` },
        });
        return outcome === 'refused' ? outcome : { remarks };
      },
      what: 'these reports',
    });
  },
};

/** Whose reports nobody has touched, and why the others stay. */
async function judge(period: Term, rows: readonly string[]) {
  const keys = rows.map((studentId) => termReportKey({ studentId, ...period }));
  const { reports } = await readItems({ reports: keys });
  const classIds = [...new Set(reports.map(({ classId }) => classId))];
  const classes = await Promise.all(classIds.map((classId) => readClassReports({ ...period, classId })));
  const records = classes.flatMap((one) => one.records);
  const judged = reports.map((report) => ({ report, reason: reasonToStay(report, records) }));
  const remarks: Remark[] = judged.flatMap(({ report, reason }) =>
    reason === null ? [] : [{ row: report.studentId, text: reason }],
  );
  const students = judged
    .filter(({ reason }) => reason === null)
    .map(({ report: { studentId, classId, formLevel } }) => ({
      studentId,
      classId,
      formLevel,
      today: classId,
      subjectIds: [],
    }));
  return { students, remarks };
}
