import { beforeAll, describe, expect, it } from 'vitest';
import { familiesContract } from '#shared/options/families/contract.ts';
import { familyRegistrationWordings } from '#shared/options/families/wordings.ts';
import { termsContract } from '#shared/school/contract.ts';
import { studentFilesContract } from '#shared/students/files/contract.ts';
import { studentRegisterContract } from '#shared/students/register/contract.ts';
import { clientOfAccount } from '../../../support/callers/callers.ts';
import type { TestClient } from '../../../support/callers/client.ts';
import { readPrintedPdf } from '../../../support/files/printed-pdf.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { addStudentAccount, year } from '../../../support/school/small-school.ts';
import { runBetweenReadAndWrite } from '../../../support/step-by-step/run-between-read-and-write.ts';
import { hookTable } from '../../../support/step-by-step/table-requests.ts';

const { readMyRegistration, saveMyRegistration, handInMyRegistration } = familiesContract;
const { listRegistrations, readRegistration, acceptRegistration, sendBackRegistration } = familiesContract;
const { readStudentRecord, saveStudent, readStudentHistory } = studentRegisterContract;

/** In the order of the story: a window opens, a family types on two phones, the office decides. */
describe('a family’s registration', () => {
  const school = schoolForTests();
  const office = school.as('A1');
  let phone: TestClient;
  let secondPhone: TestClient;
  let sibling: TestClient;

  beforeAll(async () => {
    await addStudentAccount('S41');
    await addStudentAccount('S42');
    phone = await clientOfAccount(school.url, 'student.S41');
    secondPhone = await clientOfAccount(school.url, 'student.S41');
    sibling = await clientOfAccount(school.url, 'student.S42');
  });

  const setWindow = (open: 0 | 1) =>
    office.call(termsContract.saveFormLevelRegistration, { form_level: 4, open, deadline: null });
  const save = (values: object, was: object, client = phone) =>
    client.call(saveMyRegistration, { year, values, was } as never);
  const formOf = async (client: TestClient) => (await client.call(readMyRegistration, {})).body;
  const factOf = async (client: TestClient, name: string) =>
    (await formOf(client)).fields.find(({ field }) => field === name);
  const record = async () => (await office.call(readStudentRecord, { id: 'S41' })).body;
  const proposed = async () => (await office.call(readRegistration, { student_id: 'S41' })).body;

  it('is closed until the office opens the window of the level', async () => {
    expect(await formOf(phone)).toMatchObject({ year, state: 'none', is_open: false });
    const refused = await save({ hobbies: 'Chess' }, { hobbies: null });
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([
      422,
      expect.stringContaining(familyRegistrationWordings.closed),
    ]);
    await setWindow(1);
    expect(await formOf(phone)).toMatchObject({ state: 'none', is_open: true, deadline: null });
  });

  it('keeps what is typed apart from the register, as it would be stored', async () => {
    expect((await save({ hobbies: '  Chess  and cricket ' }, { hobbies: null })).body).toMatchObject({
      state: 'draft',
      version: 1,
    });
    expect(await factOf(phone, 'hobbies')).toMatchObject({ value: 'Chess and cricket', registered: null });
    expect((await record()).hobbies).toBeNull();
    const refused = await save({ phone_cell: 'none' }, { phone_cell: null });
    expect(refused.status).toBe(422);
    expect(Object.keys((refused.body as unknown as { errors: { fields: object } }).errors.fields)).toEqual([
      'phone_cell',
    ]);
  });

  it('takes none of the facts that the office decides', async () => {
    for (const field of ['class_id', 'house_code', 'sea_no', 'entry_date', 'status', 'picture'])
      expect((await save({ [field]: '4B' }, {})).status, field).toBe(422);
  });

  it('joins what two phones type, and asks where both type the same', async () => {
    const answers = await Promise.all([
      save({ religion_code: null, nationality: 'Tobagonian' }, { religion_code: null, nationality: null }),
      save({ place_of_birth: 'Arima' }, { place_of_birth: null }, secondPhone),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await factOf(secondPhone, 'nationality'))?.value).toBe('Tobagonian');
    expect((await factOf(phone, 'place_of_birth'))?.value).toBe('Arima');
    const conflict = await save({ place_of_birth: 'Couva' }, { place_of_birth: null });
    expect(conflict.status).toBe(409);
    expect((conflict.body as unknown as { errors: object }).errors).toMatchObject({
      conflict: { field: 'place_of_birth', yours: 'Couva', theirs: 'Arima' },
    });
  });

  it('shows no family another one’s form', async () => {
    expect((await factOf(sibling, 'place_of_birth'))?.value).toBeNull();
    expect((await factOf(sibling, 'last_name'))?.value).toBe('Lastname S42');
  });

  it('is not handed in while a required fact is blank', async () => {
    const refused = await phone.call(handInMyRegistration, { year });
    expect(refused.status).toBe(422);
    expect((refused.body as unknown as { errors: { fields: object } }).errors.fields).toEqual({
      birth_certificate_no: ['Required'],
    });
    expect((await save({ birth_certificate_no: 'BC 4141' }, { birth_certificate_no: null })).status).toBe(200);
  });

  it('is handed in once by two phones, and is read only then', async () => {
    const answers = await Promise.all([phone, secondPhone].map((one) => one.call(handInMyRegistration, { year })));
    expect(answers.map(({ status, body }) => [status, body.state])).toEqual([
      [200, 'handed in'],
      [200, 'handed in'],
    ]);
    expect(answers[0]?.body.version).toBe(answers[1]?.body.version);
    expect(await formOf(secondPhone)).toMatchObject({ state: 'handed in', is_open: false });
    expect((await save({ hobbies: 'Draughts' }, { hobbies: 'Chess and cricket' })).status).toBe(422);
  });

  it('is listed for the office, with what it changes beside the register', async () => {
    const { students } = (await office.call(listRegistrations, {})).body;
    expect(students.filter(({ state }) => state !== 'none')).toEqual([
      {
        student_id: 'S41',
        name: 'Lastname S41, Pupil S41',
        class_id: '4A',
        form_level: 4,
        state: 'handed in',
        handed_in_at: expect.any(String),
      },
    ]);
    // For the number that waits nothing is read of the rest of the school.
    const asked: string[] = [];
    const note: Parameters<typeof hookTable>[0] = ({ input, send }) => {
      asked.push(JSON.stringify(input));
      return send();
    };
    await hookTable(note, async () => {
      const waiting = await office.call(listRegistrations, { state: 'handed in' });
      expect(waiting.body.students.map(({ student_id }) => student_id)).toEqual(['S41']);
    });
    // Session and account; the current period; the proposals of the year; the student.
    expect(asked).toHaveLength(4);
    expect(asked.join(' ')).not.toContain('roster');
    expect((await proposed()).fields.map(({ field, registered, proposed: to }) => [field, registered, to])).toEqual([
      ['birth_certificate_no', null, 'BC 4141'],
      ['hobbies', null, 'Chess and cricket'],
      ['place_of_birth', null, 'Arima'],
      ['nationality', null, 'Tobagonian'],
    ]);
  });

  it('goes back with a note, and comes again', async () => {
    const { version } = await proposed();
    const input = {
      student_id: 'S41',
      year,
      version,
      note: 'Which town?',
      fields: ['place_of_birth' as const],
      files: [],
    };
    expect((await office.call(sendBackRegistration, input)).body).toMatchObject({ state: 'sent back' });
    expect(await formOf(phone)).toMatchObject({ state: 'sent back', is_open: true, note: 'Which town?' });
    expect(await factOf(phone, 'place_of_birth')).toMatchObject({ is_asked: true });
    // Somebody else of the office still sees it as it was.
    expect((await office.call(sendBackRegistration, input)).status).toBe(409);
    await save({ place_of_birth: 'Sangre Grande' }, { place_of_birth: 'Arima' });
    expect((await phone.call(handInMyRegistration, { year })).body.state).toBe('handed in');
    expect((await proposed()).note).toBeNull();
  });

  const seen = { birth_certificate_no: null, hobbies: null, nationality: null };
  const accept = async (was: object, client = office, key?: string) =>
    client.call(
      acceptRegistration,
      {
        student_id: 'S41',
        year,
        version: (await proposed()).version,
        fields: Object.keys(was) as never,
        was,
        files: [],
        was_files: {},
      },
      key === undefined ? {} : { 'Idempotency-Key': key },
    );

  it('is not accepted over a fact that somebody has changed in the register since', async () => {
    await office.call(saveStudent, { id: 'S41', hobbies: 'Reading', was: { hobbies: null } });
    const refused = await accept(seen);
    expect([refused.status, (await record()).nationality]).toEqual([409, null]);
    expect((refused.body as unknown as { errors: object }).errors).toMatchObject({
      conflict: { field: 'hobbies', yours: 'Chess and cricket', theirs: 'Reading' },
    });
    await office.call(saveStudent, { id: 'S41', hobbies: null, was: { hobbies: 'Reading' } });
  });

  it('is accepted once by two of the office, in the facts that were chosen, in the name of the one who accepted', async () => {
    const answers = await Promise.all([accept(seen), accept(seen)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await record()).toMatchObject({
      birth_certificate_no: 'BC 4141',
      hobbies: 'Chess and cricket',
      nationality: 'Tobagonian',
      place_of_birth: null,
    });
    const [last] = (await office.call(readStudentHistory, { student_id: 'S41' })).body;
    expect([last?.by, last?.changes.map(({ field }) => field)]).toEqual([
      'Ada Office',
      ['birth_certificate_no', 'hobbies', 'nationality'],
    ]);
    expect(await proposed()).toMatchObject({ state: 'accepted', decided_by: 'Ada Office' });
    expect(await formOf(phone)).toMatchObject({ state: 'accepted', is_open: false });
    expect(await factOf(phone, 'nationality')).toMatchObject({ is_accepted: true });
  });

  it('is printed on the registration form then', async () => {
    const { bytes } = await office.call(studentFilesContract.printRegistrationForm, { student_id: 'S41' });
    const texts = (await readPrintedPdf(bytes)).pages.flatMap(({ texts }) => texts.map(({ text }) => text));
    expect(texts.join(' ')).toContain('Tobagonian');
    expect(texts.join(' ')).not.toContain('Sangre Grande');
  });

  it('answers a repeated acceptance as the first one', async () => {
    const key = '0f8fad5b-d9cb-469f-a165-708677289511';
    await save({ hobbies: 'Chess' }, { hobbies: null }, sibling);
    await save({ birth_certificate_no: 'BC 4242' }, { birth_certificate_no: null }, sibling);
    await sibling.call(handInMyRegistration, { year });
    const { version } = (await office.call(readRegistration, { student_id: 'S42' })).body;
    const input = {
      student_id: 'S42',
      year,
      version,
      fields: ['hobbies' as const],
      was: { hobbies: null },
      files: [],
      was_files: {},
    };
    const answers = [
      await office.call(acceptRegistration, input, { 'Idempotency-Key': key }),
      await office.call(acceptRegistration, input, { 'Idempotency-Key': key }),
    ];
    expect(answers.map(({ status, body }) => [status, body.state])).toEqual([
      [200, 'accepted'],
      [200, 'accepted'],
    ]);
  });

  it('refuses the certificate number of another student, and writes nothing', async () => {
    const { version } = (await office.call(readRegistration, { student_id: 'S42' })).body;
    const input = { student_id: 'S42', year, version, note: 'The pin, please.', fields: [], files: [] };
    await office.call(sendBackRegistration, input);
    await save({ birth_certificate_no: 'BC 4141' }, { birth_certificate_no: 'BC 4242' }, sibling);
    await sibling.call(handInMyRegistration, { year });
    const next = (await office.call(readRegistration, { student_id: 'S42' })).body.version;
    const refused = await office.call(acceptRegistration, {
      student_id: 'S42',
      year,
      version: next,
      fields: ['birth_certificate_no'],
      was: { birth_certificate_no: null },
      files: [],
      was_files: {},
    });
    expect(refused.status).toBe(422);
    expect((await office.call(readRegistration, { student_id: 'S42' })).body.state).toBe('handed in');
  });

  it('refuses what is saved or handed in while the window is being closed', async () => {
    const { version } = (await office.call(readRegistration, { student_id: 'S42' })).body;
    const back = { student_id: 'S42', year, version, note: 'The pin, please.', fields: [], files: [] };
    await office.call(sendBackRegistration, back);
    for (const act of [
      () => save({ hobbies: 'Sailing' }, { hobbies: 'Chess' }, sibling),
      () => sibling.call(handInMyRegistration, { year }),
    ]) {
      const [refused] = await runBetweenReadAndWrite(act, () => setWindow(0));
      expect([refused.status, JSON.stringify(refused.body)]).toEqual([
        422,
        expect.stringContaining(familyRegistrationWordings.closed),
      ]);
      await setWindow(1);
    }
    expect(await factOf(sibling, 'hobbies')).toMatchObject({ value: 'Chess' });
    expect((await formOf(sibling)).state).toBe('sent back');
  });

  it('refuses what is typed after the window was closed, and says why', async () => {
    await setWindow(0);
    const refused = await save({ hobbies: 'Sailing' }, { hobbies: 'Chess' }, sibling);
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([
      422,
      expect.stringContaining(familyRegistrationWordings.closed),
    ]);
    expect(await formOf(sibling)).toMatchObject({ state: 'sent back', is_open: false });
  });
});
