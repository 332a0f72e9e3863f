import { DayPicker } from 'react-day-picker';
import styles from './calendar.module.css';
import { toDate, toIsoDay } from './day-text.ts';
import { schoolToday } from './school-clock.ts';

interface CalendarProps {
  value: string | null;
  min: string;
  max: string | undefined;
  onPick: (day: string) => void;
}

/** A screen reader must hear first what the eye sees first: the number (WCAG 2.5.3). */
const labelDay = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', weekday: 'long' });

/** One month at a time, with year and month to choose. A default export, for `lazy`. */
export default function Calendar({ value, min, max, onPick }: CalendarProps) {
  const selected = value === null ? undefined : toDate(value);
  const today = toDate(schoolToday()) ?? new Date();
  const from = toDate(min);
  // Ten years on, where the field sets no end: school calendars are not planned further.
  const to = (max === undefined ? undefined : toDate(max)) ?? new Date(today.getFullYear() + 10, 11, 31, 12);
  return (
    <DayPicker
      mode="single"
      autoFocus
      weekStartsOn={1}
      captionLayout="dropdown"
      selected={selected}
      today={today}
      defaultMonth={selected ?? today}
      {...(from ? { startMonth: from, disabled: [{ before: from }, { after: to }] } : {})}
      endMonth={to}
      onSelect={(date) => date && onPick(toIsoDay(date))}
      labels={{
        labelDayButton: (date, modifiers) =>
          `${date.getDate()} ${labelDay.format(date)}${modifiers.selected ? ', selected' : ''}`,
      }}
      classNames={styles as Record<string, string>}
    />
  );
}
