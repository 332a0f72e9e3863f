import { beforeAll, describe, expect, it } from 'vitest';
import { FamilyNoteEntity } from '#functions/options/families/records/family-note.ts';
import { school as file } from '#functions/school/records/school.ts';
import { familiesContract } from '#shared/options/families/contract.ts';
import { termsContract } from '#shared/school/contract.ts';
import { clientOfAccount } from '../../../support/callers/callers.ts';
import type { TestClient } from '../../../support/callers/client.ts';
import { postReportOfStudent } from '../../../support/school/posted-report.ts';
import { executeActionOfTest } from '../../../support/school/records.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { addStudentAccount, year } from '../../../support/school/small-school.ts';

const { listMyReports, readMyReport, saveMyRegistration, handInMyRegistration, sendBackRegistration } =
  familiesContract;
const { readRegistration } = familiesContract;

/** In the order of the story, at S41 of 4A. */
describe('what waits for a family', () => {
  const school = schoolForTests();
  const office = school.as('A1');
  let phone: TestClient;
  beforeAll(async () => {
    await addStudentAccount('S41');
    phone = await clientOfAccount(school.url, 'student.S41');
  });
  const mine = async () => (await phone.call(listMyReports, {})).body;
  const registration = async () => (await mine()).registration;

  it('is nothing at first', async () => {
    expect(await mine()).toMatchObject({
      registration: { state: 'none', is_open: false, deadline: null },
      questions: 0,
      reports: [],
    });
  });

  it('is a registration until it is handed in, and again once it is sent back', async () => {
    const deadline = `${new Date().getFullYear() + 2}-06-30`;
    await office.call(termsContract.saveFormLevelRegistration, { form_level: 4, open: 1, deadline });
    expect(await registration()).toEqual({ state: 'none', is_open: true, deadline });
    const values = { birth_certificate_no: 'BC 4141' };
    expect((await phone.call(saveMyRegistration, { year, values, was: {} } as never)).status).toBe(200);
    expect(await registration()).toMatchObject({ state: 'draft', is_open: true });
    expect((await phone.call(handInMyRegistration, { year })).body.state).toBe('handed in');
    expect(await registration()).toMatchObject({ state: 'handed in', is_open: false });
    const { version } = (await office.call(readRegistration, { student_id: 'S41' })).body;
    const back = { student_id: 'S41', year, version, note: 'Please check.', fields: [], files: [] };
    expect((await office.call(sendBackRegistration, back)).status).toBe(200);
    expect(await registration()).toEqual({ state: 'sent back', is_open: true, deadline });
  });

  it('is a question of the school about an absence, where the school keeps attendance', async () => {
    const note = {
      studentId: 'S41',
      year,
      term: 1 as const,
      days: 1,
      why: 'ill' as const,
      version: 1,
      sentAt: new Date().toISOString(),
      expires: Math.ceil(Date.now() / 1000) + 86_400,
    };
    for (const [id, state] of [
      ['n1', 'asked'],
      ['n2', 'sent'],
      ['n3', 'accepted'],
    ] as const)
      await executeActionOfTest(
        FamilyNoteEntity.create({ ...note, id, state, from: `${year}-09-08`, to: `${year}-09-08` } as never),
      );
    expect((await mine()).questions).toBe(1);
    file().attendance.isOn = false;
    expect((await mine()).questions).toBeNull();
    file().attendance.isOn = true;
  });

  it('is a report until it is opened; one of long ago is not new', async () => {
    await postReportOfStudent('S41', { year: year - 1, term: 1 });
    await postReportOfStudent('S41', { year, term: 1 }, { postedAt: new Date().toISOString() });
    const news = async () => (await mine()).reports.map(({ year: of, is_new }) => [of, is_new]);
    expect(await news()).toEqual([
      [year, true],
      [year - 1, false],
    ]);
    await phone.call(readMyReport, { year: String(year), term: '1' });
    expect(await news()).toEqual([
      [year, false],
      [year - 1, false],
    ]);
  });
});
