import { type Block, decorateBlock, verticalSpace } from '#functions/platform/pdf/layout/block.ts';
import { paragraphBlock } from '#functions/platform/pdf/layout/paragraph.ts';
import { stackBlocks } from '#functions/platform/pdf/layout/stack.ts';
import { type TableBlockCell, type TableStyle, tableBlock } from '#functions/platform/pdf/layout/table-block.ts';
import { pluralize } from '#shared/pluralize.ts';
import { portraitSheet, printColours, type SheetStyle, sheetTableStyle } from '../report-cards/print/styles.ts';
import { MISSING_MARK } from '../report-cards/print/subject-table.ts';
import { type ClassRanks, nameOnSheet, type RankedStudent, withoutLeavers } from './class-marks.ts';
import { type ClassSheetOptions, renderClassSheet } from './class-sheet.ts';

/** Widths in points; the last column takes what is left. */
const widths = { rank: 40, name: 190, id: 76, entered: 76, average: 56 } as const;

const look: TableStyle = { ...sheetTableStyle, padding: { horizontal: 5, vertical: 2.1 } };

/**
 * Prints a class by average, the best first; equal averages share a rank, students without one come last, by name, with
 * those who left.
 */
export function renderRankSheet(options: ClassSheetOptions<ClassRanks>): Uint8Array {
  const { marks } = options;
  const body = (style: SheetStyle, width: number) => sheetBody(marks, { style, width });
  return renderClassSheet(options, {
    name: 'Rank sheet',
    sheet: portraitSheet,
    parts: [{ bookmark: `Rank sheet, ${marks.classId}`, note: null, body }],
  });
}

function sheetBody(marks: ClassRanks, { style, width }: { style: SheetStyle; width: number }): Block {
  const fixed = Object.values(widths);
  const columns = [...fixed, fixed.reduce((left, one) => left - one, width)].map((one) => ({ width: one }));
  const inner = (column: number) => (columns[column]?.width ?? 0) - 2 * look.padding.horizontal;
  const text = (column: number, value: string, name: keyof SheetStyle) =>
    paragraphBlock({ text: value, style: style[name], width: inner(column) });
  const heads: [string, keyof SheetStyle][] = [
    ['Rank', 'columnTitleRight'],
    ['Student', 'columnTitle'],
    ['Student ID', 'columnTitle'],
    ['Subjects', 'columnTitle'],
    ['Average %', 'columnTitleRight'],
  ];
  const grid = tableBlock({
    columns,
    head: [
      ...heads.map(([title, name], column): TableBlockCell => ({ block: text(column, title, name), isHeading: true })),
      { block: verticalSpace(0) },
    ],
    rows: byRank(marks).map((student): TableBlockCell[] => [
      { block: text(0, student.rank === null ? MISSING_MARK : String(student.rank), 'rank') },
      { block: text(1, nameOnSheet(student), 'ranked'), isHeading: true },
      { block: text(2, student.id, 'rankedText') },
      { block: text(3, `${student.average.entered} of ${student.average.of} entered`, 'rankedText') },
      { block: text(4, student.average.text ?? '--', 'rankedAverage') },
      { block: bar(Number(student.average.text ?? 0), inner(5)) },
    ]),
    style: look,
  });
  return stackBlocks([
    { block: paragraphBlock({ text: explanation(marks), style: style.note, width, type: 'P' }) },
    { block: verticalSpace(5) },
    { block: grid },
  ]);
}

/** A bar as long as the average, of 100. */
const bar = (average: number, width: number): Block =>
  decorateBlock(verticalSpace(13), ({ page, x, top }) => {
    page.fill({ x: x + 4, y: top + 4, width: width - 4, height: 5, colour: printColours.tint });
    page.fill({ x: x + 4, y: top + 4, width: ((width - 4) * average) / 100, height: 5, colour: printColours.accent });
  });

/** Sorts students by rank, those without one last; within a rank they stay sorted by name. */
const byRank = ({ students }: Pick<ClassRanks, 'students'>): RankedStudent[] =>
  students.toSorted((a, b) => (a.rank ?? Number.POSITIVE_INFINITY) - (b.rank ?? Number.POSITIVE_INFINITY) || 0);

function explanation({ students }: ClassRanks): string {
  const present = withoutLeavers(students);
  const ranked = present.filter(({ rank }) => rank !== null).length;
  return (
    `${ranked} of ${pluralize(present.length, 'student')} ${ranked === 1 ? 'has' : 'have'} an average. Equal averages share a rank, and the next ranks are skipped. ` +
    'An average counts the subjects that are entered; a missing mark is not a zero.' +
    (present.length < students.length ? ' Who left in the term has no rank.' : '')
  );
}
