import { schoolDaysBetween } from '#shared/attendance/school-days.ts';
import type { SchoolFile } from '#shared/school/school-file.ts';
import { addDays, demoPeriod } from '../calendar.ts';
import type { Pupil } from '../students/pupil.ts';
import type { AttendancePlan, TermKey } from '../types.ts';

export function planAttendance(
  pupils: readonly Pupil[],
  { seed, school, current, today }: { seed: string; school: SchoolFile; current: TermKey; today: string },
): AttendancePlan {
  const { dateStart, dateEnd } = demoPeriod(current);
  const yesterday = addDays(today, -1);
  const days = schoolDaysBetween(
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
