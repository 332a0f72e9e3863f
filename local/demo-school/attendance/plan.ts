import { type SchoolDay, schoolDays } from '#shared/attendance/school-days.ts';
import type { SchoolFile } from '#shared/school/school-file.ts';
import { addDays, periodOf } from '../calendar.ts';
import type { Pupil } from '../students/pupil.ts';
import type { TermKey } from '../types.ts';

/** What the days of a term are made of: `attendanceOf` makes the records. */
export interface AttendancePlan {
  seed: string;
  /** School days of the current term before today: today is still to be recorded. */
  days: readonly SchoolDay[];
  /** How much of the time each student is away, and late, 0 to 1. */
  students: readonly { studentId: string; classId: string; formLevel: number; absence: number; lateness: number }[];
}

export function attendancePlan(
  pupils: readonly Pupil[],
  { seed, school, current, today }: { seed: string; school: SchoolFile; current: TermKey; today: string },
): AttendancePlan {
  const { dateStart, dateEnd } = periodOf(current);
  const yesterday = addDays(today, -1);
  const days = schoolDays(
    { from: dateStart, to: dateEnd < yesterday ? dateEnd : yesterday },
    { terms: [{ ...current, dateStart, dateEnd }], settings: school.attendance, days: new Map() },
  );
  return {
    seed: `${seed}/attendance`,
    days,
    students: pupils.flatMap(({ status, place, studentId, bent: { absence, lateness } }) =>
      status === 'current' && place ? [{ studentId, ...place, absence, lateness }] : [],
    ),
  };
}
