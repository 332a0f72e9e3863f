import type { Block } from '#functions/platform/pdf/layout/block.ts';
import { type ParagraphStyle, paragraphBlock } from '#functions/platform/pdf/layout/paragraph.ts';
import { stackBlocks } from '#functions/platform/pdf/layout/stack.ts';
import { type TableBlockCell, tableBlock } from '#functions/platform/pdf/layout/table-block.ts';
import { partText } from '#shared/marks/marks.ts';
import type { ReportCard, ReportCardSubject } from '../report-card.ts';
import { cardTableStyle, type ReportCardStyle } from './styles.ts';

/** Printed where there is no mark or grade: an empty cell could be taken for an oversight. */
export const MISSING_MARK = '–';

interface ColumnPlan {
  /** Points; the comment takes what is left. */
  width: number;
  head: (style: ReportCardStyle, width: number) => Block;
  cell: (subject: ReportCardSubject, style: ReportCardStyle, width: number) => Block;
  isHeading?: boolean;
}

const titled =
  (title: string, note: string) =>
  (style: ReportCardStyle, width: number): Block =>
    stackBlocks([
      { block: paragraphBlock({ text: title, style: style.columnTitleCentred, width }) },
      { block: paragraphBlock({ text: note, style: style.columnNote, width }) },
    ]);

const text =
  (value: (subject: ReportCardSubject) => string | number | null, name: keyof ReportCardStyle) =>
  (subject: ReportCardSubject, styles: ReportCardStyle, width: number): Block => {
    const style: ParagraphStyle = styles[name];
    return paragraphBlock({ text: String(value(subject) ?? MISSING_MARK), style, width });
  };

const subjectColumn: ColumnPlan = {
  width: 122,
  isHeading: true,
  head: (style, width) => paragraphBlock({ text: 'Subject', style: style.columnTitle, width }),
  cell: ({ title, teacher }, style, width) =>
    stackBlocks([
      { block: paragraphBlock({ text: title, style: style.subject, width }) },
      ...(teacher === null ? [] : [{ block: paragraphBlock({ text: teacher, style: style.teacher, width }) }]),
    ]),
};

/** The columns of a card. A part that is closed in this form level and term has no column. */
function columnPlans({ maxima, weights }: ReportCard): ColumnPlan[] {
  const plans: ColumnPlan[] = [subjectColumn];
  if (maxima.course !== null) {
    const note = partText({ max: maxima.course, weight: weights?.course ?? maxima.course });
    plans.push({ width: 35, head: titled('Course', note), cell: text((s) => s.course, 'mark') });
  }
  if (maxima.exam !== null) {
    const note = partText({ max: maxima.exam, weight: weights?.exam ?? maxima.exam });
    plans.push({ width: 35, head: titled('Exam', note), cell: text((s) => s.exam, 'mark') });
  }
  plans.push(
    { width: 36, head: titled('Total', '%'), cell: text((s) => s.total, 'total') },
    { width: 32, head: titled('Absent', 'times'), cell: text((s) => s.timesAbsent, 'letter') },
    { width: 26, head: titled('Late', 'times'), cell: text((s) => s.timesLate, 'letter') },
    { width: 27, head: titled('App.', 'grade'), cell: text((s) => s.application, 'letter') },
    { width: 27, head: titled('Con.', 'grade'), cell: text((s) => s.conduct, 'letter') },
  );
  return plans;
}

const commentColumn = (width: number): ColumnPlan => ({
  width,
  head: (style, inner) => paragraphBlock({ text: 'Comment', style: style.columnTitle, width: inner }),
  cell: ({ comment }, style, inner) => paragraphBlock({ text: comment ?? '', style: style.comment, width: inner }),
});

/** Every subject of the card with its marks, grades and comment. */
export function subjectTableBlock(
  card: ReportCard,
  options: { style: ReportCardStyle; scale: number; gap: number; width: number },
): Block {
  const { style, scale, gap, width } = options;
  const look = cardTableStyle({ scale, gap });
  const fixed = columnPlans(card);
  const plans = [...fixed, commentColumn(fixed.reduce((left, plan) => left - plan.width, width))];
  const inner = (plan: ColumnPlan) => plan.width - 2 * look.padding.horizontal;
  return tableBlock({
    columns: plans,
    head: plans.map((plan): TableBlockCell => ({ block: plan.head(style, inner(plan)), isHeading: true })),
    rows: card.subjects.map((subject) =>
      plans.map(
        (plan): TableBlockCell => ({
          block: plan.cell(subject, style, inner(plan)),
          isHeading: plan.isHeading ?? false,
        }),
      ),
    ),
    style: look,
  });
}
