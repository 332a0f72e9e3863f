import { displayDate } from '#shared/school/display-date.ts';
import { studentRegisterContract } from '#shared/students/register/contract.ts';
import { recordWordings } from '#shared/students/wordings.ts';
import { ConflictError, ValidationError } from '../../../platform/errors.ts';
import { callHandler } from '../../../platform/requests/call-handler.ts';
import { readItems } from '../../../platform/table/table.ts';
import { schoolDay } from '../../../school/records/school.ts';
import { moveStudentToArchive as carryOut } from '../../records/placement/move-to-archive.ts';
import { requireStudent, studentKey, studentName } from '../../records/store.ts';
import { undoableRegisterActs } from './student-acts.ts';

export const archiveStudent = callHandler(studentRegisterContract.archiveStudent, {
  prefetch: ({ student_id }) => ({ student: studentKey(student_id) }),
  handle: async ({ input: { student_id: studentId, date_of_leaving: date, reason }, caller, found, request }) => {
    const student = requireStudent(found.student);
    refuseFuture(date, request.now);
    const isArchived = await carryOut(
      {
        studentId,
        date,
        reason: reason || null,
        action: (left) =>
          undoableRegisterActs.create({
            change: { kind: 'student archived', details: { studentId, left } },
            what: `${studentName(student, studentId)} archived from ${left.classId}`,
            by: { caller, request },
          }),
      },
      { caller, request },
    );
    if (!isArchived) await requireArchivedByRequest(studentId, request);
    return { student_id: studentId, undo: request.idempotencyKey };
  },
});

/**
 * Archiving removes a student from class and register at once: with a day of leaving in the future, the days until then
 * would count as absent, and the retention would end too late.
 * @throws ValidationError where the day of leaving is in the future
 */
function refuseFuture(date: string, now: Date): void {
  if (date <= schoolDay(now)) return;
  throw new ValidationError({
    date_of_leaving: [recordWordings.futureLeaving(displayDate(date))],
  });
}

/** @throws ConflictError where another request archived the student: its date or reason is on record. */
async function requireArchivedByRequest(
  studentId: string,
  { idempotencyKey }: { idempotencyKey: string },
): Promise<void> {
  const { act, student } = await readItems({
    act: undoableRegisterActs.key(idempotencyKey),
    student: studentKey(studentId),
  });
  if (act) return;
  const now = requireStudent(student);
  const date = now.date_of_leaving;
  const left = date === undefined ? '' : `, with ${displayDate(date)} as the date of leaving`;
  throw new ConflictError(recordWordings.archivedAlready(studentName(now, studentId), left));
}
