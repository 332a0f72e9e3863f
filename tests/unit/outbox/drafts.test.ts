import { describe, expect, it } from 'vitest';
import { createMemoryStorage } from '../../../web/outbox/device/storage.ts';
import type { TypedChange } from '../../../web/outbox/pending-record.ts';
import { TypingDraft } from '../../../web/outbox/typing-draft.ts';
import { marksTarget } from './model-world.ts';

const settled = () => new Promise((resolve) => setImmediate(resolve));

const take = (value: number): TypedChange => ({
  target: marksTarget('ali'),
  typed: [{ field: 'exam_mark', value, was: null }],
});

/** A page that keeps what is being typed when the test lets it. */
function openPage({ open = ['mine'] }: { open?: string[] } = {}) {
  const storage = createMemoryStorage();
  const due: (() => void)[] = [];
  const done: string[] = [];
  const typing = new TypingDraft({
    user: 'teacher',
    page: 'mine',
    storage: {
      ...storage,
      keepDraft: async (place, draft) => {
        done.push(draft ? `keep ${draft.typed[0]?.value}` : 'forget');
        await storage.keepDraft(place, draft);
      },
    },
    holdPage: async () => void done.push('hold the page'),
    isPageOpen: async (page) => open.includes(page),
    whenIdle: (act) => void due.push(act),
  });
  const pause = async () => {
    for (const act of due.splice(0)) act();
    await settled();
  };
  return { typing, storage, due, done, pause };
}

describe('the draft of a field', () => {
  it('is stored once for many keys, with the newest text, after the page holds its lock', async () => {
    const { typing, due, done, pause } = openPage();
    for (const value of [5, 57]) typing.note(() => take(value));
    expect([due.length, done]).toEqual([1, []]);
    await pause();
    expect(done).toEqual(['hold the page', 'keep 57']);
    typing.note(() => take(571));
    await pause();
    expect(done.at(-1)).toBe('keep 571');
  });

  it('is deleted if the field is left unchanged, and nothing is done without a stored draft', async () => {
    const { typing, storage, due, done, pause } = openPage();
    typing.note(null);
    expect(due).toEqual([]);
    typing.note(() => null);
    await pause();
    expect(done).toEqual(['hold the page']);
    typing.note(() => take(57));
    await pause();
    typing.note(null);
    await pause();
    expect(done).toEqual(['hold the page', 'hold the page', 'keep 57', 'forget']);
    expect(await storage.drafts('teacher')).toEqual([]);
    typing.note(null);
    expect(due).toEqual([]);
  });

  it('is not stored after the field was left: its value is enqueued', async () => {
    const { typing, done, pause } = openPage();
    typing.note(() => take(57));
    expect(typing.leave()).toBeUndefined();
    await pause();
    expect(done).toEqual([]);
  });

  it('is deleted once, when the value of the field is enqueued', async () => {
    const { typing, done, pause } = openPage();
    typing.note(() => take(57));
    await pause();
    expect(typing.leave()).toBe('mine');
    expect(typing.leave()).toBeUndefined();
    typing.note(null);
    await pause();
    expect(done).toEqual(['hold the page', 'keep 57']);
  });

  it('is taken from closed pages only', async () => {
    const { typing, storage } = openPage({ open: ['another'] });
    for (const page of ['mine', 'another', 'gone']) await storage.keepDraft({ user: 'teacher', page }, take(57));
    expect((await typing.draftsOfClosedPages()).map(({ page }) => page)).toEqual(['gone']);
  });
});

describe('a capture', () => {
  it('returns the first change, and keeps all of them out of the outbox', () => {
    const { typing } = openPage();
    const captured = typing.capture(() => {
      expect(typing.captures(take(1))).toBe(true);
      expect(typing.captures(take(2))).toBe(true);
    });
    expect(captured).toEqual(take(1));
    expect(typing.captures(take(3))).toBe(false);
  });

  it('is null without a change, and ends if the captured function throws', () => {
    const { typing } = openPage();
    expect(typing.capture(() => {})).toBeNull();
    expect(() =>
      typing.capture(() => {
        throw new Error('no field');
      }),
    ).toThrow('no field');
    expect(typing.captures(take(1))).toBe(false);
  });
});
