import { describe, expect, it } from 'vitest';
import { buildCertificate } from '#functions/options/truth-check/certificate/certificate.ts';
import type { PostingCheckItem } from '#functions/options/truth-check/certificate/posting-check.ts';
import type { DismissedFindingItem } from '#functions/options/truth-check/findings/dismissed-finding.ts';
import { renderListPdf } from '#functions/term-reports/report-cards/print/list-report.ts';
import { readPrintedPdf } from '../../../support/files/printed-pdf.ts';
import { sampleSchool } from '../../../support/files/sample-report-cards.ts';

const check = (version: number, classId: string, counts: readonly [number, number, number]): PostingCheckItem => {
  const [reports, figures, improbable] = counts;
  return {
    year: 2025,
    term: 1,
    version,
    base: 1,
    part: `${classId}-${version}`,
    classes: [{ classId, formLevel: Number(classId[0]), reports, figures, improbable }],
    dismissed: [],
    by: version === 1 ? 'Ada Office' : 'Carl Clerk',
    at: `2025-12-1${version}T12:00:00.000Z`,
  };
};
const dismissal = (change: Partial<DismissedFindingItem>): DismissedFindingItem => ({
  year: 2025,
  term: 1,
  classId: '1A',
  finding: 'f'.repeat(22),
  until: 'open',
  rule: 'wrongPronoun',
  studentId: 'S01',
  subjectId: 'MATH',
  text: '“he” does not go with this student.',
  reason: 'It is about her brother.',
  by: 'Mona Núñez',
  at: '2025-12-10T12:00:00.000Z',
  ...change,
});

const certificate = (dismissals: readonly DismissedFindingItem[]) =>
  buildCertificate({
    year: 2025,
    term: 1,
    checks: [check(1, '2A', [30, 1200, 0]), check(1, '1A', [34, 1330, 2]), check(2, '1A', [1, 41, 0])],
    dismissals,
    names: new Map([['S01', 'Ali, Zoe']]),
    titles: new Map([['MATH', { title: 'Mathematics' }]]),
    momentOf: (at) => at.slice(0, 10),
  });

describe('the certificate of a posting', () => {
  it('says who posted each edition, and counts by form', () => {
    const { note, counts } = certificate([dismissal({})]);
    expect(note).toBe(
      'Posted by Ada Office, 2025-12-11. Posted by Carl Clerk, 2025-12-12. Before the copies were made, 2,530 figures of ' +
        '64 report cards were computed a second time and read back off the printed pages, and no difference was left. ' +
        'Posted again since, and checked in the same way: 1 report card, 41 figures.',
    );
    expect(counts?.rows).toEqual([
      ['Form 1', '1A', 34, 1330, 2, 1],
      ['Form 2', '2A', 30, 1200, 0, 0],
    ]);
  });

  it('says what was dismissed, by whom and why; an erased student has no name', () => {
    const whole = dismissal({ studentId: undefined, rule: 'allSame', text: 'Nearly everybody has 44 in Mathematics.' });
    const rows = certificate([dismissal({}), whole, dismissal({ studentId: 'S99', subjectId: undefined })]).rows;
    expect(rows.map(([, who]) => who)).toEqual(['Ali, Zoe (S01)', 'The whole class', '(S99)']);
    expect(rows[0]).toEqual([
      '1A',
      'Ali, Zoe (S01)',
      'Mathematics: “he” does not go with this student.',
      'It is about her brother.',
      'Mona Núñez, 2025-12-10',
    ]);
  });

  it('is one page for a school of seven forms with twenty dismissals', async () => {
    const many = certificate([]);
    const rowsOfForms = Array.from({ length: 7 }, (_, form) => [
      `Form ${form + 1}`,
      '1A, 1B, 1C, 1D, 1E',
      170,
      6650,
      9,
      4,
    ]);
    const counts = many.counts && { ...many.counts, rows: rowsOfForms };
    const pages = async (rows: typeof many.rows) =>
      (
        await readPrintedPdf(
          Buffer.from(
            renderListPdf({ school: sampleSchool, report: { ...many, counts, rows }, printedAt: new Date(0) }),
          ),
        )
      ).pages.length;
    expect(await pages([])).toBe(1);
    const [row = []] = certificate([dismissal({})]).rows;
    expect(await pages(Array.from({ length: 20 }, () => row))).toBe(1);
  });
});
