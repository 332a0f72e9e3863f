import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SubjectRecordEntity } from '#functions/marks/records/subject-record.ts';
import { TermReportEntity } from '#functions/marks/records/term-report.ts';
import { JobEntity } from '#functions/platform/jobs/store.ts';
import { school as schoolFile } from '#functions/school/records/school.ts';
import { postReportsWorker } from '#functions/term-reports/jobs/post-reports-worker.ts';
import { readLayoutsOfTerm, toKeptLayouts } from '#functions/term-reports/report-cards/layouts/layout-of-card.ts';
import { readLiveCard, readLiveCardsOfClass } from '#functions/term-reports/report-cards/live-cards.ts';
import { listChangedCardsOfClass } from '#functions/term-reports/report-cards/posting/changed-cards.ts';
import { issueReportCardAgain } from '#functions/term-reports/report-cards/posting/issue-again.ts';
import {
  PostedReportEntity,
  readFrozenCardsOfClass,
} from '#functions/term-reports/report-cards/posting/posted-reports.ts';
import { readPosting, TermPostingEntity } from '#functions/term-reports/report-cards/posting/postings.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { standardLayout } from '#shared/term-reports/layouts/shipped-layouts.ts';
import { postingWordings, remarkTitles } from '#shared/term-reports/wordings.ts';
import { undoContract } from '#shared/undo/contract.ts';
import { clientOfAccount } from '../../../support/callers/callers.ts';
import type { TestClient } from '../../../support/callers/client.ts';
import { elementsWithRole, readPrintedPdf } from '../../../support/files/printed-pdf.ts';
import { createTableClientOfTests } from '../../../support/school/both-tables.ts';
import { executeActionOfTest } from '../../../support/school/records.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { addAccount, term, year } from '../../../support/school/small-school.ts';
import { recordTraffic } from '../../../support/school/table-traffic.ts';
import { postReports as postAsPage } from './post-reports.ts';
import { printCards, readCards } from './printed-cards.ts';

const { postTermReports, listPostingChanges, readPostingState } = termReportsContract;

describe('posting again', () => {
  const school = schoolForTests();
  const ada = school.as('A1');
  let sam: TestClient;

  beforeAll(async () => {
    await addAccount({
      accountId: 'A9',
      role: 'Admin',
      userName: 'second',
      name: 'Sam Second',
      permissions: (['postReports', 'termReports'] as const).map((menu) => ({ menu, action: null })),
    });
    sam = await clientOfAccount(school.url, 'A9');
    await remark('S01', 'Kind to everybody.');
    expect((await post(ada, 1, null)).body.posted).toBe(1);
  });

  let requests = 0;
  let seen: string | null;
  beforeEach(async () => {
    // The dates of postings differ by a second at least.
    await executeActionOfTest(
      TermPostingEntity.update({ year, term }, { set: { postedAt: '2025-12-12T14:05:00.000Z' } }),
    );
    seen = (await ada.call(readPostingState, {})).body.find((row) => row.term === term)?.date_posted ?? null;
  });

  const post = (admin: TestClient, posted: 0 | 1, date_posted: string | null) =>
    postAsPage(admin, { posted, date_posted });
  async function remark(studentId: string, formTeacherComments: string): Promise<void> {
    await executeActionOfTest(TermReportEntity.update({ studentId, year, term }, { set: { formTeacherComments } }));
  }
  const copiesOf = async (studentId: string) => {
    const data = await PostedReportEntity.query({ studentId });
    return data
      .sort((a, b) => a.version - b.version)
      .map(({ version, content }) => [version, JSON.parse(content).card.remarks.formTeacher]);
  };
  const printed = async (change: Record<string, string>) => (await printCards(ada, change)).bytes;
  const changes = async () =>
    (await ada.call(listPostingChanges, { year: String(year), term: String(term) })).body.students.map((one) => [
      one.student_id,
      one.changed,
    ]);

  it('freezes what is otherwise now beside the earlier copy, says whose, and leaves all others as they were', async () => {
    const unchanged = await printed({ studentId: 'S02' });
    await remark('S01', 'Kind to most.');
    expect(await changes()).toEqual([['S01', [remarkTitles.formTeacher]]]);
    const { body } = await post(ada, 1, seen);
    expect(body).toMatchObject({ state: 'finished', posted: 1, begun_by: 'Ada Office' });
    expect(body.renewed).toEqual([{ student_id: 'S01', name: 'Lastname S01, Pupil S01' }]);
    expect(await copiesOf('S01')).toEqual([
      [1, 'Kind to everybody.'],
      [2, 'Kind to most.'],
    ]);
    expect(await copiesOf('S02')).toEqual([[1, null]]);
    await remark('S01', 'Something else.');
    const [card] = await readCards({ bytes: await printed({ studentId: 'S01' }) });
    expect(card?.texts).toContain('Kind to most.');
    const ofClass = await readCards({ bytes: await printed({ classId: '1A' }) });
    expect(ofClass.flatMap(({ texts }) => texts.filter((text) => text.startsWith('Kind')))).toEqual(['Kind to most.']);
    expect(Buffer.from(await printed({ studentId: 'S02' })).equals(Buffer.from(unchanged))).toBe(true);
  });

  it('prints a class with one question for its copies, however often it was posted again', async () => {
    const posting = await readPosting({ year, term });
    expect(posting?.editions).toEqual([1, 2]);
    expect(await recordTraffic(() => readFrozenCardsOfClass(posting, '1A'))).toHaveLength(1);
  });

  it('reads no copy of a card that has not changed, and finds out without a digest too', async () => {
    await remark('S03', 'New.');
    const posting = await readPosting({ year, term });
    const { cards, layoutOf } = await readLiveCardsOfClass({ classId: '1A', year, term });
    const found = async () =>
      (await listChangedCardsOfClass(posting, { classId: '1A', cards, layoutOf })).map(({ card }) => card.student.id);
    const requests = await recordTraffic(async () => expect(await found()).toEqual(['S01', 'S03']));
    expect(requests.map(({ operation, itemBytes }) => [operation, itemBytes.length])).toEqual([
      // Of six students, one with two copies.
      ['Query', 7],
      // The copies of the two who have changed: two and one.
      ['BatchGetItem', 3],
    ]);
    expect(Math.max(...(requests[0]?.itemBytes ?? []))).toBeLessThan(200);
    // A copy of before digests were kept.
    const { table: TableName, key: Key } = PostedReportEntity.key({ studentId: 'S02', year, term, version: 1 });
    await createTableClientOfTests().send(new UpdateCommand({ TableName, Key, UpdateExpression: 'REMOVE digest' }));
    expect(await found()).toEqual(['S01', 'S03']);
  });

  it('by two at once is one run, whose answers name the person who started it', async () => {
    await remark('S02', 'New.');
    const answers = await Promise.all([post(ada, 1, seen), post(sam, 1, seen)]);
    const followed = answers.filter(({ status }) => status === 200);
    const [name] = new Set(followed.map(({ body }) => body.begun_by));
    expect(followed.map(({ body }) => body.renewed?.map((one) => one.student_id))).toEqual(
      followed.map(() => expect.arrayContaining(['S02'])),
    );
    // A request after the end of the run is refused; one during the run follows it.
    for (const { status, error } of answers) {
      if (status === 409) expect(error?.message[0]).toContain(`${name} has posted these reports`);
    }
    expect((await copiesOf('S02')).map(([version]) => version)).toEqual([1, 3]);
  });

  it.each([
    {
      what: 'posting again what the other has posted again',
      acts: [1, 1],
      message: /^Ada Office has posted these reports/,
    },
    { what: 'removing what the other has posted again', acts: [1, 0], message: /^Ada Office has posted these reports/ },
    { what: 'posting again what the other has removed', acts: [0, 1], message: /^Ada Office has removed this posting/ },
    { what: 'removing what the other has removed', acts: [0, 0], message: /^The reports of this term are not posted/ },
    { what: 'posting what the other has posted', acts: [0, 1, 1], message: /^Ada Office has posted these reports/ },
  ] as const)('refuses the second of two administrators: $what', async ({ what, acts, message }) => {
    await remark('S04', `Remark before ${what}.`);
    let [open, date] = [seen, seen];
    for (const act of acts.slice(0, -1)) {
      const answer = await post(ada, act, date);
      expect(answer.status).toBe(200);
      [open, date] = [date, answer.body.date_posted];
    }
    const before = await copiesOf('S04');
    // The page was opened before the other's last act.
    const refused = await post(sam, acts.at(-1) ?? 1, open);
    expect([refused.status, refused.error?.message[0]]).toEqual([409, expect.stringMatching(message)]);
    expect(await copiesOf('S04')).toEqual(before);
    if (date === null) expect((await post(ada, 1, null)).status).toBe(200);
  });

  it('lists nobody where nothing has changed, and is refused for a term that is not posted', async () => {
    await post(ada, 1, seen);
    expect(await changes()).toEqual([]);
    expect((await ada.call(listPostingChanges, { year: String(year), term: '2' })).status).toBe(409);
  });

  describe('of a single report', () => {
    const { issueReportAgain, printPostedReport } = termReportsContract;
    const look = async (student_id: string) =>
      (await ada.call(printPostedReport, { student_id, year: String(year), term: String(term) })).body;
    const issue = (admin: TestClient, more: { date_posted?: string | null; key?: string } = {}) => {
      const { key = `posting-again-${++requests}`, ...seenOf } = more;
      const input = { student_id: 'S41', year, term, reason: ' A mark was late. ', ...seenOf };
      return admin.call(issueReportAgain, input, { 'Idempotency-Key': key });
    };
    const titleOf = async (change: Record<string, string>) => {
      const { sections, pages } = await readPrintedPdf(await printed(change));
      const isDraft = pages.some(({ texts }) => texts.some(({ text }) => text === 'DRAFT'));
      return [...elementsWithRole(sections, 'H1').map(({ text }) => text.trim()), isDraft];
    };

    it('shows since when parents see it, and what they do not see of it yet', async () => {
      expect(await look('S41')).toMatchObject({
        posted: 1,
        date_posted: expect.any(String),
        reason: null,
        changed: [],
      });
      await remark('S41', 'Late.');
      expect((await look('S41')).changed).toEqual([remarkTitles.formTeacher]);
    });

    it('prints it as it was posted, or as it is now as a draft', async () => {
      expect(await titleOf({ studentId: 'S41' })).toEqual(['Term report', false]);
      expect(await titleOf({ studentId: 'S41', as: 'now' })).toEqual(['Term report: DRAFT, not posted', true]);
      const [now] = await readCards({ bytes: await printed({ studentId: 'S41', as: 'now' }) });
      expect(now?.texts).toContain('Late.');
    });

    it('makes one copy over the earlier one, with the reason, once for one key', async () => {
      const before = await look('S41');
      const copies = (await copiesOf('S41')).length;
      const { status, body } = await issue(ada, { date_posted: before.date_posted, key: 'issue-of-ada' });
      expect([status, body]).toEqual([200, { ...body, posted: 1, reason: 'A mark was late.', changed: [] }]);
      expect((await issue(ada, { date_posted: before.date_posted, key: 'issue-of-ada' })).status).toBe(200);
      expect((await copiesOf('S41')).slice(copies - 1).map(([, text]) => text)).toEqual([null, 'Late.']);
      const [card] = await readCards({ bytes: await printed({ classId: '4A' }) });
      expect(card?.texts).toContain('Late.');
      const listed = (await ada.call(readPostingState, {})).body.find((row) => row.term === term);
      expect(listed?.date_posted).toBe(seen);
    });

    it('is refused to the second of two, where nothing has changed, and while all are posted', async () => {
      const { date_posted } = await look('S41');
      expect((await issue(sam)).error?.message).toEqual([postingWordings.reportUnchanged]);
      await remark('S41', 'Later.');
      expect((await issue(sam, { date_posted: '2025-01-01 12:00:00' })).error?.message[0]).toMatch(
        /^This report has been issued again/,
      );
      const job = { name: 'post-term-reports', key: `${year}#${term}` };
      await executeActionOfTest(JobEntity.update(job, { set: { state: 'running' } }));
      expect((await issue(sam, { date_posted })).error?.message).toEqual([postingWordings.running]);
      await executeActionOfTest(JobEntity.update(job, { set: { state: 'finished' } }));
      const both = await Promise.all([issue(ada, { date_posted }), issue(sam, { date_posted })]);
      expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect((await copiesOf('S41')).slice(-3).map(([, text]) => text)).toEqual([null, 'Late.', 'Later.']);
    });

    it('ends a run that was planned before it, and the next one begins afresh', async () => {
      const posting = await readPosting({ year, term });
      const input = { year, term, version: posting?.version, base: 1, postedAt: new Date().toISOString() };
      const job = { run: 'overtaken', input, startedBy: 'A1', startedByName: 'Ada Office' };
      await expect(postReportsWorker.workBatch({ job: job as never, batch: 0, rows: ['4A/S41'] })).rejects.toThrow();
      await remark('S42', 'Now.');
      expect((await post(ada, 1, seen)).body.renewed?.map(({ student_id }) => student_id)).toEqual(['S42']);
    });

    it('shows nobody the copies that a run has left which was stopped', async () => {
      const posting = await readPosting({ year, term });
      const version = (posting?.version ?? 0) + 1;
      const layouts = toKeptLayouts(await readLayoutsOfTerm(term));
      const input = { year, term, version, base: 1, postedAt: new Date().toISOString(), layouts };
      const job = { run: 'stopped', input, startedBy: 'A1', startedByName: 'Ada Office' };
      await remark('S43', 'Left behind.');
      await postReportsWorker.workBatch({ job: job as never, batch: 0, rows: ['4A/S43'] });
      expect((await copiesOf('S43')).at(-1)).toEqual([version, 'Left behind.']);
      await remark('S41', 'Once more.');
      expect((await issue(ada)).status).toBe(200);
      const texts = async (studentId: string) => (await readCards({ bytes: await printed({ studentId }) }))[0]?.texts;
      expect(await texts('S41')).toContain('Once more.');
      expect(await texts('S43')).not.toContain('Left behind.');
      // As the tests below have them.
      await remark('S41', 'Later.');
      expect((await issue(ada)).status).toBe(200);
      await executeActionOfTest(
        TermReportEntity.update({ studentId: 'S43', year, term }, { remove: ['formTeacherComments'] }),
      );
    });

    it('is refused once the posting is removed, and the record says that it is not posted', async () => {
      await post(ada, 0, seen);
      expect((await issue(ada)).error?.message).toEqual([postingWordings.notPosted]);
      expect(await look('S41')).toEqual({ posted: 0, date_posted: null, reason: null, changed: [] });
      expect(await titleOf({ studentId: 'S41' })).toEqual(['Term report: DRAFT, not posted', true]);
    });
  });

  describe('is undone from what was changed recently', () => {
    const { issueReportAgain } = termReportsContract;
    const { listActs: listRecentPostings, undoAct: undoPosting } = undoContract;
    const acts = async () => (await sam.call(listRecentPostings, { of: 'posting' })).body;
    const undo = async (admin: TestClient, index = 0, key?: string) => {
      const headers = key === undefined ? {} : { 'Idempotency-Key': key };
      return admin.call(undoPosting, { undo: (await acts())[index]?.undo ?? '' }, headers);
    };
    const date = async () => (await ada.call(readPostingState, {})).body.find((row) => row.term === term)?.date_posted;
    const shown = async (studentId: string) => (await readCards({ bytes: await printed({ studentId }) }))[0]?.texts;

    it('which says who removed it, and brings the same copies back, once', async () => {
      expect((await acts())[0]).toMatchObject({ what: 'Term 1, 2025-2026: posting removed', name: 'Ada Office' });
      const copies = await copiesOf('S41');
      const both = await Promise.all([undo(sam, 0, 'undo-of-sam'), undo(ada, 0, 'undo-of-ada')]);
      expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect((await acts())[0]?.undone_at).not.toBeNull();
      const mine = both[0].status === 200 ? 'undo-of-sam' : 'undo-of-ada';
      expect((await undo(mine === 'undo-of-sam' ? sam : ada, 0, mine)).status).toBe(200);
      expect(await date()).toBe('2025-12-12 10:05:00');
      expect(await copiesOf('S41')).toEqual(copies);
      expect(await shown('S41')).toContain('Later.');
    });

    it('act by act: one issued again, then what was posted again; each copy is kept', async () => {
      await remark('S41', 'Latest.');
      expect((await post(ada, 1, (await date()) ?? null)).body.renewed).toHaveLength(1);
      await remark('S41', 'Very latest.');
      await ada.call(issueReportAgain, { student_id: 'S41', year, term, reason: 'A slip.' });
      const [issued, again] = await acts();
      expect([issued?.what, again?.what]).toEqual([
        'Term 1, 2025-2026: Lastname S41, Pupil S41, 4A: report issued again (A slip.)',
        'Term 1, 2025-2026: 1 report posted again',
      ]);
      // What was posted again is under what was issued since.
      expect((await undo(sam, 1)).status).toBe(409);
      const twice = await Promise.all([undo(sam, 0, 'twice-by-sam'), undo(sam, 0, 'twice-by-sam')]);
      expect(twice.map(({ status }) => status)).toEqual([200, 200]);
      expect(await shown('S41')).toContain('Latest.');
      expect((await undo(sam, 1)).status).toBe(200);
      expect(await shown('S41')).toContain('Later.');
      expect((await copiesOf('S41')).slice(-3).map(([, text]) => text)).toEqual(['Later.', 'Latest.', 'Very latest.']);
    });

    it('not while a run is at work, which an undo would overtake', async () => {
      await ada.call(issueReportAgain, { student_id: 'S41', year, term, reason: 'A slip.' });
      const job = { name: 'post-term-reports', key: `${year}#${term}` };
      await executeActionOfTest(JobEntity.update(job, { set: { state: 'running' } }));
      expect((await undo(sam)).error?.message).toEqual([postingWordings.running]);
      await executeActionOfTest(JobEntity.update(job, { set: { state: 'finished' } }));
    });

    it('and what the other saw before is posted over nothing: the number of the posting has moved on', async () => {
      const seenBySam = await readPosting({ year, term });
      const { card } = (await readLiveCard({ studentId: 'S42', year, term })) ?? {};
      expect((await undo(ada)).status).toBe(200);
      const writing = {
        caller: { accountId: 'A9', name: 'Sam Second' },
        request: { now: new Date(), idempotencyKey: 'late' },
      };
      if (!seenBySam || !card) throw new Error('nothing is posted');
      const issue = issueReportCardAgain(
        seenBySam,
        { school: schoolFile(), card, layout: standardLayout, reason: 'Late.' },
        writing,
      );
      expect(await issue).toMatchObject({ refused: 'changes' });
    });
  });

  it('leaves a copy with the figures that it was posted with when the school counts otherwise now, and lists it', async () => {
    const record = { year, term, studentId: 'S05', classId: '1A', formLevel: 1, subjectId: 'MATH' };
    await executeActionOfTest(
      SubjectRecordEntity.put({ ...record, workSum: 61, workOutOf: 110, exam: 50, examOutOf: 70 }),
    );
    await post(ada, 1, seen);
    const data = await PostedReportEntity.query({ studentId: 'S05' });
    const [newest] = data.toSorted((a, b) => b.version - a.version);
    if (!newest) throw new Error('S05 is not posted');
    const now = '"course":"16.6","exam":"50","total":"66.6"';
    expect(newest.content).toContain(now);
    // Of when the percentage was rounded before it was scaled: 55.5, 16.65, 16.7.
    const content = newest.content.replace(now, '"course":"16.7","exam":"50","total":"66.7"');
    const { table: TableName, key: Key } = PostedReportEntity.key({
      studentId: 'S05',
      year,
      term,
      version: newest.version,
    });
    await createTableClientOfTests().send(
      new UpdateCommand({
        TableName,
        Key,
        UpdateExpression: 'SET content = :content REMOVE digest',
        ExpressionAttributeValues: { ':content': content },
      }),
    );
    const shown = async () => {
      const [card] = await readCards({ bytes: await printed({ studentId: 'S05' }) });
      return card?.rows.find(([title]) => title?.startsWith('Mathematics'))?.slice(1, 4);
    };
    expect(await shown()).toEqual(['16.7', '50', '66.7']);
    expect(await changes()).toEqual([['S05', ['Mathematics']]]);
    expect(await shown()).toEqual(['16.7', '50', '66.7']);
    // Posting again is what makes a copy with the figures of now, beside that one.
    const { body } = await post(
      ada,
      1,
      (await ada.call(readPostingState, {})).body.find((row) => row.term === term)?.date_posted ?? null,
    );
    expect(body.renewed?.map(({ student_id }) => student_id)).toEqual(['S05']);
    expect(await shown()).toEqual(['16.6', '50', '66.6']);
  });

  describe('is heavy, and rests on the number that was typed', () => {
    it('to remove a posting: 409 says the number, and nothing is removed', async () => {
      const { body: now } = await ada.call(readPostingState, {});
      const date_posted = now.find((row) => row.term === term)?.date_posted ?? null;
      for (const confirm of [undefined, 14, 16]) {
        const input = { year, term, posted: 0 as const, date_posted, ...(confirm === undefined ? {} : { confirm }) };
        const refused = await ada.call(postTermReports, input);
        expect(refused.status).toBe(409);
        expect(refused.error?.conflict).toMatchObject({ field: 'confirm', yours: confirm ?? null, theirs: 15 });
      }
      const { body: after } = await ada.call(readPostingState, {});
      expect(after).toEqual(now);
      expect((await post(ada, 0, date_posted)).body.posted).toBe(0);
    });

    it('to post reports that lack marks or remarks: fewer than were confirmed may lack them, not more', async () => {
      const ask = async (confirm: number) => (await postAsPage(ada, { posted: 1, date_posted: null, confirm })).body;
      const refused = await ask(14);
      expect(refused).toMatchObject({ state: 'failed', posted: 0, left: [] });
      expect(refused.problem).toMatch(/^Nothing is posted: 15 reports lack marks or remarks/);
      expect(await ask(16)).toMatchObject({ state: 'finished', posted: 1, left: [] });
      const [last] = (await sam.call(undoContract.listActs, { of: 'posting' })).body;
      const undo = await sam.call(undoContract.undoAct, { undo: last?.undo ?? '' });
      // Undoing a whole posting removes it, which has its own question.
      expect([undo.status, undo.error?.message]).toEqual([409, [postingWordings.undoRemoves]]);
    });
  });
});
