import type { Output } from '#shared/http/contract.ts';
import type { reportsContract } from '#shared/reports/contract.ts';
import { type LogKind, logKinds } from '#shared/reports/office-log.ts';
import { officeLogWordings } from '#shared/reports/wordings.ts';
import type { AddressState } from '../../../address/use-address-state.ts';
import { Combobox } from '../../../ui/fields/combobox.tsx';
import { DateField } from '../../../ui/fields/dates/date-field.tsx';
import { schoolToday } from '../../../ui/fields/dates/school-clock.ts';
import { Toolbar } from '../../../ui/layout/row.tsx';
import { listMonthsToChoose, type OfficeLogFilters } from './log-filters-in-address.ts';
import styles from './office-log.module.css';

interface LogFiltersProps {
  question: OfficeLogFilters;
  people: Output<typeof reportsContract.readOfficeLog>['people'];
  place: AddressState;
  /** Students of the lines that are shown, and the one in the filter. */
  students: readonly { id: string; name: string }[];
  /** Whether there are earlier lines, of other students. */
  hasEarlier: boolean;
}

const kinds = Object.entries(logKinds).map(([value, { label }]) => ({ value: value as LogKind, label }));

/** A text that may be an id: one word with a digit. */
const studentId = /^(?=.*\d)[A-Za-z0-9._-]{1,40}$/;

/** Month, day, person, kind and student, each in the address. */
export function LogFilters({ question, people, place, students, hasEarlier }: LogFiltersProps) {
  return (
    <Toolbar as="fieldset" gap={8} across={12} className={styles.filters} aria-label="Filters">
      <div className={styles.filter}>
        <Combobox
          label="Month"
          options={listMonthsToChoose(schoolToday(), question.month)}
          value={question.month}
          onValueChange={(month) => place.change({ month, day: null })}
        />
      </div>
      <div className={styles.filter}>
        <DateField label="Day" value={question.day ?? null} onValueChange={(day) => place.change({ day })} />
      </div>
      <div className={styles.filter}>
        <Combobox
          label="Kind"
          options={kinds}
          value={question.kind ?? null}
          onValueChange={(kind) => place.change({ kind })}
          placeholder="All kinds"
        />
      </div>
      <div className={styles.filter}>
        <Combobox
          label="Person"
          options={people.map(({ account_id, name }) => ({ value: account_id, label: name }))}
          value={question.account_id ?? null}
          onValueChange={(person) => place.change({ person })}
          placeholder="Everybody"
        />
      </div>
      <div className={styles.filter}>
        <Combobox
          label="Student"
          options={students.map(({ id, name }) => ({ value: id, label: name }))}
          value={question.student_id ?? null}
          onValueChange={(student) => place.change({ student })}
          placeholder="Every student"
          hint={hasEarlier ? officeLogWordings.studentsOfLinesShown : undefined}
          empty={officeLogWordings.noLineOfStudent}
          offer={(typed) =>
            studentId.test(typed) ? { value: typed, label: officeLogWordings.everyLineOf(typed) } : undefined
          }
        />
      </div>
    </Toolbar>
  );
}
