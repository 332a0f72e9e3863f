import { beforeEach, describe, expect, it } from 'vitest';
import { createDeviceCipher } from '../../../web/outbox/device/device-cipher.ts';
import { pageId, saveOnPageHide, takeSavedOnPageHide } from '../../../web/outbox/device/page-hide-storage.ts';

beforeEach(() => {
  localStorage.clear();
  return () => localStorage.clear();
});

const target = { save: 'marks', record: { row: 'ali' }, id: 'ali', about: 'Ali' };
const left = (value: number, ofPage = pageId) => ({
  target,
  typed: [{ field: 'exam_mark', value, was: null }],
  page: ofPage,
});
const key = (user: string, ofPage: string) => `formroom.encrypted-outbox.last-moment/${user}/${ofPage}`;
/** What the device has, as text by key. */
const onDevice = () => Object.fromEntries(Object.keys(localStorage).map((name) => [name, localStorage.getItem(name)]));

const cipher = createDeviceCipher('own-key'.padEnd(43, 'A'));
const write = (ofPage: string, kept: unknown) =>
  localStorage.setItem(key('T1', ofPage), cipher.encryptToText(kept, key('T1', ofPage)));

describe('the last moment of a page, encrypted', () => {
  it('shows nothing of the values, and is taken once, by its account alone', () => {
    saveOnPageHide('T1', [left(5791)], cipher);
    const [[name = '', text] = []] = Object.entries(onDevice());
    for (const secret of ['5791', 'ali', 'exam_mark'])
      expect(atob((text ?? '').replaceAll('-', '+').replaceAll('_', '/'))).not.toContain(secret);
    const another = createDeviceCipher('another-key'.padEnd(43, 'A'));
    expect([takeSavedOnPageHide('T1', another), takeSavedOnPageHide('T1', undefined), Object.keys(onDevice())]).toEqual(
      [[], [], [name]],
    );
    expect(takeSavedOnPageHide('T1', cipher)).toEqual([left(5791)]);
    expect(onDevice()).toEqual({});
  });

  it('stays where it is damaged', () => {
    localStorage.setItem('formroom.encrypted-outbox.last-moment/T1/P1', 'no base64!');
    expect(takeSavedOnPageHide('T1', cipher)).toEqual([]);
    expect(Object.keys(onDevice())).toHaveLength(1);
  });
});

describe('the last moment of a page', () => {
  it('is kept under the page and its user, and taken once', () => {
    saveOnPageHide('T1', [left(57)], cipher);
    expect(Object.keys(onDevice())).toEqual([key('T1', pageId)]);
    expect(takeSavedOnPageHide('T2', cipher)).toEqual([]);
    expect(takeSavedOnPageHide('T1', cipher)).toEqual([left(57)]);
    expect([takeSavedOnPageHide('T1', cipher), onDevice()]).toEqual([[], {}]);
  });

  it('is not kept where nobody is signed in', () => {
    saveOnPageHide('T1', [left(57)], undefined);
    expect(onDevice()).toEqual({});
  });

  it('leaves nothing behind where everything is stored', () => {
    saveOnPageHide('T1', [], cipher);
    expect(onDevice()).toEqual({});
    saveOnPageHide('T1', [left(57)], cipher);
    saveOnPageHide('T1', [], cipher);
    expect(onDevice()).toEqual({});
  });

  it('is taken of every page, or of the one that is gone', () => {
    for (const ofPage of ['P1', 'P2']) write(ofPage, [left(57, ofPage)]);
    expect(takeSavedOnPageHide('T1', cipher, 'P1')).toEqual([left(57, 'P1')]);
    expect(Object.keys(onDevice())).toEqual([key('T1', 'P2')]);
    expect(takeSavedOnPageHide('T1', cipher)).toEqual([left(57, 'P2')]);
  });

  it.each([
    ['no list', { marks: '43 for Di' }, [['0', '{"marks":"43 for Di"}']]],
    ['nothing', null, [['0', 'null']]],
    [
      'a list with others between',
      [left(57, 'P1'), { mark: 43 }, 'Di'],
      [
        ['1', '{"mark":43}'],
        ['2', 'Di'],
      ],
    ],
  ])('is text for the user where it is %s', (_what, kept, unreadable) => {
    write('P1', kept);
    const taken = takeSavedOnPageHide('T1', cipher);
    const texts = unreadable.map(([index, text]) => ({
      target: { save: 'unreadable', id: `unreadable/${key('T1', 'P1')}/${index}` },
      typed: [{ field: 'what was kept', value: text, was: null }],
      page: pageId,
    }));
    expect(taken).toHaveLength(Array.isArray(kept) ? 3 : 1);
    expect(taken.slice(-texts.length)).toMatchObject(texts);
  });
});
