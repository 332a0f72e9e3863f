import { afterAll, describe, expect, it } from 'vitest';
import { TermReportEntity } from '#functions/marks/records/term-report.ts';
import { school } from '#functions/school/records/school.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { readPrintedPdf } from '../../../support/files/printed-pdf.ts';
import { executeActionOfTest } from '../../../support/school/records.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { term, year } from '../../../support/school/small-school.ts';
import { postReports } from './post-reports.ts';
import { printCards } from './printed-cards.ts';

describe('the layout of a school’s report cards', () => {
  const admin = schoolForTests().as('A1');

  afterAll(() => layOutAs('Standard'));

  /** Another version of the school file: form 1 has this layout. */
  const layOutAs = (layout: string) => {
    school().reportCards = { own: [], rules: [{ levels: [1], terms: [term], layout }] };
  };
  const print = async (change: Record<string, string>) => {
    const { bytes, status } = await printCards(admin, change);
    expect(status).toBe(200);
    return Buffer.from(bytes);
  };
  const pagesOf = async (change: Record<string, string>) => (await readPrintedPdf(await print(change))).pages.length;
  const posted = { studentId: 'S01' };
  const asNow = { ...posted, as: 'now' };

  it('is that of its form level, in one card and in a class', async () => {
    const [one, ofClass] = [await pagesOf(posted), await pagesOf({ classId: '1A' })];
    layOutAs('Two pages');
    expect([await pagesOf(posted), await pagesOf({ classId: '1A' })]).toEqual([2 * one, 2 * ofClass]);
  });

  it('is also that of the head of the class’s sheets', async () => {
    const nameOn = async (path: string) => {
      const answer = await admin.send({ method: 'GET', path: `${path}?year=${year}&term=${term}&classId=1A` });
      const [page] = (await readPrintedPdf(answer.bytes)).pages;
      const name = page?.texts.find(({ text }) => text.startsWith('Northgate'));
      return name && page ? Math.round(Math.abs(name.x + name.width / 2 - page.width / 2)) : undefined;
    };
    layOutAs('In words');
    // In the middle of the paper.
    expect([await nameOn('/mark-sheet'), await nameOn('/rank-sheet')]).toEqual([0, 0]);
    layOutAs('Standard');
    expect(await nameOn('/rank-sheet')).toBeGreaterThan(50);
  });

  it('stays with a posted card until the term is posted from the beginning', async () => {
    layOutAs('Two pages');
    await postReports(admin, { posted: 1, date_posted: null });
    const ofClass = await pagesOf({ classId: '1A' });
    layOutAs('Standard');
    expect(await pagesOf(posted)).toBe(2);
    expect(await pagesOf({ classId: '1A' })).toBe(ofClass);
    expect(await pagesOf(asNow)).toBe(1);
    // Another layout makes no posted card changed.
    const changes = await admin.call(termReportsContract.listPostingChanges, {
      year: String(year),
      term: String(term),
    });
    expect(changes.body.students).toEqual([]);
    // A report that is issued again replaces one of its class; after a removed posting, the layout of now.
    const remark = { studentId: 'S02', year, term };
    await executeActionOfTest(TermReportEntity.update(remark, { set: { formTeacherComments: 'Kind to everybody.' } }));
    const input = { student_id: 'S02', year, term, reason: 'A remark was missing' };
    expect((await admin.call(termReportsContract.issueReportAgain, input)).status).toBe(200);
    expect(await pagesOf({ studentId: 'S02' })).toBe(2);
    const state = await admin.call(termReportsContract.readPostingState, {});
    const { date_posted } = state.body.find((row) => row.year === year && row.term === term) ?? { date_posted: null };
    await postReports(admin, { posted: 0, date_posted });
    await postReports(admin, { posted: 1, date_posted: null });
    expect(await pagesOf({ studentId: 'S02' })).toBe(1);
  });
});
