import { describe, expect, it } from 'vitest';
import { PostedReportEntity } from '#functions/term-reports/report-cards/posting/posted-reports.ts';
import { undoWordings } from '#shared/http/wordings.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { undoContract } from '#shared/undo/contract.ts';
import { readEveryRecord } from '../../../support/school/records.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { term, year } from '../../../support/school/small-school.ts';
import { listChangesSince, readTableContent } from '../../../support/school/table-content.ts';
import { postReports } from './post-reports.ts';

const { readPostingState } = termReportsContract;
const { listActs: listRecentPostings, undoAct: undoPosting } = undoContract;

describe('the removal of a posting that is undone', () => {
  const admin = schoolForTests().as('A1');
  const stateOfTerm = async () =>
    (await admin.call(readPostingState, {})).body.find((row) => row.year === year && row.term === term);
  const copies = async () => {
    return readEveryRecord(PostedReportEntity);
  };

  it('brings the same copies back, once, and the posting itself is not undone', async () => {
    expect((await postReports(admin, { posted: 1, date_posted: null })).status).toBe(200);
    const posted = await stateOfTerm();
    const frozen = await copies();
    const [posting] = (await admin.call(listRecentPostings, { of: 'posting' })).body;
    const removal = await admin.call(undoPosting, { undo: posting?.undo ?? '' });
    expect([removal.status, await stateOfTerm()]).toEqual([409, posted]);

    await postReports(admin, { posted: 0, date_posted: posted?.date_posted ?? null });
    expect(await stateOfTerm()).toMatchObject({ posted: 0, date_posted: null });
    const [act] = (await admin.call(listRecentPostings, { of: 'posting' })).body;
    const undo = (key: string) => admin.call(undoPosting, { undo: act?.undo ?? '' }, { 'Idempotency-Key': key });
    expect((await undo('undone-here')).status).toBe(200);
    expect(await stateOfTerm()).toEqual(posted);
    expect(await copies()).toEqual(frozen);

    const before = await readTableContent();
    expect((await undo('undone-here')).status).toBe(200);
    const late = await undo('undone-again');
    expect([late.status, late.error?.message, await listChangesSince(before)]).toEqual([
      409,
      [undoWordings.undoneAlready],
      [],
    ]);
  });
});
