import { attendanceContract } from '#shared/attendance/contract.ts';
import { ValidationError } from '../../platform/errors.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { currentPeriod } from '../../school/records/periods.ts';
import { schoolDay } from '../../school/records/school.ts';
import { studentKey } from '../../students/records/store.ts';
import { correcting, requireStudent } from '../register/class-access.ts';
import { toldAnswer } from './told-answer.ts';
import { writeTold } from './write-told.ts';

export const tellAbsence = callHandler(attendanceContract.tellAbsence, {
  prefetch: ({ student_id }) => ({ student: studentKey(student_id) }),
  handle: async ({ input, caller, found, request }) => {
    const student = await requireStudent({ student: found.student, caller, ofTerm: await currentPeriod() }, correcting);
    const { from, to, reason, excused, seen } = input;
    if (from < schoolDay(request.now))
      throw new ValidationError({ from: ['Correct the day itself where it is past.'] });
    const told = {
      ...{ studentId: student.studentId, id: request.idempotencyKey, from, to, reason },
      ...{ excused: excused === 'excused', by: caller.name, at: request.now.toISOString() },
    };
    return toldAnswer(student, await writeTold({ told, ...(seen === undefined ? {} : { seen }), caller, request }));
  },
});
