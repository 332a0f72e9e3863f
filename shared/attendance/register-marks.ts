import type { Mark, Session } from './limits.ts';

/** What a class register says of a student in a session: present, absent, or present and late. */
export const registerMarks = ['P', 'A', 'L'] as const;
export type RegisterMark = (typeof registerMarks)[number];
export const markWords: Record<RegisterMark, string> = { P: 'Present', A: 'Absent', L: 'Late' };
export const sessionWords: Record<Session, string> = { am: 'Morning', pm: 'Afternoon' };

/** Whether an absence is excused; nobody has said where it is null. */
export const excuses = ['excused', 'not excused'] as const;
export const excuseChoices = [
  { value: excuses[0], label: 'Excused' },
  { value: excuses[1], label: 'Not excused' },
] as const;
export const excuseOrNone = [{ value: '', label: 'Not said' }, ...excuseChoices] as const;

/** So many students of a class are saved at once. */
export const maxStudentsPerSave = 45;
/** So many school days of an absence told beforehand, and so many records to be deleted, go into one call. */
export const maxDaysPerRequest = 30;

interface Day {
  am?: Mark | undefined;
  pm?: Mark | undefined;
  late?: boolean | undefined;
}

/** The session that a student's lateness is of: the one in which the student came. */
export const arrivalSession = ({ am }: Day): Session => (am === 'P' ? 'am' : 'pm');

/** A record's session as a register shows it. */
export const registerMark = (day: Day, session: Session): RegisterMark | null =>
  day[session] === 'P' && day.late === true && arrivalSession(day) === session ? 'L' : (day[session] ?? null);

/**
 * What a register's mark decides of a day. `L` needs the session in which the student came. Without a mark the scans say again.
 * `P` leaves lateness to the scans, unless it takes the place of an `L`.
 */
export function decisionOfMark(day: Day, session: Session, mark: RegisterMark | null) {
  const wasLate = registerMark(day, session) === 'L';
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

/** The name of a field of a student in a save of a whole class. */
export const cellName = (studentId: string, field: string): string => `${studentId}/${field}`;
