import { VisuallyHidden } from '@aws-amplify/ui-react';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { datesBetween } from '#shared/attendance/school-days.ts';
import { displayDate, displayRange } from '#shared/school/display-date.ts';
import { Row } from '../../../ui/layout/row.tsx';
import styles from './day-calendar.module.css';
import { groupDaysByWeek, weekdayName } from './term-days.ts';

/** A day of the calendar. */
export interface CalendarDay {
  date: string;
  /** A sign or two; empty where there is nothing to say. */
  letters: string;
  /** What screen readers say of it, and what a pointer shows. */
  words: string;
  look: DayLook;
  /** True where the day can be opened. */
  isOpenable: boolean;
}

export type DayLook = 'present' | 'late' | 'absent' | 'excused' | 'half' | 'open' | 'closed' | 'later';

/** What a sign means. */
export interface LegendEntry {
  letters: string;
  look: DayLook;
  meaning: string;
}

interface DayCalendarProps {
  /** What the calendar is of: "Term 1, 2026-2027". */
  name: string;
  /** In order. */
  days: readonly CalendarDay[];
  legend: readonly LegendEntry[];
  /** The day that Tab reaches at first; without it the last one that can be opened. */
  start?: string | undefined;
  onOpen: (date: string) => void;
}

/**
 * The days of a term by month, each in its sign and colour. A day opens by a press; arrow keys move, Tab reaches one
 * day.
 */
export function DayCalendar({ name, days, legend, start, onOpen }: DayCalendarProps) {
  const openable = useMemo(() => days.filter((day) => day.isOpenable).map(({ date }) => date), [days]);
  const calendar = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState<string | null>(start ?? null);
  if (days.length === 0) return null;
  const stop = openable.find((date) => date === current) ?? openable.at(-1);
  const move = (event: KeyboardEvent) => {
    const to = targetOfKey(event.key, { at: stop ?? '', days: openable });
    if (to === undefined) return;
    event.preventDefault();
    setCurrent(to);
    calendar.current?.querySelector<HTMLElement>(`[data-date="${to}"]`)?.focus();
  };
  const hasWeekends = days.some((day) => isWeekend(day.date) && day.isOpenable);
  const months = [...Map.groupBy(days, ({ date }) => date.slice(0, 7))];
  return (
    <>
      <Row align="start" wrap gap={16} across={24} below={12} ref={calendar} onKeyDown={move}>
        {months.map(([month, ofMonth]) => (
          <table key={month} className={styles.month} data-week={hasWeekends ? 'whole' : 'school'}>
            <caption>
              {monthName(month)}
              <VisuallyHidden>{`, ${name}`}</VisuallyHidden>
            </caption>
            <thead>
              <tr>
                {weekdays.slice(0, hasWeekends ? 7 : 5).map((weekday) => (
                  <th key={weekday} scope="col" abbr={weekday}>
                    {weekday.slice(0, 2)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {groupDaysByWeek(ofMonth)
                .map((week) => week.slice(0, hasWeekends ? 7 : 5))
                .filter((week) => week.some((day) => day !== null))
                .map((week) => (
                  <tr key={week.find((day) => day !== null)?.date}>
                    {week.map((day, place) => (
                      // biome-ignore lint/suspicious/noArrayIndexKey: the place is the day of the week
                      <td key={place}>{day && <Day day={day} isStop={day.date === stop} onOpen={onOpen} />}</td>
                    ))}
                  </tr>
                ))}
            </tbody>
          </table>
        ))}
      </Row>
      <Row as="p" align="stretch" wrap gap={4} across={16} tone="muted" size={13} below={16}>
        {legend.map(({ letters, look, meaning }) => (
          <span key={look + meaning}>
            <b className={`${styles.letters} ${styles[look]}`}>{letters}</b> {meaning}
          </span>
        ))}
      </Row>
    </>
  );
}

function Day({ day, isStop, onOpen }: { day: CalendarDay; isStop: boolean; onOpen: (date: string) => void }) {
  const { date, letters, words, look, isOpenable } = day;
  const said = `${weekdayName(date)} ${displayDate(date)}, ${words}`;
  const content = (
    <>
      <span className={styles.date} aria-hidden>
        {Number(date.slice(8))}
      </span>
      <span aria-hidden>{letters}</span>
      <VisuallyHidden>{said}</VisuallyHidden>
    </>
  );
  const className = `${styles.day} ${styles[look]}`;
  if (!isOpenable)
    return (
      <span className={className} title={said}>
        {content}
      </span>
    );
  return (
    <button
      type="button"
      className={className}
      data-date={date}
      title={said}
      tabIndex={isStop ? 0 : -1}
      onClick={() => onOpen(date)}
    >
      {content}
    </button>
  );
}

/**
 * The days on which the school is closed, weekends apart, for the legend: neighbours with one title are one range. Days
 * are in order.
 */
export function describeClosings(closed: readonly { date: string; title: string | null }[]): LegendEntry[] {
  const closings: { from: string; to: string; title: string }[] = [];
  for (const { date, title } of closed) {
    if (title === null || title === 'weekend') continue;
    const last = closings.at(-1);
    if (last?.title === title && datesBetween(last.to, date).length === 2) last.to = date;
    else closings.push({ from: date, to: date, title });
  }
  return closings.map((one) => ({ letters: '', look: 'closed', meaning: `${displayRange(one)}: ${one.title}` }));
}

/** The day that a key leads to; undefined for none. */
function targetOfKey(key: string, { at, days }: { at: string; days: readonly string[] }): string | undefined {
  const index = days.indexOf(at);
  if (key === 'ArrowLeft') return days[index - 1];
  if (key === 'ArrowRight') return days[index + 1];
  if (key === 'ArrowUp') return days.findLast((date) => date <= daysLater(at, -7));
  if (key === 'ArrowDown') return days.find((date) => date >= daysLater(at, 7));
  if (key === 'Home') return days[0];
  if (key === 'End') return days.at(-1);
  return undefined;
}

const daysLater = (date: string, count: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10);

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const isWeekend = (date: string): boolean => ['Saturday', 'Sunday'].includes(weekdayName(date));

/** "September 2026" for "2026-09". */
const monthName = (month: string): string =>
  new Date(`${month}-01T00:00:00Z`).toLocaleDateString('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });
