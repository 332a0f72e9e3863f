import { afterAll, describe, expect, it, vi } from 'vitest';
import { TermReportEntity } from '#functions/marks/records/term-report.ts';
import { school as schoolFile } from '#functions/school/records/school.ts';
import { postingGuards } from '#functions/term-reports/report-cards/certain-faults.ts';
import { PostedReportEntity } from '#functions/term-reports/report-cards/posting/posted-reports.ts';
import type { PostingGuard } from '#functions/term-reports/report-cards/posting-guards.ts';
import { figureChecks } from '#functions/term-reports/report-cards/wrong-figures.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { postingWordings } from '#shared/term-reports/wordings.ts';
import { executeActionOfTest } from '../../../support/school/records.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { term, year } from '../../../support/school/small-school.ts';
import { postReports } from './post-reports.ts';

const { checkPosting, issueReportAgain, readPostingState } = termReportsContract;

/** Rule 64: only what is certainly wrong stops a posting, and it says where. */
describe('a card with a figure that is certainly wrong', () => {
  const admin = schoolForTests().as('A1');
  const fault = 'Total of Mathematics: the card has 57.7, computed again it is 57.6.';
  let wrong = ['S02'];
  const guard: PostingGuard = async (cards) =>
    new Map(
      cards.flatMap(({ card, report, records }) => {
        expect([report.studentId, ...records.map(({ studentId }) => studentId)]).toEqual(
          Array(records.length + 1).fill(card.student.id),
        );
        return wrong.includes(card.student.id) ? [[card.student.id, [fault]] as const] : [];
      }),
    );
  /** Roots fill the place when they are loaded, with the first call: it is read through this. */
  const place = vi.spyOn(postingGuards, 'of').mockImplementation((on) => (on.includes('chess') ? [guard] : []));
  const quick = vi.spyOn(figureChecks, 'of').mockImplementation((on) => (on.includes('chess') ? [guard] : []));
  const options: string[] = [];

  const isPosted = async () => {
    const { body } = await admin.call(readPostingState, {});
    return body.find((one) => one.year === year && one.term === term)?.posted === 1;
  };

  afterAll(() => {
    place.mockRestore();
    quick.mockRestore();
  });

  it('stops the posting of the whole term, with the place', async () => {
    options.push(...schoolFile().options);
    schoolFile().options = [...options, 'chess'];
    const { body } = await postReports(admin, { posted: 1, date_posted: null });
    expect(body).toMatchObject({ state: 'failed', problem: postingWordings.certainFaults(1) });
    expect(body.left).toEqual([expect.objectContaining({ student_id: 'S02', reason: expect.stringContaining(fault) })]);
    expect(await isPosted()).toBe(false);
  });

  it('is named by the check before posting, beside what reports lack', async () => {
    const check = async () => (await admin.call(checkPosting, { year: String(year), term: String(term) })).body;
    expect((await check()).wrong_figures).toEqual([
      { student_id: 'S02', name: expect.stringContaining('S02'), class_id: '1A', figures: [fault] },
    ]);
    schoolFile().options = options;
    expect((await check()).wrong_figures).toEqual([]);
  });

  it('holds a posting to what was checked: a change in between stops it, and names the class', async () => {
    schoolFile().options = [...options, 'chess'];
    wrong = [];
    const { checked = [] } = (await admin.call(checkPosting, { year: String(year), term: String(term) })).body;
    expect(checked.map(({ class_id }) => class_id)).toEqual(['1A', '1B', '4A', '4B']);
    const key = { studentId: 'S11', year, term };
    await executeActionOfTest(TermReportEntity.update(key, { set: { deanComments: 'Typed meanwhile.' } }));
    const { body } = await postReports(admin, { posted: 1, date_posted: null, checked });
    expect(body).toMatchObject({ state: 'failed', problem: postingWordings.changedSinceCheck(['1B']), left: [] });
    expect(await isPosted()).toBe(false);
    wrong = ['S02'];
    schoolFile().options = options;
  });

  it('stops nothing where the option is off', async () => {
    schoolFile().options = options;
    expect((await postReports(admin, { posted: 1, date_posted: null })).body.state).toBe('finished');
    expect(await isPosted()).toBe(true);
  });

  it('is not issued again, and the earlier copy stays', async () => {
    schoolFile().options = [...options, 'chess'];
    const key = { studentId: 'S02', year, term };
    await executeActionOfTest(TermReportEntity.update(key, { set: { formTeacherComments: 'Kind to everybody.' } }));
    const input = { student_id: 'S02', year, term, reason: 'A remark was missing' };
    const before = await PostedReportEntity.query({ studentId: 'S02' });
    const { status, body } = await admin.call(issueReportAgain, input);
    expect([status, JSON.stringify(body)]).toEqual([409, expect.stringContaining(fault)]);
    expect(await PostedReportEntity.query({ studentId: 'S02' })).toEqual(before);
    wrong = [];
    expect((await admin.call(issueReportAgain, input)).status).toBe(200);
  });
});
