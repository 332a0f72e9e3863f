import { useQuery } from '@tanstack/react-query';
import { describeAttendanceClosure } from '#shared/attendance/open-attendance.ts';
import { periodTitle, startYearOf } from '#shared/school/academic-year.ts';
import { displayDate } from '#shared/school/display-date.ts';
import { closedTermSentence, freshPeriodQuery, type ListedTerm } from './closed-term.tsx';

/**
 * The sentence why the term of a day, yyyy-MM-dd, takes no changes (rule 47); undefined where it does. A day in no term
 * is open; with `elseCurrent`, it is as the current term is, to which weekly tests of such days belong.
 */
export function useClosedDayReason(
  day: string,
  { elseCurrent = false }: { elseCurrent?: boolean } = {},
): string | undefined {
  const { data } = useQuery(freshPeriodQuery());
  const current = data?.current_term;
  const found =
    data?.terms_archive.find(
      ({ date_start: from, date_end: to }) => from !== null && to !== null && from <= day && day <= to,
    ) ??
    data?.terms_archive.find(
      (one) => elseCurrent && one.academic_year_id === current?.academic_year_id && one.term === current.term,
    );
  return closedTermSentence(found);
}

/**
 * The notice of a window that changes a student's class while the current term is closed (rule 45); undefined while it
 * is open.
 */
export function useClassChangeNote(): string | undefined {
  const { data } = useQuery(freshPeriodQuery());
  const current = data?.current_term;
  const why = closedTermSentence(
    data?.terms_archive.find((one) => one.academic_year_id === current?.academic_year_id && one.term === current.term),
  );
  return why && `${why} It keeps its lists: the change counts from the next term that is open.`;
}

/**
 * Whether the attendance of a term takes changes, and until when (rule 49); undefined where the school records none,
 * and until that is known.
 */
export function useAttendanceStateOfTerm({ year, term }: { year: number; term: number }): AttendanceState | undefined {
  const { data } = useQuery(freshPeriodQuery());
  return data?.terms_archive.find((one) => startYearOf(one.academic_year_id) === year && one.term === term)?.attendance;
}

export type AttendanceState = NonNullable<ListedTerm['attendance']>;

/** The sentence why the attendance of a day, yyyy-MM-dd, takes no changes (rule 49); undefined where it does. */
export function useClosedAttendanceReason(day: string): string | undefined {
  const { data } = useQuery(freshPeriodQuery());
  const found = data?.terms_archive.find(
    ({ date_start: from, date_end: to }) => from !== null && to !== null && from <= day && day <= to,
  );
  if (!found?.attendance?.closed) return undefined;
  return `Attendance of ${periodTitle(found)} ${describeAttendanceClosure(found.attendance.closed)}.`;
}

/** "Its attendance stays open until 26-Dec-2025.", for windows that close or post marks and reports. */
export function openAttendanceSentence({ closed, until }: AttendanceState): string {
  if (closed) return 'Its attendance is closed already.';
  const end = until === null ? 'until it is closed in Current Term' : `until ${displayDate(until)}`;
  return `Its attendance stays open ${end}: register, corrections and scans go on.`;
}
