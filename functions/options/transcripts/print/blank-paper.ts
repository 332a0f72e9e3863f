import { type Block, decorateBlock, verticalSpace } from '../../../platform/pdf/layout/block.ts';
import { paragraphBlock } from '../../../platform/pdf/layout/paragraph.ts';
import { stackBlocks } from '../../../platform/pdf/layout/stack.ts';
import { type TableBlockCell, type TableStyle, tableBlock } from '../../../platform/pdf/layout/table-block.ts';
import { printColours, type SheetStyle, sheetTableStyle } from '../../../term-reports/report-cards/print/styles.ts';

interface Setting {
  style: SheetStyle;
  width: number;
}

interface Named {
  id: string;
  name: string;
}

const look: TableStyle = { ...sheetTableStyle, padding: { horizontal: 4, vertical: 2.4 } };

/** Names of a class with columns to write marks in. */
export function blankMarkListBlock(students: readonly Named[], setting: Setting): Block {
  const lines = [
    writtenLine('Subject', setting),
    writtenLine('Teacher', setting),
    writtenLine('Assessment, date and total', setting),
  ];
  return stackBlocks([
    ...lines.map((block) => ({ block })),
    { block: verticalSpace(6) },
    {
      block: emptyTable(['Student', 'Student ID', ...Array.from({ length: 6 }, () => '')], {
        ...setting,
        widths: [170, 64],
        rows: students.map(({ name, id }) => [name, id]),
        height: 11,
      }),
    },
  ]);
}

/** Rows of a blank card: more than the subjects that a student takes in most schools. */
const cardRows = 14;

/** A report card of one student with nothing but the name. */
export function blankCardBlock({ name, id }: Named, setting: Setting): Block {
  const { style, width } = setting;
  return stackBlocks([
    { block: paragraphBlock({ text: `${name} (${id})`, style: style.ranked, width, type: 'H2' }) },
    { block: verticalSpace(4) },
    { block: writtenLine('Term and year', setting) },
    { block: writtenLine('Times absent, times late', setting) },
    { block: verticalSpace(6) },
    {
      block: emptyTable(['Subject', 'Course', 'Exam', 'Total', 'App.', 'Con.', 'Comment'], {
        ...setting,
        widths: [130, 44, 44, 44, 34, 34],
        rows: Array.from({ length: cardRows }, () => []),
        height: 22,
      }),
    },
    { block: verticalSpace(8) },
    ...['Form teacher’s remarks', ' ', 'Dean’s remarks', ' ', 'Form teacher', 'Dean', 'Principal'].map((label) => ({
      block: writtenLine(label, setting),
    })),
  ]);
}

/** A label, and a line to write on. */
function writtenLine(label: string, { style, width }: Setting): Block {
  const height = 19;
  const room = 150;
  const text = paragraphBlock({ text: label, style: style.note, width: room, type: 'P' });
  return {
    height,
    split: () => null,
    draw: (place) => {
      text.draw({ ...place, top: place.top + height - text.height });
      const { page, x, top } = place;
      page.fill({ x: x + room, y: top + height - 2, width: width - room, height: 0.5, colour: printColours.muted });
    },
  };
}

/** A table whose cells are empty but for the first texts of each row; the last columns share what width is left. */
function emptyTable(
  titles: readonly string[],
  {
    style,
    width,
    widths,
    rows,
    height,
  }: Setting & { widths: readonly number[]; rows: readonly (readonly string[])[]; height: number },
): Block {
  const left = width - widths.reduce((sum, one) => sum + one, 0);
  const others = titles.length - widths.length;
  const columns = titles.map((_, index) => ({ width: widths[index] ?? left / others }));
  const inner = (index: number) => (columns[index]?.width ?? 0) - 2 * look.padding.horizontal;
  const cell = (text: string, index: number): Block =>
    text === ''
      ? verticalSpace(height)
      : stackBlocks([
          {
            block: paragraphBlock({ text, style: index === 0 ? style.name : style.listText, width: inner(index) }),
          },
        ]);
  const starts = columns.map((_, index) => columns.slice(0, index).reduce((sum, column) => sum + column.width, 0));
  // Over the whole height: a name of several lines makes its row higher than what is written in it.
  const lined = (table: Block) =>
    decorateBlock(table, ({ page, x, top }, whole) => {
      for (const start of starts.slice(1))
        page.fill({ x: x + start, y: top, width: 0.4, height: whole, colour: printColours.hairline });
    });
  const table = tableBlock({
    columns,
    head: titles.map(
      (title, index): TableBlockCell => ({
        block:
          title === ''
            ? verticalSpace(10)
            : paragraphBlock({ text: title, style: style.columnTitle, width: inner(index) }),
        isHeading: true,
      }),
    ),
    rows: rows.map((texts) =>
      titles.map(
        (_, index): TableBlockCell => ({
          block: cell(texts[index] ?? '', index),
          ...(index === 0 && texts[0] !== undefined ? { isHeading: true } : {}),
        }),
      ),
    ),
    style: look,
  });
  return lined(table);
}
