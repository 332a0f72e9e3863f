import { attendanceContract } from '#shared/attendance/contract.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { gatherPartitions } from '../../platform/table/gather-partitions.ts';
import { currentPeriod } from '../../school/records/periods.ts';
import { schoolDay } from '../../school/records/school.ts';
import type { ToldAbsenceItem } from '../records/told-absence.ts';
import { requireAccess } from '../register/class-access.ts';
import { classOnDay } from '../register/class-on-day.ts';
import { toldAnswer } from './told-answer.ts';

const shown = ['studentId', 'id', 'from', 'to', 'reason', 'excused', 'by', 'at'] as const;

export const toldAbsences = callHandler(attendanceContract.toldAbsences, {
  handle: async ({ input: { class_id: classId }, caller, request: { now } }) => {
    const period = await currentPeriod();
    await requireAccess({ caller, classId, year: period?.year }, ['office', 'form teacher', 'dean']);
    const students = new Map((await classOnDay(classId, period)).map((student) => [student.studentId, student]));
    const told = (await gatherPartitions({
      partitions: [...students.keys()].map((studentId) => `told#${studentId}`),
      only: shown,
      consistent: true,
    })) as unknown as ToldAbsenceItem[];
    return told
      .filter(({ to }) => to >= schoolDay(now))
      .sort((a, b) => a.from.localeCompare(b.from) || a.studentId.localeCompare(b.studentId))
      .flatMap((one) => {
        const student = students.get(one.studentId);
        return student ? [toldAnswer(student, one)] : [];
      });
  },
});
