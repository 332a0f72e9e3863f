import { studentSubjectsContract } from '#shared/subjects/assignment/contract.ts';
import { recordsOfSheet } from '../../../marks/records/subject-record.ts';
import { callHandler } from '../../../platform/requests/call-handler.ts';
import { currentPeriodKey } from '../../../school/records/periods.ts';
import { rosterOf } from '../../records/store.ts';
import { classesOf } from '../assigning/lessons-of-subject.ts';
import { levels } from '../subject-uses.ts';

export const subjectStudents = callHandler(studentSubjectsContract.subjectStudents, {
  prefetch: () => ({ current: currentPeriodKey() }),
  handle: async ({ input: { subject_id: subjectId, form_level: only }, found: { current } }) => {
    const wanted = only === undefined ? levels() : [only];
    const found = await Promise.all(
      wanted.map(async (formLevel) => {
        const of = { subjectId, formLevel, classIds: classesOf(formLevel) };
        const [roster, records] = await Promise.all([
          rosterOf(of),
          current ? recordsOfSheet({ ...of, ...current }) : [],
        ]);
        const withMarks = new Set(records.map(({ studentId }) => studentId));
        return roster.map((one) => ({
          student_id: one.studentId,
          first_name: one.firstName,
          last_name: one.lastName,
          class_id: one.classId,
          form_level: one.formLevel,
          employee_id: one.employeeId ?? null,
          has_marks: withMarks.has(one.studentId),
        }));
      }),
    );
    return found.flat();
  },
});
