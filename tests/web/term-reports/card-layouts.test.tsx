import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import type { CardLayout } from '#shared/term-reports/layouts/card-layout.ts';
import { draftLayoutText, toLayoutText } from '#shared/term-reports/layouts/layout-text.ts';
import { layoutScreenWordings as say } from '#shared/term-reports/layouts/screen-wordings.ts';
import { shippedLayouts, standardLayout } from '#shared/term-reports/layouts/shipped-layouts.ts';
import { crestWordings } from '#shared/term-reports/layouts/wordings.ts';
import { undoContract } from '#shared/undo/contract.ts';
import { type ContractServer, refuseWith, startContractServer } from '../../support/school/contract-server.ts';
import { freshPageForEachTest, openArea, watchNavigation } from '../page.tsx';
import { answerAdmin } from '../session-answers.ts';

const { listCardLayouts, saveCardLayout, publishCardLayout, checkCardLayout, addCrest } = termReportsContract;

freshPageForEachTest();
let server: ContractServer;
/** As the server has it. */
let stored: { layout: CardLayout; saves: number } | null;
const everyTerm: (1 | 2 | 3)[] = [1, 2, 3];
const problems: { place: string; message: string }[] = [];

beforeEach(() => {
  server = startContractServer();
  watchNavigation();
  answerAdmin(server, 'Admin', ['postReports']);
  stored = { layout: standardLayout, saves: 1 };
  problems.length = 0;
  server.on(listCardLayouts, () => ({
    layouts: stored
      ? [
          {
            layout_id: 'L1',
            draft: toLayoutText(stored.layout),
            levels: [1],
            terms: everyTerm,
            saves: stored.saves,
            published: 0,
            saved_at: '2026-11-29T09:00:00.000Z',
            saved_by: 'Maureen O’Brien',
          },
        ]
      : [],
    in_use: [{ form_level: 1, term: 1 as const, name: 'Standard', layout_id: null, version: null }],
    shipped: shippedLayouts.map(toLayoutText),
  }));
  server.on(saveCardLayout, ({ layout, saves }) => {
    stored = { layout, saves: saves + 1 };
    return { layout_id: 'L1', saves: saves + 1, undo: 'A1/save-of-a-layout' };
  });
  server.on(checkCardLayout, () => ({
    problems,
    students: [
      { student_id: 'S1', name: 'Ali, Zoe', class_id: '1A', characters: 900 },
      { student_id: 'S2', name: 'Bose, Ann', class_id: '1A', characters: 40 },
    ],
  }));
  server.on(undoContract.listActs, () => []);
});

const open = async () => {
  await openArea('/admin/dashboard/card-layouts');
  await screen.findByRole('heading', { level: 1, name: say.title });
  await (stored ? screen.findByRole('button', { name: 'Publish' }) : screen.findByText(say.none));
};
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const savedLayouts = () => server.callsOf(saveCardLayout).map(({ input }) => input);
const blockNames = (layout: CardLayout) => layout.front.map((row) => row.map(({ block }) => block).join(' '));

describe('the layout screen', () => {
  it('begins with one of ours where the office has none', async () => {
    stored = null;
    await open();
    expect(screen.queryByRole('button', { name: 'Publish' })).toBeNull();
  });

  it('shows the longest card first, and the draft saves itself with what was seen', async () => {
    await open();
    expect(await screen.findByText('Ali, Zoe, 1A')).toBeTruthy();
    press('Down: Music');
    await waitFor(() => expect(savedLayouts()).toHaveLength(1));
    expect(savedLayouts()[0]).toMatchObject({ layout_id: 'L1', levels: [1], terms: [1, 2, 3], saves: 1 });
    const rows = blockNames(stored?.layout ?? standardLayout);
    expect(rows.indexOf('activities')).toBeLessThan(rows.indexOf('music'));
    expect(await screen.findByText(say.saved)).toBeTruthy();
  });

  it('takes a part off, and a column, which has a heading of the school’s own', async () => {
    await open();
    press('Take off: Legend');
    press('Take off: Times late');
    const columns = within(screen.getByRole('region', { name: 'Columns of the subjects' }));
    fireEvent.change(columns.getByLabelText('Total'), { target: { value: 'Term mark' } });
    await waitFor(() => expect(blockNames(stored?.layout ?? standardLayout)).not.toContain('legend'));
    await waitFor(() => expect(JSON.stringify(stored?.layout)).toContain('Term mark'));
    expect(JSON.stringify(stored?.layout)).not.toContain('"late"');
    expect(draftLayoutText().safeParse(toLayoutText(stored?.layout ?? standardLayout)).success).toBe(true);
  });

  it('keeps what was changed where somebody else has saved, and says who', async () => {
    const sentence = 'Ada Office saved this layout meanwhile, 29-Nov-2026 09:00. Look again.';
    server.on(saveCardLayout, () => refuseWith(409, sentence));
    await open();
    press('Take off: Legend');
    expect(await screen.findByText(new RegExp(sentence))).toBeTruthy();
    expect(screen.getByText(say.notSaved)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Take off: Legend' })).toBeNull();
    press('Show What Is Saved');
    expect(await screen.findByRole('button', { name: 'Take off: Legend' })).toBeTruthy();
  });

  it('says what publishing would refuse, and why it was refused', async () => {
    problems.push({ place: 'layout.front', message: 'The front is too full: Ali, Zoe (1A).' });
    server.on(publishCardLayout, () => refuseWith(422, 'The front is too full: Ali, Zoe (1A).'));
    await open();
    expect(await screen.findByText('The front is too full: Ali, Zoe (1A).')).toBeTruthy();
    press('Publish');
    await waitFor(() => expect(screen.getAllByText(/The front is too full/)).toHaveLength(2));
  });

  it('takes a crest, and says why one is refused', async () => {
    const crest = 'c'.repeat(64);
    server.on(addCrest, () => ({ crest, width: 40, height: 30 }));
    await open();
    const choose = () =>
      fireEvent.change(screen.getByLabelText('Picture of the crest'), {
        target: { files: [new File(['x'], 'crest.png', { type: 'image/png' })] },
      });
    choose();
    await waitFor(() => expect(stored?.layout.crest).toBe(crest));
    server.on(addCrest, () => refuseWith(422, crestWordings.wrongType));
    choose();
    expect(await screen.findByText(crestWordings.wrongType)).toBeTruthy();
    press('Take Crest Off');
    await waitFor(() => expect(stored?.layout.crest).toBeUndefined());
  });

  it('publishes what is saved', async () => {
    server.on(publishCardLayout, () => ({ layout_id: 'L1', version: 1, students: 35, undo: 'A1/published-layout' }));
    await open();
    press('Publish');
    expect((await screen.findAllByText(say.published(35))).length).toBeGreaterThan(0);
    expect(server.callsOf(publishCardLayout).map(({ input }) => input)).toEqual([{ layout_id: 'L1', saves: 1 }]);
  });
});
