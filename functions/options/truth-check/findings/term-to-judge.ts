import { schoolDaysBetween } from '#shared/attendance/school-days.ts';
import { isPerhapsArchived } from '../../../attendance/records/archived-half-year.ts';
import { halfYearOf } from '../../../attendance/records/attendance-record.ts';
import { readClassDays } from '../../../attendance/records/class-day.ts';
import { readDaySettings } from '../../../attendance/records/day-setting.ts';
import { toSchoolCalendar, toTermDates } from '../../../attendance/records/school-calendar.ts';
import {
  type CountedDay,
  createSessionTakenLookup,
  type SessionTakenLookup,
} from '../../../attendance/reports/figures.ts';
import { readPeopleOfEndedTerm, subjectsOfTerm } from '../../../people/records/term-people.ts';
import { type PeriodItem, readAllPeriods } from '../../../school/records/periods.ts';
import { school, schoolDay } from '../../../school/records/school.ts';
import type { Term } from '../../../school/records/term-locks.ts';
import { readCurrentStudents } from '../../../students/records/rosters/read-rosters.ts';
import { readSubjectNamesById } from '../../../subjects/records/store.ts';
import type { ReadOfClass } from '../../../term-reports/report-cards/open-findings.ts';

/** What all classes of a term have in common where they are judged. */
export interface TermToJudge extends Term {
  period: PeriodItem | undefined;
  subjects: ReadonlyMap<string, { title: string; abbr: string }>;
  /** First names of the present students of the school. */
  firstNames: ReadonlySet<string>;
  /** Null where the school keeps no register, or that of the term is in the archive. */
  register: RegisterOfTerm | null;
}

export interface RegisterOfTerm {
  from: string;
  to: string;
  days: readonly CountedDay[];
  wasTaken: SessionTakenLookup;
}

/**
 * Reads it once for any number of classes: six requests, and one more for each further half year of the term; four
 * without the register; `read`, what is being read already, is not read again.
 */
export async function readTermToJudge(
  { year, term }: Term,
  now: Date,
  {
    withRegister = true,
    read: { subjects = readSubjectNamesById(), people = readPeopleOfEndedTerm({ year, term }) } = {},
  }: { withRegister?: boolean; read?: Partial<Pick<ReadOfClass, 'subjects' | 'people'>> } = {},
): Promise<TermToJudge> {
  const [{ periods }, today, ended, students] = await Promise.all([
    readAllPeriods(),
    subjects,
    people,
    readCurrentStudents(),
  ]);
  const period = periods.find((one) => one.year === year && one.term === term);
  return {
    year,
    term,
    period,
    subjects: ended ? subjectsOfTerm(ended, today) : today,
    firstNames: new Set(students.map(({ firstName }) => firstName)),
    register: withRegister ? await readRegister(periods, period, now) : null,
  };
}

async function readRegister(
  periods: readonly PeriodItem[],
  { dateStart: from, dateEnd: end }: Partial<PeriodItem> = {},
  now: Date,
): Promise<RegisterOfTerm | null> {
  if (!school().attendance.isOn || from === undefined || end === undefined) return null;
  const today = schoolDay(now);
  const to = today < end ? today : end;
  if (to < from || isPerhapsArchived(halfYearOf(from))) return null;
  const [settings, counts] = await Promise.all([readDaySettings({ from, to }), readClassDays({ from, to })]);
  return {
    from,
    to,
    days: schoolDaysBetween({ from, to }, toSchoolCalendar(periods.map(toTermDates), settings)),
    wasTaken: createSessionTakenLookup(counts),
  };
}
