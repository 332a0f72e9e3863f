import type { AttendanceItem } from '#functions/attendance/records/attendance-record.ts';
import {
  addScansToRecord,
  applyDecisions,
  type DayDecisionsOrScans,
} from '#functions/attendance/records/change-record.ts';
import type { SchoolDay } from '#shared/attendance/school-days.ts';
import { createRandom, type Random } from '../random.ts';
import type { AttendancePlan } from '../types.ts';

type Student = AttendancePlan['students'][number];

const reasons = ['Fever and cold', 'Dental appointment', 'Clinic visit', 'Family funeral', 'Asthma', 'Stomach upset'];

/** A week with the flu: from the 21st school day on, and how many times more students are away. */
const flu = { from: 20, to: 25, times: 3.5 };
/** An upper bound: the profiles that term reports are made of have students who miss a third of a term. */
const mostAbsent = 0.18;

/**
 * Every student's days of the term. Classes with an even letter are scanned at the gate, the others called by their
 * form teacher; an absence notice has a reason and an excuse.
 */
export function* generateAttendance({ seed, days, students }: AttendancePlan): Generator<AttendanceItem> {
  for (const student of students) {
    const random = createRandom(`${seed}/${student.studentId}`);
    const isScanned = (student.classId.charCodeAt(student.classId.length - 1) & 1) === 0;
    for (const [index, day] of days.entries()) {
      const record = dayOf(random, { student, day, isScanned, isFlu: flu.from <= index && index < flu.to });
      if (record) yield record;
    }
  }
}

interface Of {
  student: Student;
  day: SchoolDay;
  isScanned: boolean;
  isFlu: boolean;
}

function dayOf(random: Random, { student, day, isScanned, isFlu }: Of): AttendanceItem | undefined {
  const place = { student, date: day.date, rules: day, before: undefined };
  const away = Math.min(student.absence, mostAbsent) * (isFlu ? flu.times : 1);
  if (random.chance(away)) {
    // In a scanned class an absent student has no record, unless the absence was announced.
    const told: DayDecisionsOrScans = random.chance(0.45)
      ? { reason: random.pick(reasons), excused: random.chance(0.8) }
      : {};
    const isTold = told.reason !== undefined;
    if (isScanned && !isTold) return undefined;
    return applyDecisions(
      place,
      { ...sessions(day, 'A', 'A'), ...told },
      stamp(day, isTold ? 'Office' : 'Form teacher'),
    );
  }
  const isLate = random.chance(student.lateness);
  const leavesEarly = random.chance(0.012);
  if (isScanned) {
    const timeIn = clock(isLate ? random.int(8 * 3600 + 60, 9 * 3600 + 1200) : random.int(7 * 3600, 7 * 3600 + 3540));
    const timeOut = clock(leavesEarly ? random.int(10.5 * 3600, 11.8 * 3600) : random.int(14.5 * 3600, 15.2 * 3600));
    // One who forgets to scan out is taken for present in the afternoon.
    const times = random.chance(0.85) || leavesEarly ? [timeIn, timeOut] : [timeIn];
    return addScansToRecord(place, Object.fromEntries(times.map((time) => [`gate@${day.date}T${time}`, time])));
  }
  return applyDecisions(
    place,
    { ...sessions(day, 'P', leavesEarly ? 'A' : 'P'), ...(isLate ? { late: true } : {}) },
    stamp(day, 'Form teacher'),
  );
}

const sessions = (day: SchoolDay, am: 'P' | 'A', pm: 'P' | 'A'): DayDecisionsOrScans => ({
  ...(day.sessions.includes('am') ? { am } : {}),
  ...(day.sessions.includes('pm') ? { pm } : {}),
});

const stamp = ({ date }: SchoolDay, by: string) => ({ by, at: `${date}T12:15:00.000Z` });

const clock = (seconds: number): string =>
  [seconds / 3600, (seconds / 60) % 60, seconds % 60]
    .map((part) => String(Math.floor(part)).padStart(2, '0'))
    .join(':');
