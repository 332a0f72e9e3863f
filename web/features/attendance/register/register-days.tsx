import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { RegisterDayOfTerm } from '#shared/attendance/calls/register-calls.ts';
import { attendanceContract } from '#shared/attendance/contract.ts';
import { sessionLabels } from '#shared/attendance/register-marks.ts';
import { pluralize } from '#shared/pluralize.ts';
import { queryOf } from '../../../api/query.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Loading } from '../../../ui/display/loading.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { type CalendarDay, DayCalendar, describeClosings, type LegendEntry } from '../days/day-calendar.tsx';

export interface RegisterDaysProps {
  classId: string;
  /** The day that the register shows. */
  date: string;
  open: boolean;
  /** Closes the window and goes to the day. */
  onDay: (date: string) => void;
  onClose: () => void;
}

/**
 * The term of a class as a calendar: which days were taken, in part or not, and how many were absent. Read when it is
 * opened.
 */
export default function RegisterDays({ classId, date, open, onDay, onClose }: RegisterDaysProps) {
  const term = useQuery({ ...queryOf(attendanceContract.readRegisterDays, { class_id: classId, date }), staleTime: 0 });
  const days = term.data?.days;
  const shown = useMemo(() => days?.map(toCalendarDay), [days]);
  const closed = days?.filter(({ is }) => is === 'closed') ?? [];
  return (
    <Dialog
      openedBy="act"
      open={open}
      size="wide"
      title={`Register of ${classId}`}
      text={term.data?.title ? `${term.data.title}: ${countsText(days ?? [])}` : undefined}
      onClose={onClose}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      {!shown ? (
        <Loading queries={[term]} what="the days" lines={8} />
      ) : shown.length === 0 ? (
        <p>The term has no first and last day yet. The office sets them in Current Term.</p>
      ) : (
        <Stack above={12}>
          <DayCalendar
            name={`Register of ${classId}`}
            days={shown}
            legend={[
              ...legend.filter(({ letters, look }) =>
                shown.some((day) => day.look === look && isSign(day.letters, letters)),
              ),
              ...describeClosings(closed),
            ]}
            start={date}
            onOpen={onDay}
          />
        </Stack>
      )}
    </Dialog>
  );
}

/** A number stands for any. */
const isSign = (letters: string, sign: string): boolean =>
  letters === sign || (/^\d/.test(letters) && /^\d/.test(sign));

const legend: readonly LegendEntry[] = [
  { letters: '✓', look: 'present', meaning: 'taken, nobody absent' },
  { letters: '2', look: 'present', meaning: 'taken, so many absent' },
  { letters: '…', look: 'late', meaning: 'in part: somebody, or a session, is not marked' },
  { letters: '·', look: 'open', meaning: 'not taken' },
];

function toCalendarDay({ date, is, title, students, sessions }: RegisterDayOfTerm): CalendarDay {
  const day = { date, letters: '', isOpenable: false };
  if (is === 'closed') return { ...day, words: `closed: ${title}`, look: 'closed' };
  if (is === 'to come') return { ...day, words: is, look: 'later' };
  const held = { date, isOpenable: true };
  if (is === 'not taken') return { ...held, letters: '·', words: is, look: 'open' };
  const absent = Math.max(...sessions.map((one) => one.absent));
  if (is === 'taken')
    return absent === 0
      ? { ...held, letters: '✓', words: 'taken, nobody absent', look: 'present' }
      : { ...held, letters: String(absent), words: `taken: ${absentText(sessions)}`, look: 'present' };
  const marked = sessions.map(
    ({ session, present, absent: away }) =>
      `${sessionLabels[session].toLowerCase()} ${present + away} of ${students} marked`,
  );
  const words = `in part: ${marked.join(', ')}${absent === 0 ? '' : `; ${absentText(sessions)}`}`;
  return { ...held, letters: '…', words, look: 'late' };
}

/** "2 absent", or by session where these differ. */
function absentText(sessions: RegisterDayOfTerm['sessions']): string {
  const counts = new Set(sessions.map(({ absent }) => absent));
  if (counts.size === 1) return `${sessions[0]?.absent ?? 0} absent`;
  return sessions
    .filter(({ absent }) => absent > 0)
    .map(({ session, absent }) => `${absent} absent in the ${sessionLabels[session].toLowerCase()}`)
    .join(', ');
}

/** "42 of 45 school days taken, 2 in part, 1 not taken". */
function countsText(days: readonly RegisterDayOfTerm[]): string {
  const count = (is: RegisterDayOfTerm['is']) => days.filter((day) => day.is === is).length;
  const [taken, part, not] = [count('taken'), count('in part'), count('not taken')];
  return `${taken} of ${pluralize(taken + part + not, 'school day')} up to today taken, ${part} in part, ${not} not taken.`;
}
