import { expect, it } from 'vitest';
import { freshPageForEachTest, setSessionOf } from '../page.tsx';

freshPageForEachTest();

const ownKey = 'own-key'.padEnd(43, 'A');
const list = { lines: [['4', 'Xylophont']] };

/** The page of a teacher, with the account's key. */
async function openPageOf(id: string, key: string) {
  await setSessionOf(id, key);
  return import('../../../web/session/drafts.ts');
}
const stored = () => Object.entries({ ...sessionStorage }) as [string, string][];
/** Ciphertext decoded, too: base64 would hide what is in clear. */
const readable = () =>
  stored()
    .flat()
    .flatMap((text) => [text, Buffer.from(text.split('/').at(-1) ?? '', 'base64url').toString('latin1')])
    .join('\n');

it('shows neither name nor text of a draft, and reads it with the key of its account alone', async () => {
  const { writeDraft, readDraft, removeDraft } = await openPageOf('T1', ownKey);
  writeDraft('T1', 'upload/left-out', list);
  expect(readable()).not.toMatch(/Xylophont|lines|left-out/);
  expect(readDraft('T1', 'upload/left-out')).toEqual(list);
  const before = stored();
  await openPageOf('T1', 'another-key'.padEnd(43, 'A'));
  for (const [key, text] of before) sessionStorage.setItem(key, text);
  expect(readDraft('T1', 'upload/left-out')).toBeUndefined();
  await openPageOf('T1', ownKey);
  removeDraft('T1', 'upload/left-out');
  expect(stored()).toEqual([]);
});

it('gives nothing to a draft that was moved to the name of another', async () => {
  const { writeDraft, readDraft } = await openPageOf('T1', ownKey);
  writeDraft('T1', 'one', list);
  const [[one = '', text = ''] = []] = stored();
  writeDraft('T1', 'other', {});
  const other = stored().find(([key]) => key !== one)?.[0] ?? '';
  sessionStorage.setItem(other, text);
  expect([readDraft('T1', 'one'), readDraft('T1', 'other')]).toEqual([list, undefined]);
});

it('keeps nothing of somebody who is not signed in, and nothing after leaving', async () => {
  const { writeDraft, readDraft } = await openPageOf('T2', ownKey);
  const { clearDrafts } = await import('../../../web/session/sign-out.ts');
  writeDraft('T1', 'term', list);
  expect([stored(), readDraft('T1', 'term')]).toEqual([[], undefined]);
  await openPageOf('T1', ownKey);
  writeDraft('T1', 'term', list);
  clearDrafts('T1');
  expect(stored()).toEqual([]);
});
