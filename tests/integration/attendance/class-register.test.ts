import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { attendanceContract } from '#shared/attendance/contract.ts';
import { attendanceWordings } from '#shared/attendance/wordings.ts';
import type { RunningSchool } from '../../../local/school.ts';
import { clientOf } from '../../support/callers/callers.ts';
import type { TestClient } from '../../support/callers/client.ts';
import { write as writeRecord } from '../../support/school/records.ts';
import { startSmallSchool } from '../../support/school/small-school.ts';
import { trafficOf } from '../../support/school/table-traffic.ts';
import { meanwhile } from '../../support/step-by-step/meanwhile.ts';

const { attendanceRegister, saveAttendanceRegister, correctAttendance, attendanceHistory } = attendanceContract;
const {
  deleteAttendance,
  undoAttendance,
  undoableAttendanceChanges,
  addAbsenceNotice,
  absenceNotices,
  withdrawAbsenceNotice,
} = attendanceContract;

let server: RunningSchool;
let mona: TestClient;
let eric: TestClient;
let dina: TestClient;
let office: TestClient;
beforeAll(async () => {
  server = await startSmallSchool();
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2025-10-15T12:30:00Z') });
  [mona, eric, dina, office] = (await Promise.all(
    ['T1', 'T2', 'T3', 'A1'].map((account) => clientOf(server.url, account)),
  )) as [TestClient, TestClient, TestClient, TestClient];
});
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2025-10-15T12:30:00Z') }));
afterEach(() => void vi.useRealTimers());
afterAll(() => server.stop());

const records = async () => ({
  ...(await import('#functions/attendance/records/record-scans.ts')),
  ...(await import('#functions/attendance/records/read-records.ts')),
  ...(await import('#functions/attendance/records/class-day.ts')),
});

const limits = {
  ...{ lateAfter: '08:00', amUntil: '10:00', pmFrom: '12:00', pmLateAfter: '12:45', pmUntil: '13:30' },
  ...{ afternoonBy: 'arrival' as const, leavesAfterMinutes: 30 },
};

async function scan(studentId: string, date: string, time: string, classId = '1A') {
  const { recordScans } = await records();
  const student = { studentId, classId, formLevel: 1 };
  const rules = { sessions: ['am', 'pm'] as const, limits };
  await recordScans({ openAt: 'even closed', date, rules, students: [{ student, scans: { [`gate@${time}`]: time } }] });
}

async function countsOf(date: string, classId = '1A') {
  const { classDays } = await records();
  const day = (await classDays({ from: date, to: date })).find((one) => one.classId === classId);
  const { am = 0, amAbsent = 0, pm = 0, pmAbsent = 0, late = 0, excused = 0 } = day ?? {};
  return { am, amAbsent, pm, pmAbsent, late, excused };
}

const rowOf = async (client: TestClient, studentId: string, date: string) =>
  (await client.call(attendanceRegister, { class_id: '1A', date })).body.students.find(
    (one) => one.student_id === studentId,
  );

const mark = (
  client: TestClient,
  date: string,
  students: readonly { student_id: string; am?: 'P' | 'A' | 'L' | null; was?: { am: 'P' | 'A' | 'L' | null } }[],
  key: string = crypto.randomUUID(),
) =>
  client.call(
    saveAttendanceRegister,
    { class_id: '1A', date, students: [...students], why: 'Entered later.' },
    { 'idempotency-key': key },
  );

describe('a class register', () => {
  it('shows a class today, and the school days of its term', async () => {
    const { body } = await mona.call(attendanceRegister, { class_id: '1A' });
    expect(body).toMatchObject({
      date: '2025-10-15',
      today: '2025-10-15',
      closed: null,
      as: 'form teacher',
      now: 'am',
    });
    expect(body.students.map(({ student_id }) => student_id)).toEqual(['S01', 'S02', 'S03', 'S04', 'S05', 'S06']);
    expect(body.days[0]).toBe('2025-09-01');
    expect(body.days.at(-1)).toBe('2025-10-15');
    expect(body.days).not.toContain('2025-10-11');
  });

  it('says why a day has none', async () => {
    const closed = async (date: string) => (await mona.call(attendanceRegister, { class_id: '1A', date })).body.closed;
    expect(await closed('2025-10-11')).toBe('weekend');
    expect(await closed('2025-10-16')).toBe('still to come');
    expect(await closed('2025-08-20')).toBe('not in a term');
    expect(await closed('2025-09-24')).toBe('Republic Day');
  });

  it('is for its form teacher, who has a lesson there, and the office; its dean looks at it', async () => {
    const date = '2025-10-01';
    const see = async (client: TestClient, class_id: string) =>
      (await client.call(attendanceRegister, { class_id, date })).status;
    expect([await see(eric, '1A'), await see(dina, '1A'), await see(office, '1A')]).toEqual([200, 200, 200]);
    expect([await see(mona, '1B'), await see(eric, '4A'), await see(dina, '4A')]).toEqual([403, 403, 403]);
    const write = [{ student_id: 'S01', am: 'P' as const }];
    expect((await mark(dina, date, write)).status).toBe(403);
    expect((await mark(eric, '2025-10-15', write)).status).toBe(200);
  });

  it('saves what was said of a whole class in one transaction, and counts it', async () => {
    const date = '2025-10-02';
    await scan('S01', date, '08:20:00');
    const students = ['S02', 'S03', 'S04', 'S05', 'S06'].map((student_id) => ({
      student_id,
      am: student_id === 'S06' ? ('A' as const) : student_id === 'S05' ? ('L' as const) : ('P' as const),
      was: { am: null },
    }));
    const traffic = await trafficOf(async () => expect((await mark(mona, date, students)).status).toBe(200));
    const requests = traffic.map(({ operation }) => operation).sort();
    expect(requests.filter((name) => name === 'TransactWriteItems')).toHaveLength(1);
    // Session, students, records and setting in one; terms, the current one; the teacher's posts and lessons; whether the year was promoted.
    expect(requests).toHaveLength(7);
    expect(await countsOf(date)).toEqual({ am: 5, amAbsent: 1, pm: 1, pmAbsent: 0, late: 2, excused: 0 });
    expect(await rowOf(mona, 'S05', date)).toMatchObject({ am: 'L', am_by: 'Mona Núñez' });
    expect(await rowOf(mona, 'S01', date)).toMatchObject({ am: 'L', am_by: null, scanned: '08:20' });
  });

  it('is repeated harmlessly under its key, whatever was said meanwhile', async () => {
    const date = '2025-10-03';
    const key = crypto.randomUUID();
    const said = [{ student_id: 'S01', am: 'P' as const, was: { am: null } }];
    expect((await mark(mona, date, said, key)).status).toBe(200);
    expect((await mark(office, date, [{ student_id: 'S01', am: 'A', was: { am: 'P' } }])).status).toBe(200);
    const again = await mark(mona, date, said, key);
    expect([again.status, again.body.students[0]?.am]).toEqual([200, 'A']);
    expect(await countsOf(date)).toMatchObject({ am: 0, amAbsent: 1 });
  });

  it('tells both values where another person said something else, and lets machines give way', async () => {
    const date = '2025-10-06';
    await mark(office, date, [{ student_id: 'S02', am: 'A', was: { am: null } }]);
    await scan('S03', date, '07:50:00');
    const contested = await mark(mona, date, [
      { student_id: 'S02', am: 'P', was: { am: null } },
      { student_id: 'S03', am: 'A', was: { am: null } },
    ]);
    expect(contested.status).toBe(409);
    const expected = { field: 'S02/am', yours: 'P', theirs: 'A', by: 'Ada Office', at: '2025-10-15T12:30:00.000Z' };
    expect(contested.error?.conflict).toEqual(expected);
    expect(await rowOf(mona, 'S03', date)).toMatchObject({ am: 'P', am_by: null });
    expect((await mark(mona, date, [{ student_id: 'S03', am: 'A', was: { am: null } }])).status).toBe(200);
    await scan('S03', date, '15:00:00');
    expect(await rowOf(mona, 'S03', date)).toMatchObject({ am: 'A', am_by: 'Mona Núñez' });
  });

  it('takes a decision back: the scans say again', async () => {
    const date = '2025-10-07';
    await scan('S01', date, '08:30:00');
    await mark(mona, date, [{ student_id: 'S01', am: 'A', was: { am: 'L' } }]);
    expect(await countsOf(date)).toMatchObject({ am: 0, amAbsent: 1 });
    await mark(mona, date, [{ student_id: 'S01', am: null, was: { am: 'A' } }]);
    expect(await rowOf(mona, 'S01', date)).toMatchObject({ am: 'L', am_by: null });
    expect(await countsOf(date)).toMatchObject({ am: 1, amAbsent: 0, late: 1 });
  });

  it('says L of the session in which a student came', async () => {
    const date = '2025-10-08';
    await mark(mona, date, [{ student_id: 'S01', am: 'P' }]);
    const late = (student_id: string) =>
      mona.call(saveAttendanceRegister, {
        class_id: '1A',
        date,
        students: [{ student_id, pm: 'L' }],
        why: 'Entered later.',
      });
    const refused = await late('S01');
    expect([refused.status, Object.keys(refused.error?.fields ?? {})]).toEqual([422, ['S01/pm']]);
    expect((await late('S02')).body.students[0]).toMatchObject({ am: null, pm: 'L' });
  });

  it('refuses days without school, days to come, and students of another class, each by its name', async () => {
    const fieldsOf = async (date: string, student_id = 'S01') => {
      const { status, error } = await mark(office, date, [{ student_id, am: 'P' }]);
      return [status, ...Object.keys(error?.fields ?? {})];
    };
    expect(await fieldsOf('2025-10-11')).toEqual([422, 'date']);
    expect(await fieldsOf('2025-10-16')).toEqual([422, 'date']);
    expect(await fieldsOf('2024-02-29')).toEqual([422, 'date']);
    expect(await fieldsOf('2025-02-29')).toEqual([422, 'date']);
    expect(await fieldsOf('2025-10-01', 'S11')).toEqual([422, 'S11/am']);
    expect(await fieldsOf('2025-10-01', 'S99')).toEqual([422, 'S99/am']);
    const twice = await mark(mona, '2025-10-01', [
      { student_id: 'S04', am: 'P' },
      { student_id: 'S04', am: 'A' },
    ]);
    expect(twice.status).toBe(422);
  });

  it('refuses a student who was archived since the register was opened, by name, and saves the others then', async () => {
    const date = '2025-10-10';
    const { Student } = await import('#functions/students/records/store.ts');
    expect(await rowOf(mona, 'S06', date)).toMatchObject({ am: null });
    await writeRecord(Student.update({ studentId: 'S06' }, { set: { status: 'archived', classId: '1A' } }));
    const refused = await mark(mona, date, [
      { student_id: 'S05', am: 'P', was: { am: null } },
      { student_id: 'S06', am: 'P', was: { am: null } },
    ]);
    expect([refused.status, refused.error?.fields]).toEqual([422, { 'S06/am': [attendanceWordings.leftSchool] }]);
    expect(await countsOf(date)).toMatchObject({ am: 0 });
    expect((await mark(mona, date, [{ student_id: 'S05', am: 'P', was: { am: null } }])).status).toBe(200);
    const { body } = await mona.call(attendanceRegister, { class_id: '1A', date });
    expect(body.students.map(({ student_id }) => student_id)).not.toContain('S06');
    await writeRecord(Student.update({ studentId: 'S06' }, { set: { status: 'current', classId: '1A' } }));
  });

  it('keeps reasons from who only teaches the class, and lets them write none', async () => {
    const date = '2025-10-09';
    const explain = (client: TestClient) =>
      client.call(saveAttendanceRegister, {
        ...{ class_id: '1A', date, why: 'Entered later.' },
        students: [{ student_id: 'S01', am: 'A', reason: 'Dentist', excused: 'excused' }],
      });
    expect((await explain(eric)).status).toBe(403);
    expect((await explain(mona)).status).toBe(200);
    expect(await rowOf(mona, 'S01', date)).toMatchObject({ reason: 'Dentist', excused: 'excused' });
    expect(await rowOf(eric, 'S01', date)).toMatchObject({ reason: null, excused: 'excused' });
    expect(await countsOf(date)).toEqual({ am: 0, amAbsent: 1, pm: 0, pmAbsent: 0, late: 0, excused: 2 });
  });
});

describe('a correction', () => {
  const date = '2025-09-15';
  it('changes a past day, says why, and is in its history', async () => {
    await scan('S01', date, '08:12:00');
    const corrected = await mona.call(correctAttendance, {
      ...{ student_id: 'S01', date, am: 'P', time_out: '14:05', was: { am: 'L', time_out: null } },
      why: 'The bus was late.',
    });
    expect(corrected.body).toMatchObject({ am: 'P', time_in: '08:12', time_out: '14:05' });
    expect(await countsOf(date)).toMatchObject({ am: 1, pm: 1, late: 0 });
    const { body } = await dina.call(attendanceHistory, { student_id: 'S01', date });
    expect(body.scans).toEqual([{ time: '08:12:00', source: 'gate' }]);
    expect(body.changes).toEqual([
      {
        ...{ at: '2025-10-15T12:30:00.000Z', by: 'Mona Núñez', why: 'The bus was late.' },
        fields: [
          { field: 'am', before: 'L', after: 'P' },
          { field: 'time_out', before: null, after: '14:05' },
        ],
      },
    ]);
  });

  it('is for form teacher and office, of a school day, with times in order', async () => {
    const correct = async (client: TestClient, change: object) =>
      (await client.call(correctAttendance, { student_id: 'S02', date, am: 'A', why: 'Seen.', ...change })).status;
    expect([await correct(eric, {}), await correct(dina, {}), await correct(office, {})]).toEqual([403, 403, 200]);
    expect(await correct(office, { student_id: 'S77' })).toBe(404);
    expect(await correct(mona, { student_id: 'S77' })).toBe(403);
    expect(await correct(mona, { date: '2025-10-12' })).toBe(422);
    expect(await correct(mona, { time_in: '09:00', time_out: '08:00' })).toBe(422);
    expect(await correct(mona, { why: ' ' })).toBe(422);
  });
});

describe('deleting records', () => {
  const dates = ['2025-09-16', '2025-09-17'] as const;
  const of = (list: readonly string[]) => ({ records: list.map((date) => ({ student_id: 'S03', date })) });

  it('needs one with a session that is not marked present, takes them out of the counts, and is undone', async () => {
    for (const date of dates) await scan('S03', date, '07:40:00');
    const present = await mona.call(deleteAttendance, of(dates));
    expect([present.status, present.error?.message]).toEqual([422, [attendanceWordings.onlyWithAbsence]]);
    await mark(mona, dates[1], [{ student_id: 'S03', am: 'A' }]);
    const key = crypto.randomUUID();
    const remove = () => mona.call(deleteAttendance, of(dates), { 'idempotency-key': key });
    const { body } = await remove();
    expect(body.deleted).toBe(2);
    expect((await remove()).body).toEqual(body);
    expect([await countsOf(dates[0]), await countsOf(dates[1])].map(({ am, pm }) => am + pm)).toEqual([0, 0]);
    expect((await mona.call(undoableAttendanceChanges, { student_id: 'S03' })).body).toMatchObject([
      { undone_at: null },
    ]);
    expect((await eric.call(undoAttendance, { undo: body.undo ?? '' })).status).toBe(403);
    const undo = (client: TestClient, idempotencyKey: string) =>
      client.call(undoAttendance, { undo: body.undo ?? '' }, { 'idempotency-key': idempotencyKey });
    expect((await undo(mona, 'undo-of-days-1')).status).toBe(200);
    expect((await undo(mona, 'undo-of-days-1')).status).toBe(200);
    const second = await undo(office, 'undo-of-days-2');
    expect([second.status, second.error?.message]).toEqual([409, [attendanceWordings.undoneAlready]]);
    expect(await countsOf(dates[1])).toMatchObject({ am: 0, amAbsent: 1, pm: 1 });
  });

  it('is not undone where a day was written again since', async () => {
    const date = '2025-09-18';
    await mark(mona, date, [{ student_id: 'S03', am: 'A' }]);
    const { body } = await mona.call(deleteAttendance, of([date]));
    await scan('S03', date, '07:30:00');
    expect((await mona.call(undoAttendance, { undo: body.undo ?? '' })).status).toBe(409);
    expect(await countsOf(date)).toMatchObject({ am: 1, amAbsent: 0 });
    expect((await eric.call(deleteAttendance, of([date]))).status).toBe(403);
  });
});

describe('an absence told beforehand', () => {
  const tell = (client: TestClient, from: string, to: string, student_id = 'S04') =>
    client.call(addAbsenceNotice, { student_id, from, to, reason: 'A wedding', excused: 'excused' });

  it('fills the register of its school days, and is taken back and told again', async () => {
    const { body: told } = await mona.call(
      addAbsenceNotice,
      { student_id: 'S04', from: '2025-10-16', to: '2025-10-21', reason: 'A wedding', excused: 'excused' },
      { 'idempotency-key': 'told-absence-1' },
    );
    expect(told).toMatchObject({ name: 'Lastname S04, Pupil S04', from: '2025-10-16' });
    expect((await mona.call(absenceNotices, { class_id: '1A' })).body).toEqual([told]);
    expect(await rowOf(mona, 'S04', '2025-10-17')).toMatchObject({ am: null, reason: 'A wedding', excused: 'excused' });
    expect(await countsOf('2025-10-17')).toEqual({ am: 0, amAbsent: 0, pm: 0, pmAbsent: 0, late: 0, excused: 2 });
    // Divali.
    expect(await countsOf('2025-10-20')).toMatchObject({ excused: 0 });
    await mona.call(correctAttendance, {
      ...{ student_id: 'S04', date: '2025-10-15', reason: 'Unwell', why: 'His mother called.' },
    });
    const { body: taken } = await mona.call(withdrawAbsenceNotice, { student_id: 'S04', id: told.id });
    expect(taken.days).toBe(3);
    expect((await mona.call(absenceNotices, { class_id: '1A' })).body).toEqual([]);
    expect(await rowOf(mona, 'S04', '2025-10-17')).toMatchObject({ reason: null, excused: null });
    expect(await countsOf('2025-10-17')).toMatchObject({ excused: 0 });
    expect((await mona.call(undoAttendance, { undo: taken.undo ?? '' })).status).toBe(200);
    expect(await rowOf(mona, 'S04', '2025-10-21')).toMatchObject({ reason: 'A wedding' });
  });

  it('does not replace what somebody said of its days until that was seen', async () => {
    const told = (client: TestClient, reason: string, seen?: string) =>
      client.call(addAbsenceNotice, {
        ...{ student_id: 'S05', from: '2025-10-22', to: '2025-10-24', reason, excused: 'not excused' as const, seen },
      });
    await office.call(addAbsenceNotice, {
      ...{ student_id: 'S05', from: '2025-10-23', to: '2025-10-27', reason: 'Dentist', excused: 'excused' },
    });
    const first = await told(mona, 'A journey');
    expect(first.status).toBe(409);
    expect(first.error?.message).toEqual([
      'These days already have another reason. 23-Oct-2025, 24-Oct-2025: Dentist, excused (Ada Office).',
    ]);
    const at = '2025-10-15T12:30:00.000Z';
    const conflict = { field: 'seen', yours: 'A journey, not excused', theirs: 'Dentist, excused', at };
    expect(first.error?.conflict).toMatchObject(conflict);
    expect(await rowOf(mona, 'S05', '2025-10-22')).toMatchObject({ reason: null });
    vi.setSystemTime('2025-10-15T12:31:00Z');
    await office.call(addAbsenceNotice, {
      ...{ student_id: 'S05', from: '2025-10-23', to: '2025-10-23', reason: 'Hospital', excused: 'excused', seen: at },
    });
    const second = await told(mona, 'A journey', at);
    expect([second.status, second.error?.conflict?.theirs]).toEqual([409, 'Hospital, excused']);
    expect((await told(mona, 'A journey', second.error?.conflict?.at ?? '')).status).toBe(200);
    expect(await rowOf(mona, 'S05', '2025-10-23')).toMatchObject({ reason: 'A journey', excused: 'not excused' });
    expect(await rowOf(mona, 'S05', '2025-10-27')).toMatchObject({ reason: 'Dentist', excused: 'excused' });
  });

  it('is taken back once: another who does so is told, and has nothing to undo', async () => {
    const { body: told } = await tell(mona, '2025-10-29', '2025-10-30', 'S06');
    const takeBack = (client: TestClient, key: string) =>
      client.call(withdrawAbsenceNotice, { student_id: 'S06', id: told.id }, { 'idempotency-key': key });
    const [refused, done] = await meanwhile(
      () => takeBack(mona, 'take-back-mona'),
      () => takeBack(office, 'take-back-office'),
    );
    expect([refused.status, done.status, done.body.days]).toEqual([404, 200, 2]);
    const { body: acts } = await mona.call(undoableAttendanceChanges, { student_id: 'S06' });
    expect(acts.map(({ undo }) => undo)).toEqual([done.body.undo]);
    expect((await takeBack(office, 'take-back-office')).body).toEqual(done.body);
    // The day that somebody else explains meanwhile stays as it is when the absence comes back.
    await office.call(addAbsenceNotice, {
      ...{ student_id: 'S06', from: '2025-10-30', to: '2025-10-30', reason: 'Dentist', excused: 'excused' },
    });
    const undo = (key: string) => mona.call(undoAttendance, { undo: done.body.undo ?? '' }, { 'idempotency-key': key });
    expect([
      (await undo('undo-again-1')).status,
      (await undo('undo-again-1')).status,
      (await undo('undo-again-2')).status,
    ]).toEqual([200, 200, 409]);
    expect(await rowOf(mona, 'S06', '2025-10-29')).toMatchObject({ reason: 'A wedding' });
    expect(await rowOf(mona, 'S06', '2025-10-30')).toMatchObject({ reason: 'Dentist' });
  });

  it('is for form teacher and office, of days to come in the right order, and not of ten years', async () => {
    const statusOf = async (...told: Parameters<typeof tell>) => (await tell(...told)).status;
    expect(await statusOf(eric, '2025-10-16', '2025-10-16')).toBe(403);
    expect(await statusOf(dina, '2025-10-16', '2025-10-16')).toBe(403);
    expect(await statusOf(mona, '2025-10-17', '2025-10-16')).toBe(422);
    expect(await statusOf(mona, '2025-10-14', '2025-10-16')).toBe(422);
    expect(await statusOf(mona, '2025-10-16', '2035-10-16')).toBe(422);
    expect(await statusOf(mona, '2025-10-18', '2025-10-19')).toBe(422);
    expect(await statusOf(mona, '2025-10-16', '2025-12-10')).toBe(422);
    expect(await statusOf(office, '2025-10-16', '2025-10-17', 'S99')).toBe(404);
  });
});
