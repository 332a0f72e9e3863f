import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { TermReportEntity } from '#functions/marks/records/term-report.ts';
import { postingGuards } from '#functions/term-reports/report-cards/certain-faults.ts';
import {
  CardLayoutEntity,
  listCardLayouts,
  publishLayout,
  saveDraft,
} from '#functions/term-reports/report-cards/layouts/card-layouts.ts';
import type { PostingGuard } from '#functions/term-reports/report-cards/posting-guards.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import type { CardLayout } from '#shared/term-reports/layouts/card-layout.ts';
import { inWordsLayout, standardLayout, twoPagesLayout } from '#shared/term-reports/layouts/shipped-layouts.ts';
import { executeActionOfTest } from '../../../support/school/records.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { term, year } from '../../../support/school/small-school.ts';
import { postReports } from './post-reports.ts';

/** What looks at cards before they are posted is given each with the layout that its copy will have. */
describe('the layout of a card that is about to be posted', () => {
  const admin = schoolForTests().as('A1');
  const seen = new Map<string, string>();
  const guard: PostingGuard = async (cards) => {
    for (const { card, layout } of cards) seen.set(card.student.id, layout.name);
    return new Map();
  };
  const place = vi.spyOn(postingGuards, 'of').mockImplementation(() => [guard]);
  afterAll(() => place.mockRestore());
  beforeEach(() => seen.clear());

  let acts = 0;
  const publish = async (draft: CardLayout) => {
    const by = () => ({
      caller: { accountId: 'A1', name: 'Ada Office' },
      request: { now: new Date(), idempotencyKey: `A1/layout-${++acts}` },
    });
    const before = await CardLayoutEntity.get({ layoutId: 'L1' });
    await saveDraft({ layoutId: 'L1', draft, levels: [1], terms: [term] }, { before, by: by() });
    const saved = await CardLayoutEntity.get({ layoutId: 'L1' });
    if (!saved) throw new Error('there is no draft');
    expect(await publishLayout(saved, { inUse: (await listCardLayouts()).inUse, by: by() })).toBe('written');
  };
  const remark = (studentId: string, formTeacherComments: string) =>
    executeActionOfTest(TermReportEntity.update({ studentId, year, term }, { set: { formTeacherComments } }));

  it('is the one that the office has published for its form and term', async () => {
    await publish(twoPagesLayout);
    expect((await postReports(admin, { posted: 1, date_posted: null })).body.state).toBe('finished');
    expect([seen.get('S01'), seen.get('S41')]).toEqual([twoPagesLayout.name, standardLayout.name]);
  });

  it('is that of the copy where a report is posted or issued again', async () => {
    await publish(inWordsLayout);
    await remark('S01', 'Kind to everybody.');
    await remark('S02', 'Helps his neighbours.');
    const input = { student_id: 'S02', year, term, reason: 'A remark was missing' };
    expect((await admin.call(termReportsContract.issueReportAgain, input)).status).toBe(200);
    expect([...seen]).toEqual([['S02', twoPagesLayout.name]]);
    seen.clear();
    const { body } = await admin.call(termReportsContract.readPostingState, {});
    const posted = body.find((one) => one.year === year && one.term === term)?.date_posted ?? null;
    expect((await postReports(admin, { posted: 1, date_posted: posted })).body.state).toBe('finished');
    expect(seen.get('S01')).toBe(twoPagesLayout.name);
  });
});
