import { VisuallyHidden } from '@aws-amplify/ui-react';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import type { attendanceContract } from '#shared/attendance/contract.ts';
import { type DayLetters, dayLetterMeanings, dayLetters } from '#shared/attendance/figures.ts';
import { datesBetween } from '#shared/attendance/school-days.ts';
import type { Output } from '#shared/http/contract.ts';
import { displayDate, displayRange } from '#shared/school/display-date.ts';
import { groupDaysByWeek, weekdayName } from '../days/day-text.ts';
import styles from './term-days.module.css';

type Term = Output<typeof attendanceContract.readAttendanceOfStudent>['terms'][number];

/** A day of the calendar. */
interface CalendarDay {
  date: string;
  /** Empty where the student could not come. */
  letters: DayLetters | '';
  /** What screen readers say of it, and what a pointer shows. */
  words: string;
  look: keyof typeof styles;
  /** True where the day can be opened. */
  isOpenable: boolean;
}

/** A student's term by month: each day in its letters and colour. A school day opens by a press; arrow keys move, Tab reaches one day. */
export function TermDays({ name, term, onOpen }: { name: string; term: Term; onOpen: (date: string) => void }) {
  const days = useMemo(() => calendarDays(term), [term]);
  const openable = useMemo(() => days.filter((day) => day.isOpenable).map(({ date }) => date), [days]);
  const calendar = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState<string | null>(null);
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
  const letters = (Object.keys(dayLetterMeanings) as DayLetters[]).filter((one) =>
    days.some((day) => day.letters === one),
  );
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move between the buttons inside */}
      <div ref={calendar} className={styles.months} onKeyDown={move}>
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
      </div>
      <p className={styles.legend}>
        {letters.map((one) => (
          <span key={one}>
            <b className={`${styles.letters} ${styles[looks[one]]}`}>{one}</b> {dayLetterMeanings[one]}
          </span>
        ))}
        <Closings term={term} />
      </p>
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

/** The days on which the school is closed, weekends apart, in words: neighbours with one title are one range. */
function Closings({ term }: { term: Term }) {
  const closings: { from: string; to: string; title: string }[] = [];
  for (const { date, is, title } of term.other_days) {
    if (is !== 'closed' || title === null || title === 'weekend') continue;
    const last = closings.at(-1);
    if (last?.title === title && datesBetween(last.to, date).length === 2) last.to = date;
    else closings.push({ from: date, to: date, title });
  }
  return closings.map((one) => (
    <span key={one.from}>
      <b className={`${styles.letters} ${styles.closed}`} /> {displayRange(one)}: {one.title}
    </span>
  ));
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
} as const satisfies Record<DayLetters, keyof typeof styles>;

const otherLooks = {
  closed: 'closed',
  'to come': 'later',
  'not at the school': 'later',
  'not taken': 'open',
} as const satisfies Record<Term['other_days'][number]['is'], keyof typeof styles>;

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
