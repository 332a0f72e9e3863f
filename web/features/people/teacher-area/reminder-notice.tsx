import { useQuery } from '@tanstack/react-query';
import { displayDate } from '#shared/school/display-date.ts';
import { missingOnRow } from '#shared/term-reports/completeness-calls.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { completenessWordings } from '#shared/term-reports/wordings.ts';
import { queryOf } from '../../../api/query.ts';
import { Alert } from '../../../ui/display/alert.tsx';
import { schoolDayAndTime } from '../../../ui/fields/dates/school-clock.ts';
import { Stack } from '../../../ui/layout/stack.tsx';
import styles from './teacher-area.module.css';

/**
 * What office, form teacher or dean asked this teacher to complete, as far as it is missing now; nothing once it is
 * complete.
 */
export function ReminderNotice() {
  const { data: reminder } = useQuery({
    ...queryOf(termReportsContract.readOwnReminder, {}),
    // Marks are entered meanwhile: each return to the menu asks again.
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
  if (!reminder) return null;
  return (
    <Stack className={styles.reminder} below={16} width={640}>
      <Alert tone="warning">
        <p>{completenessWordings.askedFor(reminder.by, displayDate(schoolDayAndTime(new Date(reminder.at)).day))}</p>
        <ul>
          {reminder.rows.map((row) => (
            <li key={`${row.class_id} ${row.part} ${row.subject_id}`}>{missingOnRow(row)}</li>
          ))}
        </ul>
      </Alert>
    </Stack>
  );
}
