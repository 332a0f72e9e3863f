import { useQuery } from '@tanstack/react-query';
import { describeAttendanceClosure } from '#shared/attendance/open-attendance.ts';
import type { Output } from '#shared/http/contract.ts';
import { periodTitle, startYearOf } from '#shared/school/academic-year.ts';
import { describeTermClosure } from '#shared/school/closed-term.ts';
import { termsContract } from '#shared/school/contract.ts';
import { displayDate } from '#shared/school/display-date.ts';
import { queryOf } from '../api/query.ts';
import { Alert } from '../ui/display/alert.tsx';
import type { GridColumn } from '../ui/grid/columns.ts';
import styles from './pickers.module.css';

interface Term {
  year: number;
  term: number;
}

/**
 * The terms when the sheet is opened: a term may have been closed since the page was loaded. Data of the last seconds is not
 * fetched again.
 */
const freshPeriodQuery = () => ({ ...queryOf(termsContract.readTermOverview, {}), staleTime: 5_000 });

/** The sentence why a term takes no changes (rule 47); undefined where it does, and until that is known: the server decides. */
export function useClosedTermReason({ year, term }: Term): string | undefined {
  const { data } = useQuery(freshPeriodQuery());
  const found = data?.terms_archive.find((one) => startYearOf(one.academic_year_id) === year && one.term === term);
  return closedTermSentence(found);
}

/**
 * The same for a day, yyyy-MM-dd. A day in no term is open; with `elseCurrent`, it is as the current term is, to which weekly tests of such
 * days belong.
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

/** The notice of a window that changes a student's class while the current term is closed (rule 45); undefined while it is open. */
export function useClassChangeNote(): string | undefined {
  const { data } = useQuery(freshPeriodQuery());
  const current = data?.current_term;
  const why = closedTermSentence(
    data?.terms_archive.find((one) => one.academic_year_id === current?.academic_year_id && one.term === current.term),
  );
  return why && `${why} It keeps its lists: the change counts from the next term that is open.`;
}

/** Whether the attendance of a term takes changes, and until when (rule 49); undefined where the school records none, and until that is known. */
export function useAttendanceStateOfTerm({ year, term }: Term): AttendanceState | undefined {
  const { data } = useQuery(freshPeriodQuery());
  return data?.terms_archive.find((one) => startYearOf(one.academic_year_id) === year && one.term === term)?.attendance;
}

export type AttendanceState = NonNullable<Listed['attendance']>;

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

type Listed = Output<typeof termsContract.readTermOverview>['terms_archive'][number];

function closedTermSentence(found: Listed | undefined): string | undefined {
  if (!found?.closed) return undefined;
  const title = periodTitle(found);
  return `${title} ${describeTermClosure(found.closed)}.`;
}

/** Above a sheet of a closed term; nothing above others. */
export const ClosedTermBand = ({ why, what = 'the term' }: { why: string | undefined; what?: 'the term' | 'it' }) =>
  why === undefined ? null : (
    <div className={styles.closed}>
      <Alert tone="info">
        {why} What is here can be read and printed; an administrator can open {what} again.
      </Alert>
    </div>
  );

/** The columns of a closed term: shown, and not typed into. */
export const toReadOnlyColumns = (columns: readonly GridColumn[], why: string | undefined): readonly GridColumn[] =>
  why === undefined
    ? columns
    : columns.map((column) =>
        column.kind === 'shown' || column.kind === 'node' ? column : { ...column, closed: column.closed ?? why },
      );
