import type { Action } from '../../platform/table/action.ts';
import type { Authorship } from '../../platform/table/audit.ts';
import { AuditRowEntity, auditRow, sheetAttributes } from '../../platform/table/audit.ts';
import { whereUnchanged } from '../../platform/table/expression.ts';
import {
  AssessmentEntity,
  type AssessmentItem,
  CourseWorkEntity,
  type CourseWorkItem,
  markBookAuditName,
  pageChangeAuditField,
  RemovedMarkEntity,
  toLineOnPage,
} from './course-work.ts';
import { subjectRecordAuditSubject } from './subject-record.ts';

const ofAssessment = ['topic', 'date', 'total', 'weighting', 'deletedAt', 'expires', 'by', 'at'] as const;

/** Moves an assessment to another page, if it still is as it was read. Two actions. */
export const moveAssessmentActions = (assessment: AssessmentItem, page: string): Action[] => [
  AssessmentEntity.delete(
    { page: assessment.page, number: assessment.number },
    whereUnchanged(assessment, ofAssessment),
  ),
  AssessmentEntity.create({ ...assessment, page }),
];

/** Moves a line together with its whole page: its marks keep their numbers. */
export const moveLineWithPageAction = (line: CourseWorkItem, page: string): Action =>
  CourseWorkEntity.change(line, { set: { page }, where: { version: line.version } });

/** Moves a mark of a deleted assessment together with its page. */
export const moveRemovedMarkAction = (mark: RemovedMarkItem, page: string): Action =>
  RemovedMarkEntity.change(mark, { set: { page } });
type RemovedMarkItem = Awaited<ReturnType<typeof readRemovedMarks>>[number];

/** The marks of a page's deleted assessments. One query. */
export async function readRemovedMarks(page: string) {
  return RemovedMarkEntity.queryBy('ofPage', { page });
}

/**
 * Moves a line to a page with other assessments: its marks are kept under the old page's name (ADR 0022). Two actions.
 * The version stays the same: page and version together identify what a line holds.
 */
export function moveLineToOtherPageActions(
  line: CourseWorkItem,
  page: string,
  { formLevel, by }: { formLevel: number; by: Authorship },
): Action[] {
  const put = CourseWorkEntity.put(toLineOnPage(line, page), { version: line.version, page: line.page });
  const row = auditRow({
    subject: subjectRecordAuditSubject(line),
    changes: [{ field: pageChangeAuditField, before: line.page, after: page }],
    by,
  });
  return [put, AuditRowEntity.create({ ...row, ...sheetAttributes(row, markBookAuditName({ ...line, formLevel })) })];
}

/**
 * Moves marks that are kept under the name of page `before` into the line's own cells, except where a cell already has
 * a mark. Returns the same line if there are none.
 */
export function takeBackMarksOfPage(line: CourseWorkItem, before: string): CourseWorkItem {
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

/** Writes the result of {@link takeBackMarksOfPage}. */
export const storeTakenBackLineAction = (before: CourseWorkItem, after: CourseWorkItem): Action =>
  CourseWorkEntity.put(after, { version: before.version, page: before.page });
