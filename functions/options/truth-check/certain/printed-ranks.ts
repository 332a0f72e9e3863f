import { certainFaultWordings as wordings } from '#shared/options/truth-check/wordings.ts';
import { renderRankSheet } from '../../../term-reports/documents/rank-sheet.ts';
import type { FactsOfPosting } from '../../../term-reports/report-cards/posting-guards.ts';
import type { RanksToCheck } from './ranks-of-class.ts';

export const printRanks = ({ sheet }: RanksToCheck, { school }: FactsOfPosting): Uint8Array =>
  renderRankSheet({ school, marks: sheet, printedAt: new Date(0) });

/** What the printed rank sheet shows otherwise of one student. @param rows of its table */
export function findDifferentRankPrint(
  studentId: string,
  { again }: RanksToCheck,
  rows: readonly (readonly string[])[],
): string[] {
  const own = again.get(studentId);
  const row = rows.find((cells) => cells[2] === studentId);
  if (!own || !row) return [wordings.notRanked];
  const [rank, , , entered, average] = row;
  return [
    ...(rank === String(own.rank ?? '–') ? [] : [wordings.rank({ sheet: rank ?? null, again: own.rank })]),
    ...(average === (own.average ?? '--') && entered === own.entered ? [] : [wordings.averageOfRanks]),
  ];
}
