import { daysForReason } from '#shared/families/mail-settings.ts';
import { FamilyNoteEntity, type FamilyNoteItem, isOpenNote } from '../../attendance/records/family-note.ts';
import { readAttendanceOfStudents } from '../../attendance/records/read-records.ts';
import { readSchoolDays } from '../../attendance/records/school-calendar.ts';
import { readPartitionsTogether } from '../../platform/table/gather-partitions.ts';
import { school, schoolDay } from '../../school/records/school.ts';
import type { DueEvents } from './office-events.ts';

/** Calendar days that are looked back: an older absence is the form teacher's to ask about. */
const lookBack = 21;

const occasion = 'absence without a reason';

const dayBefore = (date: string, days: number): string =>
  new Date(Date.parse(date) - days * 86_400_000).toISOString().slice(0, 10);

/** The Monday of a date's week: a family gets one letter a week, however many days it is about and in whichever order they are explained. */
const mondayOf = (date: string): string => dayBefore(date, (new Date(date).getUTCDay() + 6) % 7);

/**
 * Students who were absent three school days ago or earlier, without a reason or excuse, and without a note of the family that waits. Requests: three for
 * the calendar, and two for each fifty students.
 */
export async function listDueAbsences(studentIds: readonly string[], now: Date): Promise<DueEvents> {
  if (!school().attendance.isOn) return { occasion, of: null, groups: [], due: [] };
  const today = schoolDay(now);
  const { days } = await readSchoolDays({ from: dayBefore(today, lookBack), to: today });
  const dates = days.map(({ date }) => date).slice(0, -daysForReason);
  const [from, to] = [dates[0], dates.at(-1)];
  if (from === undefined || to === undefined) return { occasion, of: null, groups: [], due: [] };
  const isSchoolDay = new Set(dates);
  const [records, notes] = await Promise.all([
    readAttendanceOfStudents(studentIds, { from, to }, ['am', 'pm', 'reason', 'excused']),
    openNotesOf(studentIds),
  ]);
  const weeks = new Map<string, { studentId: string; monday: string }>();
  for (const { studentId, date, am, pm, reason, excused } of records) {
    const isExplained =
      reason !== undefined ||
      excused === true ||
      notes.some((note) => note.studentId === studentId && note.from <= date && date <= note.to);
    if (!isSchoolDay.has(date) || isExplained || (am !== 'A' && pm !== 'A')) continue;
    const monday = mondayOf(date);
    weeks.set(`${studentId} ${monday}`, { studentId, monday });
  }
  const eventOf = (monday: string) => `absent-${monday}`;
  return {
    ...{ occasion, of: null, groups: [...new Set(dates.map(mondayOf))].map(eventOf) },
    due: [...weeks.values()].map(({ studentId, monday }) => ({
      ...{ occasion, event: eventOf(monday), group: eventOf(monday), studentId },
    })),
  };
}

async function openNotesOf(studentIds: readonly string[]) {
  const notes = (await readPartitionsTogether({
    partitions: studentIds.map((studentId) => FamilyNoteEntity.key({ studentId, id: '' }).key.pk),
    only: ['studentId', 'from', 'to', 'state'],
    consistent: true,
  })) as unknown as Pick<FamilyNoteItem, 'studentId' | 'from' | 'to' | 'state'>[];
  return notes.filter(isOpenNote);
}
