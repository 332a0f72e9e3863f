import { VisuallyHidden } from '@aws-amplify/ui-react';
import { LoaderCircle } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { attendanceScreenWordings } from '#shared/attendance/wordings.ts';
import { displayDate } from '#shared/school/display-date.ts';
import { Row } from '../../../ui/layout/row.tsx';
import styles from './days.module.css';
import { dayLabel, dayStyle, groupDaysByWeek, type TermDay, weekdayName } from './term-days.ts';

interface TermCalendarProps {
  days: readonly TermDay[];
  today: string;
  onOpen: (date: string) => void;
}

/** Days that a key moves by. */
const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

/** A term by week. Arrow keys move from day to day; Tab reaches one day. */
export function TermCalendar({ days, today, onOpen }: TermCalendarProps) {
  const dates = days.map(({ date }) => date);
  const [current, setCurrent] = useState<string | null>(null);
  const calendar = useRef<HTMLTableElement>(null);
  const stop = current ?? (dates.includes(today) ? today : dates[0]);
  const move = (event: KeyboardEvent) => {
    const at = dates.indexOf(stop ?? '');
    const to = event.key === 'Home' ? 0 : event.key === 'End' ? dates.length - 1 : at + (steps[event.key] ?? 0);
    const date = dates[to];
    if (date === undefined || to === at) return;
    event.preventDefault();
    setCurrent(date);
    calendar.current?.querySelector<HTMLElement>(`[data-date="${date}"]`)?.focus();
  };
  return (
    <table
      ref={calendar}
      className={styles.calendar}
      aria-label={attendanceScreenWordings.daysOfTheTerm}
      onKeyDown={move}
    >
      <thead>
        <tr>
          {['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'].map((name) => (
            <th key={name} scope="col" abbr={name}>
              {name.slice(0, 3)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {groupDaysByWeek(days).map((week) => (
          <tr key={week.find((day) => day !== null)?.date}>
            {week.map((day, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the place is the day of the week
              <td key={place}>
                {day && (
                  <Day
                    day={day}
                    showsMonth={place === 0 || (place < 5 && (day.date === dates[0] || day.date.endsWith('-01')))}
                    isToday={day.date === today}
                    isStop={day.date === stop}
                    onOpen={() => {
                      setCurrent(day.date);
                      onOpen(day.date);
                    }}
                  />
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface DayProps {
  day: TermDay;
  /** At the start of a week and of a month. */
  showsMonth: boolean;
  isToday: boolean;
  isStop: boolean;
  onOpen: () => void;
}

/** A day of school has the sheet's own look. */
const dayStyles: Record<ReturnType<typeof dayStyle>, string | undefined> = {
  closed: styles.closed,
  free: styles.free,
  holiday: styles.holiday,
  changed: styles.changed,
  school: undefined,
};

function Day({ day, showsMonth, isToday, isStop, onOpen }: DayProps) {
  const { date, closed, recorded, due } = day;
  const word = dayLabel(day);
  const [, month, year] = displayDate(date).split('-');
  return (
    <button
      type="button"
      className={`${styles.day} ${dayStyles[dayStyle(day)] ?? ''}`}
      data-date={date}
      tabIndex={isStop ? 0 : -1}
      aria-current={isToday ? 'date' : undefined}
      onClick={onOpen}
    >
      <Row as="span" gap={4} size="13on18" className={styles.date} weight={600} line="nowrap">
        <VisuallyHidden>{weekdayName(date)} </VisuallyHidden>
        {Number(date.slice(8))} {showsMonth ? month : <VisuallyHidden>{month}</VisuallyHidden>}
        <VisuallyHidden>{` ${year}, `}</VisuallyHidden>
        {due !== null && <LoaderCircle size={12} role="img" aria-label="attendance is still to be recalculated" />}
      </Row>
      <span className={styles.word}>
        {word === '' ? <VisuallyHidden>{closed ?? 'school day'}</VisuallyHidden> : word}
      </span>
      {recorded > 0 && (
        <span className={styles.recorded}>
          {recorded.toLocaleString('en')}
          <VisuallyHidden> recorded</VisuallyHidden>
        </span>
      )}
    </button>
  );
}
