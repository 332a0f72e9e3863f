import { beforeAll, describe, expect, it } from 'vitest';
import { undoWordings } from '#shared/http/wordings.ts';
import { familiesContract } from '#shared/options/families/contract.ts';
import { familyRegistrationWordings } from '#shared/options/families/wordings.ts';
import { termsContract } from '#shared/school/contract.ts';
import { studentFilesContract } from '#shared/students/files/contract.ts';
import { studentRegisterContract } from '#shared/students/register/contract.ts';
import { clientOfAccount } from '../../../support/callers/callers.ts';
import type { TestClient } from '../../../support/callers/client.ts';
import { makeJpeg } from '../../../support/files/sample-files.ts';
import { postFileForm } from '../../../support/files/send-file.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { addStudentAccount, year } from '../../../support/school/small-school.ts';

const { saveMyRegistration, handInMyRegistration, requestRegistrationFile, keepRegistrationFile } = familiesContract;
const {
  readRegistration,
  acceptRegistration,
  sendBackRegistration,
  listActs: listRegistrationAcceptances,
} = familiesContract;
const { previewRegistrations, acceptRegistrations, undoAct: undoRegistrationAcceptance } = familiesContract;
const { readStudentRecord, saveStudent, archiveStudent } = studentRegisterContract;

type Values = Record<string, string | null>;

describe('accepting many registrations', () => {
  const school = schoolForTests();
  const office = school.as('A1');
  const families = new Map<string, TestClient>();
  const ids = ['S01', 'S02', 'S41', 'S42', 'S43'];

  beforeAll(async () => {
    for (const form_level of [1, 4])
      await office.call(termsContract.saveFormLevelRegistration, { form_level, open: 1, deadline: null });
    for (const studentId of ids) {
      await addStudentAccount(studentId);
      families.set(studentId, await clientOfAccount(school.url, `student.${studentId}`));
    }
  });

  const family = (studentId: string) => families.get(studentId) as TestClient;
  /** The family of a student proposes facts that the register does not have, and hands in. */
  const handIn = async (studentId: string, values: Values) => {
    const all: Values = { birth_certificate_no: `BC ${studentId}`, ...values };
    const was = Object.fromEntries(Object.keys(all).map((field) => [field, null]));
    const saved = await family(studentId).call(saveMyRegistration, { year, values: all, was } as never);
    const handed = await family(studentId).call(handInMyRegistration, { year });
    expect([saved.status, handed.body.state]).toEqual([200, 'handed in']);
  };
  const preview = async (class_id?: string) =>
    (await office.call(previewRegistrations, class_id === undefined ? {} : { class_id })).body;
  const record = async (id: string) => (await office.call(readStudentRecord, { id })).body;
  const registration = async (student_id: string) => (await office.call(readRegistration, { student_id })).body;

  /** Asks under one key until the run has ended. */
  const untilEnded = async <A extends { state: string }>(ask: () => Promise<{ body: A }>): Promise<A> => {
    for (;;) {
      const { body } = await ask();
      if (body.state !== 'running') return body;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const acceptAll = async (
    registrations: { student_id: string; version: number }[],
    key: string = crypto.randomUUID(),
  ) => untilEnded(() => office.call(acceptRegistrations, { year, registrations }, { 'Idempotency-Key': key }));
  const undoAll = async (undo: string, key: string = crypto.randomUUID()) =>
    untilEnded(() => office.call(undoRegistrationAcceptance, { undo }, { 'Idempotency-Key': key }));

  it('previews how many, which parts, and which registers have changed since the family typed', async () => {
    expect(await preview()).toEqual({ year, registrations: [], parts: [], conflicts: [] });
    await handIn('S01', { hobbies: 'Chess', place_of_birth: 'Arima' });
    await handIn('S41', { hobbies: 'Pan' });
    await handIn('S42', { hobbies: 'Cricket', nationality: 'Tobagonian' });
    // The office changes a fact that the family of S42 has typed, and one that it has not.
    await office.call(saveStudent, { id: 'S42', nationality: 'Guyanese', was: { nationality: null } });
    await office.call(saveStudent, { id: 'S41', nationality: 'Guyanese', was: { nationality: null } });
    const all = await preview();
    expect(all.registrations.map(({ student_id }) => student_id)).toEqual(['S01', 'S41']);
    expect(all.parts).toEqual([
      { part: 'birth_certificate_no', students: 2 },
      { part: 'hobbies', students: 2 },
      { part: 'place_of_birth', students: 1 },
    ]);
    expect(all.conflicts).toEqual([
      { student_id: 'S42', name: 'Lastname S42, Pupil S42', class_id: '4A', parts: ['nationality'] },
    ]);
    expect((await preview('1A')).registrations.map(({ student_id }) => student_id)).toEqual(['S01']);
  });

  let undo = '';
  it('takes over what was previewed, once, and says who was left and why', async () => {
    const photo = makeJpeg({});
    await handIn('S43', { hobbies: 'Steel pan' });
    // Handed in after the preview; sent back with it; its certificate number is another student's.
    const { registrations } = await preview();
    await handIn('S02', { hobbies: 'Late' });
    const { version } = await registration('S43');
    const back = { student_id: 'S43', year, version, note: 'A photo, please.', fields: [], files: [] };
    await office.call(sendBackRegistration, back);
    const { body } = await family('S43').call(requestRegistrationFile, {
      year,
      kind: 'picture',
      type: 'image/jpeg',
      bytes: photo.length,
    });
    await postFileForm(family('S43'), body, { type: 'image/jpeg', bytes: photo });
    await family('S43').call(keepRegistrationFile, { ticket: body.ticket });
    await family('S43').call(handInMyRegistration, { year });
    const seen = [
      ...registrations.filter(({ student_id }) => student_id !== 'S43'),
      { student_id: 'S43', version },
      { student_id: 'S42', version: (await registration('S42')).version },
    ];
    const key = crypto.randomUUID();
    const answers = await Promise.all([acceptAll(seen, key), acceptAll(seen, key)]);
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]).toMatchObject({ rows_processed: 4, total_rows: 4, state: 'finished' });
    expect(answers[0]?.left.map(({ student_id, reason }) => [student_id, reason])).toEqual([
      ['S43', familyRegistrationWordings.changedSince],
      ['S42', familyRegistrationWordings.registerChanged('Nationality')],
    ]);
    expect([(await record('S01')).hobbies, (await record('S41')).hobbies]).toEqual(['Chess', 'Pan']);
    expect([(await record('S42')).hobbies, (await record('S02')).hobbies]).toEqual([null, null]);
    expect((await registration('S01')).state).toBe('accepted');
    const [act] = (await office.call(listRegistrationAcceptances, { of: 'registrations' })).body;
    expect([act?.what, act?.name]).toEqual([familyRegistrationWordings.acceptedMany(4), 'Ada Office']);
    undo = act?.undo ?? '';
  });

  it('is undone for those that nobody has touched since', async () => {
    await office.call(saveStudent, { id: 'S41', hobbies: 'Draughts', was: { hobbies: 'Pan' } });
    const answer = await undoAll(undo);
    expect(answer.left).toEqual([`Lastname S41, Pupil S41 (S41): ${undoWordings.changedSince}`]);
    expect(await record('S01')).toMatchObject({ hobbies: null, place_of_birth: null, birth_certificate_no: null });
    expect((await record('S41')).hobbies).toBe('Draughts');
    expect([(await registration('S01')).state, (await registration('S41')).state]).toEqual(['handed in', 'accepted']);
    expect((await office.call(undoRegistrationAcceptance, { undo })).status).toBe(409);
    expect((await office.call(listRegistrationAcceptances, { of: 'registrations' })).body[0]?.undone_at).not.toBeNull();
  });

  it('takes files over as well, after the undo again', async () => {
    const { registrations, parts } = await preview();
    expect(registrations.map(({ student_id }) => student_id)).toEqual(['S01', 'S02', 'S43']);
    expect(parts).toContainEqual({ part: 'picture', students: 1 });
    expect((await acceptAll(registrations)).left).toEqual([]);
    const { body } = await office.call(studentFilesContract.listStudentFiles, { student_id: 'S43' });
    expect(body.files.find(({ kind }) => kind === 'picture')?.type).toBe('image/jpeg');
    expect((await record('S01')).hobbies).toBe('Chess');
  });

  it('leaves one whose certificate number another student has got, and one who was archived', async () => {
    const { version } = await registration('S42');
    await office.call(saveStudent, { id: 'S42', nationality: null, was: { nationality: 'Guyanese' } });
    const ofS42 = [{ student_id: 'S42', version }];
    await office.call(saveStudent, {
      id: 'S41',
      birth_certificate_no: 'BC S42',
      was: { birth_certificate_no: 'BC S41' },
    });
    const [taken] = (await acceptAll(ofS42)).left;
    expect(taken?.reason).toContain('Pupil S41');
    await office.call(archiveStudent, { student_id: 'S42', date_of_leaving: '2025-09-01', reason: 'Moved' });
    expect((await preview()).registrations).toEqual([]);
    const [archived] = (await acceptAll(ofS42)).left;
    expect(archived?.student_id).toBe('S42');
  });

  it('is undone of one registration alone', async () => {
    const { version, fields } = await registration('S41').then(async (before) => {
      const back = { student_id: 'S41', year, version: before.version, note: 'Why?', fields: [], files: [] };
      await office.call(sendBackRegistration, back);
      await family('S41').call(saveMyRegistration, {
        year,
        values: { place_of_birth: 'Couva' },
        was: { place_of_birth: null },
      } as never);
      await family('S41').call(handInMyRegistration, { year });
      return registration('S41');
    });
    expect(fields.map(({ field }) => field)).toContain('place_of_birth');
    const input = {
      student_id: 'S41',
      year,
      version,
      fields: ['place_of_birth' as const],
      was: { place_of_birth: null },
    };
    const { body } = await office.call(acceptRegistration, { ...input, files: [], was_files: {} });
    expect((await record('S41')).place_of_birth).toBe('Couva');
    const [act] = (await office.call(listRegistrationAcceptances, { of: 'registrations' })).body;
    expect(act).toMatchObject({
      undo: body.undo,
      what: familyRegistrationWordings.acceptedOf('Pupil S41 Lastname S41', 1),
    });
    const key = crypto.randomUUID();
    const twice = await Promise.all([undoAll(body.undo, key), undoAll(body.undo, key)]);
    expect(twice.map(({ state }) => state)).toEqual(['finished', 'finished']);
    expect([(await record('S41')).place_of_birth, (await registration('S41')).state]).toEqual([null, 'handed in']);
  });
});
