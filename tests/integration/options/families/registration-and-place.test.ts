import { beforeAll, describe, expect, it } from 'vitest';
import { familiesContract } from '#shared/options/families/contract.ts';
import { familyRegistrationWordings } from '#shared/options/families/wordings.ts';
import { termsContract } from '#shared/school/contract.ts';
import { studentRegisterContract } from '#shared/students/register/contract.ts';
import { clientOfAccount } from '../../../support/callers/callers.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { addStudentAccount, year } from '../../../support/school/small-school.ts';

const { readMyRegistration, saveMyRegistration, handInMyRegistration, readRegistration } = familiesContract;
const { listRegistrations, acceptRegistration, undoAct: undoRegistrationAcceptance } = familiesContract;
const { saveStudent, archiveStudent } = studentRegisterContract;

describe('a registration, when its student or the year moves on', () => {
  const school = schoolForTests();
  const office = school.as('A1');

  beforeAll(async () => {
    for (const id of ['S41', 'S42', 'S43']) await addStudentAccount(id);
    await setWindow(4, 1);
  });

  const setWindow = (form_level: number, open: 0 | 1) =>
    office.call(termsContract.saveFormLevelRegistration, { form_level, open, deadline: null });
  const family = (id: string) => clientOfAccount(school.url, `student.${id}`);
  const type = async (id: string, values: object, of = year) =>
    (await family(id)).call(saveMyRegistration, { year: of, values, was: {} } as never);
  const handIn = async (id: string) => {
    await type(id, { birth_certificate_no: `BC ${id}`, hobbies: 'Chess' });
    return (await (await family(id)).call(handInMyRegistration, { year })).body.state;
  };
  const stateOf = async (id: string) =>
    (await office.call(listRegistrations, {})).body.students.find(({ student_id }) => student_id === id);
  const acceptHobbies = async (student_id: string, seen?: number) => {
    const version = seen ?? (await office.call(readRegistration, { student_id })).body.version;
    return office.call(acceptRegistration, {
      student_id,
      year,
      version,
      fields: ['hobbies'],
      was: { hobbies: null },
      files: [],
      was_files: {},
    });
  };

  it('follows the student into another class of the level, and is accepted there', async () => {
    expect(await handIn('S41')).toBe('handed in');
    await office.call(saveStudent, { id: 'S41', class_id: '4B' });
    expect(await stateOf('S41')).toMatchObject({ class_id: '4B', state: 'handed in' });
    expect((await acceptHobbies('S41')).status).toBe(200);
  });

  it('is open as the window of the new level says, for a student who was moved to one', async () => {
    expect((await type('S42', { hobbies: 'Pan' })).status).toBe(200);
    await office.call(saveStudent, { id: 'S42', class_id: '1A' });
    const form = (await (await family('S42')).call(readMyRegistration, {})).body;
    expect([form.is_open, form.state]).toEqual([false, 'draft']);
    expect((await type('S42', { hobbies: 'Cricket' })).status).toBe(422);
    await setWindow(1, 1);
    expect((await type('S42', { hobbies: 'Cricket' })).status).toBe(200);
  });

  it('is neither filled in, accepted nor undone for a student who was archived', async () => {
    expect(await handIn('S43')).toBe('handed in');
    const { undo, version } = (await acceptHobbies('S43')).body;
    const phone = await family('S43');
    await office.call(archiveStudent, { student_id: 'S43', date_of_leaving: '2025-10-01', reason: 'Moved' });
    expect((await phone.call(readMyRegistration, {})).status).toBe(401);
    expect(await stateOf('S43')).toBeUndefined();
    expect((await office.call(readRegistration, { student_id: 'S43' })).status).toBe(404);
    expect((await acceptHobbies('S43', version)).status).toBe(404);
    expect((await office.call(undoRegistrationAcceptance, { undo })).status).toBe(404);
  });

  it('begins again in a new year: what a phone still keeps of the old one is refused, and says why', async () => {
    const next = { academic_year_id: `${year + 1}${year + 2}`, term: 1 as const };
    await office.call(termsContract.saveAcademicTerm, {
      ...next,
      possible_attendance: 120,
      is_current: true,
      new_term_beginning: null,
      date_start: `${year + 1}-09-01`,
      date_end: `${year + 1}-12-11`,
    });
    const phone = await family('S41');
    expect((await phone.call(readMyRegistration, {})).body).toMatchObject({ year: year + 1, state: 'none' });
    const late = await type('S41', { hobbies: 'Late' });
    expect([late.status, late.error?.fields?.year]).toEqual([422, [familyRegistrationWordings.closed]]);
    expect((await type('S41', { nationality: 'Guyanese' }, year + 1)).body).toMatchObject({
      state: 'draft',
      version: 1,
    });
    expect((await stateOf('S41'))?.state).toBe('draft');
  });
});
