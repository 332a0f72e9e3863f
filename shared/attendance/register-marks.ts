import type { AttendanceSession, SessionMark } from './limits.ts';

/** Marks of the class register: present, absent, or present and late. */
export const registerMarks = ['P', 'A', 'L'] as const;
export type RegisterMark = (typeof registerMarks)[number];
export const registerMarkLabels: Record<RegisterMark, string> = { P: 'Present', A: 'Absent', L: 'Late' };
export const sessionLabels: Record<AttendanceSession, string> = { am: 'Morning', pm: 'Afternoon' };

/** Whether an absence is excused. */
export const excuseValues = ['excused', 'not excused'] as const;
export const excuseChoices = [
  { value: excuseValues[0], label: 'Excused' },
  { value: excuseValues[1], label: 'Not excused' },
] as const;
export const excuseChoicesWithNone = [{ value: '', label: 'Not known' }, ...excuseChoices] as const;

/** Students of a class in one save. */
export const maxStudentsPerSave = 45;
/** School days of an absence notice, and records to delete, in one call. */
export const maxDaysPerRequest = 30;

interface Day {
  am?: SessionMark | undefined;
  pm?: SessionMark | undefined;
  late?: boolean | undefined;
}

/** The session in which the student arrived, to which lateness belongs. */
export const arrivalSession = ({ am }: Day): AttendanceSession => (am === 'P' ? 'am' : 'pm');

/** The mark of a record's session. */
export const registerMarkOfSession = (day: Day, session: AttendanceSession): RegisterMark | null =>
  day[session] === 'P' && day.late === true && arrivalSession(day) === session ? 'L' : (day[session] ?? null);

/**
 * The decisions that a mark stands for. `L` is only for the session of the arrival. Without a mark the session follows
 * the scans again. `P` leaves lateness to the scans, unless it replaces an `L`.
 */
export function decisionsForMark(day: Day, session: AttendanceSession, mark: RegisterMark | null) {
  const wasLate = registerMarkOfSession(day, session) === 'L';
  switch (mark) {
    case 'L':
      return { [session]: 'P', late: true } as const;
    case 'P':
      return wasLate ? ({ [session]: 'P', late: false } as const) : ({ [session]: 'P' } as const);
    case 'A':
      return wasLate ? ({ [session]: 'A', late: 'by scans' } as const) : ({ [session]: 'A' } as const);
    default:
      return wasLate ? ({ [session]: 'by scans', late: 'by scans' } as const) : ({ [session]: 'by scans' } as const);
  }
}

/** The name of a student's field in a save of a class. */
export const registerCellName = (studentId: string, field: string): string => `${studentId}/${field}`;
