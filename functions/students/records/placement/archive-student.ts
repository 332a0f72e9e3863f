import type { Action } from '../../../platform/table/action.ts';
import { type Attempt, AuditRow, type Author, auditRow, writeAudited } from '../../../platform/table/audit.ts';
import { stillAs } from '../../../platform/table/expression.ts';
import { retryRefused } from '../../../platform/table/retry-refused.ts';
import { readItems } from '../../../platform/table/table.ts';
import { removeAssignment } from '../../../subjects/records/assignments.ts';
import { type AssignmentItem, assignmentsOf } from '../../../subjects/records/store.ts';
import { Student, type StudentItem, studentKey, studentSubject } from '../store.ts';

/** What is needed to bring an archived student back as before. */
export interface ArchivedPlacement {
  classId: string;
  formLevel: number;
  /** The day of leaving that was on record before. */
  leftBefore?: string;
  subjects: AssignmentItem[];
}

interface Archival {
  studentId: string;
  /** yyyy-MM-dd. */
  date: string;
  reason: string | null;
  /** What goes along in the same transaction; nothing where it is not said. */
  moreActions?: (student: StudentItem) => Promise<Action[]>;
  /** Refuses by throwing. */
  judge?: (student: StudentItem, subjects: readonly AssignmentItem[]) => void;
  /** The write that remembers the act, or notes that another is undone. */
  action: (left: ArchivedPlacement) => Action;
  caller: Author;
  request: Attempt;
}

/**
 * Archives a student of the school: out of the class and of every subject, audited. Reports and marks stay, and a term keeps its lists
 * (rule 45). False: the student is not at the school any more.
 */
export function archiveStudent(archiving: Archival): Promise<boolean> {
  const { studentId, date, reason, moreActions, judge, action, caller, request } = archiving;
  return retryRefused({
    read: async () => {
      // The student first: who is given a subject between the two reads is refused by `givenBy`.
      const { student } = await readItems({ student: studentKey(studentId) });
      return { student, subjects: await assignmentsOf(studentId) };
    },
    attempt: async ({ student, subjects }): Promise<boolean | 'refused'> => {
      if (student?.status !== 'current') return false;
      judge?.(student, subjects);
      const { classId, formLevel, firstName, lastName, date_of_leaving: leftBefore, leavingReason } = student;
      const update = Student.update(
        { studentId },
        {
          set: {
            ...{ status: 'archived', classId, formLevel, firstName, lastName },
            ...{ date_of_leaving: date, archivedIn: request.idempotencyKey },
            ...(reason === null ? {} : { leavingReason: reason }),
          },
          remove: reason === null ? ['leavingReason'] : [],
          where: stillAs(student, ['classId', 'status', 'givenBy', 'firstName', 'lastName', 'date_of_leaving']),
        },
      );
      const row = auditRow({
        subject: studentSubject(studentId),
        changes: [
          { field: 'class', before: classId, after: null },
          { field: 'status', before: 'current', after: 'archived' },
          { field: 'date_of_leaving', before: leftBefore ?? null, after: date },
          { field: 'leavingReason', before: leavingReason ?? null, after: reason },
        ].filter(({ before, after }) => before !== after),
        caller,
        request,
      });
      const outcome = await writeAudited([
        update,
        ...subjects.map(removeAssignment),
        ...((await moreActions?.(student)) ?? []),
        action({ classId, formLevel, subjects, ...(leftBefore === undefined ? {} : { leftBefore }) }),
        AuditRow.create(row),
      ]);
      return outcome === 'refused' ? outcome : true;
    },
    what: 'this student',
  });
}
