import { isDeepStrictEqual } from 'node:util';
import { defaultAssessmentCount, markFieldName } from '#shared/marks/field-names.ts';
import type { AssessmentDetails, ChangedAssessment, ChangedMark } from '#shared/marks/mark-book/history-calls.ts';
import type { Mark } from '#shared/marks/mark-words.ts';
import { lastFirst } from '#shared/people/shared-names.ts';
import { listAuditTrail, listChangesOfSheet } from '../../../platform/table/audit.ts';
import {
  type AssessmentItem,
  markBookAuditName,
  pageAuditSubject,
  pageChangeAuditField,
} from '../../records/course-work.ts';
import { subjectRecordAuditSubject } from '../../records/subject-record.ts';
import { createValueBeforeLookup } from '../../records/values-before.ts';
import type { OpenPage } from '../mark-book-page.ts';

/** A page as it was at a moment. */
export interface PageSnapshot {
  /** Numbers of all assessments, of then and of now. */
  numbers: readonly number[];
  assessment: (number: number) => AssessmentDetails;
  mark: (studentId: string, number: number) => Mark | null;
}

/** An assessment's details; null if there is none, if it is deleted, or if it is one of the first five and blank. */
export function toAssessmentDetails(item: AssessmentItem | null | undefined): AssessmentDetails {
  if (!item || item.deletedAt !== undefined) return null;
  const { topic = null, date = null, total = null, weighting = null } = item;
  const isBlank =
    item.number <= defaultAssessmentCount && [topic, date, total, weighting].every((value) => value === null);
  return isBlank ? null : { topic, date, total, weighting };
}

/**
 * The page as it was at a moment: the value that the first change since then replaced, else the value of now. Two
 * queries.
 */
export async function readPageSnapshot(page: OpenPage, at: string): Promise<PageSnapshot> {
  const { year, term, subjectId, formLevel, stored } = page;
  const [ofMarks, ofPage] = await Promise.all([
    listChangesOfSheet(markBookAuditName({ year, term, subjectId, formLevel }), at),
    listAuditTrail(pageAuditSubject(page.key)),
  ]);
  const pages = pagesSince(ofMarks);
  const pageOf = new Map(pages);
  // Changes on the page of another class are left out.
  const onPage = [...ofMarks, ...ofPage.filter((row) => row.at > at)].filter(({ subject, changes }) => {
    const turned = changes.find(({ field }) => field === pageChangeAuditField);
    if (turned) pageOf.set(subject, String(turned.after));
    return (pageOf.get(subject) ?? page.key) === page.key;
  });
  const replaced = createValueBeforeLookup(onPage);
  const before = (subject: string, number: number): unknown => replaced(subject, markFieldName(number));
  const now = new Map(stored.map((item) => [item.number, item]));
  const marks = new Map(page.students.map((student) => [student.studentId, student.marks]));
  const numbers = new Set(page.assessments.map(({ assesment_number: number }) => number));
  for (const { number } of stored) if (before(pageAuditSubject(page.key), number) !== undefined) numbers.add(number);
  return {
    numbers: [...numbers].sort((a, b) => a - b),
    assessment: (number) => {
      const was = before(pageAuditSubject(page.key), number);
      // Null before: it was deleted at that moment.
      return toAssessmentDetails(was === undefined ? now.get(number) : (was as AssessmentItem | null));
    },
    mark: (studentId, number) => {
      const subject = subjectRecordAuditSubject({ studentId, year, term, subjectId });
      if ((pages.get(subject) ?? page.key) !== page.key) return null;
      const was = before(subject, number);
      return was === undefined ? (marks.get(studentId)?.[number]?.mark ?? null) : (was as Mark | null);
    },
  };
}

/** The page that a line was on before its first change of page; without the lines that stayed. */
function pagesSince(rows: readonly { subject: string; changes: readonly { field: string; before?: unknown }[] }[]) {
  const first = new Map<string, string>();
  for (const { subject, changes } of rows) {
    const turned = changes.find(({ field }) => field === pageChangeAuditField);
    if (turned && !first.has(subject)) first.set(subject, String(turned.before));
  }
  return first;
}

/** Assessments that have changed since. */
export function listChangedAssessments(page: OpenPage, snapshot: PageSnapshot): ChangedAssessment[] {
  const stored = new Map(page.stored.map((item) => [item.number, item]));
  return snapshot.numbers.flatMap((number) => {
    const item = stored.get(number);
    const [was, now] = [snapshot.assessment(number), toAssessmentDetails(item)];
    if (isDeepStrictEqual(was, now)) return [];
    return { assesment_number: number, was, now, by: item?.by ?? null, at: item?.deletedAt ?? item?.at ?? null };
  });
}

/** Marks that have changed since. */
export function listChangedMarks(page: OpenPage, snapshot: PageSnapshot): ChangedMark[] {
  return page.students.flatMap(({ studentId, lastName, firstName, marks }) =>
    snapshot.numbers.flatMap((number) => {
      const given = marks[number];
      const [was, now] = [snapshot.mark(studentId, number), given?.mark ?? null];
      if (was === now) return [];
      const name = lastFirst({ lastName, firstName });
      return {
        student_id: studentId,
        name,
        assesment_number: number,
        was,
        now,
        by: given?.by ?? null,
        at: given?.at ?? null,
      };
    }),
  );
}
