import { type Block, verticalSpace } from '#functions/platform/pdf/layout/block.ts';
import { contentWidth, type PaperSheet } from '#functions/platform/pdf/layout/flow.ts';
import { paragraphBlock } from '#functions/platform/pdf/layout/paragraph.ts';
import { stackBlocks } from '#functions/platform/pdf/layout/stack.ts';
import { type TableBlockCell, type TableBlockColumn, tableBlock } from '#functions/platform/pdf/layout/table-block.ts';
import { A4_LANDSCAPE } from '#functions/platform/pdf/pdf-page.ts';
import { isMarkWord } from '#shared/marks/mark-words.ts';
import { type Average, partText } from '#shared/marks/marks.ts';
import { nameApart } from '#shared/people/shared-names.ts';
import { pluralize } from '#shared/pluralize.ts';
import type { SheetPart } from '../report-cards/print/school-paper.ts';
import { type SheetStyle, sheetTableStyle } from '../report-cards/print/styles.ts';
import { MISSING_MARK } from '../report-cards/print/subject-table.ts';
import {
  type ClassMarks,
  type ClassStudent,
  type ClassSubject,
  type DisplayedMarks,
  nameOnSheet,
  withoutLeavers,
} from './class-marks.ts';
import { type ClassSheetOptions, renderClassSheet } from './class-sheet.ts';

const sheet: PaperSheet = { size: A4_LANDSCAPE, margin: { top: 28, right: 26, bottom: 34, left: 26 } };

/**
 * Widths in points. The narrowest subject column just fits "100.0" over "29.5 + 69.5": sixteen subjects fit on a page.
 */
const width = { number: 19, name: 108, average: 40, rank: 25, subject: { min: 37, max: 62 } } as const;

/**
 * Prints a class's marks: a row a student, a column a subject, course and exam below the total. Further subjects go to
 * further pages, which repeat names and averages.
 */
export function renderMarkSheet(options: ClassSheetOptions<ClassMarks>): Uint8Array {
  const { subjects } = options.marks;
  const room = contentWidth(sheet) - width.number - width.name - width.average - width.rank;
  const pages = Math.max(1, Math.ceil(subjects.length / Math.floor(room / width.subject.min)));
  const perPage = Math.max(1, Math.ceil(subjects.length / pages));
  const parts = Array.from({ length: pages }, (_, page): SheetPart => {
    const from = page * perPage;
    const to = Math.min(from + perPage, subjects.length);
    const range = `Subjects ${from + 1} to ${to} of ${subjects.length}`;
    return {
      bookmark: pages === 1 ? `Mark sheet, ${options.marks.classId}` : range,
      note: pages === 1 ? null : range,
      body: (style, all) => sheetBody({ marks: options.marks, from, to }, { style, width: all }),
    };
  });
  return renderClassSheet(options, { name: 'Mark sheet', sheet, parts });
}

interface Range {
  marks: ClassMarks;
  /** The subjects shown, by place: from the first up to, but without, the last. */
  from: number;
  to: number;
}

function sheetBody({ marks, from, to }: Range, { style, width: all }: { style: SheetStyle; width: number }): Block {
  const subjects = marks.subjects.slice(from, to);
  const fixed = width.number + width.name + width.average + width.rank;
  const subjectWidth = Math.min(width.subject.max, (all - fixed) / Math.max(subjects.length, 1));
  const plan: TableBlockColumn[] = [
    { width: width.number },
    // Where there are few subjects, the names take the remaining width.
    { width: all - fixed + width.name - subjectWidth * subjects.length },
    { width: width.average },
    { width: width.rank },
    ...subjects.map(() => ({ width: subjectWidth })),
  ];
  const inner = (column: number) => (plan[column]?.width ?? 0) - 2 * sheetTableStyle.padding.horizontal;
  const text = (column: number, value: string, name: keyof SheetStyle) =>
    paragraphBlock({ text: value, style: style[name], width: inner(column) });
  const own = { subjects, from, to, text };
  const nameOf = nameApart(marks.students, { name: (one) => one.name, id: (one) => one.id });
  const grid = tableBlock({
    columns: plan,
    head: headCells(own),
    rows: [
      ...marks.students.map((student, index) => studentCells(student, { ...own, index, marks, name: nameOf(student) })),
      classCells(own),
    ],
    style: sheetTableStyle,
  });
  return stackBlocks([
    { block: paragraphBlock({ text: explanation(marks), style: style.note, width: all, type: 'P' }) },
    // Above the table: below it the key could be the only line of a page.
    { block: paragraphBlock({ text: subjectKey(subjects), style: style.note, width: all, type: 'P' }) },
    { block: verticalSpace(4) },
    { block: grid },
  ]);
}

interface CellContext {
  subjects: readonly ClassSubject[];
  from: number;
  to: number;
  /** A paragraph as wide as a column. */
  text: (column: number, value: string, name: keyof SheetStyle) => Block;
}

/** Columns before the first subject. */
const FIRST_SUBJECT = 4;

function headCells({ subjects, text }: CellContext): TableBlockCell[] {
  const heads = [
    text(0, 'No.', 'columnTitleRight'),
    text(1, 'Student', 'columnTitle'),
    stackBlocks([{ block: text(2, 'Average', 'columnTitleCentred') }, { block: text(2, '%', 'columnNote') }]),
    text(3, 'Rank', 'columnTitleCentred'),
    ...subjects.map(({ abbr }, index) => text(FIRST_SUBJECT + index, abbr, 'columnTitleCentred')),
  ];
  return heads.map((block) => ({ block, isHeading: true }));
}

function studentCells(
  student: ClassStudent,
  { from, to, text, index, marks, name }: CellContext & { index: number; marks: ClassMarks; name: string },
): TableBlockCell[] {
  const shown = student.marks.slice(from, to);
  return [
    { block: text(0, String(index + 1), 'number') },
    { block: text(1, nameOnSheet(student, name), 'name'), isHeading: true },
    { block: averageBlock(student.average, 2, text) },
    { block: text(3, student.rank === null ? MISSING_MARK : String(student.rank), 'average') },
    ...shown.map((own, place) => ({ block: markBlock(own, { column: FIRST_SUBJECT + place, text, marks }) })),
  ];
}

/** An average and, where marks are missing, the number of marks that it counts (rule 4). */
function averageBlock({ text: value, entered, of }: Average, column: number, text: CellContext['text']): Block {
  const average = { block: text(column, value ?? '--', 'average') };
  return stackBlocks(entered < of ? [average, { block: text(column, `${entered} of ${of}`, 'entered') }] : [average]);
}

function markBlock(
  marks: DisplayedMarks | null,
  { column, text, marks: { scheme } }: { column: number; text: CellContext['text']; marks: ClassMarks },
): Block {
  // An empty cell: the student does not take the subject. A missing mark is a dash.
  if (!marks) return verticalSpace(0);
  const total = text(column, marks.total ?? MISSING_MARK, 'mark');
  const isOnePart = scheme.course === null || scheme.exam === null;
  if (isOnePart || (marks.course === null && marks.exam === null)) return total;
  return stackBlocks([
    { block: total },
    { block: text(column, `${marks.course ?? MISSING_MARK} + ${marks.exam ?? MISSING_MARK}`, 'parts') },
  ]);
}

function classCells({ subjects, text }: CellContext): TableBlockCell[] {
  return [
    { block: verticalSpace(0) },
    { block: text(1, 'Class average', 'name'), isHeading: true },
    { block: verticalSpace(0) },
    { block: verticalSpace(0) },
    ...subjects.map(({ average: own }, place) => ({ block: averageBlock(own, FIRST_SUBJECT + place, text) })),
  ];
}

function explanation({ scheme: { course, exam }, students }: ClassMarks): string {
  const parts =
    course !== null && exam !== null
      ? `Total in percent; below it course ${partText(course)} + exam ${partText(exam)}.`
      : `Total in percent: the ${course === null ? 'exam' : 'course'} mark, out of ${(course ?? exam)?.max}.`;
  const present = withoutLeavers(students).length;
  return (
    `${pluralize(present, 'student')}. ${parts} ${MISSING_MARK} no mark yet, which is not a zero; empty: not taken. ` +
    '“n of m” below an average: marks entered.' +
    wordsText(students) +
    (present < students.length ? ' Who left in the term is in no count, rank or class average.' : '')
  );
}

/** Explains the words, where a student of the class has one. */
const wordsText = (students: ClassMarks['students']): string =>
  students.some(({ marks }) => marks.some((own) => own && [own.course, own.exam, own.total].some(isMarkWord)))
    ? ' Abs: absent; Ex: exempt.'
    : '';

const subjectKey = (subjects: readonly ClassSubject[]): string =>
  subjects
    .filter(({ abbr, title }) => abbr !== title)
    .map(({ abbr, title }) => `${abbr}\u00a0\u00a0${title}`.replaceAll(' ', '\u00a0'))
    .join('   ·   ');
