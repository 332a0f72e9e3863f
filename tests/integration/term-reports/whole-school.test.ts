import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import type { RunningSchool } from '../../../local/school.ts';
import { TestClient } from '../../support/client.ts';
import { classes, password, startSmallSchool, term, year } from '../../support/small-school.ts';
import { readCards } from './printed-cards.ts';

const { printReportCards, reportCardFiles } = termReportsContract;

describe('the whole school’s report cards', () => {
  let server: RunningSchool;
  let admin: TestClient;
  beforeAll(async () => {
    server = await startSmallSchool();
    admin = await new TestClient(server.url).signIn('admin', password);
    const { TermReport } = await import('#functions/marks/term-report.ts');
    await TermReport.patch({ studentId: 'S12', year, term }).set({ formLevel: 77 }).go();
  });
  afterAll(() => server.stop());

  const files = async (change = {}) =>
    (await admin.call(reportCardFiles, { year: String(year), term: String(term), ...change })).body;
  const fetched = async (link: string) => {
    const response = await fetch(link);
    expect(response.status).toBe(200);
    return readCards({ bytes: new Uint8Array(await response.arrayBuffer()) });
  };
  async function printAll(key: string) {
    for (let tries = 0; tries < 300; tries += 1) {
      const answer = await admin.call(printReportCards, { year, term }, { 'Idempotency-Key': key });
      if (answer.status !== 200 || answer.body.state !== 'running') return answer;
      expect(answer.body.rows_processed).toBeLessThanOrEqual(answer.body.total_rows);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error('the run does not end');
  }

  it('has no files before it is printed', async () => {
    expect(await files()).toEqual({ run: null, classes: [], students: [], left: [] });
  });

  it('is printed but for one bad record, which is named', async () => {
    const { status, body } = await printAll('first-printing');
    expect([status, body]).toEqual([200, { rows_processed: 15, total_rows: 15, state: 'finished' }]);
    const { run, left } = await files();
    expect(run).toMatchObject({ rows_processed: 15, total_rows: 15, state: 'finished', started_by: 'Ada Office' });
    expect(left).toEqual([
      { student_id: 'S12', name: 'Lastname S12, Pupil S12', class_id: '1B', reason: 'The record is damaged.' },
    ]);
  });

  it('is there by link, a file a class and a file a student', async () => {
    const { classes: printed, students } = await files({ class_id: '1B' });
    expect(printed.map(({ class_id, cards }) => [class_id, cards])).toEqual([
      ['1A', 6],
      ['1B', 2],
      ['4A', 4],
      ['4B', 2],
    ]);
    const ofClass = await fetched(printed[0]?.link ?? '');
    expect(ofClass.map(({ name }) => name)).toEqual(classes['1A'].map((id) => `Lastname ${id}, Pupil ${id}`));
    expect(students.map(({ student_id, name }) => [student_id, name])).toEqual([
      ['S11', 'Lastname S11, Pupil S11'],
      ['S13', 'Lastname S13, Pupil S13'],
    ]);
    const [one, ...others] = await fetched(students[1]?.link ?? '');
    expect([one?.name, others]).toEqual(['Lastname S13, Pupil S13', []]);
  });

  it('is not printed twice under one key, and is printed again under another', async () => {
    const before = await files();
    await printAll('first-printing');
    expect((await files()).run).toEqual(before.run);
    await printAll('second-printing');
    expect((await files()).run?.started_at).not.toBe(before.run?.started_at);
  });

  it('goes on when somebody looks after its execution died, with the classes that were done at hand', async () => {
    const { Job } = await import('#functions/platform/jobs/store.ts');
    const died = { state: 'running' as const, next: 1, processed: 6, notedAt: '2025-01-01T00:00:00.000Z' };
    await Job.patch({ name: 'print-report-cards', key: `${year}#${term}` })
      .set(died)
      .remove(['endedAt'])
      .go();
    const { run, classes: done } = await files();
    expect([run?.state, run?.rows_processed, done.map(({ class_id }) => class_id)]).toEqual(['running', 6, ['1A']]);
    await expect.poll(async () => (await files()).run?.state, { timeout: 20_000 }).toBe('finished');
    expect((await files()).classes.map(({ cards }) => cards)).toEqual([6, 2, 4, 2]);
  });

  it('stops where its files cannot be kept, and goes on from there when it is asked again', async () => {
    const { DOCUMENTS_BUCKET: bucket } = process.env;
    process.env.DOCUMENTS_BUCKET = 'no-such-bucket';
    try {
      expect((await printAll('third-printing')).body).toMatchObject({ state: 'failed', rows_processed: 0 });
      // The page that began it repeats its request, and is not told that it goes on.
      expect((await printAll('third-printing')).body.state).toBe('failed');
    } finally {
      process.env.DOCUMENTS_BUCKET = bucket;
    }
    const stopped = await files();
    expect([stopped.run?.state, stopped.classes]).toEqual(['failed', []]);
    expect((await printAll('fourth-printing')).body).toMatchObject({ state: 'finished', rows_processed: 15 });
    const after = await files();
    expect(after.run?.started_at).toBe(stopped.run?.started_at);
    expect(after.classes.map(({ cards }) => cards)).toEqual([6, 2, 4, 2]);
  }, 30_000);
});
