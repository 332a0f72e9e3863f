import { Trash2 } from 'lucide-react';
import { academicYearTitle, startYearOf } from '#shared/terms/academic-year.ts';
import { type AcademicPeriod, termsContract } from '#shared/terms/contract.ts';
import { call } from '../../api/call.ts';
import { messageOf } from '../../api/errors.ts';
import { queryOf } from '../../api/query.ts';
import { IconButton } from '../../ui/controls/button.tsx';
import { Chip } from '../../ui/display/chip.tsx';
import { NumberCell, NumberHead, Table } from '../../ui/display/table.tsx';
import { VisuallyHidden } from '../../ui/display/visually-hidden.tsx';
import { showDay } from '../../ui/fields/dates/day-text.ts';
import { confirm } from '../../ui/overlays/modal.tsx';
import { snackbar } from '../../ui/overlays/snackbar.tsx';
import { offerUndo } from '../../undo/offer-undo.ts';
import { RecentActs } from '../../undo/recent-acts.tsx';
import styles from './terms.module.css';

interface StoredTermsProps {
  stored: readonly AcademicPeriod[];
  onOpen: (period: AcademicPeriod) => void;
  /** A term was deleted, or brought back. */
  onChanged: () => void;
}

/** The terms on record, latest first; each opens in the form. */
export function StoredTerms({ stored, onOpen, onChanged }: StoredTermsProps) {
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
            <th scope="col">
              <VisuallyHidden>Delete</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {latestFirst.map((period) => (
            <tr key={keyOf(period)}>
              <th scope="row">
                <span className={styles.term}>
                  <button type="button" className={styles.open} onClick={() => onOpen(period)}>
                    {titleOf(period)}
                  </button>
                  {period.is_current && <Chip tone="success">Current</Chip>}
                </span>
              </th>
              <td>{period.date_start && showDay(period.date_start)}</td>
              <td>{period.date_end && showDay(period.date_end)}</td>
              <NumberCell>{period.possible_attendance}</NumberCell>
              <td>
                {!period.is_current && (
                  <IconButton
                    label={`Delete ${titleOf(period)}`}
                    icon={Trash2}
                    onClick={() => void remove(period, onChanged)}
                  />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
      <RecentActs
        query={queryOf(termsContract.undoableTermActs, {})}
        undo={(undo) => call(termsContract.undoTermAct, { undo })}
        onDone={onChanged}
      />
    </section>
  );
}

/** Asks, and deletes a term; the server knows whether it is empty. */
async function remove({ academic_year_id, term }: AcademicPeriod, onChanged: () => void): Promise<void> {
  const title = titleOf({ academic_year_id, term });
  const isSure = await confirm({
    title: `Delete ${title}?`,
    text: 'Only a term without term reports and marks can be deleted. It can be brought back for 30 days.',
    confirmLabel: 'Delete',
    danger: true,
  });
  if (!isSure) return;
  try {
    const { undo } = await call(termsContract.deleteTerm, { academic_year_id, term });
    offerUndo({
      message: `${title} deleted.`,
      undo: () => call(termsContract.undoTermAct, { undo }),
      onDone: onChanged,
    });
  } catch (error) {
    snackbar(messageOf(error), { tone: 'error' });
  }
  onChanged();
}

const titleOf = ({ academic_year_id: year, term }: Pick<AcademicPeriod, 'academic_year_id' | 'term'>): string =>
  `Term ${term}, ${academicYearTitle(startYearOf(year))}`;

const keyOf = (period: AcademicPeriod): string => `${period.academic_year_id}-${period.term}`;
