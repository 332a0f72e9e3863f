import { reportInClassCheck, termReportKey } from '../../../marks/records/term-report.ts';
import type { Action } from '../../../platform/table/action.ts';
import { isRefused } from '../../../platform/table/acts/carry-out-act.ts';
import { commit, hasRoom } from '../../../platform/table/acts/commit.ts';
import type { Authorship } from '../../../platform/table/audit.ts';
import { whereUnchanged } from '../../../platform/table/expression.ts';
import { retryRefused } from '../../../platform/table/retry-refused.ts';
import { readItems } from '../../../platform/table/table.ts';
import { readCurrentTerm, throwConflictIfTermClosedMeanwhile } from '../../../school/records/closed-terms.ts';
import { formLevelOfClass, schoolDay } from '../../../school/records/school.ts';
import { fieldsCopiedToAssignments } from '../assignment-guard.ts';
import { updateStudentAction } from '../rosters/write-student.ts';
import { studentAuditSubject, studentKey } from '../store.ts';
import { classLeaverAction, earlierClassesAfterMove } from './earlier-classes.ts';
import { moveRemainingRecords } from './move-remaining.ts';
import { reportMoveActions } from './move-report.ts';
import {
  isWithoutOwnTeacherInClass,
  listLessonsOfTargetClass,
  type MovingSubject,
  moveSubjectActions,
  readMovingSubjects,
  withoutMarks,
} from './moving-subjects.ts';
import { type SubjectChanges, subjectChangeActions } from './subject-changes.ts';

/** The teachers and the pages of the mark book, by subject, that a student loses with the class. */
interface LostOnMove {
  teachers: Record<string, string>;
  pages: Record<string, string>;
}

interface Move {
  studentId: string;
  from: string;
  to: string;
  /** Teachers to restore, by subject; other subjects keep their teachers who teach the new class. */
  teachers?: Readonly<Record<string, string>> | undefined;
  /** Pages of the mark book to restore, by subject. */
  pages?: Readonly<Record<string, string>> | undefined;
}

interface AlongWithMove {
  /** The subjects that the student takes up and gives up with the class, given those taken now. */
  subjects?: (followers: readonly MovingSubject[]) => SubjectChanges | Promise<SubjectChanges>;
  /** The action that remembers the act, or marks another act as undone. */
  action: (lost: LostOnMove, along: SubjectChanges) => Action;
}

/**
 * Moves a student to another class: the student, the subjects taken, and the current term's report and marks, audited.
 * Marks belong to student, subject and term, so only the class they are listed in changes (rule 7). A report in another
 * class than the student, after a promotion, stays there with its marks, and so do report and marks of a closed term.
 *
 * One transaction decides, with as many subjects as it takes; the others, and marks that were entered concurrently,
 * follow one by one (ADR 0008). False: the student is no longer in the class `from`, or the action was undone before.
 */
export async function moveStudent(
  { studentId, from, to, teachers = {}, pages = {} }: Move,
  { subjects = () => noSubjects, action }: AlongWithMove,
  by: Authorship,
): Promise<boolean> {
  const formLevel = formLevelOfClass(to);
  if (formLevel === undefined) throw new Error(`${to} is no class`);
  const place = { classId: to, formLevel };
  // Reports and marks of a closed term keep the class of that term (rule 45).
  const { current, open: period } = await readCurrentTerm();
  const lessons = await listLessonsOfTargetClass(to, current);
  const going = { place, lessons, teachers, pages, by };

  const today = schoolDay(by.request.now);

  const read = async () => {
    const reportKey = period ? [termReportKey({ studentId, ...period })] : [];
    const [{ student, reports }, followers] = await Promise.all([
      readItems({ student: studentKey(studentId), reports: reportKey }),
      readMovingSubjects(studentId, period),
    ]);
    return { student, report: reports[0], followers };
  };
  const isMoved = await retryRefused({
    read,
    attempt: async ({ student, report, followers }): Promise<boolean | 'refused'> => {
      if (student?.classId !== from || student.status !== 'current') return false;
      const earlierClasses = earlierClassesAfterMove(student, to, today);
      const isReportLeft = report !== undefined && report.classId !== from;
      const changing = await subjects(followers);
      const givenUp = new Set(changing.giveUp.map(({ subjectId }) => subjectId));
      const along = followers
        .map((follower) => (givenUp.has(follower.subjectId) ? { ...follower, assignment: undefined } : follower))
        .map((follower) => (isReportLeft ? { ...follower, ...withoutMarks } : follower));
      const lost: LostOnMove = {
        teachers: bySubject(along, (one) => (isWithoutOwnTeacherInClass(one, going) ? one.teacherId : undefined)),
        pages: bySubject(along, ({ line }) => line?.page),
      };
      const isGiven = changing.takeUp.length > 0;
      const actions: Action[] = [
        updateStudentAction(student, {
          set: {
            ...place,
            ...(earlierClasses.length === 0 ? {} : { earlierClasses }),
            ...(isGiven ? { givenBy: by.request.idempotencyKey } : {}),
          },
          remove: earlierClasses.length === 0 ? ['earlierClasses'] : [],
          where: whereUnchanged(student, ['classId', 'status', ...(isGiven ? fieldsCopiedToAssignments : [])]),
        }),
        classLeaverAction(student, today),
        action(lost, changing),
        ...subjectChangeActions(changing, { student: { ...student, ...place }, by }),
        ...(period && report && !isReportLeft ? reportMoveActions({ studentId, ...period }, { from, place }) : []),
      ];
      const act = {
        by,
        guards: {
          report: period && (!report || isReportLeft) ? [reportInClassCheck({ studentId, ...period }, report)] : [],
        },
        trail: { subject: studentAuditSubject(studentId), changes: [{ field: 'class', before: from, after: to }] },
      };
      for (const follower of along) {
        const more = moveSubjectActions(follower, going);
        if (hasRoom({ ...act, changes: [...actions, ...more] })) actions.push(...more);
      }
      const outcome = await throwConflictIfTermClosedMeanwhile(commit({ ...act, changes: actions }));
      return isRefused(outcome) ? 'refused' : true;
    },
    what: 'this student',
  });
  if (isMoved) await moveRemainingRecords({ studentId, from, period, teachers, pages, by });
  return isMoved;
}

const noSubjects: SubjectChanges = { takeUp: [], giveUp: [] };

const bySubject = (followers: readonly MovingSubject[], value: (follower: MovingSubject) => string | undefined) =>
  Object.fromEntries(
    followers.flatMap((follower) => {
      const found = value(follower);
      return found === undefined ? [] : [[follower.subjectId, found]];
    }),
  );
