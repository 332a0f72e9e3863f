import { describe, expect, it } from 'vitest';
import { handler } from '#functions/options/move-in/jobs/lambda.ts';
import { workbookOf } from '../../../support/options/move-in/files-of-school.ts';
import { countsOf, movesOf } from '../../../support/options/move-in/moves.ts';
import { steppedSchoolForTests } from '../../../support/step-by-step/stepped-school.ts';

/** As another system gives it out: nobody can know what its "Ref" and "Unit" are. */
const exported = (name: string, ...rows: readonly (readonly string[])[]) =>
  workbookOf({ name, rows: [['Name', 'Date of Birth', 'Ref', 'Unit', 'Locker'], ...rows] });

describe('what sheets and columns are said to be', () => {
  const school = steppedSchoolForTests(handler);
  const { preview, store } = movesOf(school);
  const said = {
    sheets: { 'Roll of May': { kind: 'students' as const, columns: { C: 'id', D: 'class_id', E: '-' } } },
  };
  const first = () =>
    exported(
      'Roll of May',
      ['Alexis, Jade', '13/02/2014', '00701', '1A', '12'],
      ['Brown, Mia', '30/04/2014', '00702', '1B', ''],
    );
  const columnsOf = ({ sheets }: Awaited<ReturnType<typeof preview>>) =>
    sheets[0]?.columns.map(({ column, field }) => `${column} ${field}`);

  it('is shown with examples of every column, those that are not read too', async () => {
    const shown = await preview(await first());
    expect(shown.sheets[0]?.columns.map(({ heading, examples }) => [heading, examples])).toEqual([
      ['Name', ['Alexis, Jade', 'Brown, Mia']],
      ['Date of Birth', ['13/02/2014', '30/04/2014']],
      ['Ref', ['00701', '00702']],
      ['Unit', ['1A', '1B']],
      ['Locker', ['12']],
    ]);
  });

  it('is proposed of the next file, by the name of the sheet and the headings, and can be said otherwise', async () => {
    expect(await store(await first(), said)).toMatchObject({ state: 'finished', left: [] });
    const next = await exported('Roll of May', ['Diaz, Liam', '30/01/2014', '00711', '1B', '14']);
    const shown = await preview(next);
    expect([shown.sheets[0]?.kind, columnsOf(shown)]).toEqual([
      'students',
      ['A name', 'B date_of_birth', 'C id', 'D class_id', 'E -'],
    ]);
    expect(countsOf(shown)).toEqual({ students: [1, 0, 0, 0] });
    const otherwise = { sheets: { 'Roll of May': { columns: { D: '-' } } } };
    expect(columnsOf(await preview(next, otherwise))?.[3]).toBe('D -');
  });

  it('is of a kind of list: a column of the same heading in another kind is what it says', async () => {
    const staff = await workbookOf({
      name: 'Staff',
      rows: [
        ['Ref', 'Staff No', 'Name'],
        ['x', '31', 'Kim Lee'],
      ],
    });
    expect(columnsOf(await preview(staff))).toEqual(['A -', 'B teacher_num', 'C name']);
  });

  it('is not taken from a sheet whose name says nothing', async () => {
    const sheet1 = await exported('Sheet1', ['Evans, Zoe', '30/01/2014', '00712', '1B', '14']);
    expect(
      await store(sheet1, { sheets: { Sheet1: { kind: 'students', columns: { C: 'id', D: 'class_id' } } } }),
    ).toMatchObject({
      state: 'finished',
    });
    const staff = await workbookOf({
      name: 'Sheet1',
      rows: [
        ['Staff No', 'Surname', 'First Name'],
        ['32', 'Ray', 'Jo'],
      ],
    });
    expect((await preview(staff)).sheets[0]?.kind).toBe('teachers');
  });
});
