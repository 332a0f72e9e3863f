import type { Action } from '../../platform/table/action.ts';
import type { Attempt, Author } from '../../platform/table/audit.ts';
import { AuditRow, auditRow, inSheet } from '../../platform/table/audit.ts';
import { stillAs } from '../../platform/table/expression.ts';
import {
  Assessment,
  type AssessmentItem,
  bookName,
  CourseWork,
  type CourseWorkItem,
  pageField,
  RemovedMark,
  turnTo,
} from './course-work.ts';
import { recordSubject } from './subject-record.ts';

const ofAssessment = ['topic', 'date', 'total', 'weighting', 'deletedAt', 'expires', 'by', 'at'] as const;

/** An assessment goes to another page as it is, where it still is as it was read. Two actions. */
export const moveAssessment = (assessment: AssessmentItem, page: string): Action[] => [
  Assessment.delete({ page: assessment.page, number: assessment.number }, stillAs(assessment, ofAssessment)),
  Assessment.create({ ...assessment, page }),
];

/** A line goes along with its whole page: its marks stay in the cells that have their numbers. */
export const moveLine = (
  { studentId, year, term, subjectId, classId, page: from, version }: CourseWorkItem,
  page: string,
) =>
  CourseWork.update(
    { studentId, year, term, subjectId },
    { set: { page, classId }, where: { version, page: from } },
  ) as Action;

/** A mark that waits for its deleted assessment goes along with the page. */
export function moveRemovedMark(
  { studentId, year, term, subjectId, number, page: from }: RemovedMarkItem,
  page: string,
): Action {
  return RemovedMark.update({ studentId, year, term, subjectId, number }, { set: { page }, where: { page: from } });
}
type RemovedMarkItem = Awaited<ReturnType<typeof removedMarksOf>>[number];

/** The marks that wait for deleted assessments of a page. One query. */
export async function removedMarksOf(page: string) {
  return RemovedMark.queryBy('ofPage', { page });
}

/**
 * A line turns to a page that has other assessments: its marks stay beside, under the page's name before (ADR 0022). Two
 * actions. The version stays: page and version together name what a line holds.
 */
export function turnLine(
  line: CourseWorkItem,
  page: string,
  { formLevel, caller, request }: { formLevel: number; caller: Author; request: Attempt },
): Action[] {
  const put = CourseWork.put(turnTo(line, page), { version: line.version, page: line.page });
  const row = auditRow({
    subject: recordSubject(line),
    changes: [{ field: pageField, before: line.page, after: page }],
    caller,
    request,
  });
  return [put, AuditRow.create({ ...row, ...inSheet(row, bookName({ ...line, formLevel })) })];
}

/**
 * The line with marks of a page that has become its own since: they go into their cells, but for those that have another mark
 * by now, beside which they stay. The same line where there is none.
 */
export function withOwnMarks(line: CourseWorkItem, before: string): CourseWorkItem {
  const ending = `@${before}`;
  const marks = Object.entries(line.marks);
  if (!marks.some(([name]) => name.endsWith(ending))) return line;
  const folded = marks.map(([name, mark]): (typeof marks)[number] => {
    const own = name.endsWith(ending) ? name.slice(0, -ending.length) : name;
    return [own in line.marks ? name : own, mark];
  });
  const isChanged = folded.some(([name], index) => name !== marks[index]?.[0]);
  return isChanged ? { ...line, marks: Object.fromEntries(folded), version: line.version + 1 } : line;
}

/** Writes what {@link withOwnMarks} gave. */
export const putLine = (before: CourseWorkItem, after: CourseWorkItem): Action =>
  CourseWork.put(after, { version: before.version, page: before.page });
