import { describe, expect, it, vi } from 'vitest';
import { StudentEntity } from '#functions/students/records/store.ts';
import { attendanceContract } from '#shared/attendance/contract.ts';
import { attendanceWordings } from '#shared/attendance/wordings.ts';
import { undoWordings } from '#shared/http/wordings.ts';
import { undoContract } from '#shared/undo/contract.ts';
import type { TestClient } from '../../../support/callers/client.ts';
import { changeRecordOfTest } from '../../../support/school/records.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { recordTraffic } from '../../../support/school/table-traffic.ts';
import { runBetweenReadAndWrite } from '../../../support/step-by-step/run-between-read-and-write.ts';
import { holdTimeForEachTest, readCountsOn, scanAtGate } from '../attendance-days.ts';

const { readAttendanceRegister, saveAttendanceRegister, correctAttendance, readAttendanceHistory } = attendanceContract;
const { deleteAttendance } = attendanceContract;
const { undoAct: undoAttendance, listActs: listUndoableAttendanceChanges } = undoContract;
const { addAbsenceNotice, listAbsenceNotices, withdrawAbsenceNotice } = attendanceContract;

const school = schoolForTests();
/** Form teacher, subject teacher and dean of 1A, and the office. */
const [mona, eric, dina, office] = [school.as('T1'), school.as('T2'), school.as('T3'), school.as('A1')];
const today = '2025-10-15';
const now = `${today}T12:30:00.000Z`;
holdTimeForEachTest(now);

const registerOn = async (client: TestClient, date: string) =>
  (await client.call(readAttendanceRegister, { class_id: '1A', date })).body;
const rowOf = async (client: TestClient, studentId: string, date: string) =>
  (await registerOn(client, date)).students.find((one) => one.student_id === studentId);
const countsOf1A = async (date: string) => (await readCountsOn(date))['1A'] ?? {};

type Mark = 'P' | 'A' | 'L' | null;
interface Entry {
  student_id: string;
  am?: Mark;
  pm?: Mark;
  was?: { am: Mark };
}
const mark = (client: TestClient, date: string, students: Entry[], key: string = crypto.randomUUID()) =>
  client.call(
    saveAttendanceRegister,
    { class_id: '1A', date, students, why: 'Entered later.' },
    { 'idempotency-key': key },
  );

describe('a class register', () => {
  it('shows a class today, and the school days of its term', async () => {
    const { body } = await mona.call(readAttendanceRegister, { class_id: '1A' });
    expect(body).toMatchObject({ date: today, today, closed: null, as: 'form teacher', now: 'am' });
    expect(body.students.map(({ student_id }) => student_id)).toEqual(['S01', 'S02', 'S03', 'S04', 'S05', 'S06']);
    expect([body.days[0], body.days.at(-1)]).toEqual(['2025-09-01', today]);
    expect(body.days).not.toContain('2025-10-11');
  });

  it.each([
    ['2025-10-11', 'weekend'],
    ['2025-10-16', 'still to come'],
    ['2025-08-20', 'not in a term'],
    ['2025-09-24', 'Republic Day'],
  ])('is closed on %s: %s', async (date, closed) => {
    expect((await registerOn(mona, date)).closed).toBe(closed);
  });

  it('is open to its form teacher, a subject teacher and the office; its dean reads it', async () => {
    const date = '2025-10-01';
    const statusOf = async (client: TestClient, class_id: string) =>
      (await client.call(readAttendanceRegister, { class_id, date })).status;
    expect(await Promise.all([eric, dina, office].map((client) => statusOf(client, '1A')))).toEqual([200, 200, 200]);
    expect([await statusOf(mona, '1B'), await statusOf(eric, '4A'), await statusOf(dina, '4A')]).toEqual([
      403, 403, 403,
    ]);
    const entry = { student_id: 'S01', am: 'P' as const };
    expect([(await mark(dina, date, [entry])).status, (await mark(eric, today, [entry])).status]).toEqual([403, 200]);
  });

  it('saves a whole class in one transaction, and counts it', async () => {
    const date = '2025-10-02';
    await scanAtGate(date, 'S01', '08:20:00');
    const marks = { S02: 'P', S03: 'P', S04: 'P', S05: 'L', S06: 'A' } as const;
    const entries = Object.entries(marks).map(([student_id, am]) => ({ student_id, am, was: { am: null } }));
    const traffic = await recordTraffic(async () => expect((await mark(mona, date, entries)).status).toBe(200));
    const operations = traffic.map(({ operation }) => operation);
    expect(operations.filter((name) => name === 'TransactWriteItems')).toHaveLength(1);
    // Session, students, records and setting in one; terms, the current one; the teacher's posts and lessons; whether
    // the year was promoted.
    expect(operations).toHaveLength(7);
    expect(await countsOf1A(date)).toEqual({ am: 5, amAbsent: 1, pm: 1, late: 2 });
    expect(await rowOf(mona, 'S05', date)).toMatchObject({ am: 'L', am_by: 'Mona Núñez' });
    expect(await rowOf(mona, 'S01', date)).toMatchObject({ am: 'L', am_by: null, scanned: '08:20' });
  });

  it('refuses to replace the entry of another person that was not seen, with both values, and replaces scans', async () => {
    const date = '2025-10-06';
    await mark(office, date, [{ student_id: 'S02', am: 'A', was: { am: null } }]);
    await scanAtGate(date, 'S03', '07:50:00');
    const absent = { student_id: 'S03', am: 'A' as const, was: { am: null } };
    const refused = await mark(mona, date, [{ student_id: 'S02', am: 'P', was: { am: null } }, absent]);
    expect(refused.status).toBe(409);
    expect(refused.error?.conflict).toEqual({ field: 'S02/am', yours: 'P', theirs: 'A', by: 'Ada Office', at: now });
    expect(await rowOf(mona, 'S03', date)).toMatchObject({ am: 'P', am_by: null });
    expect((await mark(mona, date, [absent])).status).toBe(200);
    await scanAtGate(date, 'S03', '15:00:00');
    expect(await rowOf(mona, 'S03', date)).toMatchObject({ am: 'A', am_by: 'Mona Núñez' });
  });

  it('follows the scans again where a mark is cleared', async () => {
    const date = '2025-10-07';
    await scanAtGate(date, 'S01', '08:30:00');
    await mark(mona, date, [{ student_id: 'S01', am: 'A', was: { am: 'L' } }]);
    expect(await countsOf1A(date)).toMatchObject({ amAbsent: 1 });
    await mark(mona, date, [{ student_id: 'S01', am: null, was: { am: 'A' } }]);
    expect(await rowOf(mona, 'S01', date)).toMatchObject({ am: 'L', am_by: null });
    expect(await countsOf1A(date)).toEqual({ am: 1, pm: 1, late: 1 });
  });

  it('takes L only in the session of the arrival', async () => {
    const date = '2025-10-08';
    await mark(mona, date, [{ student_id: 'S01', am: 'P' }]);
    const late = (student_id: string) => mark(mona, date, [{ student_id, pm: 'L' }]);
    const refused = await late('S01');
    expect([refused.status, Object.keys(refused.error?.fields ?? {})]).toEqual([422, ['S01/pm']]);
    expect((await late('S02')).body.students[0]).toMatchObject({ am: null, pm: 'L' });
  });

  it.each([
    ['a weekend', '2025-10-11', 'S01', 'date'],
    ['tomorrow', '2025-10-16', 'S01', 'date'],
    ['a leap day in no term', '2024-02-29', 'S01', 'date'],
    ['a day that does not exist', '2025-02-29', 'S01', 'date'],
    ['a student of another class', '2025-10-01', 'S11', 'S11/am'],
    ['an unknown student', '2025-10-01', 'S99', 'S99/am'],
  ])('refuses %s', async (_what, date, student_id, field) => {
    const { status, error } = await mark(office, date, [{ student_id, am: 'P' }]);
    expect([status, ...Object.keys(error?.fields ?? {})]).toEqual([422, field]);
  });

  it('refuses a student who was archived since the register was opened, and saves the others without them', async () => {
    const date = '2025-10-10';
    const setStatus = (status: 'archived' | 'current') =>
      changeRecordOfTest(StudentEntity, { studentId: 'S06' }, { status, classId: '1A' });
    const present = (student_id: string) => ({ student_id, am: 'P' as const, was: { am: null } });
    await setStatus('archived');
    const refused = await mark(mona, date, [present('S05'), present('S06')]);
    expect([refused.status, refused.error?.fields]).toEqual([422, { 'S06/am': [attendanceWordings.leftSchool] }]);
    expect(await countsOf1A(date)).toEqual({});
    expect((await mark(mona, date, [present('S05')])).status).toBe(200);
    expect(await rowOf(mona, 'S06', date)).toBeUndefined();
    await setStatus('current');
  });

  it('hides reasons from a subject teacher, who cannot enter any', async () => {
    const date = '2025-10-09';
    const explain = (client: TestClient) =>
      client.call(saveAttendanceRegister, {
        class_id: '1A',
        date,
        why: 'Entered later.',
        students: [{ student_id: 'S01', am: 'A', reason: 'Dentist', excused: 'excused' }],
      });
    expect([(await explain(eric)).status, (await explain(mona)).status]).toEqual([403, 200]);
    expect(await rowOf(mona, 'S01', date)).toMatchObject({ reason: 'Dentist', excused: 'excused' });
    expect(await rowOf(eric, 'S01', date)).toMatchObject({ reason: null, excused: 'excused' });
    expect(await countsOf1A(date)).toEqual({ amAbsent: 1, excused: 2 });
  });
});

describe('a correction', () => {
  const date = '2025-09-15';

  it('changes a past day with a reason, and is in its history', async () => {
    await scanAtGate(date, 'S01', '08:12:00');
    const why = 'The bus was late.';
    const was = { am: 'L' as const, time_out: null };
    const { body } = await mona.call(correctAttendance, {
      student_id: 'S01',
      date,
      am: 'P',
      time_out: '14:05',
      was,
      why,
    });
    expect(body).toMatchObject({ am: 'P', time_in: '08:12', time_out: '14:05' });
    expect(await countsOf1A(date)).toEqual({ am: 1, pm: 1 });
    const history = await dina.call(readAttendanceHistory, { student_id: 'S01', date });
    expect(history.body.scans).toEqual([{ time: '08:12:00', source: 'gate' }]);
    const fields = [
      { field: 'am', before: 'L', after: 'P' },
      { field: 'time_out', before: null, after: '14:05' },
    ];
    expect(history.body.changes).toEqual([{ at: now, by: 'Mona Núñez', why, fields }]);
  });

  it.each([
    ['a subject teacher', eric, {}, 403],
    ['a dean', dina, {}, 403],
    ['the office', office, {}, 200],
    ['the office, of an unknown student', office, { student_id: 'S77' }, 404],
    ['a form teacher, of an unknown student', mona, { student_id: 'S77' }, 403],
    ['a form teacher, of a weekend', mona, { date: '2025-10-12' }, 422],
    ['a form teacher, with the times reversed', mona, { time_in: '09:00', time_out: '08:00' }, 422],
    ['a form teacher, without a reason', mona, { why: ' ' }, 422],
  ])('by %s', async (_who, client, change, status) => {
    const input = { student_id: 'S02', date, am: 'A' as const, why: 'Seen.', ...change };
    expect((await client.call(correctAttendance, input)).status).toBe(status);
  });
});

describe('deleting records', () => {
  const remove = (client: TestClient, dates: readonly string[], key: string = crypto.randomUUID()) => {
    const records = dates.map((date) => ({ student_id: 'S03', date_scanned: date }));
    return client.call(deleteAttendance, { records }, { 'idempotency-key': key });
  };
  const undo = (client: TestClient, act: string | null, key: string = crypto.randomUUID()) =>
    client.call(undoAttendance, { undo: act ?? '' }, { 'idempotency-key': key });

  it('needs a session that is not marked present, removes the records from the counts, and is undone once', async () => {
    const [first, second] = ['2025-09-16', '2025-09-17'] as const;
    for (const date of [first, second]) await scanAtGate(date, 'S03', '07:40:00');
    const present = await remove(mona, [first, second]);
    expect([present.status, present.error?.message]).toEqual([422, [attendanceWordings.onlyWithAbsence]]);
    await mark(mona, second, [{ student_id: 'S03', am: 'A' }]);
    const { body } = await remove(mona, [first, second], 'delete-two-days');
    expect(body.deleted).toBe(2);
    expect((await remove(mona, [first, second], 'delete-two-days')).body).toEqual(body);
    expect([await countsOf1A(first), await countsOf1A(second)]).toEqual([{}, {}]);
    expect(
      (await mona.call(listUndoableAttendanceChanges, { of: 'attendance', student_id: 'S03' })).body,
    ).toMatchObject([{ undone_at: null }]);
    expect((await undo(eric, body.undo)).status).toBe(403);
    expect((await undo(mona, body.undo, 'undo-of-days')).status).toBe(200);
    expect((await undo(mona, body.undo, 'undo-of-days')).status).toBe(200);
    expect((await undo(office, body.undo)).error?.message).toEqual([undoWordings.undoneAlready]);
    expect(await countsOf1A(second)).toEqual({ amAbsent: 1, pm: 1 });
  });

  it('is not undone where a day was written again since', async () => {
    const date = '2025-09-18';
    await mark(mona, date, [{ student_id: 'S03', am: 'A' }]);
    const { body } = await remove(mona, [date]);
    await scanAtGate(date, 'S03', '07:30:00');
    expect((await undo(mona, body.undo)).status).toBe(409);
    expect(await countsOf1A(date)).toEqual({ am: 1, pm: 1 });
    expect((await remove(eric, [date])).status).toBe(403);
  });
});

describe('an absence notice', () => {
  interface Notice {
    student_id: string;
    from: string;
    to: string;
    reason: string;
    excused?: 'excused' | 'not excused';
    seen?: string | undefined;
  }
  const add = (client: TestClient, notice: Notice) => client.call(addAbsenceNotice, { excused: 'excused', ...notice });
  const wedding = (student_id: string, from: string, to: string) => ({ student_id, from, to, reason: 'A wedding' });
  const noticesOf1A = async () => (await mona.call(listAbsenceNotices, { class_id: '1A' })).body;

  it('fills the register of its school days, and is withdrawn and restored', async () => {
    const { body: notice } = await add(mona, wedding('S04', '2025-10-16', '2025-10-21'));
    expect(notice).toMatchObject({ name: 'Lastname S04, Pupil S04', from: '2025-10-16' });
    expect(await noticesOf1A()).toEqual([notice]);
    expect(await rowOf(mona, 'S04', '2025-10-17')).toMatchObject({ am: null, reason: 'A wedding', excused: 'excused' });
    expect(await countsOf1A('2025-10-17')).toEqual({ excused: 2, unmarked: 1 });
    // Divali.
    expect(await countsOf1A('2025-10-20')).toEqual({});
    const unwell = { student_id: 'S04', date: today, reason: 'Unwell', why: 'His mother called.' };
    await mona.call(correctAttendance, unwell);
    const { body } = await mona.call(withdrawAbsenceNotice, { student_id: 'S04', id: notice.id });
    expect([body.days, await noticesOf1A()]).toEqual([3, []]);
    expect(await rowOf(mona, 'S04', '2025-10-17')).toMatchObject({ reason: null, excused: null });
    expect(await countsOf1A('2025-10-17')).toEqual({ unmarked: 1 });
    expect((await mona.call(undoAttendance, { undo: body.undo ?? '' })).status).toBe(200);
    expect(await rowOf(mona, 'S04', '2025-10-21')).toMatchObject({ reason: 'A wedding' });
  });

  it('does not replace another reason of its days until that was seen', async () => {
    const journey = (seen?: string) =>
      add(mona, {
        student_id: 'S05',
        from: '2025-10-22',
        to: '2025-10-24',
        reason: 'A journey',
        excused: 'not excused',
        seen,
      });
    await add(office, { student_id: 'S05', from: '2025-10-23', to: '2025-10-27', reason: 'Dentist' });
    const first = await journey();
    expect([first.status, first.error?.message]).toEqual([
      409,
      ['These days already have another reason. 23-Oct-2025, 24-Oct-2025: Dentist, excused (Ada Office).'],
    ]);
    const conflict = { field: 'seen', yours: 'A journey, not excused', theirs: 'Dentist, excused', at: now };
    expect(first.error?.conflict).toMatchObject(conflict);
    expect(await rowOf(mona, 'S05', '2025-10-22')).toMatchObject({ reason: null });
    vi.setSystemTime('2025-10-15T12:31:00Z');
    await add(office, { student_id: 'S05', from: '2025-10-23', to: '2025-10-23', reason: 'Hospital', seen: now });
    const second = await journey(now);
    expect([second.status, second.error?.conflict?.theirs]).toEqual([409, 'Hospital, excused']);
    expect((await journey(second.error?.conflict?.at ?? '')).status).toBe(200);
    expect(await rowOf(mona, 'S05', '2025-10-23')).toMatchObject({ reason: 'A journey', excused: 'not excused' });
    expect(await rowOf(mona, 'S05', '2025-10-27')).toMatchObject({ reason: 'Dentist', excused: 'excused' });
  });

  it('is withdrawn once, and restored without the days that have another reason since', async () => {
    const { body: notice } = await add(mona, wedding('S06', '2025-10-29', '2025-10-30'));
    const withdraw = (client: TestClient, key: string) =>
      client.call(withdrawAbsenceNotice, { student_id: 'S06', id: notice.id }, { 'idempotency-key': key });
    const [refused, done] = await runBetweenReadAndWrite(
      () => withdraw(mona, 'withdraw-mona'),
      () => withdraw(office, 'withdraw-office'),
    );
    expect([refused.status, done.status, done.body.days]).toEqual([404, 200, 2]);
    const { body: acts } = await mona.call(listUndoableAttendanceChanges, { of: 'attendance', student_id: 'S06' });
    expect(acts.map(({ undo }) => undo)).toEqual([done.body.undo]);
    expect((await withdraw(office, 'withdraw-office')).body).toEqual(done.body);
    await add(office, { student_id: 'S06', from: '2025-10-30', to: '2025-10-30', reason: 'Dentist' });
    const statuses = [];
    for (const key of ['undo-again-1', 'undo-again-1', 'undo-again-2'])
      statuses.push(
        (await mona.call(undoAttendance, { undo: done.body.undo ?? '' }, { 'idempotency-key': key })).status,
      );
    expect(statuses).toEqual([200, 200, 409]);
    expect(await rowOf(mona, 'S06', '2025-10-29')).toMatchObject({ reason: 'A wedding' });
    expect(await rowOf(mona, 'S06', '2025-10-30')).toMatchObject({ reason: 'Dentist' });
  });

  it.each([
    ['a subject teacher', eric, '2025-10-16', '2025-10-16', 403],
    ['a dean', dina, '2025-10-16', '2025-10-16', 403],
    ['a form teacher, with the days reversed', mona, '2025-10-17', '2025-10-16', 422],
    ['a form teacher, from yesterday on', mona, '2025-10-14', '2025-10-16', 422],
    ['a form teacher, for ten years', mona, '2025-10-16', '2035-10-16', 422],
    ['a form teacher, for a weekend', mona, '2025-10-18', '2025-10-19', 422],
    ['a form teacher, for more than 30 school days', mona, '2025-10-16', '2025-12-10', 422],
  ])('is refused from %s', async (_who, client, from, to, status) => {
    expect((await add(client, wedding('S04', from, to))).status).toBe(status);
  });
});
