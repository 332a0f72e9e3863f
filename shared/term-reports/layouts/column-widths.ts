import type { BlockOf, CardLayout } from './card-layout.ts';

type Column = BlockOf<'subjects'>['columns'][number];

/** Points of a column of grades: letters, or words that take several lines. */
const gradeWidth = { letters: 27, words: 62 } as const;
const widths = {
  course: 35,
  exam: 35,
  total: 36,
  totalInWords: 62,
  classAverage: 36,
  highest: 38,
  place: 36,
  absent: 32,
  late: 26,
  teacher: 90,
} as const;

/** Room between two columns, and of a letter in a heading. Points. */
const padding = 6;
const letter = 5.2;

/** Of the subject's title, beside a comment. */
export const subjectTitleWidth = 122;
const narrowestComment = 100;

/** Points between the margins. */
export const pageWidths = { A4: 515.28, Letter: 532 } as const satisfies Record<CardLayout['paper'], number>;

/** Points of a column, so that no word of its heading is broken; null for the comment, which takes what is left. */
export function columnWidth({ column, heading = '' }: Column, grades: CardLayout['grades']): number | null {
  if (column === 'comment') return null;
  const own = column === 'application' || column === 'conduct' ? gradeWidth[grades] : widths[column];
  const longest = Math.max(...heading.split(/\s+/).map((word) => word.length));
  return longest === 0 ? own : Math.max(own, longest * letter + padding);
}

/** Points that the columns lack on the page, with the narrowest title or comment; 0 where there is room for all. */
export function missingWidth({ columns }: Pick<BlockOf<'subjects'>, 'columns'>, layout: CardLayout): number {
  const needed = columns.reduce(
    (sum, column) => sum + (columnWidth(column, layout.grades) ?? narrowestComment),
    subjectTitleWidth,
  );
  return Math.max(0, Math.ceil(needed - pageWidths[layout.paper]));
}
