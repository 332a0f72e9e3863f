import { describe, expect, it } from 'vitest';
import { judgeRemark, type RemarkContext } from '#shared/options/truth-check/improbable/judge-remark.ts';

const context: RemarkContext = {
  about: { firstName: 'Ana', otherNames: ['Marie', 'Joseph'], sex: 'female' },
  firstNames: new Set(['Ana', 'Ben', 'Grace', 'Mark', 'Zoë', 'Joseph']),
  subject: { title: 'Mathematics', total: 61 },
  endsWithStop: false,
};
const rulesOf = (text: string, change: Partial<RemarkContext> = {}) =>
  judgeRemark(text, { ...context, ...change }).map(({ rule }) => rule);
const withTotal = (total: number | null) => ({ subject: { title: 'Mathematics', total } });

describe('a remark', () => {
  it.each([
    'Ana works well. She should revise her notes on fractions.',
    'Good.',
    '',
    '   ',
    'A steady term, Ana!',
    'Ana’s effort is steady',
  ])('has nothing improbable: %s', (text) => expect(judgeRemark(text, context)).toEqual([]));

  it.each<[string, boolean]>([
    ['Ben works well.', true],
    ['A good term for Ben’s standards.', true],
    ['Zoë should revise.', true],
    // Her own names, and those of people who are no pupils.
    ['Miss Joseph, this is good.', false],
    ['She may see Mr. Ben on Mondays.', false],
    ['She may see Mrs Grace on Mondays.', false],
    // Somebody who is mentioned beside her.
    ['Ana sits beside Ben and both gain by it.', false],
    // A word that begins a sentence; within one it is a name.
    ['Grace under pressure. Mark the date.', false],
    ['In this term Mark should revise.', true],
    ['Bent on success.', false],
  ])('names another student: %s', (text, is) => expect(rulesOf(text)).toEqual(is ? ['otherName'] : []));

  it.each<[string, RemarkContext['about']['sex'], boolean]>([
    ['He works well.', 'female', true],
    ['Works well on his own.', 'female', true],
    ['She works well.', 'female', false],
    ['She works well.', 'male', true],
    ['He works well.', null, false],
    // Somebody else is meant by one of many.
    ['She knows her work, and her father is proud: he should be.', 'female', false],
    ['The theme is there.', 'male', false],
  ])('has the wrong pronoun: %s (%s)', (text, sex, is) =>
    expect(rulesOf(text, { about: { ...context.about, sex } })).toEqual(is ? ['wrongPronoun'] : []));

  it.each<[string, string, boolean]>([
    ['Her grammar and spelling improve.', 'Mathematics', true],
    ['Her algebra improves.', 'Mathematics', false],
    // Its own words are there too.
    ['She draws on algebra in every essay.', 'Mathematics', false],
    ['Her Spanish improves.', 'French', true],
    ['Her French improves.', 'French', false],
    ['Her essays improve.', 'English Language', false],
    // Nothing is known about it.
    ['Her essays improve.', 'Caribbean Studies', false],
  ])('has words of another subject: %s (%s)', (text, title, is) =>
    expect(rulesOf(text, { subject: { title, total: 61 } })).toEqual(is ? ['otherSubject'] : []));

  it.each([
    'Physics',
    'Information Technology',
    'Principles of Accounts',
    'Chemistry',
  ])('may speak of calculating in %s', (title) =>
    expect(rulesOf('Algebra is the chief weakness.', { subject: { title, total: 61 } })).toEqual([]));

  it('has words of no other subject where it is about the whole report', () =>
    expect(rulesOf('Her grammar and her algebra improve.', { subject: null })).toEqual([]));

  it.each<[string, number | null, boolean]>([
    ['An excellent term.', 39.9, true],
    ['An excellent term.', 40, false],
    ['A poor term.', 80, true],
    ['A poor term.', 79.9, false],
    ['An excellent term.', null, false],
    ['Not an excellent term.', 20, false],
    ['She could become excellent.', 20, false],
    ['She has never been weak.', 95, false],
    ['Poorly drawn graphs.', 95, false],
  ])('contradicts its mark: %s (%s)', (text, total, is) =>
    expect(rulesOf(text, withTotal(total))).toEqual(is ? ['contradictsMark'] : []));

  it.each<[string, boolean, boolean]>([
    ['She should revise the', false, true],
    ['Works well, but', false, true],
    ['Works well,', false, true],
    ['Works well (at times', true, true],
    ['Works well. She should revi', false, true],
    ['Works well', false, false],
    // Everybody else ends with a full stop.
    ['Works well', true, true],
    ['Works well.', true, false],
    ['Is this her best?', true, false],
    ['“Well done.”', true, false],
  ])('is not finished: %s', (text, endsWithStop, is) =>
    expect(rulesOf(text, { endsWithStop })).toEqual(is ? ['unfinished'] : []));

  it('has letters that do not print, and says which', () => {
    expect(judgeRemark('Works well 😀 in class.', context)).toEqual([
      { rule: 'unprintable', text: 'Paper cannot show 😀.' },
    ]);
  });
});
