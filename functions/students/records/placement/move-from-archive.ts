import { type LessonItem, listLessonsOfClass } from '../../../people/records/store.ts';
import type { Action } from '../../../platform/table/action.ts';
import { isRefused } from '../../../platform/table/acts/carry-out-act.ts';
import { commit, hasRoom } from '../../../platform/table/acts/commit.ts';
import type { Authorship } from '../../../platform/table/audit.ts';
import { whereUnchanged } from '../../../platform/table/expression.ts';
import { retryRefused } from '../../../platform/table/retry-refused.ts';
import { readItems } from '../../../platform/table/table.ts';
import { throwConflictIfTermClosedMeanwhile } from '../../../school/records/closed-terms.ts';
import { readCurrentPeriod } from '../../../school/records/periods.ts';
import { schoolDay } from '../../../school/records/school.ts';
import { createAssignmentAction } from '../../../subjects/records/assignments.ts';
import {
  type AssignmentItem,
  subjectKey,
  subjectUnlessDeleted,
  subjectUseActions,
} from '../../../subjects/records/store.ts';
import { factsCopiedToAssignment } from '../assignment-guard.ts';
import { updateStudentAction } from '../rosters/write-student.ts';
import { type StudentItem, studentAuditSubject, studentKey } from '../store.ts';
import { classLeaverAction, earlierClassesAfterMove } from './earlier-classes.ts';
import { moveRemainingRecords } from './move-remaining.ts';
import { moveReportActions } from './move-report.ts';

interface Unarchival {
  studentId: string;
  place: { classId: string; formLevel: number };
  /** Whether this archived student is the one to restore; called again after each read of the record. */
  isSelected: (student: StudentItem) => boolean;
  /** The subjects to assign again. */
  subjects: readonly AssignmentItem[];
  /** An earlier day of leaving that stays on record. */
  leftBefore?: string | undefined;
  action: (student: StudentItem) => Action;
}

/** A subject takes three actions of a transaction. */
const maxSubjects = 30;

/**
 * Moves an archived student back into a class, audited. Subjects that still exist are assigned again, with teachers who
 * still teach the class. The report of the current term moves with the student, as in a change of class. False: the
 * student is no longer archived, or is not selected.
 */
export async function unarchiveStudent(returning: Unarchival, by: Authorship): Promise<boolean> {
  const { studentId, place, isSelected, leftBefore, action } = returning;
  const left = await retryRefused({
    read: async () => {
      const subjects = returning.subjects.slice(0, maxSubjects);
      const [found, lessons] = await Promise.all([
        readItems({
          student: studentKey(studentId),
          stored: subjects.map(({ subjectId }) => subjectKey(subjectId)),
        }),
        subjects.length > 0 ? currentLessonsOf(place.classId) : [],
      ]);
      const there = new Set(found.stored.flatMap((subject) => subjectUnlessDeleted(subject)?.subjectId ?? []));
      return { student: found.student, subjects: subjects.filter(({ subjectId }) => there.has(subjectId)), lessons };
    },
    attempt: async ({ student, subjects, lessons }): Promise<StudentItem | null | 'refused'> => {
      if (student?.status !== 'archived' || !isSelected(student)) return null;
      const { date_of_leaving, leavingReason } = student;
      const today = schoolDay(by.request.now);
      const isInOtherClass = place.classId !== student.classId;
      const update = updateStudentAction(student, {
        set: {
          ...place,
          status: 'current',
          givenBy: by.request.idempotencyKey,
          returnedAt: by.request.now.toISOString(),
          ...(isInOtherClass ? { earlierClasses: earlierClassesAfterMove(student, place.classId, today) } : {}),
          ...(leftBefore === undefined ? {} : { date_of_leaving: leftBefore }),
        },
        remove: [
          'leavingReason',
          'archivedIn',
          'ownTeachers',
          ...(leftBefore === undefined ? (['date_of_leaving'] as const) : []),
        ],
        where: whereUnchanged(student, [
          'status',
          'classId',
          'archivedIn',
          'firstName',
          'lastName',
          'picture',
          'date_of_leaving',
        ]),
      });
      const taken = subjects.map(({ subjectId, employeeId: former }) => {
        // The lesson may have been handed over since.
        const employeeId = student.ownTeachers?.[subjectId] ?? former;
        return createAssignmentAction({
          ...factsCopiedToAssignment({ ...student, ...place }),
          subjectId,
          ...(isTaught(lessons, { subjectId, employeeId }) ? { employeeId } : {}),
        });
      });
      const others = [
        ...[update, ...taken, action(student)],
        ...(isInOtherClass ? [classLeaverAction(student, today)] : []),
      ];
      const act = {
        by,
        guards: { subject: subjects.flatMap(({ subjectId }) => subjectUseActions(subjectId, by.request)) },
        trail: {
          subject: studentAuditSubject(studentId),
          changes: [
            { field: 'class', before: null, after: place.classId },
            { field: 'status', before: 'archived', after: 'current' },
            { field: 'date_of_leaving', before: date_of_leaving ?? null, after: leftBefore ?? null },
            { field: 'leavingReason', before: leavingReason ?? null, after: null },
          ].filter(({ before, after }) => before !== after),
        },
      };
      const report = await moveReportActions(
        studentId,
        { from: student.classId, place },
        { hasRoom: (more) => hasRoom({ ...act, changes: [...others, ...more] }), by },
      );
      const outcome = await throwConflictIfTermClosedMeanwhile(commit({ ...act, changes: [...others, ...report] }));
      return isRefused(outcome) ? 'refused' : student;
    },
    what: 'this student',
  });
  if (left === null) return false;
  // Marks that did not fit into the transaction, and marks that were entered concurrently, are still in the earlier
  // class.
  await moveRemainingRecords({ studentId, from: left.classId, period: await readCurrentPeriod(), by });
  return true;
}

async function currentLessonsOf(classId: string): Promise<readonly LessonItem[]> {
  const period = await readCurrentPeriod();
  return period ? listLessonsOfClass(classId, period.year) : [];
}

const isTaught = (
  lessons: readonly LessonItem[],
  { subjectId, employeeId }: { subjectId: string; employeeId: string | undefined },
): boolean => lessons.some((lesson) => lesson.employeeId === employeeId && lesson.subjectId === subjectId);
