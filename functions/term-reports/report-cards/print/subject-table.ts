import { type Block, verticalSpace } from '#functions/platform/pdf/layout/block.ts';
import { type ParagraphStyle, paragraphBlock } from '#functions/platform/pdf/layout/paragraph.ts';
import { stackBlocks } from '#functions/platform/pdf/layout/stack.ts';
import { type TableBlockCell, tableBlock } from '#functions/platform/pdf/layout/table-block.ts';
import { partText } from '#shared/marks/marks.ts';
import type { BlockOf, CardLayout, SubjectColumn } from '#shared/term-reports/layouts/card-layout.ts';
import { columnWidth, subjectTitleWidth } from '#shared/term-reports/layouts/column-widths.ts';
import type { ReportCard, ReportCardSubject } from '../report-card.ts';
import { gradeText } from './grade-text.ts';
import { blockUnlessMissing } from './school-paper.ts';
import { cardTableStyle, type ReportCardStyle } from './styles.ts';

/** Printed where there is no mark or grade: an empty cell could be taken for an oversight. */
export const MISSING_MARK = '–';

interface ColumnPlan {
  head: (style: ReportCardStyle, width: number) => Block;
  cell: (subject: ReportCardSubject, style: ReportCardStyle, width: number) => Block;
  isHeading?: boolean;
}

type Table = Pick<BlockOf<'subjects'>, 'columns' | 'teacherBelowTitle' | 'groups'> &
  Pick<CardLayout, 'grades' | 'marksInWords'>;

const titled =
  (title: string, note: string | null) =>
  (style: ReportCardStyle, width: number): Block =>
    stackBlocks([
      { block: paragraphBlock({ text: title, style: style.columnTitleCentred, width }) },
      ...blockUnlessMissing(note, (line) => paragraphBlock({ text: line, style: style.columnNote, width })),
    ]);

const titledLeft =
  (title: string) =>
  (style: ReportCardStyle, width: number): Block =>
    paragraphBlock({ text: title, style: style.columnTitle, width });

const text =
  (value: (subject: ReportCardSubject) => string | number | null, name: keyof ReportCardStyle) =>
  (subject: ReportCardSubject, styles: ReportCardStyle, width: number): Block => {
    const style: ParagraphStyle = styles[name];
    return paragraphBlock({ text: String(value(subject) ?? MISSING_MARK), style, width });
  };

const plain =
  (value: (subject: ReportCardSubject) => string | null, name: 'comment' | 'teacher') =>
  (subject: ReportCardSubject, style: ReportCardStyle, width: number): Block =>
    paragraphBlock({ text: value(subject) ?? '', style: style[name], width });

const subjectColumn = (teacherBelowTitle: boolean): ColumnPlan => ({
  isHeading: true,
  head: titledLeft('Subject'),
  cell: ({ title, teacher }, style, inner) =>
    stackBlocks([
      { block: paragraphBlock({ text: title, style: style.subject, width: inner }) },
      ...(teacher === null || !teacherBelowTitle
        ? []
        : [{ block: paragraphBlock({ text: teacher, style: style.teacher, width: inner }) }]),
    ]),
});

/** What a total is called in words; Abs and Ex stay as they are. */
function totalInWords({ total }: ReportCardSubject, marksInWords: Table['marksInWords']): string | null {
  const value = Number(total);
  if (total === null || !Number.isFinite(value)) return total;
  return marksInWords?.find(({ from }) => value >= from)?.words ?? total;
}

/** The columns of a card with their widths in points. A part that is closed in this form level and term has none. */
function columnPlans({ maxima, weights }: ReportCard, table: Table, width: number): (ColumnPlan & { width: number })[] {
  const { grades, marksInWords, columns } = table;
  const graded = (value: (subject: ReportCardSubject) => string | null, title: string): ColumnPlan => ({
    head: titled(title, grades === 'letters' ? 'grade' : null),
    cell: text((subject) => gradeText(value(subject), grades), grades === 'letters' ? 'letter' : 'gradeInWords'),
  });
  const part = (name: 'course' | 'exam', title: string): ColumnPlan | null => {
    const max = maxima[name];
    if (max === null) return null;
    const note = partText({ max, weight: weights?.[name] ?? max });
    return { head: titled(title, note), cell: text((subject) => subject[name], 'mark') };
  };
  const plans: Record<SubjectColumn, (heading: string | undefined) => ColumnPlan | null> = {
    course: (heading = 'Course') => part('course', heading),
    exam: (heading = 'Exam') => part('exam', heading),
    total: (heading = 'Total') => ({ head: titled(heading, '%'), cell: text((s) => s.total, 'total') }),
    totalInWords: (heading = 'Result') => ({
      head: titled(heading, null),
      cell: text((s) => totalInWords(s, marksInWords), 'gradeInWords'),
    }),
    classAverage: (heading = 'Class') => ({
      head: titled(heading, 'average'),
      cell: text((s) => s.ofClass?.average ?? null, 'letter'),
    }),
    highest: (heading = 'Highest') => ({
      head: titled(heading, '%'),
      cell: text((s) => s.ofClass?.highest ?? null, 'letter'),
    }),
    place: (heading = 'Place') => ({
      head: titled(heading, 'in class'),
      cell: text((s) => s.ofClass?.place ?? null, 'letter'),
    }),
    absent: (heading = 'Absent') => ({ head: titled(heading, 'times'), cell: text((s) => s.timesAbsent, 'letter') }),
    late: (heading = 'Late') => ({ head: titled(heading, 'times'), cell: text((s) => s.timesLate, 'letter') }),
    application: (heading = 'App.') => graded((s) => s.application, heading),
    conduct: (heading = 'Con.') => graded((s) => s.conduct, heading),
    teacher: (heading = 'Teacher') => ({ head: titledLeft(heading), cell: plain((s) => s.teacher, 'teacher') }),
    comment: (heading = 'Comment') => ({ head: titledLeft(heading), cell: plain((s) => s.comment, 'comment') }),
  };
  const own = columns.flatMap((column) => {
    const plan = plans[column.column](column.heading);
    return plan ? [{ ...plan, width: columnWidth(column, grades) }] : [];
  });
  // Without a comment, the titles take what is left.
  const title = own.some((plan) => plan.width === null) ? subjectTitleWidth : null;
  const drafts = [{ ...subjectColumn(table.teacherBelowTitle), width: title }, ...own];
  const left = drafts.reduce((room, plan) => room - (plan.width ?? 0), width);
  return drafts.map((plan) => ({ ...plan, width: plan.width ?? left }));
}

/** Subjects under a heading of the table; null for those without. */
interface SubjectGroup {
  heading: string | null;
  subjects: ReportCardSubject[];
}

/** The subjects in the order of the layout: none is lost, whatever its groups name. */
function groupSubjects(subjects: readonly ReportCardSubject[], groups: Table['groups']): SubjectGroup[] {
  const rest = new Set(subjects);
  const found = (groups ?? []).map(({ heading, subjects: ids }) => {
    const own = ids.flatMap((id) => [...rest].filter((subject) => subject.id === id));
    for (const subject of own) rest.delete(subject);
    return { heading, subjects: own };
  });
  return [
    ...found,
    { heading: found.some(({ heading }) => heading !== null) ? 'Other subjects' : null, subjects: [...rest] },
  ].filter((group) => group.subjects.length > 0);
}

/** Every subject of the card with its marks, grades and comment. */
export function subjectTableBlock(
  card: ReportCard,
  options: Table & { style: ReportCardStyle; scale: number; gap: number; width: number },
): Block {
  const { style, scale, gap, width } = options;
  const look = cardTableStyle({ scale, gap });
  const plans = columnPlans(card, options, width);
  const inner = (plan: { width: number }) => plan.width - 2 * look.padding.horizontal;
  const headingRow = (heading: string): TableBlockCell[] =>
    plans.map((plan, place) =>
      place === 0
        ? { block: paragraphBlock({ text: heading, style: style.group, width: inner(plan) }), isHeading: true }
        : { block: verticalSpace(0) },
    );
  return tableBlock({
    columns: plans,
    head: plans.map((plan): TableBlockCell => ({ block: plan.head(style, inner(plan)), isHeading: true })),
    rows: groupSubjects(card.subjects, options.groups).flatMap(({ heading, subjects }) => [
      ...(heading === null ? [] : [headingRow(heading)]),
      ...subjects.map((subject) =>
        plans.map(
          (plan): TableBlockCell => ({
            block: plan.cell(subject, style, inner(plan)),
            isHeading: plan.isHeading ?? false,
          }),
        ),
      ),
    ]),
    style: look,
  });
}
