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

const { listCardLayouts, saveCardLayout, deleteCardLayout, publishCardLayout, checkCardLayout, addCrest } =
  termReportsContract;

freshPageForEachTest();
let server: ContractServer;
/** As the server has it. */
let stored: { layout: CardLayout; saves: number } | null;
const everyTerm: (1 | 2 | 3)[] = [1, 2, 3];
const problems: { place: string; message: string }[] = [];

const versions = [
  {
    version: 1,
    layout: toLayoutText({ ...standardLayout, title: 'Card of last year' }),
    levels: [1, 2],
    terms: everyTerm,
    published_at: '2025-11-29T09:00:00.000Z',
    published_by: 'Maureen O’Brien',
  },
];

beforeEach(() => {
  server = startContractServer();
  watchNavigation();
  answerAdmin(server, 'Admin', ['postReports']);
  stored = { layout: standardLayout, saves: 1 };
  problems.length = 0;
  server.on(listCardLayouts, ({ layout_id }) => ({
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
    subjects: [
      { id: 'CHEM', title: 'Chemistry' },
      { id: 'MATH', title: 'Mathematics' },
    ],
    versions: layout_id === undefined ? [] : versions,
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

  describe('where somebody else has saved meanwhile', () => {
    const sentence = 'Ada Office saved this layout meanwhile, 29-Nov-2026 09:00.';
    const theirs = { ...standardLayout, title: 'Ada’s card' };
    beforeEach(async () => {
      server.on(saveCardLayout, ({ saves, layout }) => {
        if (saves !== stored?.saves) return refuseWith(409, sentence);
        stored = { layout, saves: saves + 1 };
        return { layout_id: 'L1', saves: saves + 1, undo: 'A1/save-of-a-layout' };
      });
      await open();
      stored = { layout: theirs, saves: 2 };
      press('Take off: Legend');
      await screen.findByText(new RegExp(sentence));
    });

    it('keeps what was changed, says who, and goes on saying it while more is changed', async () => {
      expect(screen.getByText(say.notSaved)).toBeTruthy();
      // The bar of the page does not say the contrary.
      expect(await screen.findByRole('button', { name: 'Not saved yet' })).toBeTruthy();
      press('Take off: Music');
      await new Promise((done) => setTimeout(done, 600));
      expect(screen.getByText(new RegExp(sentence))).toBeTruthy();
      expect(stored).toEqual({ layout: theirs, saves: 2 });
    });

    it('takes theirs', async () => {
      press('Take theirs');
      expect(await screen.findByRole('button', { name: 'Take off: Legend' })).toBeTruthy();
      expect(screen.getByDisplayValue('Ada’s card')).toBeTruthy();
      expect(screen.queryByText(new RegExp(sentence))).toBeNull();
    });

    it('saves mine over theirs', async () => {
      // It waits until theirs is read.
      await waitFor(() => {
        screen.queryByRole('button', { name: 'Keep mine' })?.click();
        expect(screen.queryByRole('button', { name: 'Keep mine' })).toBeNull();
      });
      await waitFor(() => expect(stored?.saves).toBe(3));
      expect(JSON.stringify(stored?.layout)).not.toContain('Ada’s card');
      expect(JSON.stringify(stored?.layout)).not.toContain('"legend"');
      expect(await screen.findByText(say.saved)).toBeTruthy();
      expect(await screen.findByRole('button', { name: 'All saved' })).toBeTruthy();
    });
  });

  it('says what publishing would refuse, and why it was refused', async () => {
    problems.push({ place: 'layout.front', message: 'The front is too full: Ali, Zoe (1A).' });
    server.on(publishCardLayout, () => refuseWith(422, 'The front is too full: Ali, Zoe (1A).'));
    await open();
    expect(await screen.findByText('Card: The front is too full: Ali, Zoe (1A).')).toBeTruthy();
    press('Publish');
    await waitFor(() => expect(screen.getAllByText(/The front is too full/)).toHaveLength(2));
  });

  it('takes a crest, and says why one is refused', async () => {
    const crest = 'c'.repeat(64);
    server.on(addCrest, () => ({ crest, width: 40, height: 30 }));
    await open();
    const choose = () =>
      fireEvent.change(screen.getByLabelText('Picture: Crest'), {
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

  const choose = async (label: string, option: string) => {
    const field = await screen.findByRole('combobox', { name: label, hidden: true });
    field.focus();
    fireEvent.click(field);
    const shown = await screen.findByRole('option', { name: option });
    shown.focus();
    fireEvent.pointerDown(shown);
    fireEvent.click(shown);
  };
  const tableOf = (layout: CardLayout | undefined) => layout?.front.flat().find((block) => block.block === 'subjects');

  it('groups subjects of the school under a heading of its own', async () => {
    await open();
    await choose('New group, beginning with', 'Chemistry');
    fireEvent.change(screen.getByLabelText('Heading of group 1'), { target: { value: 'Sciences' } });
    await choose('Add to Sciences', 'Mathematics');
    press('Up: Mathematics');
    await waitFor(() =>
      expect(tableOf(stored?.layout)).toMatchObject({ groups: [{ heading: 'Sciences', subjects: ['MATH', 'CHEM'] }] }),
    );
  });

  it('says what is blank, and saves when it is written', async () => {
    await open();
    fireEvent.change(screen.getByLabelText('Title of the card'), { target: { value: ' ' } });
    expect(await screen.findByText(say.blank('Title of the card'))).toBeTruthy();
    expect(screen.getByText(say.notSaved)).toBeTruthy();
    fireEvent.change(screen.getByLabelText('Title of the card'), { target: { value: 'Progress' } });
    await waitFor(() => expect(stored?.layout.title).toBe('Progress'));
    expect(savedLayouts()).toHaveLength(1);
  });

  it('takes an earlier version as the draft, with its forms', async () => {
    await open();
    const versionList = screen.getByText(say.versions).closest('details');
    if (!versionList) throw new Error('the versions are not folded');
    versionList.open = true;
    fireEvent(versionList, new Event('toggle'));
    fireEvent.click(await screen.findByRole('button', { name: `${say.take}: version 1` }));
    await waitFor(() => expect(stored?.layout.title).toBe('Card of last year'));
    expect(savedLayouts().at(-1)).toMatchObject({ levels: [1, 2], saves: 1 });
  });

  it('deletes a layout, and says why one that cards have stays', async () => {
    const sentence = 'Cards have this layout: Form 1, Term 1. Publish another one for them first.';
    server.on(deleteCardLayout, () => refuseWith(409, sentence));
    await open();
    press('Delete Layout');
    expect(await screen.findByText(sentence)).toBeTruthy();
    server.on(deleteCardLayout, () => {
      stored = null;
      return { layout_id: 'L1', undo: 'A1/deleted-layout' };
    });
    press('Delete Layout');
    expect(await screen.findByText(say.none)).toBeTruthy();
    expect(server.callsOf(deleteCardLayout).at(-1)?.input).toEqual({ layout_id: 'L1', saves: 1 });
  });

  it('puts parts and columns in order with the mouse', async () => {
    await open();
    const drag = (from: string, onto: string) => {
      const dataTransfer = { setData: () => undefined, setDragImage: () => undefined, effectAllowed: '' };
      const line = (title: string) => screen.getByTitle(`Drag: ${title}`);
      fireEvent.dragStart(line(from), { dataTransfer });
      fireEvent.dragOver(line(onto), { dataTransfer });
      fireEvent.drop(line(onto), { dataTransfer });
    };
    drag('Legend', 'Student');
    drag('Comment', 'Course');
    await waitFor(() =>
      expect(blockNames(stored?.layout ?? standardLayout).slice(0, 2)).toEqual(['legend', 'student']),
    );
    await waitFor(() =>
      expect(tableOf(stored?.layout)).toMatchObject({
        columns: [{ column: 'comment' }, { column: 'course' }, {}, {}, {}, {}, {}, {}],
      }),
    );
  });

  it('keeps the focus on the button of a line that moves, and gives it to what puts a line back', async () => {
    await open();
    for (const name of ['Down: Music', 'Up: Music']) {
      screen.getByRole('button', { name }).focus();
      press(name);
      await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe(name));
    }
    screen.getByRole('button', { name: 'Take off: Legend' }).focus();
    press('Take off: Legend');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Add to the card')));
  });
});
