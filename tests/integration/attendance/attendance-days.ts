import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, vi } from 'vitest';
import type { DayDecisionsOrScans } from '#functions/attendance/records/change-record.ts';
import { applyDecisions } from '#functions/attendance/records/change-record.ts';
import type { ClassDayItem } from '#functions/attendance/records/class-day.ts';
import { classDayCountNames, listStoredClassDays } from '#functions/attendance/records/class-day.ts';
import { readAttendanceOfDay } from '#functions/attendance/records/read-records.ts';
import { recordScans } from '#functions/attendance/records/record-scans.ts';
import { readSchoolDays } from '#functions/attendance/records/school-calendar.ts';
import { writeRecords } from '#functions/attendance/records/write-records.ts';
import { school } from '#functions/school/records/school.ts';
import { createTableClientOfTests, findTableOfPartition, scanBothTables } from '../../support/school/both-tables.ts';
import { studentIdsOfClasses } from '../../support/school/small-school.ts';

/** Holds the time of each test of a file. */
export function holdTimeForEachTest(now: string): void {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) }));
  afterEach(() => void vi.useRealTimers());
}

/** A student of the small school with the class, by default the student's own. */
export function studentInClass(studentId: string, classId = homeOf(studentId)) {
  return { studentId, classId, formLevel: Number(classId[0]) };
}

const homeOf = (studentId: string): string =>
  Object.entries(studentIdsOfClasses).find(([, ids]) => ids.some((id) => id === studentId))?.[0] ?? '1A';

/** The rules of a day; those of an ordinary school day where it is in no term. */
async function rulesOf(date: string) {
  const [day] = (await readSchoolDays({ from: date, to: date })).days;
  return day ?? { sessions: ['am', 'pm'] as const, limits: school().attendance.limits };
}

/** Scans at the gate, HH:mm:ss at the school, also where attendance is closed. */
export async function scanAtGate(date: string, studentId: string, ...times: string[]) {
  const scans = Object.fromEntries(times.map((time) => [`gate@${time}`, time]));
  const students = [{ student: studentInClass(studentId), scans }];
  return recordScans({ openAt: 'even closed', date, rules: await rulesOf(date), students });
}

/** Writes decisions of Mona on a day, by student, also where attendance is closed. */
export async function writeDecisions(
  date: string,
  decisions: Readonly<Record<string, DayDecisionsOrScans>>,
  studentIn: (studentId: string) => ReturnType<typeof studentInClass> = studentInClass,
): Promise<void> {
  const rules = await rulesOf(date);
  const stamp = { by: 'Mona Núñez', at: `${date}T12:00:00.000Z` };
  const stored = await readAttendanceOfDay(Object.keys(decisions), date);
  const changes = Object.entries(decisions).map(([studentId, decided]) => {
    const before = stored.find((record) => record.studentId === studentId);
    return { before, after: applyDecisions({ student: studentIn(studentId), date, rules, before }, decided, stamp) };
  });
  const outcome = await writeRecords(changes, { openAt: 'even closed' });
  if (outcome !== 'written') throw new Error(`The records of ${date} were refused`);
}

/** The stored records of students on a day. */
export const readRecordsOn = async (date: string, ...studentIds: string[]) => readAttendanceOfDay(studentIds, date);

/** Forgets what reports keep: a test that puts class days into the table itself writes no change of them. */
export async function forgetKeptDays(): Promise<void> {
  const kept = (await scanBothTables()).filter(({ pk }) => String(pk).startsWith('attendance-kept#'));
  const client = createTableClientOfTests();
  for (const { pk, sk } of kept)
    await client.send(new DeleteCommand({ TableName: findTableOfPartition(pk), Key: { pk, sk } }));
}

const everybody = Object.values(studentIdsOfClasses).flat();

/** The marks of a day by student, such as "P A late"; - is no mark. */
export async function readMarksOn(date: string): Promise<Record<string, string>> {
  const stored = (await readRecordsOn(date, ...everybody)).filter(({ deletedAt }) => deletedAt === undefined);
  return Object.fromEntries(
    stored.map(({ studentId, am = '-', pm = '-', late }) => [studentId, `${am} ${pm}${late ? ' late' : ''}`]),
  );
}

/** The stored counts of a day by class, without zeros. */
export async function readCountsOn(date: string): Promise<Record<string, Partial<ClassDayItem>>> {
  const days = await listStoredClassDays({ from: date, to: date });
  const counted = days.map((day): [string, Partial<ClassDayItem>] => [
    day.classId,
    Object.fromEntries(classDayCountNames.flatMap((name) => (day[name] ? [[name, day[name]]] : []))),
  ]);
  return Object.fromEntries(counted.filter(([, day]) => Object.keys(day).length > 0));
}
