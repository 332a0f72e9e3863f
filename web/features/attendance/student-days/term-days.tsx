import { useMemo } from 'react';
import type { attendanceContract } from '#shared/attendance/contract.ts';
import { type DayLetters, dayLetterMeanings, dayLetters } from '#shared/attendance/figures.ts';
import type { Output } from '#shared/http/contract.ts';
import { type CalendarDay, DayCalendar, type DayLook, describeClosings } from '../days/day-calendar.tsx';

type Term = Output<typeof attendanceContract.readAttendanceOfStudent>['terms'][number];

/** A student's term: each day in its letters and colour. A school day opens by a press. */
export function TermDays({ name, term, onOpen }: { name: string; term: Term; onOpen: (date: string) => void }) {
  const days = useMemo(() => calendarDays(term), [term]);
  const letters = (Object.keys(dayLetterMeanings) as DayLetters[]).filter((one) =>
    days.some((day) => day.letters === one),
  );
  const closed = term.other_days.filter(({ is }) => is === 'closed');
  return (
    <DayCalendar
      name={name}
      days={days}
      legend={[
        ...letters.map((one) => ({ letters: one, look: looks[one], meaning: dayLetterMeanings[one] })),
        ...describeClosings(closed),
      ]}
      onOpen={onOpen}
    />
  );
}

/** The look of each letter. */
const looks = {
  P: 'present',
  L: 'late',
  A: 'absent',
  E: 'excused',
  am: 'half',
  pm: 'half',
  '·': 'open',
} as const satisfies Record<DayLetters, DayLook>;

const otherLooks = {
  closed: 'closed',
  'to come': 'later',
  'not at the school': 'later',
  'not taken': 'open',
} as const satisfies Record<Term['other_days'][number]['is'], DayLook>;

/** All days of the term, in order. */
function calendarDays({ attendance_records: records, other_days: others }: Term): CalendarDay[] {
  const days: CalendarDay[] = [
    ...records.map((day) => {
      const { date_scanned: date, attendance_am: am, attendance_pm: pm, late, excused, reason } = day;
      const letters = dayLetters({ am, pm, late, excused });
      const words = [dayLetterMeanings[letters], reason].filter(Boolean).join(': ');
      return { date, letters, words, look: looks[letters], isOpenable: true };
    }),
    ...others.map(({ date, is, title }): CalendarDay => {
      const isOpenable = is === 'not taken';
      const words = is === 'closed' ? `closed: ${title}` : is;
      return { date, letters: isOpenable ? '·' : '', words, look: otherLooks[is], isOpenable };
    }),
  ];
  return days.sort((a, b) => a.date.localeCompare(b.date));
}
