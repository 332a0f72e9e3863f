import { studentRegisterContract } from '#shared/students/register/contract.ts';
import { erasedAtOnce } from '#shared/students/register/protection-calls.ts';
import { inParallel } from '../../../platform/in-parallel.ts';
import { toRunStatus } from '../../../platform/jobs/run-job.ts';
import { readJob } from '../../../platform/jobs/store.ts';
import { callHandler } from '../../../platform/requests/call-handler.ts';
import { school, schoolDay } from '../../../school/records/school.ts';
import { nameOf, Student } from '../../records/store.ts';
import { requireErasing } from './erasure-preview.ts';
import { areYearsOver, quietFrom } from './judge-erasure.ts';

/** There is one run of the school. */
export const dueKey = 'due';

export const erasuresDue = callHandler(studentRegisterContract.erasuresDue, {
  handle: async ({ caller, request: { now } }) => {
    requireErasing(caller);
    const [{ data: archived }, run] = await Promise.all([
      Student.query.all({ status: 'archived' }).go({
        ...{ pages: 'all', attributes: ['studentId', 'firstName', 'lastName', 'classId', 'date_of_leaving'] },
      }),
      readJob('erase-due', dueKey),
    ]);
    const over = archived
      .flatMap(({ date_of_leaving: left, ...student }) =>
        left !== undefined && areYearsOver(left, now) ? [{ ...student, left }] : [],
      )
      .sort((a, b) => `${a.left} ${a.studentId}`.localeCompare(`${b.left} ${b.studentId}`));
    const today = schoolDay(now);
    const due: typeof over = [];
    let changedLately = 0;
    let looked = 0;
    while (looked < over.length && due.length < erasedAtOnce) {
      const some = over.slice(looked, looked + erasedAtOnce - due.length);
      looked += some.length;
      const quiet = await inParallel(some, { atOnce: 10, does: ({ studentId }) => quietFrom(studentId) });
      const isQuiet = (index: number) => (quiet[index] ?? '') <= today;
      due.push(...some.filter((_, index) => isQuiet(index)));
      changedLately += some.filter((_, index) => !isQuiet(index)).length;
    }
    return {
      years: school().retentionYears,
      students: due.map((student) => ({
        student_id: student.studentId,
        name: nameOf(student, student.studentId),
        class_id: student.classId,
        date_of_leaving: student.left,
      })),
      more: over.length - looked,
      changed_lately: changedLately,
      undated: archived.filter(({ date_of_leaving: left }) => left === undefined).length,
      run: run ? toRunStatus(run) : null,
    };
  },
});
