import { describe, expect, it } from 'vitest';
import { splitNames } from '#functions/options/move-in/judging/judge-lessons.ts';
import { makeAbbreviation } from '#functions/options/move-in/judging/judge-subjects.ts';
import { subjectsOfCell } from '#functions/options/move-in/judging/judge-takers.ts';
import { createNameResolver, createTeacherFinder } from '#functions/options/move-in/judging/names.ts';
import { splitName, withoutTitle } from '#functions/options/move-in/reading/split-name.ts';
import { rememberNames } from '#functions/options/move-in/records/remembered-names.ts';

describe('a name in one cell', () => {
  it.each<[string, string, string]>([
    ['Bell, Anna', 'Anna', 'Bell'],
    ['BELL, ANNA MARIA', 'Anna Maria', 'Bell'],
    ['Mrs. Anna Bell', 'Anna', 'Bell'],
    ['BELL Anna', 'Anna', 'Bell'],
    ['Anna MC DONALD', 'Anna', 'Mc Donald'],
    ["Seán O'BRIEN-LEE", 'Seán', "O'Brien-Lee"],
    ['Anna Maria Bell', 'Anna Maria', 'Bell'],
    ['Bell, Mr. Sam', 'Sam', 'Bell'],
  ])('%s is %s %s', (text, first, last) => {
    expect(splitName(text)).toMatchObject({ first, last });
  });

  it('of one word, or with nothing before or behind its comma, is no whole name', () => {
    for (const text of ['Bell', '', 'Bell,', ', Anna', 'Mr. Bell,']) expect(splitName(text), text).toBeUndefined();
  });

  it('keeps a title that is the whole of it', () => {
    expect(withoutTitle('Miss')).toBe('Miss');
    expect(withoutTitle('Dr  Anna')).toBe('Anna');
  });
});

describe('the name of a teacher', () => {
  const find = createTeacherFinder(
    [
      { id: 'A', firstName: 'Anna', lastName: 'Bell', number: 11 },
      { id: 'B', firstName: 'Sam', lastName: 'Bell', number: 12 },
      { id: 'C', firstName: 'Mona Lea', lastName: 'Núñez', number: 13 },
    ],
    withoutTitle,
  );
  it.each<[string, string | undefined]>([
    ['Bell, Anna', 'A'],
    ['Mr. Sam Bell', 'B'],
    ['A. Bell', 'A'],
    ['Bell S', 'B'],
    ['Bell', 'several'],
    ['Nunez', 'C'],
    ['Ms NÚÑEZ', 'C'],
    ['Mona Nunez', 'C'],
    ['12', 'B'],
    ['Belle', undefined],
  ])('%s is %s', (text, id) => {
    expect(find(text)).toBe(id);
  });
});

describe('names of a file', () => {
  const resolver = (said = {}, remembered = {}) =>
    createNameResolver({
      said,
      remembered: {
        class: {},
        subject: {},
        teacher: {},
        'past subject': {},
        grade: {},
        'part of a mark': {},
        ...remembered,
      },
      find: {
        class: (text) => (text === '1A' ? '1A' : undefined),
        subject: () => undefined,
        teacher: (text) => (text === 'Bell' ? 'several' : undefined),
        'past subject': () => undefined,
        grade: () => undefined,
        'part of a mark': () => undefined,
      },
      isKnown: (_, id) => ['1A', '1B', 'T1'].includes(id),
    });

  it('mean what was said of this file, then what the school calls so, then what was said of an earlier one', () => {
    const { resolve, asked } = resolver(
      { class: { 'one a': '1B' } },
      { class: { 'one a': '1A', 'eins a': '1A', gone: '9X' } },
    );
    expect(resolve('class', 'One A')).toEqual({ id: '1B' });
    expect(resolve('class', '1A')).toEqual({ id: '1A' });
    expect(resolve('class', 'Eins-A')).toEqual({ id: '1A' });
    expect(resolve('class', 'gone')).toMatchObject({ reason: expect.stringContaining('“gone”') });
    expect([...asked.values()].map(({ written, means }) => [written, means])).toEqual([
      ['One A', '1B'],
      ['Eins-A', '1A'],
      ['gone', null],
    ]);
  });

  it('are asked about once, however they are written and however often', () => {
    const { resolve, asked } = resolver();
    for (const text of ['Maths', 'MATHS', ' maths ']) resolve('subject', text);
    expect([...asked.values()]).toEqual([{ of: 'subject', written: 'Maths', key: 'maths', rows: 3, means: null }]);
  });

  it('leave their rows out where that is said, and say that several may be meant', () => {
    const { resolve } = resolver({ subject: { games: '' } });
    expect(resolve('subject', 'Games')).toEqual({ reason: 'Subject: rows with “Games” are left out.' });
    expect(resolve('teacher', 'Bell')).toMatchObject({ reason: expect.stringContaining('Several teachers') });
  });

  it('are remembered without those that were left out or added', () => {
    expect(rememberNames({ a: '1A', b: '1B' }, { b: '1A', c: '', d: '+', e: '4A' })).toEqual({
      a: '1A',
      b: '1A',
      e: '4A',
    });
  });
});

describe('classes of one cell', () => {
  it.each<[string, string[]]>([
    ['1A', ['1A']],
    ['1A, 1B', ['1A', '1B']],
    ['4A/4B & 4C', ['4A', '4B', '4C']],
    ['6L and 6U;', ['6L', '6U']],
  ])('%s are %j', (text, parts) => {
    expect(splitNames(text)).toEqual(parts);
  });
});

describe('an abbreviation', () => {
  it('is made of a title, and of a longer one of its first letters', () => {
    const taken = new Set(['MATH', 'PE']);
    const make = (title: string) => makeAbbreviation(title, (abbr) => taken.has(abbr));
    expect(make('Physics')).toBe('PHYS');
    expect(make('Mathematics')).toBe('MATH2');
    expect(make('Physical Education')).toBe('PHYS');
    expect(make('Principles of Accounts')).toBe('PA');
    expect(make('日本語')).not.toBe('');
  });
});

describe('the subjects of one cell', () => {
  const titles = ['Art', 'Food, Nutrition and Health', 'Textiles, Clothing, Fashion'];
  it.each<[string, string[]]>([
    ['Art', ['Art']],
    ['Art, Music', ['Art', 'Music']],
    ['Art; Music', ['Art', 'Music']],
    ['Food, Nutrition and Health', ['Food, Nutrition and Health']],
    ['Art,Food,Nutrition and Health,Music', ['Art', 'Food, Nutrition and Health', 'Music']],
    ['Textiles, Clothing, Fashion; Art', ['Textiles, Clothing, Fashion', 'Art']],
    ['Food; Nutrition and Health', ['Food', 'Nutrition and Health']],
    [' , Art,, ', ['Art']],
    ['', []],
  ])('%s', (cell, subjects) => {
    expect(subjectsOfCell(cell, (text) => titles.includes(text))).toEqual(subjects);
  });
});
