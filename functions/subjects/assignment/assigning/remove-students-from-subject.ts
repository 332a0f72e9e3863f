import { pluralize } from '#shared/pluralize.ts';
import { studentSubjectsContract } from '#shared/subjects/assignment/contract.ts';
import { noSuchSubject } from '#shared/subjects/wordings.ts';
import { subjectRecordKey } from '../../../marks/records/subject-record.ts';
import { NotFoundError } from '../../../platform/errors.ts';
import { callHandler } from '../../../platform/requests/call-handler.ts';
import { commit, type Keeping } from '../../../platform/table/acts/commit.ts';
import type { Authorship } from '../../../platform/table/audit.ts';
import { retryRefused } from '../../../platform/table/retry-refused.ts';
import { readItems, readMany, splitIntoPieces } from '../../../platform/table/table.ts';
import { currentPeriodKey } from '../../../school/records/periods.ts';
import { studentName } from '../../../students/records/store.ts';
import { assignmentsAuditSubject, removeAssignmentAction } from '../../records/assignments.ts';
import { type AssignmentItem, assignmentKey, StudentSubjectAssignmentEntity, subjectKey } from '../../records/store.ts';
import { undoableStudentSubjects } from '../subject-acts.ts';

export const removeStudentsFromSubject = callHandler(studentSubjectsContract.removeStudentsFromSubject, {
  prefetch: ({ subject_id: subjectId }, _accountId) => ({
    current: currentPeriodKey(),
    subject: subjectKey(subjectId),
  }),
  handle: async ({ input: { subject_id: subjectId, students: studentIds }, found, caller, request }) => {
    const { current, subject } = found;
    if (!subject) throw new NotFoundError(noSuchSubject);
    const act = request.idempotencyKey;
    const [{ before }, removed, there] = await Promise.all([
      readItems({ before: undoableStudentSubjects.key(act) }),
      undoableStudentSubjects.listWritten({ key: act }),
      readMany(studentIds.map((studentId) => assignmentKey(studentId, subjectId))),
    ]);
    // An earlier attempt of this request removed the first of them.
    const assignments = [
      ...removed.map(({ id, before }) => ({ ...id, ...before }) as unknown as AssignmentItem),
      ...there,
    ];
    if (assignments.length === 0) return { deleted: 0, with_marks: 0, undo: null };
    const [only] = assignments;
    const who =
      assignments.length === 1 && only ? studentName(only, only.studentId) : pluralize(assignments.length, 'student');
    const kept = { key: act, of: [StudentSubjectAssignmentEntity] };
    for (const [index, some] of splitIntoPieces(there, studentsAtOnce).entries()) {
      const undo =
        index === 0 && !before
          ? undoableStudentSubjects.keep({
              change: { kind: 'students deleted', details: { subjectId } },
              what: `${subject.title}: ${who} deleted`,
              place: 'students',
              ...kept,
            })
          : undoableStudentSubjects.keepMore(kept);
      const [first] = some;
      const under = { ...request, idempotencyKey: `${act}/${first?.studentId}` };
      await remove({ subjectId, assignments: some, undo, by: { caller, request: under } });
    }
    const records = current
      ? await readMany(
          assignments.map(({ studentId }) => subjectRecordKey({ studentId, subjectId, ...current })),
          ['studentId'],
        )
      : [];
    return { deleted: assignments.length, with_marks: records.length, undo: act };
  },
});

/**
 * A transaction takes a hundred actions, of which four are for the audit row, the key, and the act with what it wrote.
 */
const studentsAtOnce = 95;

interface Removing {
  subjectId: string;
  assignments: readonly AssignmentItem[];
  undo: Keeping;
  by: Authorship;
}

/** Removes assignments in one transaction: those that are still there, as they are stored now. */
async function remove({ subjectId, assignments, undo, by }: Removing): Promise<void> {
  const keys = assignments.map(({ studentId }) => assignmentKey(studentId, subjectId));
  await retryRefused({
    first: { now: [...assignments] },
    read: () => readItems({ now: keys }),
    attempt: async ({ now }) => {
      return commit({
        by,
        changes: now.map(removeAssignmentAction),
        undo,
        trail: {
          subject: assignmentsAuditSubject(subjectId),
          changes: now.map(({ studentId, employeeId }) => ({
            field: studentId,
            before: { teacher: employeeId ?? null },
            after: null,
          })),
        },
      });
    },
    what: 'these students',
  });
}
