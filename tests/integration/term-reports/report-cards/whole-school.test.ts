import { beforeAll, describe, expect, it } from 'vitest';
import { TermReportEntity } from '#functions/marks/records/term-report.ts';
import { JobEntity } from '#functions/platform/jobs/store.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { toLayoutText } from '#shared/term-reports/layouts/layout-text.ts';
import { twoPagesLayout } from '#shared/term-reports/layouts/shipped-layouts.ts';
import { printingWordings } from '#shared/term-reports/wordings.ts';
import { readPrintedPdf } from '../../../support/files/printed-pdf.ts';
import { executeActionOfTest } from '../../../support/school/records.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { studentIdsOfClasses, term, year } from '../../../support/school/small-school.ts';
import { readCards } from './printed-cards.ts';

const { startPrintingReportCards, listReportCardFiles, saveCardLayout, publishCardLayout } = termReportsContract;

describe('the whole school’s report cards', () => {
  const admin = schoolForTests().as('A1');
  beforeAll(async () => {
    await executeActionOfTest(TermReportEntity.update({ studentId: 'S12', year, term }, { set: { formLevel: 77 } }));
  });

  const files = async (change = {}) =>
    (await admin.call(listReportCardFiles, { year: String(year), term: String(term), ...change })).body;
  const fetched = async (link: string) => {
    const response = await admin.follow(link);
    expect(response.status).toBe(200);
    return readCards({ bytes: new Uint8Array(await response.arrayBuffer()) });
  };
  async function printAll(key: string, change = {}) {
    for (let tries = 0; tries < 300; tries += 1) {
      const answer = await admin.call(startPrintingReportCards, { year, term, ...change }, { 'Idempotency-Key': key });
      if (answer.status !== 200 || answer.body.state !== 'running') return answer;
      expect(answer.body.rows_processed).toBeLessThanOrEqual(answer.body.total_rows);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error('the run does not end');
  }

  it('has no files before it is printed', async () => {
    expect(await files()).toEqual({ run: null, school_link: null, classes: [], students: [], left: [] });
  });

  it('is printed but for one bad record, which is named', async () => {
    const { status, body } = await printAll('first-printing');
    expect([status, body]).toEqual([200, { rows_processed: 15, total_rows: 15, state: 'finished' }]);
    const { run, left } = await files();
    expect(run).toMatchObject({ rows_processed: 15, total_rows: 15, state: 'finished', started_by: 'Ada Office' });
    expect(left).toEqual([
      { student_id: 'S12', name: 'Lastname S12, Pupil S12', class_id: '1B', reason: printingWordings.damaged },
    ]);
  });

  it('is there whole as one zip, each class’s file under its term and year', async () => {
    const { school_link } = await files();
    expect(decodeURIComponent(school_link ?? '')).toContain(`School Report Cards ${year}-${year + 1} Term ${term}.zip`);
    const { default: JSZip } = await import('jszip');
    const zip = await JSZip.loadAsync(await (await admin.follow(school_link ?? '')).arrayBuffer());
    const names = ['1A', '1B', '4A', '4B'].map((id) => `${id} Report Cards ${year}-${year + 1} Term ${term}.pdf`);
    expect(Object.keys(zip.files).sort()).toEqual(names);
    expect(
      await readCards({ bytes: (await zip.file(names[0] ?? '')?.async('uint8array')) as Uint8Array }),
    ).toHaveLength(6);
  });

  it('is there by link, a file a class, with the students of a class', async () => {
    const { classes: printed, students } = await files({ class_id: '1B' });
    expect(printed.map(({ class_id, cards }) => [class_id, cards])).toEqual([
      ['1A', 6],
      ['1B', 2],
      ['4A', 4],
      ['4B', 2],
    ]);
    const ofClass = await fetched(printed[0]?.link ?? '');
    expect(ofClass.map(({ name }) => name)).toEqual(
      studentIdsOfClasses['1A'].map((id) => `Lastname ${id}, Pupil ${id}`),
    );
    expect(students).toEqual([
      { student_id: 'S11', name: 'Lastname S11, Pupil S11' },
      { student_id: 'S13', name: 'Lastname S13, Pupil S13' },
    ]);
  });

  it('goes on when somebody looks after its execution died, with the classes that were done at hand', async () => {
    const died = { state: 'running' as const, next: 1, processed: 6, notedAt: '2025-01-01T00:00:00.000Z' };
    await executeActionOfTest(
      JobEntity.update({ name: 'print-report-cards', key: `${year}#${term}` }, { set: died, remove: ['endedAt'] }),
    );
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

  it('begins each card on the front of a sheet where it is printed on both sides', async () => {
    expect((await printAll('two-sided-printing', { two_sided: true })).body.state).toBe('finished');
    const { classes: printed } = await files();
    const pagesOf = async (class_id: string) => {
      const link = printed.find((one) => one.class_id === class_id)?.link ?? '';
      const { pages } = await readPrintedPdf(new Uint8Array(await (await admin.follow(link)).arrayBuffer()));
      return pages.map(({ texts }) => texts.length > 0);
    };
    // Cards of one page, with blank backs between them.
    expect(await pagesOf('4B')).toEqual([true, false, true]);
  });

  it('has the layouts of its beginning to the end, though another is published meanwhile', async () => {
    const pagesOf1B = async () => {
      const { classes: printed } = await files();
      const link = printed.find(({ class_id: id }) => id === '1B')?.link ?? '';
      const bytes = new Uint8Array(await (await admin.follow(link)).arrayBuffer());
      return (await readPrintedPdf(bytes)).pages.length;
    };
    await printAll('before-another-layout');
    expect(await pagesOf1B()).toBe(2);
    const scope = { levels: [1], terms: [term], saves: 0 };
    const saved = await admin.call(saveCardLayout, { layout: toLayoutText(twoPagesLayout), ...scope });
    expect((await admin.call(publishCardLayout, { layout_id: saved.body.layout_id, saves: 1 })).status).toBe(200);
    const stopped = { state: 'running' as const, next: 1, processed: 6, notedAt: '2025-01-01T00:00:00.000Z' };
    await executeActionOfTest(
      JobEntity.update({ name: 'print-report-cards', key: `${year}#${term}` }, { set: stopped, remove: ['endedAt'] }),
    );
    await expect.poll(async () => (await files()).run?.state, { timeout: 20_000 }).toBe('finished');
    expect(await pagesOf1B()).toBe(2);
    await printAll('after-another-layout');
    expect(await pagesOf1B()).toBe(4);
  }, 60_000);
});
