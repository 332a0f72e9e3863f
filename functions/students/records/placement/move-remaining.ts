import { randomUUID } from 'node:crypto';
import { reportInClassCheck, termReportKey } from '../../../marks/records/term-report.ts';
import { storedValuesCheck } from '../../../platform/table/action.ts';
import { commit } from '../../../platform/table/acts/commit.ts';
import type { Authorship } from '../../../platform/table/audit.ts';
import { retryRefused } from '../../../platform/table/retry-refused.ts';
import { readItems } from '../../../platform/table/table.ts';
import { readCurrentPeriod } from '../../../school/records/periods.ts';
import { findTermClosure, type Term, termLocksKey } from '../../../school/records/term-locks.ts';
import { studentAuditSubject, studentKey } from '../store.ts';
import {
  listLessonsOfTargetClass,
  type MoveTarget,
  type MovingSubject,
  moveSubjectActions,
  readMovingSubjects,
  withoutMarks,
} from './moving-subjects.ts';

interface RemainingMove {
  studentId: string;
  /** The class that the student left. */
  from: string;
  period: Term | null;
  teachers?: Readonly<Record<string, string>>;
  pages?: Readonly<Record<string, string>>;
  by: Authorship;
}

/**
 * Moves what remains in another class: subjects to the student's class; marks of the term to the report's class, or
 * without a report from the class that the student left to the student's. It depends on stored data only, so a
 * repetition resumes where it stopped. Once a read after the change of class finds nothing remaining, nothing can be
 * added: every write of a mark has the class as a condition (ADR 0008). Data of a closed term stays in its class.
 */
export async function moveRemainingRecords({
  studentId,
  from,
  period: current,
  by,
  ...back
}: RemainingMove): Promise<void> {
  const { teachers = {}, pages = {} } = back;
  const read = async () => {
    const reportKey = current ? [termReportKey({ studentId, ...current })] : [];
    const [{ student, reports, register }, followers] = await Promise.all([
      readItems({ student: studentKey(studentId), reports: reportKey, register: termLocksKey() }),
      readMovingSubjects(studentId, current),
    ]);
    const isClosed = current !== null && findTermClosure(register, current) !== null;
    return {
      student,
      report: isClosed ? undefined : reports[0],
      followers: isClosed ? followers.map((one) => ({ ...one, ...withoutMarks })) : followers,
      period: isClosed ? null : current,
    };
  };
  await retryRefused({
    read,
    attempt: async (found): Promise<undefined | 'refused'> => {
      const { student, report, period } = found;
      if (!student) return undefined;
      const left = findRemaining({ ...found, student, from });
      for (const { follower, place } of left) {
        const lessons = await listLessonsOfTargetClass(place.classId, current);
        await commit({
          by: {
            caller: by.caller,
            // Not the caller's key: each remaining subject needs a row of its own, and the conditions of the writes
            // prevent repetition.
            request: { now: by.request.now, idempotencyKey: `${by.request.idempotencyKey}/${randomUUID()}` },
          },
          changes: moveSubjectActions(follower, { place, lessons, teachers, pages, by }),
          guards: {
            student: [storedValuesCheck(studentKey(studentId), { classId: student.classId, status: student.status })],
            report: period ? [reportInClassCheck({ studentId, ...period }, report)] : [],
          },
          trail: {
            subject: studentAuditSubject(studentId),
            changes: [{ field: `class of ${follower.subjectId}`, before: from, after: place.classId }],
          },
        });
      }
      // Whether or not each write succeeded: only a read that finds nothing ends the loop.
      return left.length === 0 ? undefined : 'refused';
    },
    what: 'this student',
  });
}

interface Found {
  student: InClass & { status: string };
  report: InClass | undefined;
  followers: readonly MovingSubject[];
  from: string;
}
type InClass = { classId: string; formLevel: number };

function findRemaining({
  student,
  report,
  followers,
  from,
}: Found): { follower: MovingSubject; place: MoveTarget['place'] }[] {
  const ofStudent = { classId: student.classId, formLevel: student.formLevel };
  const ofMarks = report ? { classId: report.classId, formLevel: report.formLevel } : ofStudent;
  const isCurrent = student.status === 'current';
  const isLeft = ({ classId }: { classId: string }) =>
    classId !== ofMarks.classId && (report !== undefined || (isCurrent && classId === from));
  return followers.flatMap((one) => {
    const assignment =
      isCurrent && one.assignment && one.assignment.classId !== student.classId ? one.assignment : undefined;
    const record = one.record && isLeft(one.record) ? one.record : undefined;
    const line = one.line && isLeft(one.line) ? one.line : undefined;
    return [
      ...(assignment ? [{ follower: { ...one, assignment, ...withoutMarks }, place: ofStudent }] : []),
      ...(record || line ? [{ follower: { ...one, assignment: undefined, record, line }, place: ofMarks }] : []),
    ];
  });
}

/**
 * Resumes a change of class that stopped halfway, when its request is repeated. Two reads where nothing remains.
 */
export const resumeMove = async (moved: Omit<Parameters<typeof moveRemainingRecords>[0], 'period'>): Promise<void> =>
  moveRemainingRecords({ ...moved, period: await readCurrentPeriod() });
