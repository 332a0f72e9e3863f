import {
  ClassTermRegistrationEntity,
  type ReportKey,
  reportInClassCheck,
  TermReportEntity,
  termReportKey,
} from '../../../marks/records/term-report.ts';
import type { Action } from '../../../platform/table/action.ts';
import type { Authorship } from '../../../platform/table/audit.ts';
import { readItems } from '../../../platform/table/table.ts';
import { readCurrentTerm } from '../../../school/records/closed-terms.ts';
import { listLessonsOfTargetClass, moveSubjectActions, readMovingSubjects } from './moving-subjects.ts';
import { promotedKey } from './promoted-student.ts';

interface ReportMove {
  from: string;
  place: { classId: string; formLevel: number };
}

/** Moves the report to the class, and the student from one class's registration to the other's. */
export const reportMoveActions = ({ studentId, year, term }: ReportKey, { from, place }: ReportMove): Action[] => [
  TermReportEntity.change({ studentId, year, term, classId: from }, { set: place, where: { classId: from } }),
  ClassTermRegistrationEntity.upsert({ year, term, classId: from }, { removeFrom: { studentIds: [studentId] } }),
  ClassTermRegistrationEntity.upsert({ year, term, classId: place.classId }, { add: { studentIds: [studentId] } }),
];

/**
 * The actions that move the current term's report of a student, with its marks, when the student is restored: as many
 * as the act has room for; `moveRemainingRecords` moves the marks that do not fit. None in a closed term, and none
 * after a promotion, whose terms keep their lists (rule 45). Six requests where the classes differ.
 */
export async function moveReportActions(
  studentId: string,
  { from, place }: ReportMove,
  { hasRoom, by }: { hasRoom: (actions: readonly Action[]) => boolean; by: Authorship },
): Promise<Action[]> {
  if (from === place.classId) return [];
  const { open } = await readCurrentTerm();
  if (!open) return [];
  const key = { studentId, ...open };
  const { report, promoted } = await readItems({
    report: termReportKey(key),
    promoted: promotedKey(open.year, studentId),
  });
  if (promoted) return [];
  if (report?.classId !== from) return [reportInClassCheck(key, report)];
  const [lessons, followers] = await Promise.all([
    listLessonsOfTargetClass(place.classId, open),
    readMovingSubjects(studentId, open),
  ]);
  const actions = reportMoveActions(key, { from, place });
  for (const { subjectId, teacherId, record, line } of followers) {
    const marks = { record: ifInClass(record, from), line: ifInClass(line, from) };
    const follower = { subjectId, teacherId, assignment: undefined, ...marks };
    const more = moveSubjectActions(follower, { place, lessons, teachers: {}, pages: {}, by });
    if (hasRoom([...actions, ...more])) actions.push(...more);
  }
  return actions;
}

const ifInClass = <T extends { classId: string }>(mark: T | undefined, classId: string): T | undefined =>
  mark?.classId === classId ? mark : undefined;
