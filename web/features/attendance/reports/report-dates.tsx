import { mostReportDays } from '#shared/attendance/figures.ts';
import { attendanceWordings } from '#shared/attendance/wordings.ts';
import { type Place, usePlace } from '../../../place/use-place.ts';
import { DateField } from '../../../ui/fields/dates/date-field.tsx';
import styles from './reports.module.css';

/** The dates that the address has: none, one or two. */
export const datesOf = (place: Place): string[] => [place.get('from'), place.get('to')].filter((date) => date !== null);

const isDay = (date: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(date) && !Number.isNaN(Date.parse(date));

/** What is wrong with dates, or null. None of them is right here. */
export function wrongDates(dates: readonly string[]): string | null {
  if (!dates.every(isDay)) return 'Please enter a date, such as 07-Sep-2026.';
  const [from, to] = dates;
  if (from === undefined || to === undefined) return null;
  if (from > to) return attendanceWordings.reversed;
  return (Date.parse(to) - Date.parse(from)) / 86_400_000 >= mostReportDays ? attendanceWordings.tooLong : null;
}

/** From and to, in the address. */
export function ReportDates() {
  const place = usePlace();
  return (
    <div className={styles.dates}>
      <DateField
        label="From"
        value={place.get('from')}
        onValueChange={(from) => place.change({ from }, { replace: true })}
      />
      <DateField label="To" value={place.get('to')} onValueChange={(to) => place.change({ to }, { replace: true })} />
    </div>
  );
}
