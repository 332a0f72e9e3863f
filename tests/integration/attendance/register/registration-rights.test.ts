import { readFile } from 'node:fs/promises';
import { describe, expect, it, vi } from 'vitest';
import { AttendanceRecordEntity } from '#functions/attendance/records/attendance-record.ts';
import { school as schoolFile } from '#functions/school/records/school.ts';
import { attendanceContract } from '#shared/attendance/contract.ts';
import { attendanceWordings } from '#shared/attendance/wordings.ts';
import { schoolFileSchema } from '#shared/school/school-file.ts';
import type { TestClient } from '../../../support/callers/client.ts';
import { executeActionOfTest } from '../../../support/school/records.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { holdTimeForEachTest, scanAtGate } from '../attendance-days.ts';

/*
 * Rule 50. Mona is form teacher of 1A and Eric teaches a subject there; today is Wednesday, 15 October. Pairs of acts
 * on one entry: form teacher or office first and subject teacher after, subject teacher first and each of them after,
 * subject teacher twice.
 */
const { readAttendanceRegister, saveAttendanceRegister, correctAttendance } = attendanceContract;
const today = '2025-10-15';
const yesterday = '2025-10-14';

const school = schoolForTests();
const [mona, eric, office] = [school.as('T1'), school.as('T2'), school.as('A1')];
holdTimeForEachTest(`${today}T12:30:00Z`);

type Mark = 'P' | 'A' | 'L' | null;
interface RegisterEntry {
  student_id: string;
  am?: Mark;
  was?: { am: Mark };
  over?: { am: string };
}
const save = (
  client: TestClient,
  student: RegisterEntry,
  { date = today, why }: { date?: string; why?: string } = {},
) =>
  client.call(saveAttendanceRegister, {
    class_id: '1A',
    date,
    students: [student],
    ...(why === undefined ? {} : { why }),
  });
const rowOf = async (client: TestClient, student: string, date = today) =>
  (await client.call(readAttendanceRegister, { class_id: '1A', date })).body.students.find(
    ({ student_id }) => student_id === student,
  );

describe('a subject teacher', () => {
  it('registers today and no earlier day, which the register shows beforehand', async () => {
    expect((await save(eric, { student_id: 'S01', am: 'P', was: { am: null } })).status).toBe(200);
    const refused = await save(eric, { student_id: 'S01', am: 'P' }, { date: yesterday, why: 'I forgot.' });
    expect([refused.status, refused.error?.message]).toEqual([
      403,
      ['You can register today. The form teacher or the office changes an earlier day.'],
    ]);
    expect(await rowOf(eric, 'S01', yesterday)).toMatchObject({ am: null });
    const looks = async (client: TestClient, date: string) =>
      (await client.call(readAttendanceRegister, { class_id: '1A', date })).body.only_looks;
    expect(await looks(eric, today)).toBeNull();
    expect(await looks(eric, yesterday)).toBe(
      'You can register today. The form teacher or the office changes an earlier day.',
    );
    expect([await looks(mona, yesterday), await looks(office, yesterday)]).toEqual([null, null]);
  });

  it.each([
    ['the form teacher', mona, 'S02', 'Mona Núñez', 'form teacher'],
    ['the office', office, 'S03', 'Ada Office', 'office'],
  ])('replaces an entry of %s only after seeing it and its author', async (_who, first, student_id, by, as) => {
    expect((await save(first, { student_id, am: 'A', was: { am: null } })).status).toBe(200);
    expect(await rowOf(eric, student_id)).toMatchObject({ am: 'A', am_by: by, am_as: as });
    // Seeing the mark is not enough.
    const refused = await save(eric, { student_id, am: 'P', was: { am: 'A' } });
    expect(refused.status).toBe(409);
    const at = `${today}T12:30:00.000Z`;
    expect(refused.error?.conflict).toEqual({ field: `${student_id}/am`, yours: 'P', theirs: 'A', by, at });
    expect(refused.error?.message).toEqual([`${by} has entered this already.`]);
    expect((await save(eric, { student_id, am: null, was: { am: 'A' } })).status).toBe(409);
    expect(await rowOf(eric, student_id)).toMatchObject({ am: 'A', am_by: by });
    const replaced = await save(eric, { student_id, am: 'P', was: { am: 'A' }, over: { am: at } });
    expect([replaced.status, replaced.body.students[0]?.am_by]).toEqual([200, 'Eric Ali']);
  });

  it('does not replace a newer entry than the confirmed one', async () => {
    const student = { student_id: 'S04' };
    await save(mona, { ...student, am: 'A' });
    const shown = `${today}T12:30:00.000Z`;
    vi.setSystemTime(new Date(`${today}T12:40:00Z`));
    await save(office, { ...student, am: 'L', was: { am: 'A' } });
    const refused = await save(eric, { ...student, am: 'P', was: { am: 'A' }, over: { am: shown } });
    expect([refused.status, refused.error?.conflict]).toEqual([
      409,
      { field: 'S04/am', yours: 'P', theirs: 'L', by: 'Ada Office', at: `${today}T12:40:00.000Z` },
    ]);
  });

  it('changes own entries and scans directly, and so does the form teacher', async () => {
    const student = { student_id: 'S05' };
    await save(eric, { ...student, am: 'P' });
    expect((await save(eric, { ...student, am: 'A', was: { am: 'P' } })).status).toBe(200);
    expect((await save(mona, { ...student, am: 'L', was: { am: 'A' } })).status).toBe(200);
    expect((await save(office, { ...student, am: 'P', was: { am: 'L' } })).status).toBe(200);
    await scanAtGate(today, 'S06', '07:50:00');
    expect((await save(eric, { student_id: 'S06', am: 'A', was: { am: 'P' } })).status).toBe(200);
  });

  it('must also confirm an old entry without a role', async () => {
    const key = { studentId: 'S01', date: today, half: '2025H2' };
    await executeActionOfTest(AttendanceRecordEntity.update(key, { remove: ['amAs'] }));
    expect((await save(eric, { student_id: 'S01', am: 'A', was: { am: 'P' } })).status).toBe(409);
  });
});

describe('an earlier day', () => {
  it.each([
    ['the form teacher', mona],
    ['the office', office],
  ])('needs a reason from %s in the register, which is in the trail', async (_who, client) => {
    const student = { student_id: 'S02', am: 'A' as const };
    const refused = await save(client, student, { date: yesterday });
    expect([refused.status, refused.error?.fields]).toEqual([422, { why: [attendanceWordings.whyEarlierDay] }]);
    expect((await save(client, student, { date: yesterday, why: ' ' })).status).toBe(422);
    const why = 'The list was found.';
    expect((await save(client, { ...student, am: null }, { date: yesterday, why })).status).toBe(200);
    expect((await save(client, student, { date: yesterday, why })).status).toBe(200);
    const { body } = await office.call(attendanceContract.readAttendanceHistory, {
      student_id: 'S02',
      date: yesterday,
    });
    expect(body.changes.at(-1)?.why).toBe(why);
  });

  it('needs a reason in a correction too, and none in today’s register', async () => {
    const correct = (why: string) =>
      mona.call(correctAttendance, { student_id: 'S03', date: yesterday, am: 'P', why } as never);
    expect([(await correct('')).status, (await correct('Seen by Eric.')).status]).toEqual([422, 200]);
    expect((await save(mona, { student_id: 'S03', am: 'A', was: { am: 'P' } })).status).toBe(200);
  });
});

describe('the school file', () => {
  it('can allow subject teachers earlier days, with a reason, still without replacing entries', async () => {
    const settings = schoolFile().attendance as { subjectTeacherDays: number };
    settings.subjectTeacherDays = 1;
    const said = { student_id: 'S06', am: 'P' as const };
    expect((await save(eric, said, { date: yesterday })).status).toBe(422);
    expect((await save(eric, said, { date: yesterday, why: 'No network.' })).status).toBe(200);
    expect((await save(eric, said, { date: '2025-10-13', why: 'No network.' })).status).toBe(403);
    await save(mona, { student_id: 'S05', am: 'A' }, { date: yesterday, why: 'Seen at home.' });
    expect((await save(eric, { ...said, student_id: 'S05' }, { date: yesterday, why: 'x' })).status).toBe(409);
    settings.subjectTeacherDays = 0;
  });

  it('needs a number of days', async () => {
    const file = JSON.parse(await readFile('infra/schools/demo.json', 'utf8')) as { attendance: object };
    const parsed = (attendance: object) =>
      schoolFileSchema().safeParse({ ...file, attendance: { ...file.attendance, ...attendance } });
    expect(parsed({}).data?.attendance.subjectTeacherDays).toBe(0);
    expect(parsed({ subjectTeacherDays: 5 }).data?.attendance.subjectTeacherDays).toBe(5);
    for (const wrong of [-1, 1.5, 31, 'all']) expect(parsed({ subjectTeacherDays: wrong }).success).toBe(false);
  });
});
