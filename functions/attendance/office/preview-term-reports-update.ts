import { attendanceContract } from '#shared/attendance/contract.ts';
import { classRegistrationKeys } from '../../marks/records/term-report.ts';
import { toRunStatus } from '../../platform/jobs/run-job.ts';
import { jobKey } from '../../platform/jobs/store.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { readItems } from '../../platform/table/table.ts';
import { currentPeriodKey, periodKey } from '../../school/records/periods.ts';
import { requireFormLevel, school } from '../../school/records/school.ts';
import {
  countReports,
  findRangeToCount,
  listRegisteredStudentIds,
  readTermToCount,
  requireCurrentTerm,
} from './count-term.ts';
import { decideReportChanges } from './report-times.ts';
import { readLastReportUpdate, readUndoOfUpdate, reportUpdateJobKey } from './update-term-reports.ts';

/**
 * What would change in a class. Without a class it only lists the classes and the number of reports; the run counts the
 * whole school.
 */
export const previewTermReportsUpdate = callHandler(attendanceContract.previewTermReportsUpdate, {
  prefetch: () => ({ current: currentPeriodKey() }),
  handle: async ({ input: { class_id: classId }, found: { current }, request: { now } }) => {
    if (classId === undefined) return wholeSchool(requireCurrentTerm(current), now);
    requireFormLevel(classId);
    const term = await readTermToCount(now);
    const [counted, { run, undo }] = await Promise.all([
      listRegisteredStudentIds(term, classId).then((students) => countReports(term, students)),
      readLastReportUpdate(reportUpdateJobKey(term, classId)),
    ]);
    const judged = counted
      .filter(({ student }) => student.status === 'current')
      .map((one) => ({ ...one, ...decideReportChanges(one, { withTyped: false }) }));
    return {
      year: term.year,
      term: term.term,
      from: term.from,
      to: term.to,
      school_days: term.days.length,
      reports: judged.length,
      changes: judged.filter(({ changes }) => changes.length > 0).length,
      typed: judged.flatMap(({ student, report, typed }) =>
        typed.map(({ wire, ...difference }) => ({
          student_id: student.studentId,
          name: `${student.lastName}, ${student.firstName}`,
          class_id: report.classId,
          field: wire,
          ...difference,
        })),
      ),
      run: run ? toRunStatus(run) : null,
      undo: undo ? toRunStatus(undo) : null,
      classes: school().formClasses.map(({ id }) => id),
    };
  },
});

/** Three requests, the session's included; one less where there was no run. */
async function wholeSchool({ year, term }: { year: number; term: 1 | 2 | 3 }, now: Date) {
  const classes = school().formClasses.map(({ id }) => id);
  const { period, registrations, run } = await readItems({
    period: periodKey(year, term),
    registrations: classRegistrationKeys({ year, term, classIds: classes }),
    run: jobKey('update-term-reports', reportUpdateJobKey({ year, term }, null)),
  });
  const undo = run && (await readUndoOfUpdate(run));
  return {
    year,
    term,
    ...findRangeToCount(period, now),
    school_days: null,
    reports: registrations.reduce((sum, { studentIds = [] }) => sum + studentIds.length, 0),
    changes: null,
    typed: [],
    classes,
    run: run ? toRunStatus(run) : null,
    undo: undo ? toRunStatus(undo) : null,
  };
}
