import { expect, it } from 'vitest';
import { listStudentsOfClass, listStudentsOfClasses } from '#functions/students/records/rosters/read-rosters.ts';
import { markBookContract } from '#shared/marks/mark-book/contract.ts';
import { markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import { studentRegisterContract } from '#shared/students/register/contract.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { term, year, yearId } from '../../../support/school/small-school.ts';

const server = schoolForTests();
const [mona, office] = [server.as('T1'), server.as('A1')];

/** By hand, as a register is written: small letters and accents count for nothing. */
const inOrder = ['Abel', 'de la Bastide', 'Delacroix', 'Émile', 'Frost', 'Zed'];

async function sheet(): Promise<string[]> {
  const { body } = await mona.call(markSheetContract.readMarkSheetOfLesson, {
    employee_id: 'T1',
    subject_id: 'MATH',
    class_id: '1A',
    form_level: '1',
    year: String(year),
    term: String(term),
  });
  return body.data.map(({ name }) => name.split(',')[0] ?? '');
}

async function book(): Promise<string[]> {
  const { body } = await mona.call(markBookContract.readMarkBook, {
    employee_id: 'T1',
    subject_id: 'MATH',
    academic_year_id: yearId,
    form_class_id: '1A',
    form_level: '1',
    term: String(term),
  });
  return body.students.map(({ last_name }) => last_name);
}

/** What the letters, cards and forms of a class go through. */
const ofClass = async (): Promise<string[][]> =>
  (await Promise.all([listStudentsOfClass('1A'), listStudentsOfClasses(['1A'])])).map((students) =>
    students.map(({ lastName }) => lastName),
  );

it('a sheet and a book have one order, whose rows stay where they are when somebody leaves', async () => {
  const lastNames = ['Zed', 'Émile', 'Delacroix', 'de la Bastide', 'Abel', 'Frost'];
  for (const [index, last_name] of lastNames.entries()) {
    const number = `S0${index + 1}`;
    const named = { id: number, last_name, was: { last_name: `Lastname ${number}` } };
    expect((await office.call(studentRegisterContract.saveStudent, named)).status).toBe(200);
  }
  expect(await sheet()).toEqual(inOrder);
  expect(await book()).toEqual(inOrder);
  expect(await ofClass()).toEqual([inOrder, inOrder]);
  const gone = { student_id: 'S06', date_of_leaving: '2025-11-12', reason: null };
  expect((await office.call(studentRegisterContract.archiveStudent, gone)).status).toBe(200);
  expect(await sheet()).toEqual(inOrder);
  expect(await book()).toEqual(inOrder);
});
