import { daysForReason } from '#shared/options/families/mail-settings.ts';
import type { DayRange } from '../../../attendance/records/attendance-record.ts';
import {
  type AbsenceRecord,
  listAbsences,
  readAttendanceOfStudents,
} from '../../../attendance/records/read-records.ts';
import { readSchoolDays } from '../../../attendance/records/school-calendar.ts';
import { readPartitionsTogether } from '../../../platform/table/gather-partitions.ts';
import { school, schoolDay } from '../../../school/records/school.ts';
import type { StudentEvent } from '../records/family-mails.ts';
import { FamilyNoteEntity, type FamilyNoteItem, isOpenNote } from '../records/family-note.ts';
import type { DueEvents } from './office-events.ts';

/** Calendar days that are looked back: an older absence is the form teacher's to ask about. */
const lookBack = 21;

const occasion = 'absence without a reason';

const dayBefore = (date: string, days: number): string =>
  new Date(Date.parse(date) - days * 86_400_000).toISOString().slice(0, 10);

/**
 * The Monday of a date's week: a family gets one letter a week, however many days it is about and in whichever order
 * they are explained.
 */
const mondayOf = (date: string): string => dayBefore(date, (new Date(date).getUTCDay() + 6) % 7);

interface AnsweredDays {
  /** School days whose absences should have a reason by now. */
  dates: readonly string[];
  range: DayRange;
}

/**
 * The school days that are looked at; undefined where there are none, or attendance is not in use. Three requests for
 * the calendar.
 */
async function readAnsweredDays(now: Date): Promise<AnsweredDays | undefined> {
  if (!school().attendance.isOn) return undefined;
  const today = schoolDay(now);
  const { days } = await readSchoolDays({ from: dayBefore(today, lookBack), to: today });
  const dates = days.map(({ date }) => date).slice(0, -daysForReason);
  const [from, to] = [dates[0], dates.at(-1)];
  return from === undefined || to === undefined ? undefined : { dates, range: { from, to } };
}

/**
 * Students who were absent three school days ago or earlier, without a reason or excuse, and without a note of the
 * family that waits. Requests: three for the calendar, those of {@link listAbsences}, and one for the notes of each
 * fifty students whose absence nobody has explained.
 */
export async function readAbsenceEvents(now: Date): Promise<DueEvents> {
  const answered = await readAnsweredDays(now);
  return {
    occasion,
    of: null,
    groups: [...new Set((answered?.dates ?? []).map(mondayOf))].map(eventOf),
    listDue: async (readStudentIds) =>
      answered ? listDue(await listAbsences(answered.range, readStudentIds), answered) : [],
  };
}

/** Whether the absence of a student is still without a reason. Strongly consistent; six requests. */
export async function isStillWithoutReason(event: string, studentId: string, now: Date): Promise<boolean> {
  const answered = await readAnsweredDays(now);
  if (!answered) return false;
  const records = await readAttendanceOfStudents([studentId], answered.range, ['am', 'pm', 'reason', 'excused']);
  return (await listDue(records, answered)).some((due) => due.event === event);
}

async function listDue(records: readonly AbsenceRecord[], { dates }: AnsweredDays): Promise<StudentEvent[]> {
  const isSchoolDay = new Set(dates);
  const unexplained = records.filter(
    ({ date, am, pm, reason, excused }) =>
      isSchoolDay.has(date) && reason === undefined && excused !== true && (am === 'A' || pm === 'A'),
  );
  const notes = Map.groupBy(await listOpenNotes(unexplained), ({ studentId }) => studentId);
  const weeks = new Map<string, { studentId: string; monday: string }>();
  for (const { studentId, date } of unexplained) {
    if (notes.get(studentId)?.some((note) => note.from <= date && date <= note.to)) continue;
    const monday = mondayOf(date);
    weeks.set(`${studentId} ${monday}`, { studentId, monday });
  }
  return [...weeks.values()].map(({ studentId, monday }) => ({
    occasion,
    event: eventOf(monday),
    group: eventOf(monday),
    studentId,
  }));
}

const eventOf = (monday: string): string => `absent-${monday}`;

async function listOpenNotes(absences: readonly Pick<AbsenceRecord, 'studentId'>[]) {
  const studentIds = new Set(absences.map(({ studentId }) => studentId));
  const notes = (await readPartitionsTogether({
    partitions: Array.from(studentIds, (studentId) => FamilyNoteEntity.key({ studentId, id: '' }).key.pk),
    only: ['studentId', 'from', 'to', 'state'],
    consistent: true,
  })) as unknown as Pick<FamilyNoteItem, 'studentId' | 'from' | 'to' | 'state'>[];
  return notes.filter(isOpenNote);
}
