import { certainFaultWordings as wordings } from '#shared/options/truth-check/wordings.ts';
import { findUnprintable } from '#shared/printed-text.ts';
import type { ReportCard } from '../../../term-reports/report-cards/report-card.ts';
import type { PrintedFigures } from './read-printed-figures.ts';

/** Columns by the first word of their head. */
const columns = [
  { head: 'Course', of: 'course', closed: 'course' },
  { head: 'Exam', of: 'exam', closed: 'exam' },
  { head: 'Total', of: 'total', closed: null },
  { head: 'Absent', of: 'timesAbsent', closed: null },
  { head: 'Late', of: 'timesLate', closed: null },
  { head: 'App.', of: 'application', closed: null },
  { head: 'Con.', of: 'conduct', closed: null },
] as const;

/** What stands on paper where a card has nothing. */
const nothing = ['–', ''];

/** Letters and digits as they are compared: lines break within long words, and accents may be drawn by themselves. */
const lettersOf = (text: string): string => text.normalize('NFKD').replace(/[\p{M}\p{Z}\p{C}]/gu, '');

/** Takes the row of a subject. One whose title cannot be printed is known by its place. */
function takeRow(
  left: string[][],
  { title, inOrder }: { title: string; inOrder: string[] | undefined },
): string[] | undefined {
  const letters = lettersOf(title);
  const isTitled = (row: string[]) => lettersOf(row[0] ?? '') === letters;
  const found =
    findUnprintable(title).length > 0
      ? left.find((row) => row === inOrder)
      : (left.find(isTitled) ?? left.find(([first = '']) => lettersOf(first).startsWith(letters)));
  if (found) left.splice(left.indexOf(found), 1);
  return found;
}

const toPaper = (figure: string | number | null): string | null =>
  figure === null ? null : String(figure).replaceAll('\u00a0', ' ');

/** Compares a card with what was read back off its pages. Answers a sentence for each figure that differs. Pure. */
export function findDifferentPrint(card: ReportCard, printed: PrintedFigures | undefined): string[] {
  const [head = [], ...rows] = printed?.rows ?? [];
  if (!printed || head.length === 0) return [wordings.pageMissing];
  const average = card.average.text === null ? '--' : `${card.average.text} %`;
  const paper = printed.paragraphs.find((text) => text.startsWith('Average ')) ?? null;
  const shownAverage = /^Average (\S+(?: %)?)/.exec(paper ?? '')?.[1] ?? null;
  const left = [...rows];
  return [
    ...(shownAverage === average
      ? []
      : [wordings.printed('Average', 'the report', { card: average, paper: shownAverage })]),
    ...card.subjects.flatMap((subject, index) => {
      const row = takeRow(left, { title: subject.title, inOrder: rows[index] });
      if (!row) return [wordings.rowMissing(subject.title)];
      return columns.flatMap(({ head: name, of, closed }) => {
        if (closed !== null && card.maxima[closed] === null) return [];
        const column = head.findIndex((text) => text === name || text.startsWith(`${name} `));
        const cell = column < 0 ? null : (row[column] ?? null);
        const shown = cell === null || nothing.includes(cell) ? null : cell;
        const expected = toPaper(subject[of]);
        return shown === expected ? [] : [wordings.printed(name, subject.title, { card: expected, paper: shown })];
      });
    }),
  ];
}
