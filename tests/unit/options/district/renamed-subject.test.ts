import { expect, it } from 'vitest';
import { buildFigures } from '#functions/options/district/figures/build-content.ts';
import type { CountedStudent } from '#functions/options/district/figures/group-table.ts';

const none = { hidden: new Set<string>(), shownTotals: new Set<string>() };
const attendance = { school: { attended: 0, taken: 0 }, levels: new Map() };

/** Forty students of form 1 who take Mathematics, and some of them a second subject. */
const studentsWith = (second: { id: string; title: string }, takers: number): CountedStudent[] =>
  Array.from({ length: 40 }, (_, at) => ({
    level: 1,
    average: '50.0',
    hasRemark: false,
    subjects: [{ id: 'MATH', title: 'Mathematics' }, ...(at < takers ? [second] : [])].map((subject) => ({
      ...subject,
      total: 50,
      hasComment: false,
    })),
  }));

const shownOf = (title: string, { figures }: ReturnType<typeof buildFigures>) =>
  figures.subjects.flatMap((subject) =>
    subject.title === title ? [subject.levels[0]?.figures?.students ?? null] : [],
  );

it('a subject that is renamed within the year stays hidden where a file has hidden it', () => {
  const first = buildFigures({ students: studentsWith({ id: 'FREN', title: 'French' }, 5), attendance }, none);
  expect(shownOf('French', first)).toEqual([null]);
  const earlier = { hidden: first.hidden, shownTotals: new Set(first.shownTotals) };
  const renamed = { id: 'FREN', title: 'French Language' };
  const second = buildFigures({ students: studentsWith(renamed, 15), attendance }, earlier);
  expect(shownOf('French Language', second)).toEqual([null]);
  // Another subject of that title was never hidden.
  const other = buildFigures(
    { students: studentsWith({ id: 'FREN-2', title: 'French Language' }, 15), attendance },
    earlier,
  );
  expect(shownOf('French Language', other)).toEqual([15]);
});

it('two subjects of one title are two lines, each with its id', () => {
  const students = [
    ...studentsWith({ id: 'ART', title: 'Art' }, 15),
    ...studentsWith({ id: 'ART-2', title: 'Art' }, 20),
  ];
  const { figures } = buildFigures({ students, attendance }, none);
  expect(figures.subjects.map(({ title, levels }) => [title, levels[0]?.figures?.students])).toEqual([
    ['Art (ART)', 15],
    ['Art (ART-2)', 20],
    ['Mathematics', 80],
  ]);
});
