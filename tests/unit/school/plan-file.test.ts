import { expect, it } from 'vitest';
import { planFileColumns, readPlanFile } from '#functions/school/documents/plan-file.ts';

const read = (text: string) => readPlanFile(new TextEncoder().encode(text));

it('names the columns of a promotion list that it does not understand, and those that are there twice or have no heading', async () => {
  const { rows, notes } = await read(
    'Student ID,Future class,Coming class,,Notes,coming  class\nS1,2A,2B,x,"Moves, perhaps",2C\n',
  );
  expect(rows.map(({ studentId, coming }) => [studentId, coming])).toEqual([['S1', '2B']]);
  expect(notes).toEqual([
    'Column B “Future class” is not a column of the class lists and was left out.',
    'Column E “Notes” is not a column of the class lists and was left out.',
    'Column F “coming class” was left out: column C has the same heading.',
    'Column D has no heading: 1 cell was left out.',
  ]);
});

it('says nothing of the columns of the downloaded list', async () => {
  const titles = planFileColumns.map(({ title }) => title);
  const { rows, notes } = await read(`${titles.join(',')}\n2B,S1${',x'.repeat(titles.length - 2)}\n`);
  expect(rows).toHaveLength(1);
  expect(notes).toEqual([]);
});
