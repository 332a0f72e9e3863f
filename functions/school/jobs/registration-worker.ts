import { academicYearTitle } from '#shared/school/academic-year.ts';
import { termRegistrationWordings } from '#shared/school/wordings.ts';
import { readClassReports, termReportKey } from '../../marks/records/term-report.ts';
import { authorOfJob, type JobRemark } from '../../platform/jobs/store.ts';
import type { JobWorker } from '../../platform/jobs/worker.ts';
import { isRefused } from '../../platform/table/acts/carry-out-act.ts';
import { retryRefused } from '../../platform/table/retry-refused.ts';
import { readItems } from '../../platform/table/table.ts';
import { promotedKey } from '../../students/records/placement/promoted-student.ts';
import {
  findStudentsWithReportInTerm,
  type RegisteredReport,
  removeEmptyRegistrations,
  whyReportMustStay,
  writeRegistration,
} from '../../students/records/placement/registered-student.ts';
import { studentKey } from '../../students/records/store.ts';
import { decideListSource, listSourceKeys, readClassesInTerm } from '../../students/records/term-lists.ts';
import { listSubjectsTakenByStudent } from '../../subjects/records/store.ts';
import type { Term } from '../records/term-locks.ts';

/** Creates the term's report of each current student of the batch who has none. */
export const registerStudentsWorker: JobWorker = {
  workBatch: async ({ job, batch, rows }) => {
    const period = job.input as Term;
    return retryRefused({
      first: await judgeStudents(period, rows),
      read: async () => {
        const registered = await findStudentsWithReportInTerm(period, rows);
        return judgeStudents(
          period,
          rows.filter((studentId) => !registered.has(studentId)),
        );
      },
      attempt: async ({ students, remarks }) => {
        if (students.length === 0) return { remarks };
        const outcome = await writeRegistration({
          period,
          students,
          by: { caller: authorOfJob(job), request: { now: new Date(), idempotencyKey: `${job.run}-${batch}` } },
        });
        return isRefused(outcome) ? outcome : { remarks };
      },
      what: 'these students',
    });
  },
};

/**
 * The students to register, each with the class of the term: today's, but in a term that was closed and reopened the
 * class of the marks that were entered before (rule 45). A student who was promoted out of the year is skipped, as
 * today's class is of the next year.
 */
async function judgeStudents(
  period: Term,
  rows: readonly string[],
): Promise<{ students: RegisteredReport[]; remarks: JobRemark[] }> {
  const { year } = period;
  const { students, promoted, ...found } = await readItems({
    students: rows.map(studentKey),
    promoted: rows.map((studentId) => promotedKey(year, studentId)),
    ...listSourceKeys(year),
  });
  const isPromoted = new Set(promoted.map(({ studentId }) => studentId));
  const present = students.filter(({ studentId, status }) => status === 'current' && !isPromoted.has(studentId));
  const classIds = [...new Set(present.map(({ classId }) => classId))];
  const taken = new Map(
    await Promise.all(classIds.map(async (id) => [id, await listSubjectsTakenByStudent(id)] as const)),
  );
  const source = decideListSource(period, found);
  const places = source === 'open again' ? await readClassesInTerm(present, { ...period, source }) : undefined;
  return {
    students: present.map(({ studentId, classId, formLevel, givenBy }) => ({
      studentId,
      givenBy,
      today: classId,
      ...placeOf(places?.get(studentId) ?? { classId, formLevel }),
      subjectIds: taken.get(classId)?.get(studentId) ?? [],
    })),
    remarks: [...isPromoted].map((row) => ({
      row,
      text: termRegistrationWordings.promotedAfter(academicYearTitle(year)),
    })),
  };
}

const placeOf = ({ classId, formLevel }: { classId: string; formLevel: number }) => ({ classId, formLevel });

/** Deletes the batch's reports that nobody has changed, with the reason why the others stay. */
export const undoRegistrationWorker: JobWorker = {
  workBatch: async ({ job, batch, rows }) => {
    const { year, term } = job.input as Term;
    const period = { year, term };
    return retryRefused({
      read: () => judgeReports(period, rows),
      attempt: async ({ students, remarks }) => {
        if (students.length === 0) return { remarks };
        const outcome = await removeEmptyRegistrations({
          period,
          students,
          by: { caller: authorOfJob(job), request: { now: new Date(), idempotencyKey: `${job.run}-${batch}` } },
        });
        return isRefused(outcome) ? outcome : { remarks };
      },
      what: 'these reports',
    });
  },
};

/** The students whose reports are unchanged, and why the other reports stay. */
async function judgeReports(period: Term, rows: readonly string[]) {
  const keys = rows.map((studentId) => termReportKey({ studentId, ...period }));
  const { reports } = await readItems({ reports: keys });
  const classIds = [...new Set(reports.map(({ classId }) => classId))];
  const classes = await Promise.all(classIds.map((classId) => readClassReports({ ...period, classId })));
  const records = classes.flatMap((one) => one.records);
  const judged = reports.map((report) => ({ report, reason: whyReportMustStay(report, records) }));
  const remarks: JobRemark[] = judged.flatMap(({ report, reason }) =>
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
