import { certainFaultWordings as wordings } from '#shared/options/truth-check/wordings.ts';
import { findUnprintable } from '#shared/printed-text.ts';
import type { CardToPost } from '../../../term-reports/report-cards/posting-guards.ts';
import { type ExpectedRow, type ExpectedText, expectPrint } from './expected-print.ts';
import type { PrintedFigures } from './read-printed-figures.ts';

/**
 * Letters, digits and signs as they are compared. Lines break within long words, accents may be drawn by themselves,
 * some characters have no appearance, and a typeface has one shape for several dashes and symbols.
 */
const lettersOf = (text: string): string =>
  text
    // Two would be another letter or sign: the increment is drawn as delta, and the raised equals sign as a mark.
    .replaceAll('\u2206', '\u0394')
    .replaceAll('\u207c', '')
    .normalize('NFKD')
    .replace(/[\p{M}\p{Z}\p{C}\p{Pd}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replace(/[^\p{L}\p{N}\x21-\x7e]/gu, '');
const isAlike = (one: string, other: string): boolean => lettersOf(one) === lettersOf(other);
/** Characters that paper cannot show are another fault: of a text with some, nothing is compared. */
const isPrintable = (text: string): boolean => findUnprintable(text).length === 0;
const isShownAs = (expected: string, paper: string): boolean => !isPrintable(expected) || isAlike(expected, paper);

const orNull = (text: string): string | null => (text === '' || text === '–' ? null : text);

/** Compares a card with what was read back off its pages. Answers a sentence for each figure that differs. Pure. */
export function findDifferentPrint(
  { card, layout }: Pick<CardToPost, 'card' | 'layout'>,
  printed: PrintedFigures | undefined,
): string[] {
  const [head = [], ...rows] = printed?.rows ?? [];
  if (!printed || head.length === 0) return [wordings.pageMissing];
  const expected = expectPrint(card, layout);
  return [
    ...findDifferentTexts(expected.texts, printed),
    ...(expected.head.length === head.length ? [] : [wordings.columns(expected.head.length, head.length)]),
    ...expected.head.flatMap((text, column) => {
      const paper = head[column] ?? '';
      return isShownAs(text, paper) ? [] : [wordings.head(text.trim(), paper)];
    }),
    ...findDifferentRows(expected.rows, { rows, columns: expected.columns }),
  ];
}

const firstCell = ({ title, below }: ExpectedRow): string => `${title} ${below ?? ''}`;

/** Each row has to be the next one on paper. */
function findDifferentRows(
  expected: readonly ExpectedRow[],
  { rows, columns }: { rows: readonly string[][]; columns: readonly string[] },
): string[] {
  const faults: string[] = [];
  let next = 0;
  for (const row of expected) {
    const at = isPrintable(firstCell(row))
      ? rows.findIndex(([first = ''], index) => index >= next && isAlike(first, firstCell(row)))
      : next;
    const paper = rows[at];
    if (!paper) {
      faults.push(wordings.rowMissing(row.title));
      continue;
    }
    faults.push(...rows.slice(next, at).map(([first = '']) => wordings.rowUnexpected(first)));
    next = at + 1;
    for (const [index, value] of row.cells.entries()) {
      const cell = paper[index + 1] ?? '';
      if (isShownAs(value, cell)) continue;
      faults.push(wordings.printed(columns[index] ?? '', row.title, { card: orNull(value), paper: orNull(cell) }));
    }
  }
  return [...faults, ...rows.slice(next).map(([first = '']) => wordings.rowUnexpected(first))];
}

/** Labels with their values as paragraphs of their own, and texts anywhere on the card. */
function findDifferentTexts(expected: readonly ExpectedText[], { paragraphs, headings }: PrintedFigures): string[] {
  const all = lettersOf([...headings, ...paragraphs].join(' '));
  return expected.flatMap(({ label, value }) => {
    if (!isPrintable(`${label}${value}`)) return [];
    if (label === '') return all.includes(lettersOf(value)) ? [] : [wordings.textMissing(value)];
    const line = label === 'Music' ? value : `${label} ${value}`;
    if (paragraphs.some((paragraph) => isAlike(paragraph, line))) return [];
    const begins = label === 'Music' ? 'Grade ' : `${label} `;
    const paper = paragraphs.find((paragraph) => paragraph.startsWith(begins));
    const shown = label === 'Music' ? paper : paper?.slice(begins.length);
    return [wordings.printed(label, 'the report', { card: orNull(value), paper: orNull(shown ?? '') })];
  });
}
