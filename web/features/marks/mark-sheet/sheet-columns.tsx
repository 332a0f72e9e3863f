import { commentLimit, typedFields } from '#shared/marks/field-names.ts';
import type { MarkSheetRow } from '#shared/marks/mark-sheet/contract.ts';
import type { Mark } from '#shared/marks/mark-words.ts';
import { courseMark, type SubjectMarks, subjectTotal, toCountedMark, totalText } from '#shared/marks/marks.ts';
import type { Scheme } from '#shared/marks/scheme.ts';
import type { Tints } from '#shared/marks/tints.ts';
import { studentNameApart } from '#shared/people/shared-names.ts';
import { createFigureColumn, type FigureColumn, lowMarkText } from '../../../figures/figure-column.ts';
import type { CellWithHistory } from '../../../history/cell-history-dialog.tsx';
import type { Outbox } from '../../../outbox/outbox.ts';
import { listUnsavedFields } from '../../../outbox/save-status.ts';
import { RowSaveStatusIcon } from '../../../outbox/status/row-save-status-icon.tsx';
import type { CellId } from '../../../ui/grid/entries.ts';
import { type GridColumn, markOfCell, numberOfCell, type RowValues } from '../../../ui/grid/grid-columns.ts';
import type { GridModel } from '../../../ui/grid/grid-model.ts';
import type { CellExplanation } from '../mark-grid-with-tools.tsx';
import { subjectRecordSaveKind, subjectRecordSaveTarget } from './subject-record-save.ts';

/** product §2. */
const grades = {
  A: 'Excellent',
  B: 'Good',
  C: 'Satisfactory',
  D: 'Needs improvement',
  E: 'Urgent Intervention Needed',
};

/** The fields of a row that the sheet shows or enters, by column. */
const shownFields = ['class_id', 'course_mark', 'exam_mark', 'late', 'absent', 'app', 'con', 'comment'] as const;

/**
 * The row's values, the mark book's sums for totals, and the maximum of the stored exam mark: one that is typed now is
 * out of the current maximum.
 */
export const toSheetRowValues = (row: MarkSheetRow): RowValues => ({
  ...Object.fromEntries(shownFields.map((field) => [field, row[field]])),
  work_mark: row.course_work?.mark ?? null,
  work_out_of: row.course_work?.out_of ?? null,
  work_absent_out_of: row.course_work?.absent_out_of ?? null,
  stored_exam: row.exam_mark,
  stored_exam_out_of: row.exam_out_of,
});

/** Whether anything was typed: a mark, a count, a grade or a comment. */
export const isAnythingTyped = (values: RowValues): boolean =>
  typedFields.some((field) => (values[field] ?? null) !== null);

/** Explains the marking scheme above the grid. */
export function describeScheme({ course, exam }: Scheme): string {
  if (!exam) return 'There is no exam in this term: the total is the course mark, which comes from the mark book.';
  if (!course) return 'No course work counts in this term: the total is the exam mark.';
  return `Course marks come from the mark book. The total is ${course.weight} % course and ${exam.weight} % exam.`;
}

/** The parts of a sheet that figures need. */
interface FiguredSheet {
  weightings: Scheme;
  data: readonly MarkSheetRow[];
}

interface SheetColumns {
  scheme: Scheme;
  rows: readonly MarkSheetRow[];
  outbox: Outbox;
  /** Null: nothing is tinted. */
  tints: Tints | null;
}

/** The outbox id of each student's record. */
const recordIds = (rows: readonly MarkSheetRow[]): ReadonlyMap<string, string> =>
  new Map(rows.map((row) => [row.student_id, subjectRecordSaveTarget(row).id]));

export function createSheetColumns({ scheme, rows, outbox, tints }: SheetColumns): readonly GridColumn[] {
  const { course, exam } = scheme;
  const records = recordIds(rows);
  return [
    {
      id: 'save',
      kind: 'node',
      label: '',
      name: 'Save status',
      width: 'var(--tick)',
      render: (row) => <RowSaveStatusIcon outbox={outbox} id={records.get(row) ?? ''} />,
    },
    {
      id: 'class_id',
      kind: 'shown',
      label: 'Class',
      width: 'var(--class)',
      align: 'start',
      text: ({ class_id }) => String(class_id ?? ''),
    },
    {
      id: 'course_mark',
      kind: 'shown',
      label: 'Course',
      name: 'Course mark, from the mark book',
      hint: course ? `/ ${course.max}` : 'closed',
      width: 'var(--mark)',
      text: ({ course_mark }) => (course ? (totalText(markOfCell(course_mark)) ?? '') : ''),
      lowOf: ({ course_mark }) => course && lowMarkText(numberOfCell(course_mark), course.max, tints),
    },
    {
      id: 'exam_mark',
      kind: 'number',
      label: 'Exam',
      name: 'Exam mark',
      hint: exam ? `/ ${exam.max}` : 'closed',
      width: 'var(--exam)',
      max: exam?.max ?? 100,
      outOf: (values) => {
        const { exam: mark, examOutOf } = rowMarks(values);
        return typeof mark !== 'number' || examOutOf === exam?.max ? null : examOutOf;
      },
      lowOf: (values) => {
        const { exam: mark, examOutOf } = rowMarks(values);
        return exam && lowMarkText(mark, examOutOf ?? exam.max, tints);
      },
      decimals: 1,
      counts: 'marks',
      takesWords: true,
      closed: exam ? undefined : describeScheme(scheme),
    },
    {
      id: 'total',
      kind: 'shown',
      label: 'Total',
      hint: '%',
      width: 'var(--mark)',
      text: (values) => totalText(computeRowTotal(values, scheme)) ?? '',
      lowOf: (values) => lowMarkText(computeRowTotal(values, scheme), 100, tints),
    },
    {
      id: 'late',
      kind: 'number',
      label: 'Late',
      name: 'Times late',
      width: 'var(--count)',
      max: 999,
      decimals: 0,
      counts: 'numbers',
    },
    {
      id: 'absent',
      kind: 'number',
      label: 'Absent',
      name: 'Times absent',
      width: 'var(--count)',
      max: 999,
      decimals: 0,
      counts: 'numbers',
    },
    { id: 'app', kind: 'grade', label: 'App', name: 'Application', hint: 'A–E', width: 'var(--grade)', grades },
    { id: 'con', kind: 'grade', label: 'Con', name: 'Conduct', hint: 'A–E', width: 'var(--grade)', grades },
    { id: 'comment', kind: 'text', label: 'Comment', width: 'minmax(200px, 1fr)', limit: commentLimit },
  ];
}

const onPhone = ['save', 'exam_mark', 'total', 'course_mark', 'class_id'];

/** The columns in the order of a phone: exam mark and total are visible without scrolling. */
export const orderColumnsForPhone = (columns: readonly GridColumn[]): readonly GridColumn[] => [
  ...onPhone.flatMap((id) => columns.filter((column) => column.id === id)),
  ...columns.filter(({ id }) => !onPhone.includes(id)),
];

/** Which cells have a history: the typed ones. */
export function createSheetHistoryFinder(rows: readonly MarkSheetRow[]): (cell: CellId) => CellWithHistory | null {
  const byId = new Map(rows.map((row) => [row.student_id, row]));
  return ({ row: rowId, column }) => {
    const row = byId.get(rowId);
    const label = subjectRecordSaveKind.labels[column];
    if (!row || label === undefined) return null;
    const { student_id, subject_id, class_id, year, term, name } = row;
    const call = { student_id, subject_id, class_id, year: String(year), term: String(term), field: column };
    return { call, about: name, label };
  };
}

/** The marks of a row for computing: an exam mark that is typed now is out of the current maximum. */
function rowMarks(values: RowValues): SubjectMarks {
  const { work_mark, work_out_of, work_absent_out_of, exam_mark, stored_exam, stored_exam_out_of } = values;
  const [sum, outOf] = [numberOfCell(work_mark), numberOfCell(work_out_of)];
  return {
    course:
      sum === null || outOf === null
        ? null
        : { sum, outOf, absentOutOf: numberOfCell(work_absent_out_of) ?? undefined },
    exam: markOfCell(exam_mark),
    examOutOf: exam_mark === stored_exam ? numberOfCell(stored_exam_out_of) : null,
  };
}

export const computeRowTotal = (values: RowValues, scheme: Scheme): Mark | null =>
  subjectTotal(rowMarks(values), scheme);

/**
 * The figures of the sheet's columns of marks, over the rows shown. Exam marks are not scaled to the current maximum.
 */
export function createSheetFigureColumns(
  grid: GridModel,
  { sheet, rows, outbox }: { sheet: FiguredSheet; rows: readonly { id: string }[]; outbox: Outbox },
): FigureColumn[] {
  const records = recordIds(sheet.data);
  const figured = rows.map(({ id }) => ({
    values: grid.view(id).values,
    unsaved: listUnsavedFields(outbox.state(records.get(id) ?? '')),
  }));
  const { weightings: scheme } = sheet;
  const { course, exam } = scheme;
  const parts = [
    course && {
      id: 'course_mark',
      label: 'Course',
      outOf: course.max,
      from: [],
      markOf: (row: RowValues) => courseMark(rowMarks(row).course, scheme),
    },
    exam && {
      id: 'exam_mark',
      label: 'Exam',
      outOf: exam.max,
      from: ['exam_mark'],
      markOf: (row: RowValues) => toCountedMark(rowMarks(row).exam, scheme),
    },
    {
      id: 'total',
      label: 'Total',
      outOf: 100,
      from: ['exam_mark'],
      markOf: (row: RowValues) => computeRowTotal(row, scheme),
    },
  ];
  return parts.flatMap((part) => (part ? [createFigureColumn(figured, part)] : []));
}

/** How a total of the sheet is computed. */
export const createSheetTotalExplainer =
  (grid: GridModel, { scheme, rows }: { scheme: Scheme; rows: readonly MarkSheetRow[] }) =>
  ({ row, column }: CellId): CellExplanation | null => {
    if (column !== 'total') return null;
    const marks = rowMarks(grid.view(row).values);
    const student = rows.find(({ student_id }) => student_id === row);
    const about = student && studentNameApart(rows)(student);
    return { title: 'Total', about, explain: ({ explainTotal }) => [explainTotal(marks, scheme)] };
  };
