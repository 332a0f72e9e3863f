import type { Mark } from '#shared/marks/mark-words.ts';
import type { CourseWork as CourseSums } from '#shared/marks/marks.ts';
import { isTaughtByClass } from '#shared/people/form-level.ts';
import type { ActOutcome } from '../../platform/table/acts/carry-out-act.ts';
import { commit } from '../../platform/table/acts/commit.ts';
import type { Authorship } from '../../platform/table/audit.ts';
import { entity } from '../../platform/table/entity.ts';
import { queryPartitionByEntity, readMany } from '../../platform/table/table.ts';
import { inOpenTerm } from '../../school/records/open-terms.ts';
import type { Term } from '../../school/records/term-locks.ts';
import {
  type RecordKey,
  SubjectRecordEntity,
  type SubjectRecordItem,
  subjectRecordAuditSubject,
  type TermPlacement,
} from './subject-record.ts';

/** Page of the mark book: `year#term#subject#class`, or from level 4 on `year#term#subject#L<level>#teacher`. */
export interface MarkBookPage {
  year: number;
  term: 1 | 2 | 3;
  subjectId: string;
  formLevel: number;
  classId: string;
  employeeId: string;
}

export const markBookPageKey = ({ year, term, subjectId, formLevel, classId, employeeId }: MarkBookPage): string =>
  [year, term, subjectId, ...(isTaughtByClass(formLevel) ? [classId] : [`L${formLevel}`, employeeId])].join('#');

/** The term that a page's key begins with. */
function termOfPage(page: string): Term {
  const [year = '', term = ''] = page.split('#');
  return { year: Number(year), term: Number(term) as Term['term'] };
}

/** Names a page in the audit trail, for changes of its assessments. */
export const pageAuditSubject = (page: string): string => `page#${page}`;

/** One assessment of a page. The first five of a page exist without a record (product §9). */
export interface AssessmentItem {
  page: string;
  number: number;
  topic?: string | undefined;
  /** yyyy-MM-dd. */
  date?: string | undefined;
  /** The maximum of its marks. */
  total?: number | undefined;
  weighting?: number | undefined;
  /** UTC time of the deletion; it can be undone until `expires` (epoch seconds), when DynamoDB removes the record. */
  deletedAt?: string | undefined;
  expires?: number | undefined;
  /** Display name and UTC time of the last change. */
  by?: string | undefined;
  at?: string | undefined;
}

export const AssessmentEntity = entity<AssessmentItem>()({
  name: 'assessment',
  pk: 'page#${page}',
  sk: 'assessment#${number:3}',
  guard: ({ page }: { page: string }) => inOpenTerm(termOfPage(page)),
  indexes: {
    ofPage: { index: 'gsi1', pk: 'page#${page}', sk: '#assessment#${number:3}' },
  },
});

/**
 * A mark of one assessment, or absent or exempt, with what it is out of: a student who changes class keeps it. Null if
 * there is only a note.
 */
export interface WorkMark {
  mark: Mark | null;
  outOf: number;
  by: string;
  at: string;
  /** The teacher's note; on no document. */
  note?: { text: string; by: string; at: string };
}

/**
 * One student's line of the mark book in one subject and term: marks by assessment number, and those of earlier pages
 * (`toLineOnPage`).
 */
export interface CourseWorkItem {
  studentId: string;
  year: number;
  term: 1 | 2 | 3;
  subjectId: string;
  page: string;
  classId: string;
  marks: Record<string, WorkMark>;
  /** Optimistic lock: the course mark is computed from the whole line, so that a changed line has to be read again. */
  version: number;
}

export const CourseWorkEntity = entity<CourseWorkItem>()({
  name: 'course-work',
  pk: 'student#${studentId}',
  sk: 'work#${year}#${term}#${subjectId}',
  guard: inOpenTerm,
  indexes: {
    ofPage: { index: 'gsi1', pk: 'page#${page}', sk: '${classId}#${studentId}' },
  },
});

/** A mark of a deleted assessment, kept to be restored with it; found by the page. `deletedAt` is the assessment's. */
interface RemovedMarkItem {
  studentId: string;
  year: number;
  term: 1 | 2 | 3;
  subjectId: string;
  number: number;
  page: string;
  classId: string;
  mark: WorkMark;
  deletedAt: string;
  expires: number;
}

export const RemovedMarkEntity = entity<RemovedMarkItem>()({
  name: 'removed-mark',
  pk: 'student#${studentId}',
  sk: 'removed-mark#${year}#${term}#${subjectId}#${number}',
  guard: inOpenTerm,
  indexes: {
    ofPage: { index: 'gsi1', pk: 'removed#${page}', sk: '${number}#${studentId}' },
  },
});

export const assessmentKey = (page: string, number: number) => AssessmentEntity.key({ page, number });
export const courseWorkKey = (key: RecordKey) => CourseWorkEntity.key(key);

/** A page's assessments and lines. One query. */
export async function readMarkBookPage(
  page: string,
): Promise<{ assessments: AssessmentItem[]; lines: CourseWorkItem[] }> {
  const { assessments, lines } = await queryPartitionByEntity(
    { index: 'gsi1', partition: `page#${page}` },
    { assessments: AssessmentEntity, lines: CourseWorkEntity },
  );
  return { assessments, lines };
}

/** The lines of these students that exist, strongly consistent. One request for each hundred. */
export const readLinesOfStudents = (keys: readonly RecordKey[]): Promise<CourseWorkItem[]> =>
  readMany(keys.map(courseWorkKey));

/** The lines of a student in a term, strongly consistent. One query. */
export async function listLinesOfStudent(of: Omit<RecordKey, 'subjectId'>): Promise<CourseWorkItem[]> {
  return CourseWorkEntity.query(of);
}

/** Separates number and page in the name of a mark of another page. */
const ofPage = '@';

/** The number of the assessment in the name of a mark. */
export const assessmentNumberOfMark = (name: string): number => Number(name.split(ofPage)[0]);

/**
 * The line on another page, for a student who changed class. The new page has other assessments: marks of the old page
 * are kept under that page's name and count for the course mark, and earlier marks of the new page are shown again.
 * Moving back gives the same line as before.
 */
export function toLineOnPage<L extends Pick<CourseWorkItem, 'page' | 'marks'>>(line: L, page: string): L {
  if (line.page === page) return line;
  const marks = Object.entries(line.marks).map(([name, mark]): [string, WorkMark] => {
    const [number = '', of = ''] = name.split(ofPage);
    if (of === '') return [`${name}${ofPage}${line.page}`, mark];
    return [of === page ? number : name, mark];
  });
  return { ...line, page, marks: Object.fromEntries(marks) };
}

/** Field of the audit trail for a line's change of page. */
export const pageChangeAuditField = 'page';

/** A line's changes on its current page, oldest first: on other pages the same number is another assessment. */
export function changesOnCurrentPage<
  R extends { changes: readonly { field: string; before?: unknown; after?: unknown }[] },
>(trail: readonly R[]): R[] {
  const turnOf = ({ changes }: R) => changes.find(({ field }) => field === pageChangeAuditField);
  const turns = trail.flatMap((row) => turnOf(row) ?? []);
  const today = turns.at(-1)?.after;
  let page = turns[0]?.before;
  return trail.filter((row) => {
    page = (turnOf(row) ?? { after: page }).after;
    return turns.length === 0 || page === today;
  });
}

/** A line's marks of its own page, and those of other pages. */
export function splitMarksByPage(marks: Record<string, WorkMark>) {
  const [own, earlier] = [false, true].map((isEarlier) =>
    Object.fromEntries(Object.entries(marks).filter(([name]) => name.includes(ofPage) === isEarlier)),
  );
  return { own: own ?? {}, earlier: earlier ?? {} };
}

/** Sums of a line, of the assessments that have an entry (rule 2); null without one. */
export function computeCourseWorkSums(marks: Record<string, WorkMark>): CourseSums | null {
  const entered = Object.values(marks).filter(({ mark }) => mark !== null);
  if (entered.length === 0) return null;
  const sums: CourseSums = { sum: 0, outOf: 0 };
  for (const { mark, outOf } of entered) {
    if (mark === 'Abs') sums.absentOutOf = (sums.absentOutOf ?? 0) + outOf;
    else if (mark !== null && mark !== 'Ex') {
      sums.sum += mark;
      sums.outOf += outOf;
    }
  }
  return sums;
}

/** Sums as a subject record holds them; each undefined without an entry. */
export const toStoredSums = (sums: CourseSums | null) => ({
  workSum: sums?.sum,
  workOutOf: sums?.outOf,
  workAbsentOutOf: sums?.absentOutOf,
});

/** A student's line as it was read. */
interface LineAsRead {
  key: RecordKey;
  page: string;
  placement: TermPlacement;
  /** The line as read; undefined where there is none yet. */
  before: CourseWorkItem | undefined;
  /**
   * The subject record as read, null for none; undefined where it was not: it is in the class of the line, or missing.
   */
  record?: Pick<SubjectRecordItem, 'classId' | 'formLevel'> | null;
}

interface LineChange {
  marks: Record<string, WorkMark>;
  changes: readonly { field: string; before: unknown; after: unknown }[];
  /** A mark that is removed with its assessment. */
  removed?: { number: number; mark: WorkMark; deletedAt: string; expires: number } | undefined;
}

/** Names a subject's mark books in the audit trail, of all classes of a level because students change class. */
export const markBookAuditName = ({
  year,
  term,
  subjectId,
  formLevel,
}: Omit<RecordKey, 'studentId'> & { formLevel: number }) => `book#${year}#${term}#${subjectId}#${formLevel}`;

/**
 * Writes a line and its course mark in one transaction, so that mark sheet and mark book agree (rule 3). `refused`: the
 * line changed since it was read, or the student is in another class.
 */
export function writeStudentCourseWork(
  { key, page, placement, before, record }: LineAsRead,
  { marks, changes, removed }: LineChange,
  by: Authorship,
): Promise<ActOutcome> {
  const sums = computeCourseWorkSums(marks);
  const { checks, ...student } = placement;
  const written = [
    CourseWorkEntity.put(
      // What a later version has stored with the line stays (ADR 0109).
      { ...before, ...key, page, classId: student.classId, marks, version: (before?.version ?? 0) + 1 },
      before ? { version: before.version, page: before.page } : { version: null },
    ),
    SubjectRecordEntity.upsert(key, {
      set: {
        ...student,
        ...(sums ? { workSum: sums.sum, workOutOf: sums.outOf, workAt: by.request.now.toISOString() } : {}),
        ...(sums?.absentOutOf === undefined ? {} : { workAbsentOutOf: sums.absentOutOf }),
      },
      remove: [
        ...(sums ? [] : (['workSum', 'workOutOf', 'workAt'] as const)),
        ...(sums?.absentOutOf === undefined ? (['workAbsentOutOf'] as const) : []),
      ],
      where: (record === undefined ? [student, null] : [record]).map((read) => ({
        classId: read?.classId ?? null,
        formLevel: read?.formLevel ?? null,
      })),
    }),
    ...(removed ? [RemovedMarkEntity.put({ ...key, page, classId: student.classId, ...removed })] : []),
  ];
  // Moves of the student and of the lesson write the line too: an unchanged line means that neither has moved.
  const isThere = before?.classId === student.classId && before.page === page;
  return commit({
    by,
    changes: written,
    guards: { placement: isThere ? [] : checks },
    trail: {
      subject: subjectRecordAuditSubject(key),
      sheet: markBookAuditName({ ...key, formLevel: student.formLevel }),
      changes,
    },
  });
}
