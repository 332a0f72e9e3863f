import { markFieldName, noteFieldName } from '#shared/marks/field-names.ts';
import type { Assessment, MarkBookStudent } from '#shared/marks/mark-book/contract.ts';
import { toCountedMark, totalText, weightedCourseMark } from '#shared/marks/marks.ts';
import type { Scheme } from '#shared/marks/scheme.ts';
import type { Tints } from '#shared/marks/tints.ts';
import { markBookWordings } from '#shared/marks/wordings.ts';
import { startYearOf } from '#shared/school/academic-year.ts';
import { displayDate } from '#shared/school/display-date.ts';
import { createFigureColumn, type FigureColumn, lowMarkText } from '../../../figures/figure-column.ts';
import type { CellWithHistory } from '../../../history/cell-history-dialog.tsx';
import type { Outbox } from '../../../outbox/outbox.ts';
import { listUnsavedFields } from '../../../outbox/save-status.ts';
import { RowSaveStatusIcon } from '../../../outbox/status/row-save-status-icon.tsx';
import type { CellId } from '../../../ui/grid/entries.ts';
import { type GridColumn, markOfCell } from '../../../ui/grid/grid-columns.ts';
import type { GridModel } from '../../../ui/grid/grid-model.ts';
import type { CellExplanation } from '../mark-grid-with-tools.tsx';
import { type BookPageFields, bookLineSaveTarget, bookNameApart } from './book-line-save.ts';
import type { MarkWithNote } from './mark-note-form.tsx';
import {
  assessmentShortTitle,
  assessmentTitle,
  computeRowPercentage,
  sumRowMarks,
  toTextOrNull,
} from './page-values.ts';
import type { LoadedBookPage } from './use-mark-book.ts';

interface PageColumns {
  assessments: readonly Assessment[];
  students: readonly MarkBookStudent[];
  page: BookPageFields;
  outbox: Outbox;
  /** The course part's share of the total in percent; null where no weighted total is shown. */
  courseWeight: number | null;
  /** Null: nothing is tinted. */
  tints: Tints | null;
  scheme: Scheme;
  onEdit: (assessment: Assessment) => void;
}

/** The highest mark of an assessment without a total (product §5). */
const withoutTotal = 100;

/** The outbox id of each student's line. */
const lineIds = (students: readonly MarkBookStudent[], page: BookPageFields): ReadonlyMap<string, string> =>
  new Map(students.map((student) => [student.id, bookLineSaveTarget(page, student).id]));

export function createMarkBookPageColumns(parts: PageColumns): readonly GridColumn[] {
  const { assessments, students, page, outbox, courseWeight, tints, scheme, onEdit } = parts;
  const lines = lineIds(students, page);
  return [
    {
      id: 'save',
      kind: 'node',
      label: '',
      name: 'Save status',
      width: 'var(--tick)',
      render: (row) => <RowSaveStatusIcon outbox={outbox} id={lines.get(row) ?? ''} />,
    },
    {
      id: 'class_id',
      kind: 'shown',
      label: 'Class',
      width: 'var(--class)',
      align: 'start',
      text: ({ class_id }) => String(class_id ?? ''),
    },
    ...assessments.map((assessment) => markColumn(assessment, { tints, onEdit })),
    {
      id: 'percentage',
      kind: 'shown',
      label: 'Total',
      name: 'Percentage total',
      hint: '%',
      width: 'var(--total)',
      text: ({ percentage }) => totalText(markOfCell(percentage)) ?? '',
      lowOf: ({ percentage }) => lowMarkText(markOfCell(percentage), 100, tints),
    },
    ...(courseWeight === null ? [] : [weightedColumn(courseWeight, { assessments, scheme })]),
  ];
}

function markColumn(assessment: Assessment, { tints, onEdit }: Pick<PageColumns, 'tints' | 'onEdit'>): GridColumn {
  const { assesment_number: number, topic, total, date } = assessment;
  return {
    id: markFieldName(number),
    kind: 'number',
    label: topic === null ? String(number) : `${number} ${topic}`,
    name: assessmentTitle(assessment),
    short: assessmentShortTitle(assessment),
    hint: total === null ? 'no total' : `/ ${total}`,
    date: date === null ? undefined : displayDate(date),
    isCounted: total !== null,
    width: 'var(--assessment)',
    max: total ?? withoutTotal,
    noteOf: (values) => toTextOrNull(values[noteFieldName(number)]),
    lowOf: (values) => (total === null ? null : lowMarkText(markOfCell(values[markFieldName(number)]), total, tints)),
    decimals: 0,
    counts: 'marks',
    takesWords: true,
    aboveMax: markBookWordings.aboveTotal,
    refuses: total === null ? markBookWordings.noTotal : undefined,
    action: { label: 'Edit Assessment', onPress: () => onEdit(assessment) },
  };
}

const weightedColumn = (
  weight: number,
  { assessments, scheme }: Pick<PageColumns, 'assessments' | 'scheme'>,
): GridColumn => ({
  id: 'weighted',
  kind: 'shown',
  label: 'Weighted',
  name: `Weighted total, ${weight} %`,
  hint: `${weight} %`,
  width: 'var(--total)',
  text: (values) => totalText(weightedCourseMark(sumRowMarks(values, assessments), scheme)) ?? '',
});

/** The figures of the page's columns of marks, over the rows shown. */
export function createPageFigureColumns(
  grid: GridModel,
  parts: Pick<PageColumns, 'assessments' | 'students' | 'page' | 'outbox' | 'scheme'> & {
    rows: readonly { id: string }[];
  },
): FigureColumn[] {
  const { assessments, students, page, outbox, scheme, rows } = parts;
  const lines = lineIds(students, page);
  const figured = rows.map(({ id }) => ({
    values: grid.view(id).values,
    unsaved: listUnsavedFields(outbox.state(lines.get(id) ?? '')),
  }));
  const ofAssessments = assessments.flatMap((assessment) => {
    const field = markFieldName(assessment.assesment_number);
    return assessment.total === null
      ? []
      : [
          createFigureColumn(figured, {
            id: field,
            label: assessmentTitle(assessment),
            outOf: assessment.total,
            from: [field],
            markOf: (row) => toCountedMark(markOfCell(row[field]), scheme),
          }),
        ];
  });
  const total = createFigureColumn(figured, {
    id: 'percentage',
    label: 'Percentage total',
    outOf: 100,
    from: assessments.map(({ assesment_number }) => markFieldName(assesment_number)),
    markOf: (row) => computeRowPercentage(row, assessments, scheme),
  });
  return [...ofAssessments, total];
}

/** Which cells take a note: the marks. */
export const createMarkWithNoteFinder =
  (grid: GridModel, { assesments: assessments, students }: LoadedBookPage) =>
  ({ row, column }: CellId): MarkWithNote | null => {
    const student = students.find(({ id }) => id === row);
    const assessment = assessments.find(({ assesment_number }) => markFieldName(assesment_number) === column);
    if (!student || !assessment) return null;
    const number = assessment.assesment_number;
    return {
      student,
      number,
      label: assessmentShortTitle(assessment),
      note: toTextOrNull(grid.view(row).values[noteFieldName(number)]),
    };
  };

/** How a total of the page is computed. */
export const createPageTotalExplainer =
  (grid: GridModel, { loaded, courseWeight }: { loaded: LoadedBookPage; courseWeight: number | null }) =>
  ({ row, column }: CellId): CellExplanation | null => {
    const { assesments: assessments, students, weightings } = loaded;
    const student = students.find(({ id }) => id === row);
    const about = student && bookNameApart(students)(student);
    const work = sumRowMarks(grid.view(row).values, assessments);
    if (column === 'weighted' && courseWeight !== null) {
      const explain: CellExplanation['explain'] = (rules) => [rules.explainWeightedCourseMark(work, weightings)];
      return { title: 'Weighted total', about, explain };
    }
    if (column !== 'percentage') return null;
    return { title: 'Percentage total', about, explain: (rules) => [rules.explainCourse(work, weightings)] };
  };

/** Which cells have a history: the marks. */
export function createPageHistoryFinder({
  assessments,
  students,
  page,
}: {
  assessments: readonly Assessment[];
  students: readonly MarkBookStudent[];
  page: BookPageFields;
}): (cell: CellId) => CellWithHistory | null {
  const nameOf = bookNameApart(students);
  const studentOf = new Map(students.map((student) => [student.id, student]));
  const assessmentOf = new Map(
    assessments.map((assessment) => [markFieldName(assessment.assesment_number), assessment]),
  );
  return ({ row, column }) => {
    const student = studentOf.get(row);
    const assessment = assessmentOf.get(column);
    if (!student || !assessment) return null;
    return {
      call: {
        student_id: student.id,
        subject_id: page.subject_id,
        class_id: student.class_id,
        year: String(startYearOf(page.academic_year_id)),
        term: String(page.term),
        field: column,
      },
      about: nameOf(student),
      label: assessment.topic ?? `Assessment ${assessment.assesment_number}`,
    };
  };
}
