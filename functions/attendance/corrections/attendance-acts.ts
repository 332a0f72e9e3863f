import { attendanceContract } from '#shared/attendance/contract.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { currentPeriod } from '../../school/records/periods.ts';
import { studentKey } from '../../students/records/store.ts';
import { correcting, requireStudent } from '../register/class-access.ts';
import { attendanceActs as acts } from './attendance-acts-kinds.ts';

export const attendanceActs = callHandler(attendanceContract.attendanceActs, {
  prefetch: ({ student_id }) => ({ student: studentKey(student_id) }),
  handle: async ({ input: { student_id }, caller, found: { student }, request: { now } }) => {
    await requireStudent({ student, caller, ofTerm: await currentPeriod() }, correcting);
    return acts.list({ place: student_id, now });
  },
});
