import { studentRegisterContract } from '#shared/students/register/contract.ts';
import { recordWordings } from '#shared/students/wordings.ts';
import { ConflictError } from '../../../platform/errors.ts';
import { callHandler } from '../../../platform/requests/call-handler.ts';
import { readItems } from '../../../platform/table/table.ts';
import { requireFormLevel } from '../../../school/records/school.ts';
import { unarchiveStudent } from '../../records/placement/move-from-archive.ts';
import { resumeMove } from '../../records/placement/move-remaining.ts';
import { requireStudent, studentKey, studentName } from '../../records/store.ts';
import { undoableRegisterActs } from './student-acts.ts';

export const restoreStudent = callHandler(studentRegisterContract.restoreStudent, {
  prefetch: ({ student_id }) => ({ student: studentKey(student_id) }),
  handle: async ({ input: { student_id: studentId, class_id: classId }, caller, found, request }) => {
    requireStudent(found.student);
    const formLevel = requireFormLevel(classId, 'class_id');
    const isBack = await unarchiveStudent(
      {
        studentId,
        place: { classId, formLevel },
        subjects: [],
        isSelected: () => true,
        action: (student) =>
          undoableRegisterActs.create({
            change: {
              kind: 'student restored',
              details: {
                studentId,
                from: student.classId,
                classId,
                date: student.date_of_leaving ?? null,
                reason: student.leavingReason ?? null,
              },
            },
            what: `${studentName(student, studentId)} restored to ${classId}`,
            by: { caller, request },
          }),
      },
      { caller, request },
    );
    if (isBack) return { student_id: studentId, undo: request.idempotencyKey };
    const { act, student } = await readItems({
      act: undoableRegisterActs.key(request.idempotencyKey),
      student: studentKey(studentId),
    });
    // Restored by another request, perhaps to another class, or never archived.
    if (act?.change.kind !== 'student restored') {
      const now = requireStudent(student);
      throw new ConflictError(recordWordings.notArchived(studentName(now, studentId), now.classId));
    }
    await resumeMove({ studentId, from: act.change.details.from, by: { caller, request } });
    return { student_id: studentId, undo: request.idempotencyKey };
  },
});
