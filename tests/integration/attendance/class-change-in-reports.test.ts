import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { countReports, readTermToCount } from '#functions/attendance/office/count-term.ts';
import { ClassTermRegistrationEntity, TermReportEntity } from '#functions/marks/records/term-report.ts';
import { JobEntity } from '#functions/platform/jobs/store.ts';
import { PeriodEntity } from '#functions/school/records/periods.ts';
import { earlierClassesAfterPromotion } from '#functions/students/records/placement/earlier-classes.ts';
import { StudentEntity } from '#functions/students/records/store.ts';
import { attendanceContract } from '#shared/attendance/contract.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { clientOfAccount } from '../../support/callers/callers.ts';
import { readPrintedSheets } from '../../support/files/printed-sheets.ts';
import { readWorkbook } from '../../support/files/workbook.ts';
import { changeRecordOfTest, executeActionOfTest, putRecords } from '../../support/school/records.ts';
import { schoolForTests } from '../../support/school/school-for-tests.ts';
import { studentIdsOfClasses, term, year } from '../../support/school/small-school.ts';
import { restoreAfterEach } from '../../support/school/table-content.ts';
import { scanAtGate, studentInClass, writeDecisions } from './attendance-days.ts';

/*
 * The first week of the term, ten sessions. 1A has S01 to S06, 1B has S11 to S13. S01 moves to 1B on Wednesday morning;
 * S03 on Thursday, after the gate has scanned S03 for 1A. Every figure below is counted by hand from this table (P
 * present, A absent, L late, · not taken):
 *
 *            Mon      Tue      Wed      Thu      Fri
 *   1A S01   P        A                                  no record on Tuesday, when 1A was taken
 *      S02   A        P        P        P        P
 *      S03   P        P        P
 *      S04   P        P        P        P        P       and so S05 and S06
 *   1B S01                     L        A        ·       no record on Thursday
 *      S03                              L        ·
 *      S11   P        ·        P        P        ·       and so S12
 *      S13   A        ·        P        P        ·
 */
const [monday, tuesday, wednesday, thursday, friday] = [1, 2, 3, 4, 5].map((day) => `2025-09-0${day}`) as [
  ...[string, string, string, string, string],
];
const week = { dates: [monday, friday] };
const evening = `${friday}T20:00:00Z`;
const present = { am: 'P', pm: 'P' } as const;
const absent = { am: 'A', pm: 'A' } as const;

const school = schoolForTests();
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${monday}T06:00:00Z`) }));
afterEach(() => void vi.useRealTimers());
restoreAfterEach();

const officeAt = async (now: string) => {
  vi.setSystemTime(new Date(now));
  return clientOfAccount(school.url, 'A1');
};

async function changeClass(student_id: string, now: string): Promise<void> {
  const office = await officeAt(now);
  const { status } = await office.call(termReportsContract.changeClass, { student_id, class_id: '1B' });
  expect(status).toBe(200);
}

const presentIn = (classId: string, ...ids: string[]) =>
  Object.fromEntries(ids.map((id) => [id, { ...present, classId }]));

async function write(
  date: string,
  own: Record<string, { am: 'P' | 'A'; pm: 'P' | 'A'; late?: boolean; classId?: string }>,
) {
  const decisions = Object.fromEntries(
    Object.entries(own).map(([id, { classId: _class, ...decided }]) => [id, decided]),
  );
  await writeDecisions(date, decisions, (id) => studentInClass(id, own[id]?.classId));
}

async function liveThroughTheWeek(): Promise<void> {
  await write(monday, {
    ...presentIn('1A', 'S01', 'S03', 'S04', 'S05', 'S06'),
    ...presentIn('1B', 'S11', 'S12'),
    S02: absent,
    S13: absent,
  });
  await write(tuesday, presentIn('1A', 'S02', 'S03', 'S04', 'S05', 'S06'));
  await changeClass('S01', `${wednesday}T11:00:00Z`);
  await write(wednesday, {
    ...presentIn('1A', 'S02', 'S03', 'S04', 'S05', 'S06'),
    ...presentIn('1B', 'S11', 'S12', 'S13'),
    S01: { ...present, late: true, classId: '1B' },
  });
  await scanAtGate(thursday, 'S03', '08:30:00');
  await changeClass('S03', `${thursday}T16:00:00Z`);
  await write(thursday, { ...presentIn('1A', 'S02', 'S04', 'S05', 'S06'), ...presentIn('1B', 'S11', 'S12', 'S13') });
  await write(friday, presentIn('1A', 'S02', 'S04', 'S05', 'S06'));
}

/** Registers the term with reports, as the office does before it begins. */
async function registerTerm(): Promise<void> {
  for (const classId of ['1A', '1B'] as const) {
    const ids = studentIdsOfClasses[classId];
    await putRecords(
      TermReportEntity,
      ids.map((studentId) => ({ studentId, year, term, classId, formLevel: 1 })),
    );
    await executeActionOfTest(ClassTermRegistrationEntity.put({ year, term, classId, studentIds: [...ids] }));
  }
}

/** Moves everybody of 1A and 1B to 4A as the promotion of the year does. */
async function promote(): Promise<void> {
  for (const studentId of [...studentIdsOfClasses['1A'], ...studentIdsOfClasses['1B']]) {
    const student = await StudentEntity.get({ studentId });
    if (!student) throw new Error(studentId);
    const earlierClasses = earlierClassesAfterPromotion(student, year);
    await changeRecordOfTest(StudentEntity, { studentId }, { classId: '4A', formLevel: 4, earlierClasses });
  }
  await executeActionOfTest(
    JobEntity.put({
      name: 'promote-students',
      domain: 'terms',
      key: String(year),
      run: 'first',
      attempt: 1,
      state: 'finished',
      input: { year },
      total: 9,
      processed: 9,
      batches: 1,
      next: 1,
      notedAt: evening,
      startedAt: evening,
      startedBy: 'A1',
      startedByName: 'Ada Office',
    }),
  );
}

const named = (id: string) => `Lastname ${id}, Pupil ${id}`;

async function reportOfClass(classId: string) {
  const office = await officeAt(evening);
  const { bytes } = await office.call(attendanceContract.printClassAttendance, { ...week, classId });
  return (await readPrintedSheets(bytes))[0]?.rows.slice(1).map((row) => row.slice(1));
}

/** Possible, present, absent, excused, late, percent, and the days. */
const printed = {
  '1A': [
    [named('S01'), '4', '2', '2', '0', '0', '50 %', 'P', 'A', '', '', ''],
    [named('S02'), '10', '8', '2', '0', '0', '80 %', 'A', 'P', 'P', 'P', 'P'],
    [named('S03'), '6', '6', '0', '0', '0', '100 %', 'P', 'P', 'P', '', ''],
    ...['S04', 'S05', 'S06'].map((id) => [named(id), '10', '10', '0', '0', '0', '100 %', 'P', 'P', 'P', 'P', 'P']),
    ['Class', '50', '46', '4', '0', '0', '92 %', '', '', '', '', ''],
  ],
  '1B': [
    [named('S01'), '6', '2', '2', '0', '1', '50 %', '', '', 'L', 'A', '·'],
    [named('S03'), '4', '2', '0', '0', '1', '100 %', '', '', '', 'L', '·'],
    ...['S11', 'S12'].map((id) => [named(id), '10', '6', '0', '0', '0', '100 %', 'P', '·', 'P', 'P', '·']),
    [named('S13'), '10', '4', '2', '0', '0', '67 %', 'A', '·', 'P', 'P', '·'],
    ['Class', '40', '20', '4', '0', '2', '83 %', '', '', '', '', ''],
  ],
};

it.each([
  ['in a term that is registered', registerTerm, async () => undefined],
  ['in a term that is not registered yet', async () => undefined, async () => undefined],
  ['after the promotion of the year', registerTerm, promote],
])('%s, every report counts a day for the class that a student was in on that day', async (_when, before, after) => {
  await before();
  await liveThroughTheWeek();
  await after();
  const office = await officeAt(evening);
  const rowsOfClass = async (classId: string, dates: string[]) => {
    const { bytes } = await office.call(attendanceContract.printClassAttendance, { dates, classId, format: 'xlsx' });
    return (await readWorkbook(bytes)).slice(3);
  };
  expect(await reportOfClass('1A')).toEqual(printed['1A']);
  expect(await reportOfClass('1B')).toEqual(printed['1B']);

  const [ofS01] = await rowsOfClass('1B', week.dates);
  expect(ofS01?.slice(0, 9)).toEqual(['S01', named('S01'), 6, 2, 2, 0, 2, 1, 50]);
  const listed = async (classId: string, date: string) => (await rowsOfClass(classId, [date])).map(([id]) => id);
  expect(await listed('1A', tuesday)).toEqual([...studentIdsOfClasses['1A'], null]);
  expect(await listed('1B', tuesday)).toEqual([...studentIdsOfClasses['1B'], null]);
  expect(await listed('1B', friday)).toEqual(['S01', 'S03', 'S11', 'S12', 'S13', null]);

  const summary = await office.call(attendanceContract.printAttendanceSummary, { ...week, format: 'xlsx' });
  const summed = (await readWorkbook(summary.bytes)).filter(([name]) => ['1A', '1B', 'Form 1'].includes(String(name)));
  // Present, possible in sessions that were taken, percent, excused, late, sessions of the class not taken, and all.
  expect(summed).toEqual([
    ['Form 1', 66, 74, 89, 0, 2, 4, 20],
    ['1A', 46, 50, 92, 0, 0, 0, 10],
    ['1B', 20, 24, 83, 0, 2, 4, 10],
  ]);

  const late = await office.call(attendanceContract.printLateList, { ...week, format: 'xlsx' });
  expect((await readWorkbook(late.bytes)).slice(3).map((row) => row.slice(0, 4))).toEqual([
    [wednesday, '1B', named('S01'), 'S01'],
    [thursday, '1B', named('S03'), 'S03'],
  ]);

  const { body } = await office.call(attendanceContract.readAttendanceOfStudent, { id: 'S01' });
  expect(body.terms[0]).toMatchObject({ possible_attendance: 10, attendance: 4, absent: 4, not_taken: 2, lates: 1 });
});

it('a report of an earlier year has the students of that year’s term reports', async () => {
  const past = { year: year - 1, term: 3 as const };
  const day = '2025-03-04';
  await executeActionOfTest(PeriodEntity.put({ ...past, dateStart: '2025-01-06', dateEnd: '2025-07-04' }));
  // S11 and S41 were in 1A then, and S01 in 1B.
  const classes = { '1A': ['S11', 'S41'], '1B': ['S01'] };
  for (const [classId, studentIds] of Object.entries(classes)) {
    await putRecords(
      TermReportEntity,
      studentIds.map((studentId) => ({ studentId, ...past, classId, formLevel: 1 })),
    );
    await executeActionOfTest(ClassTermRegistrationEntity.put({ ...past, classId, studentIds }));
  }
  await write(day, { ...presentIn('1A', 'S11'), S01: { ...absent, classId: '1B' } });
  const office = await officeAt(evening);
  const { bytes } = await office.call(attendanceContract.printClassAttendance, {
    dates: [day],
    classId: '1A',
    format: 'xlsx',
  });
  expect((await readWorkbook(bytes)).slice(3).map((row) => [row[0], row[3], row[4]])).toEqual([
    ['S11', 2, 0],
    ['S41', 0, 2],
    [null, 2, 2],
  ]);
  const summary = await office.call(attendanceContract.printAttendanceSummary, { dates: [day], format: 'xlsx' });
  const summed = (await readWorkbook(summary.bytes)).filter(([name]) => ['1A', '1B', 'School'].includes(String(name)));
  expect(summed.map((row) => row.slice(0, 3))).toEqual([
    ['1A', 2, 4],
    ['1B', 0, 2],
    ['School', 2, 6],
  ]);
});

it('the term report takes the absences of both classes', async () => {
  await registerTerm();
  await liveThroughTheWeek();
  vi.setSystemTime(new Date(evening));
  const counted = await countReports(await readTermToCount(new Date(evening)), ['S01', 'S03', 'S13']);
  expect(
    counted.map(({ student, absent: missed, late, sessions }) => [student.studentId, missed, late, sessions]),
  ).toEqual([
    ['S01', 4, 1, 8],
    ['S03', 0, 1, 8],
    ['S13', 2, 0, 6],
  ]);
});
