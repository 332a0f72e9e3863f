import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byAverage, byTotal, honourOf, placeBy, planPrizes } from '#functions/options/transcripts/lists/places.ts';
import { toPostedStudent } from '#functions/options/transcripts/lists/posted-class.ts';
import { buildTermList } from '#functions/options/transcripts/lists/term-list.ts';
import { readTranscriptsSettings } from '#shared/options/transcripts/settings.ts';
import { makePostedCard } from '../../../support/school/posted-report.ts';

const student = (id: string, average: string | null, totals: Record<string, string> = {}, classId = '4A') => ({
  id,
  name: `Name ${id}`,
  classId,
  formLevel: Number(classId[0]),
  average,
  totals: new Map(Object.entries(totals)),
});

describe('places', () => {
  it('are shared by equal figures, and who has none is not in the list', () => {
    const placed = placeBy(
      [student('a', '70.0'), student('b', '80.0'), student('c', null), student('d', '70.0'), student('e', '60.0')],
      byAverage,
    );
    expect(placed.map(({ place, figure, student: { id } }) => `${place} ${id} ${figure}`)).toEqual([
      '1 b 80.0',
      '2 a 70.0',
      '2 d 70.0',
      '4 e 60.0',
    ]);
  });

  it('are one more than how many have a higher figure', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 40 }), (figures) => {
        const students = figures.map((figure, index) => student(String(index), `${figure}.5`));
        for (const { place, student: of } of placeBy(students, byAverage))
          expect(place).toBe(1 + students.filter(({ average }) => Number(average) > Number(of.average)).length);
      }),
    );
  });

  it('of a subject are by the printed total, and Abs is none', () => {
    const card = makePostedCard('S41', { year: 2025, term: 1 });
    const absent = makePostedCard('S42', { year: 2025, term: 1 });
    for (const subject of absent.subjects) subject.total = 'Abs';
    const placed = placeBy([toPostedStudent(absent), toPostedStudent(card)], byTotal('Mathematics'));
    expect(placed.map(({ student: { id }, figure }) => `${id} ${figure}`)).toEqual(['S41 85.5']);
  });
});

describe('the honour roll', () => {
  const honours = [
    { title: 'Principal’s List', average: 90, lowest: 70, subjects: 3 },
    { title: 'Honour Roll', average: 80 },
  ];
  it.each([
    ['95.0', { a: '70.0', b: '99.0', c: '98.0' }, 'Principal’s List'],
    ['90.0', { a: '70.0', b: '99.0', c: '98.0' }, 'Principal’s List'],
    ['95.0', { a: '69.9', b: '99.0', c: '98.0' }, 'Honour Roll'],
    ['95.0', { a: '99.0', b: '98.0' }, 'Honour Roll'],
    ['79.9', { a: '99.0', b: '98.0', c: '98.0' }, undefined],
    [null, {}, undefined],
    // An average that counts nothing: no subject has a total.
    ['95.0', {}, undefined],
  ] as const)('puts an average of %s with %o on %s', (average, totals, title) => {
    expect(honourOf(student('a', average, totals), honours)?.title).toBe(title);
  });
});

describe('the prize list', () => {
  it('has the best of each class, and of each subject in a form, with ties at the last place', () => {
    const prizes = planPrizes(
      [
        student('a', '90.0', { Art: '90.0' }, '4A'),
        student('b', '90.0', { Art: '95.0' }, '4A'),
        student('c', '80.0', { Art: '95.0' }, '4B'),
        student('d', '70.0', {}, '4B'),
      ],
      { ofClass: 1, ofSubject: 1, levelName: (level) => `Form ${level}` },
    );
    expect(prizes.map(({ of, winners }) => [of, ...winners.map((one) => one.student.id)])).toEqual([
      ['Class 4A', 'a', 'b'],
      ['Class 4B', 'c'],
      ['Art, Form 4', 'b', 'c'],
    ]);
  });
});

describe('a list of a term', () => {
  const asked = {
    subject: undefined,
    scope: 'Class 4A',
    period: 'Term 1, 2025-2026',
    settings: readTranscriptsSettings({}),
    figures: 'as printed' as const,
  };
  it('says what it is of, and by what rules', () => {
    const some = [student('a', '85.0', { Art: '85.0' }), student('b', '40.0', { Art: '40.0' })];
    expect(buildTermList(some, { ...asked, list: 'merit' })).toMatchObject({
      name: 'Merit List',
      about: 'Class 4A, Term 1, 2025-2026',
      rows: [
        [1, 'Name a', 'a', '4A', '85.0'],
        [2, 'Name b', 'b', '4A', '40.0'],
      ],
    });
    expect(buildTermList(some, { ...asked, list: 'honours' })).toMatchObject({
      note: 'Honour Roll: an average of 80 or more, no total below 50.',
      rows: [['Honour Roll', 'Name a', 'a', '4A', '85.0']],
    });
    expect(buildTermList(some, { ...asked, list: 'subject', subject: 'Art' }).about).toBe(
      'Art, Class 4A, Term 1, 2025-2026',
    );
    expect(buildTermList(some, { ...asked, list: 'prizes' }).rows).toHaveLength(3);
    const numbers = buildTermList(some, { ...asked, list: 'merit', figures: 'numbers' });
    expect(numbers.rows[0]).toEqual([1, 'Name a', 'a', '4A', 85]);
  });
});
