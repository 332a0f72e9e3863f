import { academicYearTitle, startYearOf } from '#shared/terms/academic-year.ts';
import type { AcademicPeriod } from '#shared/terms/contract.ts';
import { Chip } from '../../ui/display/chip.tsx';
import { NumberCell, NumberHead, Table } from '../../ui/display/table.tsx';
import { showDay } from '../../ui/fields/dates/day-text.ts';
import styles from './terms.module.css';

interface StoredTermsProps {
  stored: readonly AcademicPeriod[];
  onOpen: (period: AcademicPeriod) => void;
}

/** The terms on record, latest first; each opens in the form. */
export function StoredTerms({ stored, onOpen }: StoredTermsProps) {
  if (stored.length === 0) return null;
  const latestFirst = [...stored].sort((a, b) => keyOf(b).localeCompare(keyOf(a)));
  return (
    <section className={styles.stored}>
      <h2>Terms on record</h2>
      <Table label="Terms on record" dense>
        <thead>
          <tr>
            <th scope="col">Term</th>
            <th scope="col">Term Start</th>
            <th scope="col">Term End</th>
            <NumberHead>Possible Attendance</NumberHead>
          </tr>
        </thead>
        <tbody>
          {latestFirst.map((period) => (
            <tr key={keyOf(period)}>
              <th scope="row">
                <span className={styles.term}>
                  <button type="button" className={styles.open} onClick={() => onOpen(period)}>
                    Term {period.term}, {academicYearTitle(startYearOf(period.academic_year_id))}
                  </button>
                  {period.is_current && <Chip tone="success">Current</Chip>}
                </span>
              </th>
              <td>{period.date_start && showDay(period.date_start)}</td>
              <td>{period.date_end && showDay(period.date_end)}</td>
              <NumberCell>{period.possible_attendance}</NumberCell>
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  );
}

const keyOf = (period: AcademicPeriod): string => `${period.academic_year_id}-${period.term}`;
