import type { Action } from '../../../platform/table/action.ts';
import { isRefused } from '../../../platform/table/acts/carry-out-act.ts';
import { commit, hasRoom } from '../../../platform/table/acts/commit.ts';
import type { Authorship } from '../../../platform/table/audit.ts';
import { whereUnchanged } from '../../../platform/table/expression.ts';
import { retryRefused } from '../../../platform/table/retry-refused.ts';
import { readItems } from '../../../platform/table/table.ts';
import { schoolDay } from '../../../school/records/school.ts';
import { removeAssignmentAction } from '../../../subjects/records/assignments.ts';
import { type AssignmentItem, listAssignmentsOfStudent } from '../../../subjects/records/store.ts';
import { updateStudentAction } from '../rosters/write-student.ts';
import { type StudentItem, studentAuditSubject, studentKey } from '../store.ts';

import { classLeaverAction } from './earlier-classes.ts';

/** The placement of a student before archiving, for the undo. */
export interface ArchivedPlacement {
  classId: string;
  formLevel: number;
  /** The earlier day of leaving on record. */
  leftBefore?: string;
  subjects: AssignmentItem[];
}

/**
 * What an archived student keeps of the subjects: who taught them, for the sheets of the terms before. Empty where
 * nobody is named.
 */
export function ownTeachersOf(subjects: readonly AssignmentItem[]): Pick<StudentItem, 'ownTeachers'> {
  const named = subjects.flatMap(({ subjectId, employeeId }) =>
    employeeId === undefined ? [] : [[subjectId, employeeId] as const],
  );
  return named.length === 0 ? {} : { ownTeachers: Object.fromEntries(named) };
}

interface Archival {
  studentId: string;
  /** yyyy-MM-dd. */
  date: string;
  reason: string | null;
  /** Makes further actions of the transaction, given what it has room for. */
  moreActions?: (hasRoom: (actions: readonly Action[]) => boolean) => Promise<Action[]>;
  /** Throws to refuse. */
  judge?: (student: StudentItem, subjects: readonly AssignmentItem[]) => void;
  /** The action that remembers the act, or marks another act as undone. */
  action: (left: ArchivedPlacement) => Action;
}

/**
 * Archives a current student: removes the student from the class and from every subject, audited. Reports and marks
 * stay, and a term keeps its lists (rule 45). False: the student is not current any more.
 */
export function moveStudentToArchive(archiving: Archival, by: Authorship): Promise<boolean> {
  const { studentId, date, reason, moreActions, judge, action } = archiving;
  return retryRefused({
    read: async () => {
      // The student first: `givenBy` refuses the write where a subject is given between the two reads.
      const { student } = await readItems({ student: studentKey(studentId) });
      return { student, subjects: await listAssignmentsOfStudent(studentId) };
    },
    attempt: async ({ student, subjects }): Promise<boolean | 'refused'> => {
      if (student?.status !== 'current') return false;
      judge?.(student, subjects);
      const { classId, formLevel, date_of_leaving: leftBefore, leavingReason } = student;
      const update = updateStudentAction(student, {
        set: {
          status: 'archived',
          date_of_leaving: date,
          archivedIn: by.request.idempotencyKey,
          ...(reason === null ? {} : { leavingReason: reason }),
          ...ownTeachersOf(subjects),
        },
        remove: reason === null ? ['leavingReason'] : [],
        where: whereUnchanged(student, ['classId', 'status', 'givenBy', 'date_of_leaving']),
      });
      const own = [
        update,
        classLeaverAction(student, schoolDay(by.request.now)),
        ...subjects.map(removeAssignmentAction),
        action({ classId, formLevel, subjects, ...(leftBefore === undefined ? {} : { leftBefore }) }),
      ];
      const act = {
        by,
        trail: {
          subject: studentAuditSubject(studentId),
          changes: [
            { field: 'class', before: classId, after: null },
            { field: 'status', before: 'current', after: 'archived' },
            { field: 'date_of_leaving', before: leftBefore ?? null, after: date },
            { field: 'leavingReason', before: leavingReason ?? null, after: reason },
          ].filter(({ before, after }) => before !== after),
        },
      };
      const more = await moreActions?.((some) => hasRoom({ ...act, changes: [...own, ...some] }));
      const outcome = await commit({ ...act, changes: [...own, ...(more ?? [])] });
      return isRefused(outcome) ? 'refused' : true;
    },
    what: 'this student',
  });
}
