import { describe, expect, it } from 'vitest';
import { isRefused } from '#functions/platform/table/acts/carry-out-act.ts';
import { listAuditTrail } from '#functions/platform/table/audit.ts';
import {
  CardLayoutEntity,
  type CardLayoutItem,
  LayoutInUseEntity,
  layoutAuditSubject,
  listCardLayouts,
  listPublishedLayouts,
  publishLayout,
  saveDraft,
} from '#functions/term-reports/report-cards/layouts/card-layouts.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import type { CardLayout } from '#shared/term-reports/layouts/card-layout.ts';
import { standardLayout, twoPagesLayout } from '#shared/term-reports/layouts/shipped-layouts.ts';
import { layoutActWordings } from '#shared/term-reports/layouts/wordings.ts';
import { undoContract } from '#shared/undo/contract.ts';
import { readPrintedPdf } from '../../../support/files/printed-pdf.ts';
import { readEveryRecord } from '../../../support/school/records.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { term, year } from '../../../support/school/small-school.ts';
import { restoreAfterEach } from '../../../support/school/table-content.ts';
import { postReports } from './post-reports.ts';
import { printCards } from './printed-cards.ts';

describe('layouts of report cards that the office publishes', () => {
  const admin = schoolForTests().as('A1');
  restoreAfterEach();

  let acts = 0;
  const by = () => ({
    caller: { accountId: 'A1', name: 'Ada Office' },
    request: { now: new Date(), idempotencyKey: `A1/layout-act-${++acts}` },
  });
  const draftOf = async (layoutId: string) => CardLayoutEntity.get({ layoutId });
  const save = async (draft: CardLayout, scope: Partial<CardLayoutItem> = {}) => {
    const before = await draftOf('L1');
    const outcome = await saveDraft(
      { layoutId: 'L1', draft, levels: [1], terms: [term], ...scope },
      { before, by: by() },
    );
    expect(outcome).toBe('written');
  };
  const publish = async () => {
    const [draft, { inUse }] = await Promise.all([draftOf('L1'), listCardLayouts()]);
    if (!draft) throw new Error('there is no draft');
    return publishLayout(draft, { inUse, by: by() });
  };
  const pagesOf = async (change: Record<string, string>) =>
    (await readPrintedPdf(Buffer.from((await printCards(admin, change)).bytes))).pages.length;
  const lastAct = async () => (await admin.call(undoContract.listActs, { of: 'card-layouts' })).body[0];
  const undoLast = async () => admin.call(undoContract.undoAct, { undo: (await lastAct())?.undo ?? '' });
  const inUse = async () =>
    (await readEveryRecord(LayoutInUseEntity))
      .map(({ term: of, formLevel, version }) => [of, formLevel, version])
      .sort((a, b) => Number(a[0]) * 10 + Number(a[1]) - Number(b[0]) * 10 - Number(b[1]));

  it('print nothing as a draft, and the cards of their forms and terms once they are published', async () => {
    await save(twoPagesLayout);
    expect(await pagesOf({ studentId: 'S01' })).toBe(1);
    expect(await publish()).toBe('written');
    expect([await pagesOf({ studentId: 'S01' }), await pagesOf({ studentId: 'S41' })]).toEqual([2, 1]);
    const one = await pagesOf({ studentId: 'S01' });
    expect(one).toBe(2);
  });

  it('keep each version as it was published', async () => {
    await save(twoPagesLayout);
    await publish();
    await save({ ...standardLayout, title: 'Progress card' });
    expect(await pagesOf({ studentId: 'S01' })).toBe(2);
    await publish();
    expect(await pagesOf({ studentId: 'S01' })).toBe(1);
    const versions = await listPublishedLayouts('L1');
    expect(versions.map(({ version, layout }) => [version, layout.title])).toEqual([
      [2, 'Progress card'],
      [1, 'Term report'],
    ]);
  });

  it('leave the forms and terms that the next version does not name', async () => {
    await save(twoPagesLayout, { levels: [1, 2], terms: [1, 2] });
    await publish();
    expect(await inUse()).toEqual([
      [1, 1, 1],
      [1, 2, 1],
      [2, 1, 1],
      [2, 2, 1],
    ]);
    await save(twoPagesLayout, { levels: [2], terms: [1, 3] });
    await publish();
    expect(await inUse()).toEqual([
      [1, 2, 2],
      [3, 2, 2],
    ]);
  });

  it('go back with the undo, all of it or nothing', async () => {
    await save(twoPagesLayout, { levels: [1, 2], terms: [1, 2] });
    await publish();
    await save(twoPagesLayout, { levels: [2], terms: [1, 3] });
    await publish();
    expect((await lastAct())?.what).toBe(layoutActWordings.published('Two pages'));
    expect((await undoLast()).status).toBe(200);
    expect(await inUse()).toEqual([
      [1, 1, 1],
      [1, 2, 1],
      [2, 1, 1],
      [2, 2, 1],
    ]);
    // A number that was given is not given again.
    await publish();
    expect((await listPublishedLayouts('L1')).map(({ version }) => version)).toEqual([3, 2, 1]);
  });

  it('are not undone where somebody has published since', async () => {
    await save(twoPagesLayout);
    await publish();
    const first = await lastAct();
    await save(standardLayout);
    await publish();
    const undo = await admin.call(undoContract.undoAct, { undo: first?.undo ?? '' });
    expect([undo.status, undo.error?.message]).toEqual([409, [layoutActWordings.changedSince]]);
    expect(await inUse()).toEqual([[term, 1, 2]]);
  });

  it('of two who save or publish at once, one is refused', async () => {
    await save(twoPagesLayout);
    const [before, { inUse: used }] = [await draftOf('L1'), await listCardLayouts()];
    if (!before) throw new Error('there is no draft');
    await save(standardLayout);
    const late = await saveDraft({ ...before, draft: twoPagesLayout }, { before, by: by() });
    const published = await publishLayout(before, { inUse: used, by: by() });
    expect([isRefused(late), isRefused(published)]).toEqual([true, true]);
    expect((await draftOf('L1'))?.draft.name).toBe('Standard');
  });

  it('change no posted card, and posting again makes copies that look as the others', async () => {
    await postReports(admin, { posted: 1, date_posted: null });
    await save(twoPagesLayout);
    await publish();
    expect(await pagesOf({ studentId: 'S01' })).toBe(1);
    expect(await pagesOf({ studentId: 'S01', as: 'now' })).toBe(2);
    const inPath = { year: String(year), term: String(term) };
    const { body } = await admin.call(termReportsContract.listPostingChanges, inPath);
    expect(body.students).toEqual([]);
  });

  it('are in the office log, but for the saves of a draft, which the screen makes after each change', async () => {
    await save(twoPagesLayout);
    await save({ ...twoPagesLayout, title: 'Progress card' });
    expect((await undoLast()).status).toBe(200);
    await save({ ...twoPagesLayout, title: 'Report' });
    await publish();
    expect((await undoLast()).status).toBe(200);
    const log = await admin.send({
      method: 'GET',
      path: `/api/office-log?month=${new Date().toISOString().slice(0, 7)}&kind=layouts`,
    });
    const { lines } = JSON.parse(Buffer.from(log.bytes).toString()) as { lines: { says: string }[] };
    expect(lines.map(({ says }) => says)).toEqual([
      'Took back: Layout Two pages published.',
      'Published the layout Two pages.',
      'Began the layout Two pages.',
    ]);
    const trail = (await listAuditTrail(layoutAuditSubject('L1'))).flatMap(({ changes }) => changes);
    expect(trail.map(({ field }) => field)).toEqual(['draft', 'draft', 'undone', 'draft', 'published', 'undone']);
  });
});
