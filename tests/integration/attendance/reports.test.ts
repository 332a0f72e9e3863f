import { beforeAll, describe, expect, it } from 'vitest';
import { StudentEntity } from '#functions/students/records/store.ts';
import { attendanceContract } from '#shared/attendance/contract.ts';
import { attendanceWordings } from '#shared/attendance/wordings.ts';
import { TestClient } from '../../support/callers/client.ts';
import { readPrintedPdf } from '../../support/files/printed-pdf.ts';
import { readPrintedSheets } from '../../support/files/printed-sheets.ts';
import { readWorkbook } from '../../support/files/workbook.ts';
import { changeRecordOfTest } from '../../support/school/records.ts';
import { schoolForTests } from '../../support/school/school-for-tests.ts';
import { password, studentIdsOfClasses } from '../../support/school/small-school.ts';
import { scanAtGate, writeDecisions } from './attendance-days.ts';

/*
 * A week of 1A (six students) and 1B (three), ten sessions. Monday comes from the gate: S01 and S03 in time, S02 late;
 * S11 of 1B in time. Tuesday from the register of 1A: S02 away with an excuse, S03 gone in the afternoon. Thursday the
 * morning of 1A alone. Every expected figure is counted by hand from this: percentages are of all ten sessions of the
 * week (rule 38).
 */
const week = { dates: ['2025-09-01', '2025-09-05'] };

const server = schoolForTests();
let admin: TestClient;
let pta: TestClient;

async function fill() {
  await scanAtGate('2025-09-01', 'S01', '07:50:00');
  await scanAtGate('2025-09-01', 'S02', '08:30:00');
  await scanAtGate('2025-09-01', 'S03', '07:55:10');
  await scanAtGate('2025-09-01', 'S11', '07:40:00');
  const there = { am: 'P', pm: 'P' } as const;
  await writeDecisions('2025-09-02', {
    S01: there,
    S04: there,
    S05: there,
    S06: there,
    S02: { am: 'A', pm: 'A', reason: 'Fever of a secret kind', excused: true },
    S03: { am: 'P', pm: 'A' },
  });
  await writeDecisions(
    '2025-09-04',
    Object.fromEntries(studentIdsOfClasses['1A'].map((student) => [student, { am: 'P' as const }])),
  );
}

beforeAll(async () => {
  await fill();
  [admin, pta] = (await Promise.all(
    ['admin', 'pta'].map((name) => new TestClient(server.url).signIn(name, password)),
  )) as [TestClient, TestClient];
});

const textOf = async (bytes: Uint8Array) =>
  (await readPrintedPdf(bytes)).pages.flatMap(({ texts }) => texts.map(({ text }) => text)).join(' ');

describe('Attendance - Class', () => {
  it('has each student’s sessions, of all that school was held in, and each day', async () => {
    const { bytes, headers } = await pta.call(attendanceContract.printClassAttendance, { ...week, classId: '1A' });
    expect(headers.get('content-type')).toBe('application/pdf');
    const [sheet] = await readPrintedSheets(bytes);
    expect(sheet?.rows.slice(1)).toEqual([
      ['1', 'Lastname S01, Pupil S01', '10', '5', '0', '0', '0', '100 %', 'P', 'P', '·', 'P', '·'],
      ['2', 'Lastname S02, Pupil S02', '10', '3', '2', '2', '1', '60 %', 'L', 'E', '·', 'P', '·'],
      ['3', 'Lastname S03, Pupil S03', '10', '4', '1', '0', '0', '80 %', 'P', 'am', '·', 'P', '·'],
      ['4', 'Lastname S04, Pupil S04', '10', '3', '2', '0', '0', '60 %', 'A', 'P', '·', 'P', '·'],
      ['5', 'Lastname S05, Pupil S05', '10', '3', '2', '0', '0', '60 %', 'A', 'P', '·', 'P', '·'],
      ['6', 'Lastname S06, Pupil S06', '10', '3', '2', '0', '0', '60 %', 'A', 'P', '·', 'P', '·'],
      ['', 'Class', '60', '21', '9', '2', '1', '70 %', '', '', '', '', ''],
    ]);
    expect(await textOf(bytes)).toContain('Not taken: 5 of 10 sessions');
  });

  it('is the same as a workbook', async () => {
    const { bytes, headers } = await admin.call(attendanceContract.printClassAttendance, {
      ...week,
      classId: '1A',
      format: 'xlsx' as const,
    });
    expect(headers.get('content-disposition')).toContain('filename="Attendance 1A 2025-09-01 to 2025-09-05.xlsx"');
    const rows = await readWorkbook(bytes);
    expect(rows[4]).toEqual(['S02', 'Lastname S02, Pupil S02', 10, 3, 2, 2, 5, 1, 60, 'L', 'E', '·', 'P', '·']);
    expect(rows.at(-1)?.slice(0, 9)).toEqual([null, 'Class', 60, 21, 9, 2, 30, 1, 70]);
  });

  it.each([
    [{}, 'Please Select Class and Date.'],
    [{ classId: '1A' }, 'Please Select Date.'],
    [week, 'Please Select Class'],
    [{ classId: '1A', dates: ['2025-09-05', '2025-09-01'] }, attendanceWordings.reversed],
    [{ classId: '1A', dates: ['2015-09-05', '2025-09-01'] }, attendanceWordings.tooLong],
    [{ classId: '1A', dates: ['2025-09-01', '2025-09-02', '2025-09-03'] }, 'A report has one date or two.'],
  ])('refuses %j with "%s"', async (input, message) => {
    const { status, body } = await admin.call(attendanceContract.printClassAttendance, input as never);
    expect(status).toBe(422);
    expect((body as unknown as { errors: { message: string[] } }).errors.message).toEqual([message]);
  });

  it('covers days without school, and refuses an unknown class', async () => {
    const { bytes } = await admin.call(attendanceContract.printClassAttendance, {
      classId: '1A',
      dates: ['2025-12-25'],
    });
    expect(await textOf(bytes)).toContain('There was no school on these days');
    const missing = await admin.call(attendanceContract.printClassAttendance, { classId: '9Z', ...week });
    expect(missing.status).toBe(404);
  });
});

describe('Attendance - Late List', () => {
  it('lists late arrivals with times and numbers, and uses one date for both ends', async () => {
    const { bytes } = await pta.call(attendanceContract.printLateList, { dates: ['2025-09-01'] });
    const [sheet] = await readPrintedSheets(bytes);
    expect(sheet?.rows.slice(1)).toEqual([['01-Sep-2025', '1A', 'Lastname S02, Pupil S02', 'S02', '08:30', '1']]);
    const workbook = await pta.call(attendanceContract.printLateList, { dates: ['2025-09-01'], format: 'xlsx' });
    expect((await readWorkbook(workbook.bytes)).at(-1)).toEqual([
      '2025-09-01',
      '1A',
      'Lastname S02, Pupil S02',
      'S02',
      '08:30:00',
      1,
    ]);
  });
});

describe('Attendance - Summary Statistics', () => {
  it('sums form levels, the school and lateness', async () => {
    const { body } = await pta.call(attendanceContract.readAttendanceSummary, week);
    expect(body).toMatchObject({ from: '2025-09-01', to: '2025-09-05', school_days: 5 });
    const forms = new Map(body.attendance_records.map(({ form_level, ...own }) => [form_level, own]));
    // Nine students of 1A and 1B and six of 4A and 4B, ten sessions each. Taken were five of 1A’s ten, and two of 1B’s.
    expect(forms.get(1)).toEqual({
      attendance: 23,
      total: 90,
      taken: 36,
      excused: 2,
      late: 1,
      not_taken: 13,
      sessions: 20,
    });
    expect(forms.get(4)).toEqual({
      attendance: 0,
      total: 60,
      taken: 0,
      excused: 0,
      late: 0,
      not_taken: 20,
      sessions: 20,
    });
    expect(body.attendance_school).toEqual({
      attendance: 23,
      total: 150,
      taken: 36,
      excused: 2,
      late: 1,
      not_taken: 33,
      sessions: 40,
    });
    // Three, five and six of 1A came, and one of 1B.
    expect(body.attendance_late).toEqual({ attendance: 1, total: 15 });
  });

  it('prints the same, and has it as a workbook', async () => {
    const { bytes } = await pta.call(attendanceContract.printAttendanceSummary, week);
    const rows = (await readPrintedSheets(bytes))[0]?.rows ?? [];
    expect(rows.find(([title]) => title === 'Form 1')).toEqual(['Form 1', '23', '36', '64 %', '2', '1', '13']);
    expect(rows.at(-1)).toEqual(['School', '23', '36', '64 %', '2', '1', '33']);
    const workbook = await pta.call(attendanceContract.printAttendanceSummary, { ...week, format: 'xlsx' });
    expect((await readWorkbook(workbook.bytes)).at(-1)).toEqual(['School', 23, 36, 64, 2, 1, 33, 40]);
  });
});

describe('Attendance - Student', () => {
  it('shows reasons of absence to the office, and not to the PTA', async () => {
    const input = { studentId: 'S02', from: '2025-09-01', to: '2025-09-05' };
    const own = await textOf((await admin.call(attendanceContract.printStudentAttendance, input)).bytes);
    expect(own).toContain('Fever of a secret kind');
    // Three of the five sessions that were taken in the chart and in the line of the term, which is possible, attended,
    // absent, excused, not taken, late.
    expect(own.split('60 %')).toHaveLength(3);
    expect(own).toContain('10 3 2 2 5 1 60 %');
    expect(own).toContain('In 5 sessions nothing was recorded of the class.');
    const theirs = await textOf((await pta.call(attendanceContract.printStudentAttendance, input)).bytes);
    expect(theirs).toContain('Excused');
    expect(theirs).not.toContain('Fever');
    const workbook = await pta.call(attendanceContract.printStudentAttendance, { ...input, format: 'xlsx' });
    expect(JSON.stringify(await readWorkbook(workbook.bytes))).not.toContain('Fever');
  });

  it('covers one day with one date, and the academic year without dates', async () => {
    const day = await textOf(
      (await admin.call(attendanceContract.printStudentAttendance, { studentId: 'S02', from: '2025-09-02', to: '-' }))
        .bytes,
    );
    expect(day).toContain('02-Sep-2025');
    expect(day).not.toContain('01-Sep-2025');
    const year = await textOf(
      (await admin.call(attendanceContract.printStudentAttendance, { studentId: 'S02', from: '-', to: '-' })).bytes,
    );
    expect(year).toContain('01-Sep-2025');
  });

  it('of a student who left is hidden from the PTA', async () => {
    const setStatus = (status: 'current' | 'archived') =>
      changeRecordOfTest(StudentEntity, { studentId: 'S02' }, { status, classId: '1A' });
    await setStatus('archived');
    const input = { studentId: 'S02', from: '-', to: '-' };
    for (const format of [undefined, 'xlsx'] as const) {
      const open = (client: TestClient) => client.call(attendanceContract.printStudentAttendance, { ...input, format });
      expect([(await open(pta)).status, (await open(admin)).status]).toEqual([404, 200]);
    }
    await setStatus('current');
  });
});

describe('a student’s attendance', () => {
  it('has possible attendance, attendance and lates by term, and the days, the newest first', async () => {
    const { body } = await admin.call(attendanceContract.readAttendanceOfStudent, { id: 'S02' });
    const [term] = body.terms;
    // Of the small school’s term, 1 September to 12 December less two holidays of the school file: 73 school days.
    expect(term).toMatchObject({
      year: 2025,
      term: 1,
      possible_attendance: 146,
      attendance: 3,
      absent: 2,
      excused: 2,
      lates: 1,
      not_taken: 141,
    });
    expect(term?.attendance_records.map(({ date_scanned }) => date_scanned)).toEqual([
      '2025-09-04',
      '2025-09-02',
      '2025-09-01',
    ]);
    expect(term?.attendance_records[2]).toEqual({
      student_id: 'S02',
      date_scanned: '2025-09-01',
      is_recorded: true,
      attendance_am: 'P',
      attendance_pm: 'P',
      time_scanned_in: '08:30:00',
      time_scanned_out: null,
      time_in: '08:30:00',
      time_out: null,
      late: true,
      reason: null,
      excused: false,
      in_archive: false,
    });
  });

  it('has the other days of the term, and why: weekends, holidays, and school days that nobody has taken', async () => {
    const { body } = await admin.call(attendanceContract.readAttendanceOfStudent, { id: 'S02' });
    const days = body.terms[0]?.other_days ?? [];
    // 1 September to 12 December has 103 days, three of them with attendance.
    expect(days).toHaveLength(100);
    expect(days.slice(0, 4)).toEqual([
      { date: '2025-09-03', is: 'not taken', title: null },
      { date: '2025-09-05', is: 'not taken', title: null },
      { date: '2025-09-06', is: 'closed', title: 'weekend' },
      { date: '2025-09-07', is: 'closed', title: 'weekend' },
    ]);
    expect(days.find(({ date }) => date === '2025-09-24')).toEqual({
      date: '2025-09-24',
      is: 'closed',
      title: 'Republic Day',
    });
  });

  it('includes a day that the student missed without a record', async () => {
    const { body } = await admin.call(attendanceContract.readAttendanceOfStudent, { id: 'S04' });
    const monday = body.terms[0]?.attendance_records.find(({ date_scanned }) => date_scanned === '2025-09-01');
    expect(monday).toMatchObject({ is_recorded: false, attendance_am: 'A', attendance_pm: 'A' });
  });
});
