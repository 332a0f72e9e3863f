import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { notePictureKey } from '#functions/options/families/records/family-note.ts';
import { listAuditTrail } from '#functions/platform/table/audit.ts';
import { attendanceContract } from '#shared/attendance/contract.ts';
import { familiesContract } from '#shared/options/families/contract.ts';
import { familyNoteWordings, familyNoteRefusals as wordings } from '#shared/options/families/note-wordings.ts';
import { termsContract } from '#shared/school/contract.ts';
import { studentFileRefusals } from '#shared/students/wordings.ts';
import { undoContract } from '#shared/undo/contract.ts';
import { clientOfAccount } from '../../../support/callers/callers.ts';
import type { TestClient } from '../../../support/callers/client.ts';
import { makeJpeg } from '../../../support/files/sample-files.ts';
import { isInBucket, postFileForm } from '../../../support/files/send-file.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { addStudentAccount, term, yearId } from '../../../support/school/small-school.ts';
import { runBetweenReadAndWrite } from '../../../support/step-by-step/run-between-read-and-write.ts';
import { holdTimeForEachTest, readCountsOn, scanAtGate, writeDecisions } from '../../attendance/attendance-days.ts';

const { listFamilyNotes, openFamilyNotePicture, acceptFamilyNote, askAboutFamilyNote } = familiesContract;
const { readAttendanceRegister, readAttendanceHistory, withdrawAbsenceNotice } = attendanceContract;
const { undoAct: undoAttendance } = undoContract;
const { listMyAbsenceNotes, requestNotePicture, sendAbsenceNote } = familiesContract;
const { answerAboutAbsenceNote, withdrawMyAbsenceNote } = familiesContract;

const school = schoolForTests();
/** Form teacher, subject teacher and dean of 1A, and the office. */
const [mona, eric, dina, office] = [school.as('T1'), school.as('T2'), school.as('T3'), school.as('A1')];
const thisTerm = { academic_year_id: yearId, term };
const now = '2025-10-15T12:30:00.000Z';
holdTimeForEachTest(now);

/** The student's client of each test: S01's notes fill up. */
const families = new Map<string, TestClient>();
const family = (studentId: string): TestClient => {
  const client = families.get(studentId);
  if (!client) throw new Error(`No account of ${studentId}`);
  return client;
};

beforeAll(async () => {
  for (const studentId of ['S01', 'S02', 'S03', 'S04', 'S05', 'S06', 'S11']) {
    await addStudentAccount(studentId);
    families.set(studentId, await clientOfAccount(school.url, `student.${studentId}`));
  }
});

const cold = (from: string, to: string) => ({ from, to, why: 'ill' as const, words: 'A cold' });
const send = (studentId: string, note: ReturnType<typeof cold>, ticket: string | null = null, key?: string) =>
  family(studentId).call(sendAbsenceNote, { note, ticket }, { 'idempotency-key': key ?? crypto.randomUUID() });
const accept = (
  client: TestClient,
  note: { student_id: string; id: string; version: number },
  key: string = crypto.randomUUID(),
) => {
  const { student_id, id, version } = note;
  return client.call(acceptFamilyNote, { student_id, id, version, excused: 'excused' }, { 'idempotency-key': key });
};
const sent = async (studentId: string, from: string, to: string) => ({
  ...(await send(studentId, cold(from, to))).body,
  student_id: studentId,
});
const rowOf = async (studentId: string, date: string) =>
  (await mona.call(readAttendanceRegister, { class_id: '1A', date })).body.students.find(
    (one) => one.student_id === studentId,
  );
const statesOf = async (studentId: string) =>
  (await family(studentId).call(listMyAbsenceNotes, {})).body.map(({ state }) => state);

describe('the picture of an absence note', () => {
  const jpeg = makeJpeg({});
  // First of the file: client and file store agree on the real time alone. By then the term's days are over.
  beforeEach(async () => {
    vi.useRealTimers();
    await office.call(termsContract.openAttendance, thisTerm);
  });
  const upload = async (bytes: Uint8Array, studentId = 'S03') => {
    const asked = { type: 'image/jpeg' as const, bytes: bytes.length };
    const { body } = await family(studentId).call(requestNotePicture, asked);
    await postFileForm(family(studentId), body, { type: 'image/jpeg', bytes });
    return body.ticket;
  };

  it('is opened by the form teacher, and deleted with the note that is withdrawn', async () => {
    const { body: note } = await send('S03', cold('2025-11-03', '2025-11-03'), await upload(jpeg));
    expect(note.has_picture).toBe(true);
    const { body } = await mona.call(openFamilyNotePicture, { student_id: 'S03', id: note.id });
    const picture = await mona.follow(body.url);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    expect((await eric.call(openFamilyNotePicture, { student_id: 'S03', id: note.id })).status).toBe(403);
    const key = notePictureKey({ studentId: 'S03', id: note.id });
    expect(await isInBucket(key)).toBe(true);
    await family('S03').call(withdrawMyAbsenceNote, { id: note.id, version: 1 });
    expect(await isInBucket(key)).toBe(false);
  });

  it('is a picture by its bytes, of the student who sent it', async () => {
    const page = await send(
      'S03',
      cold('2025-11-04', '2025-11-04'),
      await upload(Buffer.from('<html>not a picture</html>')),
    );
    expect([page.status, Object.keys(page.error?.fields ?? {})]).toEqual([422, ['file']]);
    const ofAnother = await send('S04', cold('2025-11-04', '2025-11-04'), await upload(jpeg));
    expect([ofAnother.status, ofAnother.error?.message]).toEqual([404, [studentFileRefusals.uploadExpired]]);
  });
});

describe('an absence note of a family', () => {
  it('counts school days alone, waits in the list of the class, and fills the register once it is accepted', async () => {
    // Thursday to Tuesday; Monday is Divali.
    const { body: note, status } = await send('S01', cold('2025-10-16', '2025-10-21'), null, 'note-of-s01');
    expect([status, note.days, note.state]).toEqual([200, 3, 'sent']);
    expect((await send('S01', cold('2025-10-16', '2025-10-21'), null, 'note-of-s01')).body).toEqual(note);
    expect(await statesOf('S01')).toEqual(['sent']);
    expect(await rowOf('S01', '2025-10-17')).toMatchObject({ reason: null, excused: null });

    const [listed] = (await mona.call(listFamilyNotes, { class_id: '1A' })).body;
    expect(listed).toMatchObject({ student_id: 'S01', name: 'Lastname S01, Pupil S01', why: 'ill', words: 'A cold' });
    const toAccept = { ...note, student_id: 'S01' };
    const { body: accepted } = await accept(mona, toAccept, 'accept-note-of-s01');
    expect(accepted).toMatchObject({ state: 'accepted', accepted: { by: 'Mona Núñez', excused: 'excused', left: [] } });
    expect((await accept(mona, toAccept, 'accept-note-of-s01')).body).toEqual(accepted);
    for (const date of ['2025-10-16', '2025-10-17', '2025-10-21'])
      expect(await rowOf('S01', date)).toMatchObject({ reason: 'Illness: A cold', excused: 'excused', am: null });
    expect((await readCountsOn('2025-10-17'))['1A']).toEqual({ excused: 2, unmarked: 1 });
    expect(await statesOf('S01')).toEqual(['accepted']);
    const { changes } = (await dina.call(readAttendanceHistory, { student_id: 'S01', date: '2025-10-17' })).body;
    expect(changes).toMatchObject([{ by: 'Mona Núñez', why: 'Family note of 15-Oct-2025' }]);
    // Who comes after all is present: the scan wins.
    await scanAtGate('2025-10-17', 'S01', '07:40:00', '15:00:00');
    expect(await rowOf('S01', '2025-10-17')).toMatchObject({ am: 'P', pm: 'P' });
    expect((await readCountsOn('2025-10-17'))['1A']).toEqual({ am: 1, pm: 1 });
  });

  it('leaves a day that a person has explained, and one on which the student was there', async () => {
    await writeDecisions('2025-10-08', { S02: { am: 'A', pm: 'A', reason: 'Dentist', excused: false } });
    await scanAtGate('2025-10-09', 'S02', '07:40:00', '15:00:00');
    await writeDecisions('2025-10-10', { S02: { am: 'A', pm: 'A' } });
    const note = await sent('S02', '2025-10-08', '2025-10-10');
    const { body } = await accept(mona, note);
    expect(body.accepted?.left).toEqual([
      { date: '2025-10-08', reason: 'Mona Núñez has entered a reason.' },
      { date: '2025-10-09', reason: 'Was present.' },
    ]);
    expect(await rowOf('S02', '2025-10-08')).toMatchObject({ reason: 'Dentist', excused: 'not excused' });
    expect(await rowOf('S02', '2025-10-09')).toMatchObject({ reason: null, excused: null, am: 'P' });
    expect(await rowOf('S02', '2025-10-10')).toMatchObject({ reason: 'Illness: A cold', excused: 'excused', am: 'A' });
  });

  it('is accepted once: the second of two people sees who was first', async () => {
    const note = await sent('S03', '2025-10-22', '2025-10-23');
    const [late, first] = await runBetweenReadAndWrite(
      () => accept(mona, note),
      () => accept(office, note),
    );
    expect([first.status, late.status, late.error?.message]).toEqual([
      ...[200, 409],
      [wordings.acceptedAlready('Ada Office')],
    ]);
    expect((await accept(mona, note)).status).toBe(409);
  });

  it('is withdrawn while it waits, also in the moment in which somebody accepts it', async () => {
    const note = await sent('S04', '2025-10-22', '2025-10-23');
    const withdraw = () => family('S04').call(withdrawMyAbsenceNote, { id: note.id, version: note.version });
    const [refused, withdrawn] = await runBetweenReadAndWrite(() => accept(mona, note), withdraw);
    expect([withdrawn.body.state, refused.status, refused.error?.message]).toEqual([
      ...['withdrawn', 409],
      [wordings.withdrawn],
    ]);
    expect(await rowOf('S04', '2025-10-22')).toMatchObject({ reason: null });
    const other = await sent('S04', '2025-10-24', '2025-10-24');
    await accept(mona, other);
    const { status } = await family('S04').call(withdrawMyAbsenceNote, { id: other.id, version: 2 });
    expect([status, (await statesOf('S04')).toSorted()]).toEqual([409, ['accepted', 'withdrawn']]);
  });

  it('goes back to the family with a question, and is accepted after the answer that was seen', async () => {
    const note = await sent('S05', '2025-10-22', '2025-10-22');
    const ask = (client: TestClient, version: number) =>
      client.call(askAboutFamilyNote, { student_id: 'S05', id: note.id, version, text: 'Which doctor?' });
    const answer = (version: number) =>
      family('S05').call(answerAboutAbsenceNote, { id: note.id, version, text: 'Dr Rao.' });
    expect((await answer(1)).error?.message).toEqual([wordings.notAsked]);
    const { body: asked } = await ask(mona, 1);
    expect([asked.state, asked.version]).toEqual(['asked', 2]);
    expect((await ask(office, 1)).error?.message).toEqual([wordings.changed]);
    const { body: answered } = await answer(2);
    expect([answered.state, answered.messages.map(({ of_school, by, text }) => [of_school, by, text])]).toEqual([
      'sent',
      [
        [true, 'Mona Núñez', 'Which doctor?'],
        [false, null, 'Dr Rao.'],
      ],
    ]);
    expect((await accept(mona, { ...note, version: 2 })).error?.message).toEqual([wordings.changed]);
    expect((await accept(mona, { ...note, version: 3 })).status).toBe(200);
  });

  it('waits again where its notice is withdrawn from the register, and is accepted again with the undo', async () => {
    const note = await sent('S06', '2025-10-22', '2025-10-23');
    await accept(mona, note);
    const { body } = await mona.call(withdrawAbsenceNotice, { student_id: 'S06', id: note.id });
    expect([body.days, await statesOf('S06')]).toEqual([2, ['sent']]);
    expect(await rowOf('S06', '2025-10-22')).toMatchObject({ reason: null });
    expect((await mona.call(undoAttendance, { undo: body.undo ?? '' })).status).toBe(200);
    expect(await statesOf('S06')).toEqual(['accepted']);
    expect(await rowOf('S06', '2025-10-22')).toMatchObject({ reason: 'Illness: A cold' });
    const states = (await listAuditTrail('student#S06#family-note')).map(
      ({ name, changes: [change] }) => `${name}: ${change?.before ?? 'none'} to ${change?.after}`,
    );
    expect(states.toSorted()).toEqual([
      'Mona Núñez: accepted to sent',
      'Mona Núñez: sent to accepted',
      'Mona Núñez: sent to accepted',
      'Pupil S06 Lastname S06: none to sent',
    ]);
  });

  it.each([
    ['a weekend', cold('2025-10-18', '2025-10-19'), wordings.noSchoolOnDays],
    ['holidays', cold('2025-08-04', '2025-08-08'), wordings.noSchoolOnDays],
    ['ten years', cold('2025-10-16', '2035-10-16'), wordings.tooManyDays(20)],
    ['more than twenty school days', cold('2025-10-16', '2025-11-20'), wordings.tooManyDays(20)],
    ['days in the wrong order', cold('2025-10-17', '2025-10-16'), familyNoteWordings.firstAfterLast],
    [
      'another reason without words',
      { ...cold('2025-10-16', '2025-10-16'), why: 'other', words: ' ' },
      familyNoteWordings.sayWhy,
    ],
  ])('is refused of %s', async (_what, note, message) => {
    const { status, error } = await send('S11', note as ReturnType<typeof cold>);
    expect([status, ...Object.values(error?.fields ?? {}).flat()]).toEqual([422, message]);
  });

  it('is for form teacher and office, and for the dean to read', async () => {
    const note = await sent('S11', '2025-10-22', '2025-10-22');
    expect((await office.call(listFamilyNotes, { class_id: '1B' })).body.map(({ id }) => id)).toEqual([note.id]);
    const listed = [mona, eric, dina].map((client) => client.call(listFamilyNotes, { class_id: '1A' }));
    expect((await Promise.all(listed)).map(({ status }) => status)).toEqual([200, 403, 200]);
    const ofOther = [mona, eric, dina].map((client) => accept(client, note));
    expect((await Promise.all(ofOther)).map(({ status }) => status)).toEqual([403, 403, 403]);
    // Another's note by its id: the caller's own is meant, and there is none.
    const foreign = await family('S01').call(withdrawMyAbsenceNote, { id: note.id, version: 1 });
    expect(foreign.status).toBe(404);
  });
});

describe('where attendance is closed', () => {
  afterEach(() => vi.useRealTimers());

  it('a note is neither sent nor accepted', async () => {
    const note = await sent('S05', '2025-10-13', '2025-10-13');
    const { closeAttendance } = termsContract;
    expect((await office.call(closeAttendance, thisTerm)).status).toBe(200);
    expect((await accept(mona, note)).status).toBe(423);
    const refused = await send('S05', cold('2025-10-14', '2025-10-14'));
    expect([refused.status, refused.error?.fields?.from]).toEqual([422, [wordings.closed]]);
  });
});
