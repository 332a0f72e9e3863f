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
    const { TermReport } = await import('#functions/term-reports/store.ts');
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
    expect(await files()).toEqual({ printed_at: null, classes: [], students: [], left: [] });
  });

  it('is printed but for one bad record, which is named', async () => {
    const { status, body } = await printAll('first-printing');
    expect([status, body]).toEqual([
      200,
      {
        rows_processed: 15,
        total_rows: 15,
        state: 'finished',
        left: [{ student_id: 'S12', reason: 'The record is missing or damaged: no card could be printed.' }],
      },
    ]);
  });

  it('is there by link, a file a class and a file a student', async () => {
    const { printed_at, classes: printed, students, left } = await files({ class_id: '1B' });
    expect(printed_at).not.toBeNull();
    expect(printed.map(({ class_id, cards }) => [class_id, cards])).toEqual([
      ['1A', 6],
      ['1B', 2],
      ['4A', 4],
      ['4B', 2],
    ]);
    expect(left.map(({ student_id }) => student_id)).toEqual(['S12']);
    const ofClass = await fetched(printed[0]?.link ?? '');
    expect(ofClass.map(({ name }) => name)).toEqual(classes['1A'].map((id) => `Lastname ${id}, Pupil ${id}`));
    expect(students.map(({ student_id }) => student_id)).toEqual(['S11', 'S13']);
    const [one, ...others] = await fetched(students[1]?.link ?? '');
    expect([one?.name, others]).toEqual(['Lastname S13, Pupil S13', []]);
  });

  it('is not printed twice under one key, and anew under another', async () => {
    const before = await files();
    await printAll('first-printing');
    expect((await files()).printed_at).toBe(before.printed_at);
    await printAll('second-printing');
    expect((await files()).printed_at).not.toBe(before.printed_at);
  });
});
