import { attendanceContract } from '#shared/attendance/contract.ts';
import { NotFoundError } from '../../platform/errors.ts';
import { toRunStatus } from '../../platform/jobs/run-job.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { formLevelOf, school } from '../../reference/school.ts';
import { countReports, termToCount } from './count-term.ts';
import { registeredIn } from './registered-in.ts';
import { changesOfReport } from './times-changes.ts';
import { lastRuns, updateKey } from './update-runs.ts';

export const termReportsUpdatePreview = callHandler(attendanceContract.termReportsUpdatePreview, {
  handle: async ({ input: { class_id: classId = null }, request: { now } }) => {
    if (classId !== null && formLevelOf(classId) === undefined) throw new NotFoundError('There is no such class.');
    const term = await termToCount(now);
    const [counted, { run, undo }] = await Promise.all([
      registeredIn(term, classId).then((students) => countReports(term, students)),
      lastRuns(updateKey(term, classId)),
    ]);
    const judged = counted
      .filter(({ student }) => student.status === 'current')
      .map((one) => ({ ...one, ...changesOfReport(one, { withTyped: false }) }));
    return {
      ...{ year: term.year, term: term.term, from: term.from, to: term.to, school_days: term.days.length },
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
