import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SubjectRecordEntity, subjectRecordKey, writeRecordFields } from '#functions/marks/records/subject-record.ts';
import { TermReportEntity } from '#functions/marks/records/term-report.ts';
import { listAuditTrail } from '#functions/platform/table/audit.ts';
import { readItems } from '#functions/platform/table/table.ts';
import { closeOrOpenTerm } from '#functions/school/periods/close-term.ts';
import { StudentEntity } from '#functions/students/records/store.ts';
import { cardProofs } from '#functions/term-reports/report-cards/card-proofs.ts';
import { readPosting, writePosting } from '#functions/term-reports/report-cards/posting/postings.ts';
import { cardProofParts } from '#options/functions/card-proof';
import { markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import { termsContract } from '#shared/school/contract.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { undoContract } from '#shared/undo/contract.ts';
import { clientOfAccount } from '../../../support/callers/callers.ts';
import type { TestClient } from '../../../support/callers/client.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { addAccount, term, year, yearId } from '../../../support/school/small-school.ts';
import { saveTableForRestore } from '../../../support/school/table-content.ts';
import { interleave, startSecondActAfter } from '../../../support/step-by-step/stepped-requests.ts';
import { numberToConfirm } from '../../term-reports/report-cards/post-reports.ts';

const { closeTerm, openTerm, readTermOverview, saveAcademicTerm } = termsContract;
const { undoAct: undoTermAct, listActs: listUndoableTermActs } = undoContract;
const { saveSubjectRecord } = markSheetContract;
const { postTermReports, issueReportAgain } = termReportsContract;
const { undoAct: undoPosting, listActs: listRecentPostings } = undoContract;

const thisTerm = { academic_year_id: yearId, term };
const closedByAda =
  /^Term 1, 2025-2026 was closed by Ada Office on \d\d-\w{3}-\d{4} at \d\d:\d\d\. Its marks and remarks can no longer be changed\.$/;

describe('a term', () => {
  const school = schoolForTests();
  let ada: TestClient;
  let sam: TestClient;
  let mona: TestClient;
  let asFirst: () => Promise<void>;

  beforeAll(async () => {
    await addAccount({
      accountId: 'A9',
      role: 'Admin',
      userName: 'second',
      name: 'Sam Second',
      permissions: (['dashboard', 'postReports'] as const).map((menu) => ({ menu, action: null })),
    });
    [ada, sam, mona] = await Promise.all([
      clientOfAccount(school.url, 'A1'),
      clientOfAccount(school.url, 'A9'),
      clientOfAccount(school.url, 'T1'),
    ]);
    asFirst = await saveTableForRestore();
  });
  beforeEach(() => asFirst());

  const mark = (exam_mark: number | null, more: { key?: string } = {}) =>
    mona.call(
      saveSubjectRecord,
      { student_id: 'S01', subject_id: 'MATH', year, term, class_id: '1A', exam_mark },
      more.key === undefined ? undefined : { 'Idempotency-Key': more.key },
    );
  const stored = async () => {
    return (await SubjectRecordEntity.get({ studentId: 'S01', year, term, subjectId: 'MATH' }))?.exam;
  };
  const closing = async () =>
    (await sam.call(readTermOverview, {})).body.terms_archive.find(
      (one) => one.academic_year_id === yearId && one.term === term,
    )?.closed;
  const post = async (posted: 0 | 1) => {
    const { body: list } = await ada.call(termReportsContract.readPostingState, {});
    const date_posted = list.find((one) => one.year === year && one.term === term)?.date_posted ?? null;
    const confirm = await numberToConfirm(ada, { year, term }, posted);
    const input = { year, term, title: 'Term 1', posted, date_posted, confirm };
    const key = crypto.randomUUID();
    let answer = await ada.call(postTermReports, input, { 'Idempotency-Key': key });
    while (answer.body.state === 'running') {
      await new Promise((resolve) => setTimeout(resolve, 50));
      answer = await ada.call(postTermReports, input, { 'Idempotency-Key': key });
    }
    expect(answer.status).toBe(200);
  };

  it('is closed by the office: a mark is refused with the name and the time, and taken once it is open again', async () => {
    expect((await mark(41)).status).toBe(200);
    expect((await ada.call(closeTerm, thisTerm)).status).toBe(200);
    expect(await closing()).toMatchObject({ why: 'office', by: 'Ada Office', at: expect.any(String) });
    const refused = await mark(55);
    expect([refused.status, await stored()]).toEqual([423, 41]);
    expect(refused.error?.message[0]).toMatch(closedByAda);
    expect((await sam.call(openTerm, thisTerm)).status).toBe(200);
    expect([(await mark(55)).status, await stored(), await closing()]).toEqual([200, 55, null]);
  });

  it('answers a repeated save of before as it did then', async () => {
    const key = crypto.randomUUID();
    expect((await mark(41, { key })).status).toBe(200);
    await ada.call(closeTerm, thisTerm);
    expect((await mark(41, { key })).status).toBe(200);
  });

  it('is in the office log and among the recent changes, and closing it is undone by opening it', async () => {
    const { undo } = (await ada.call(closeTerm, thisTerm)).body;
    const list = (await ada.call(listUndoableTermActs, { of: 'terms' })).body;
    expect(list.map(({ what, name }) => [what, name])).toEqual([['Term 1, 2025-2026 closed', 'Ada Office']]);
    expect((await sam.call(undoTermAct, { undo })).status).toBe(200);
    expect(await closing()).toBeNull();
    const trail = await listAuditTrail(`period#${year}#${term}`);
    expect(trail.map(({ name, changes }) => [name, changes[0]?.field, changes[0]?.after])).toEqual([
      ['Ada Office', 'closed', { why: 'office' }],
      ['Sam Second', 'closed', null],
    ]);
  });

  it.each([
    [closeTerm, 'was closed by Ada Office'],
    [openTerm, 'is open already'],
  ])('of two administrators who press the same, the second reads the name of the first: %#', async (row, says) => {
    await ada.call(closeTerm, thisTerm);
    if (row === openTerm) await ada.call(openTerm, thisTerm);
    const { status, error } = await sam.call(row, thisTerm);
    expect([status, error?.message[0]]).toEqual([409, expect.stringContaining(says)]);
  });

  it('is closed by posting its reports, opened for a correction, and closed by posting them again, changed or not', async () => {
    await post(1);
    expect(await closing()).toMatchObject({ why: 'posted', by: 'Ada Office' });
    expect((await mark(55)).error?.message[0]).toMatch(/^Term 1, 2025-2026 was closed when its reports were posted/);
    await sam.call(openTerm, thisTerm);
    await post(1);
    expect(await closing()).toMatchObject({ why: 'posted' });
    await sam.call(openTerm, thisTerm);
    expect((await mark(55)).status).toBe(200);
    const reason = { student_id: 'S01', year, term, reason: 'A mark was late.' };
    expect((await ada.call(issueReportAgain, reason)).status).toBe(200);
    expect(await closing()).toBeNull();
    expect((await sam.call(closeTerm, thisTerm)).status).toBe(200);
    // The posting is removed: what the office has closed itself stays closed.
    await post(0);
    expect(await closing()).toMatchObject({ why: 'office', by: 'Sam Second' });
    await sam.call(openTerm, thisTerm);
    const { body: acts } = await ada.call(listRecentPostings, { of: 'posting' });
    const removed = acts.find(({ what }) => what.includes('removed'))?.undo ?? '';
    expect((await ada.call(undoPosting, { undo: removed })).status).toBe(200);
    expect(await closing()).toMatchObject({ why: 'posted' });
    await post(0);
    expect(await closing()).toBeNull();
  });

  it('of a past year is closed from the moment in which the next year begins, and can be opened', async () => {
    const next = { academic_year_id: '20262027', term, possible_attendance: 110, is_current: true };
    const dates = { date_start: '2026-09-01', date_end: '2026-12-11', new_term_beginning: null };
    expect((await ada.call(saveAcademicTerm, { ...next, ...dates })).status).toBe(200);
    expect((await mark(55)).error?.message[0]).toMatch(/^Term 1, 2025-2026 is of a past year, and closed\./);
    expect(await closing()).toEqual({ why: 'past year', by: null, at: null });
    await sam.call(openTerm, thisTerm);
    expect((await mark(55)).status).toBe(200);
    expect((await ada.call(closeTerm, thisTerm)).status).toBe(200);
    expect((await mark(56)).status).toBe(423);
  });

  it('keeps reports and marks where they are when a student changes class', async () => {
    expect((await mark(41)).status).toBe(200);
    await ada.call(closeTerm, thisTerm);
    expect((await ada.call(termReportsContract.changeClass, { student_id: 'S01', class_id: '1B' })).status).toBe(200);
    const [record, report, student] = await Promise.all([
      SubjectRecordEntity.get({ studentId: 'S01', year, term, subjectId: 'MATH' }),
      TermReportEntity.get({ studentId: 'S01', year, term }),
      StudentEntity.get({ studentId: 'S01' }),
    ]);
    expect([record?.classId, report?.classId, student?.classId]).toEqual(['1A', '1A', '1B']);
  });

  /** So many requests of a save go before the term is closed: more than a save has. */
  it.each([
    0, 1, 2,
  ])('that is closed after %i requests of a save has the mark of before, or refuses it', async (before) => {
    const request = { now: new Date('2025-12-01T12:00:00Z'), idempotencyKey: `A1/${crypto.randomUUID()}` };
    const caller = { accountId: 'A1', name: 'Ada Office' };
    const key = { studentId: 'S01', year, term, subjectId: 'MATH' };
    const save = async () => {
      const { record } = await readItems({ record: subjectRecordKey(key) });
      const placement = { classId: '1A', formLevel: 1, checks: [] };
      const changes = [{ field: 'exam_mark' as const, before: record?.exam ?? null, after: 61 }];
      return writeRecordFields({ key, placement, record, changes, examOutOf: 70 }, { caller, request });
    };
    const close = () => closeOrOpenTerm('term closed', { input: thisTerm, caller, request } as never);
    const [saved, closed] = await interleave<unknown>([save, close], startSecondActAfter(before));
    expect(closed?.status).toBe('fulfilled');
    const isSaved = before >= 2;
    expect(saved).toMatchObject(isSaved ? { status: 'fulfilled', value: 'written' } : { reason: { status: 423 } });
    expect(await stored()).toBe(isSaved ? 61 : undefined);
  });

  it.each([
    0, 1, 2, 3,
  ])('that the office closes after %i requests of the end of a posting is posted and closed, whichever was first', async (before) => {
    const by = () => ({
      caller: { accountId: 'A1', name: 'Ada Office' },
      request: { now: new Date('2025-12-12T12:00:00Z'), idempotencyKey: `A1/${crypto.randomUUID()}` },
    });
    cardProofs.fill(cardProofParts);
    const posting = { year, term, version: 1, isPosted: true, postedAt: '2025-12-12T12:00:00.000Z', postedBy: 'A1' };
    const post = () => writePosting(posting as never, { before: undefined, what: '4 reports posted', by: by() });
    const close = async () => closeOrOpenTerm('term closed', { ...by(), input: thisTerm } as never);
    const [posted, closed] = await interleave<unknown>([post, close], startSecondActAfter(before));
    expect(posted).toMatchObject({ status: 'fulfilled', value: 'written' });
    expect((await readPosting({ year, term }))?.isPosted).toBe(true);
    if (closed?.status === 'rejected') expect(closed.reason).toMatchObject({ status: 409 });
    expect(await closing()).toMatchObject({ why: 'posted', by: 'Ada Office' });
  });

  it('of the coming year becomes the current one and has other days in the same act', async () => {
    const next = { academic_year_id: '20262027', term, possible_attendance: 110, new_term_beginning: null };
    const dates = { date_start: '2026-09-01', date_end: '2026-12-11' };
    await ada.call(saveAcademicTerm, { ...next, ...dates, is_current: false });
    const later = { ...next, ...dates, date_end: '2026-12-18', is_current: true };
    expect((await ada.call(saveAcademicTerm, later)).status).toBe(200);
  });

  it('of the year before becomes the current one, but says what it said', async () => {
    const past = { academic_year_id: '20242025', term, possible_attendance: 110, new_term_beginning: null };
    const dates = { date_start: '2024-09-02', date_end: '2024-12-13' };
    await ada.call(saveAcademicTerm, { ...past, ...dates, is_current: false });
    const asIs = { ...past, ...dates, is_current: true };
    expect((await ada.call(saveAcademicTerm, { ...asIs, possible_attendance: 90 })).status).toBe(423);
    expect((await ada.call(saveAcademicTerm, asIs)).status).toBe(200);
  });
});
