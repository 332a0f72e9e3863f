import { displayDate } from '#shared/school/display-date.ts';
import { Row } from '../../../ui/layout/row.tsx';
import styles from './weekly-tests.module.css';

interface TestDaysProps {
  /** yyyy-MM-dd, in order. */
  days: readonly string[];
  chosen: string;
  /** Later days are shown as to come. */
  today: string;
  onPick: (day: string) => void;
}

const monthName = new Intl.DateTimeFormat('en', { month: 'short', timeZone: 'UTC' });

/** The days of a term on which tests are offered, by month: a calendar that has Thursdays alone. */
export function TestDays({ days, chosen, today, onPick }: TestDaysProps) {
  const months = [...Map.groupBy(days, (day) => day.slice(0, 7))];
  return (
    <Row as="fieldset" align="stretch" wrap gap={4} across={14} className={styles.calendar}>
      <legend>Thursday of the test</legend>
      {months.map(([month, own]) => (
        <Row gap={4} key={month}>
          <span className={styles.monthName} aria-hidden>
            {monthName.format(new Date(`${month}-01T00:00:00Z`))}
          </span>
          {own.map((day) => (
            <button
              key={day}
              type="button"
              className={styles.day}
              aria-pressed={day === chosen}
              data-later={day > today || undefined}
              aria-label={`${Number(day.slice(8))} ${displayDate(day)}`}
              title={displayDate(day)}
              onClick={() => onPick(day)}
            >
              {Number(day.slice(8))}
            </button>
          ))}
        </Row>
      ))}
    </Row>
  );
}
