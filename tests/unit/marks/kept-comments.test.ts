import { describe, expect, it } from 'vitest';
import type { BankEntry } from '#shared/marks/mark-sheet/comment-calls.ts';
import {
  chooseCommentsToOffer,
  countSimilarComments,
  fillPlaceholders,
  findSlashSearch,
  insertNamePlaceholder,
  insertPlaceholders,
  parseGivenNames,
} from '../../../web/features/marks/mark-sheet/comments/comment-text.ts';

const kept = '{name} tries hard. {He} listens, and {his} work shows it: praise {him}.';

describe('a kept comment', () => {
  it.each([
    ['she', 'Zoë tries hard. She listens, and her work shows it: praise her.'],
    ['he', 'Zoë tries hard. He listens, and his work shows it: praise him.'],
    ['they', 'Zoë tries hard. They listens, and their work shows it: praise them.'],
  ] as const)('speaks of a student as %s', (pronoun, said) => {
    expect(fillPlaceholders(kept, { firstName: 'Zoë', pronoun })).toBe(said);
  });

  it('leaves other words in brackets, and a name with a dollar sign, as they are', () => {
    expect(fillPlaceholders('{marks} of {name}', { firstName: '$& Li', pronoun: 'he' })).toBe('{marks} of $& Li');
  });

  it('has a placeholder for the whole first name only', () => {
    expect(insertNamePlaceholder('Ann annoys nobody; Anna does. Well done, Ann!', 'Ann')).toBe(
      '{name} annoys nobody; Anna does. Well done, {name}!',
    );
    expect(insertNamePlaceholder('Zoë and Zoëlle', 'Zoë')).toBe('{name} and Zoëlle');
    expect(insertNamePlaceholder('A+ for A+', 'A+')).toBe('{name} for {name}');
    expect(insertNamePlaceholder('Nobody', '')).toBe('Nobody');
  });

  it.each([
    ['he', 'Zoë tries hard. He listens, and his work shows it: praise him.', kept],
    ['she', 'Zoë tries hard. She listens, and her work shows it: praise her.', kept],
    ['they', 'Zoë tries hard. They listens, and their work shows it: praise them.', kept],
    [
      'she',
      'Help her to read; her reading is slow. Sheila and hers stay.',
      'Help {him} to read; {his} reading is slow. Sheila and hers stay.',
    ],
    ['he', 'Her mother helps him at home.', 'Her mother helps {him} at home.'],
  ] as const)('has placeholders for name and pronouns of %s', (pronoun, said, expected) => {
    expect(insertPlaceholders(said, { firstName: 'Zoë', pronoun })).toBe(expected);
  });

  it('knows the first name of a student as lists have it', () => {
    expect(parseGivenNames('Assee, Mei-Lin')).toBe('Mei-Lin');
    expect(parseGivenNames('de la Cruz, Ana María')).toBe('Ana María');
  });
});

describe('similar comments', () => {
  const other = (text: string, firstName = 'Bo') => ({ text, firstName });
  it('are those that say the same of somebody else', () => {
    const mine = { text: 'Ali works steadily and well.', firstName: 'Ali' };
    const class_ = [
      other('Bo works steadily and well.'),
      other('Works steadily and well!'),
      other('Bo does not work at all.'),
      other(''),
    ];
    expect(countSimilarComments(mine, class_)).toBe(2);
  });
  it('are not counted of a word or two', () => {
    expect(countSimilarComments({ text: 'Good.', firstName: 'Ali' }, [other('Good.')])).toBe(0);
  });
});

describe('the comments to choose from', () => {
  const entry = (id: string, more: Partial<BankEntry> = {}): BankEntry => ({
    id,
    scope: 'own',
    subject_id: null,
    from: null,
    to: null,
    text: id,
    version: 1,
    ...more,
  });
  const bank = [
    entry('any school', { scope: 'school' }),
    entry('any own'),
    entry('maths', { subject_id: 'MATH' }),
    entry('english', { subject_id: 'ENGL' }),
    entry('low', { subject_id: 'MATH', from: 0, to: 39 }),
    entry('high', { subject_id: 'MATH', from: 80 }),
  ];
  const ids = (of: { total: number | null; search?: string }) =>
    chooseCommentsToOffer(bank, { subjectId: 'MATH', search: '', ...of }).map(({ id }) => id);

  it('are for the subject and the total: the subject’s first, then the user’s own', () => {
    expect(ids({ total: 39 })).toEqual(['low', 'maths', 'any own', 'any school']);
    expect(ids({ total: 39.9 })).toEqual(['maths', 'any own', 'any school']);
    expect(ids({ total: 100 })).toEqual(['high', 'maths', 'any own', 'any school']);
    expect(ids({ total: null })).toEqual(['maths', 'any own', 'any school']);
  });
  it('are looked for by their words, for whatever total', () => {
    expect(ids({ total: 39, search: 'HIGH' })).toEqual(['high']);
    expect(ids({ total: 39, search: 'engl' })).toEqual([]);
  });
});

describe('a slash', () => {
  it('opens where it begins a word', () => {
    expect(findSlashSearch('/', 1)).toEqual({ start: 0, search: '' });
    expect(findSlashSearch('Well done. /ste', 15)).toEqual({ start: 11, search: 'ste' });
    expect(findSlashSearch('Well /done and more', 10)).toEqual({ start: 5, search: 'done' });
  });
  it('does not within a word, a fraction or a line above', () => {
    expect(findSlashSearch('and/or', 6)).toBeNull();
    expect(findSlashSearch('7/10', 4)).toBeNull();
    expect(findSlashSearch('/line\nbelow', 11)).toBeNull();
  });
});
