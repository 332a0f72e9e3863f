import { describe, expect, it } from 'vitest';
import { findDifferentRankPrint, printRanks } from '#functions/options/truth-check/certain/printed-ranks.ts';
import { findDifferentRanks, ranksToCheck } from '#functions/options/truth-check/certain/ranks-of-class.ts';
import { readPrintedFigures } from '#functions/options/truth-check/certain/read-printed-figures.ts';
import { placesAgain } from '#functions/options/truth-check/certain/second-computation.ts';
import { buildReportCard } from '#functions/term-reports/report-cards/build-report-card.ts';
import { defaultSchemeRules } from '#shared/marks/scheme.ts';
import { standardLayout } from '#shared/term-reports/layouts/shipped-layouts.ts';
import {
  demoSchool,
  makeCardFacts,
  makeSubjectRecord,
  makeTermReport,
} from '../../term-reports/report-cards/term-facts.ts';

it('equal figures share a place, and the next are skipped', () => {
  const figures = { ann: '64.3', ben: '9.57', cat: '100', dan: '64.3', eve: null, fay: '64.2' };
  expect(Object.fromEntries(placesAgain(new Map(Object.entries(figures))))).toEqual({
    cat: 1,
    ann: 2,
    dan: 2,
    fay: 4,
    ben: 5,
    eve: null,
  });
});

/** Totals, worked out by hand: 65 for S1 and S2, 80 for S3, who has left, 50 for S4, and none for S5. */
describe('ranks of a class', () => {
  const facts = {
    ...makeCardFacts({ school: { ...demoSchool, markingScheme: [...defaultSchemeRules] } }),
    leavers: new Set(['S3']),
  };
  const of = (studentId: string, workSum: number, exam: number) =>
    makeSubjectRecord({ studentId, workSum, workOutOf: 30, exam });
  const records = [of('S1', 30, 35), of('S2', 15, 50), of('S3', 30, 50), of('S4', 15, 35)];
  const reports = ['S1', 'S2', 'S3', 'S5'].map((studentId) => makeTermReport({ studentId, subjectIds: ['MATH'] }));
  const ofClass = { reports, records, withCard: new Set(['S1', 'S2', 'S3', 'S5']) };
  const cards = reports.map((report) => {
    const own = records.filter(({ studentId }) => studentId === report.studentId);
    const student = { studentId: report.studentId, firstName: 'A', lastName: 'B' };
    const card = buildReportCard({ facts, student, report, records: own });
    return { card, layout: standardLayout, report, records: own, ofClass };
  });
  const ranks = ranksToCheck(cards, facts).get(ofClass);
  if (!ranks) throw new Error('the class has no ranks');
  const ids = ['S1', 'S2', 'S3', 'S4', 'S5'];

  it('are computed again of everybody with a report or a mark, without those who left', () => {
    expect(ids.map((id) => ranks.again.get(id)?.rank)).toEqual([1, 1, null, 3, null]);
    expect(ids.flatMap((id) => findDifferentRanks(id, ranks))).toEqual([]);
  });

  it('are named where the sheet has others, or another average, or lacks a student', () => {
    const with1 = (change: object) => ({
      ...ranks,
      sheet: {
        ...ranks.sheet,
        students: ranks.sheet.students.map((one) => (one.id === 'S1' ? { ...one, ...change } : one)),
      },
    });
    expect(findDifferentRanks('S1', with1({ rank: 2 }))).toEqual([
      'Rank: the rank sheet has 2, computed again it is 1.',
    ]);
    expect(findDifferentRanks('S1', with1({ average: { text: '65.0', entered: 1, of: 2 } }))).toHaveLength(1);
    expect(findDifferentRanks('S1', with1({ id: 'S9' }))).toEqual(['The rank sheet lacks the student.']);
  });

  it('are read back off the printed sheet', async () => {
    const [page] = await readPrintedFigures(printRanks(ranks, facts));
    const rows = page?.rows ?? [];
    expect(rows).toHaveLength(6);
    expect(ids.flatMap((id) => findDifferentRankPrint(id, ranks, rows))).toEqual([]);
    const turned = rows.map((row) => (row[2] === 'S4' ? row.with(0, '4') : row.with(4, '65.1')));
    expect(ids.flatMap((id) => findDifferentRankPrint(id, ranks, turned))).toEqual([
      'Average: the rank sheet has another one, or counts other subjects.',
      'Average: the rank sheet has another one, or counts other subjects.',
      'Average: the rank sheet has another one, or counts other subjects.',
      'Rank: the rank sheet has 4, computed again it is 3.',
      'Average: the rank sheet has another one, or counts other subjects.',
    ]);
    expect(findDifferentRankPrint('S1', ranks, [])).toEqual(['The rank sheet lacks the student.']);
  });
});
