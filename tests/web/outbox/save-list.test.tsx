import { act, fireEvent, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import type { Outbox } from '../../../web/outbox/outbox.ts';
import type { UnsavedValue } from '../../../web/outbox/save-status.ts';
import { freshPageForEachTest, openPart } from '../page.tsx';

freshPageForEachTest();

const recordOf = (name: string) => ({
  save: 'trial',
  record: { row: name },
  id: `trial/${name}`,
  about: name,
  open: { fields: { exam_mark: 57 }, was: { exam_mark: null } },
  sent: null,
});
const conflict = (name: string, theirs = 23): UnsavedValue => ({
  record: recordOf(name),
  field: 'exam_mark',
  value: 57,
  state: 'conflict',
  failure: {
    field: 'exam_mark',
    message: 'Changed.',
    isRefused: true,
    conflict: { theirs, by: 'Ana Baker', at: null },
  },
});
const saving = (name: string): UnsavedValue => ({
  record: recordOf(name),
  field: 'exam_mark',
  value: 57,
  state: 'saving',
});

/** The list with what is not saved; `show` gives it what is not saved a moment later. */
async function openList(first: readonly UnsavedValue[]) {
  const { UnsavedValueList } = await import('../../../web/outbox/status/unsaved-value-list.tsx');
  const keepMine = vi.fn(async () => undefined);
  const outbox = { keepMine } as unknown as Outbox;
  let show: (unsaved: readonly UnsavedValue[]) => void = () => undefined;
  function Page() {
    const [unsaved, setUnsaved] = useState(first);
    show = (next) => act(() => setUnsaved(next));
    const list = { unsaved, outbox, beside: null };
    return <UnsavedValueList openedBy="act" open {...list} onClose={() => undefined} />;
  }
  await openPart(<Page />);
  await screen.findByRole('dialog');
  const items = () => screen.getAllByRole('listitem');
  return { show: (next: readonly UnsavedValue[]) => show(next), items, keepMine };
}
const namesOf = (items: readonly HTMLElement[]) => items.map((item) => item.textContent?.split(',')[0]);

it('leaves a conflict where it is while others come and are answered, so that a press on the way answers the one that was read', async () => {
  const { show, items, keepMine } = await openList([conflict('Mona'), conflict('Zoe')]);
  // The outbox has the newest conflict first.
  show([conflict('Ann'), conflict('Mona'), conflict('Zoe')]);
  expect(namesOf(items())).toEqual(['Mona', 'Zoe', 'Ann']);
  // Mona's is answered and in flight; then it is saved.
  show([conflict('Ann'), conflict('Zoe'), saving('Mona')]);
  show([conflict('Ann'), conflict('Zoe')]);
  expect(namesOf(items())).toEqual(['Mona', 'Zoe', 'Ann']);
  const [mona, zoe] = items() as [HTMLElement, HTMLElement];
  expect(within(mona).queryByRole('button', { name: 'Keep mine' })).toBeNull();
  expect(mona.textContent).toBe('Mona, exam_markDone');
  fireEvent.click(within(zoe).getByRole('button', { name: 'Keep mine' }));
  expect(keepMine.mock.calls).toEqual([['trial/Zoe', 'exam_mark']]);
});

it('takes no press on an answer for a moment after it came, moved, or asks about another value', async () => {
  const { show, items } = await openList([conflict('Mona')]);
  const isSettling = () =>
    within(items()[0] as HTMLElement)
      .getByRole('button', { name: 'Keep mine' })
      .closest('[data-settling]') !== null;
  const settled = () => vi.waitFor(() => expect(isSettling()).toBe(false), { timeout: 2_000 });
  expect(isSettling()).toBe(true);
  await settled();
  show([conflict('Mona')]);
  expect(isSettling()).toBe(false);
  show([conflict('Mona'), conflict('Zoe')]);
  expect(isSettling()).toBe(true);
  await settled();
  show([conflict('Mona', 31), conflict('Zoe')]);
  expect(isSettling()).toBe(true);
});
