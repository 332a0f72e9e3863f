import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Pencil, Save } from 'lucide-react';
import { useState } from 'react';
import { termDatesForm } from '#shared/attendance/calls/office-calls.ts';
import { attendanceContract } from '#shared/attendance/contract.ts';
import { attendanceScreenWordings, attendanceWordings } from '#shared/attendance/wordings.ts';
import type { Output } from '#shared/http/contract.ts';
import { academicYearTitle } from '#shared/school/academic-year.ts';
import { displayDate } from '#shared/school/display-date.ts';
import { call } from '../../../api/call.ts';
import { queryKeyOf, queryOf } from '../../../api/query.ts';
import { FormDate } from '../../../forms/fields.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { Loading } from '../../../ui/display/loading.tsx';
import { NumberCell, NumberHead, Table } from '../../../ui/display/table.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import type { OverlayProps } from '../../../ui/overlays/lazy-overlay.tsx';
import { snackbar } from '../../../ui/overlays/snackbar.tsx';
import styles from './office.module.css';

type TermDates = Output<typeof attendanceContract.listTermDates>[number];
type Saved = Output<typeof attendanceContract.saveTermDates>;

/** 'Attendance - Set Term' (product §2): the terms' dates; each row is edited and saved by itself. */
export default function SetTermWindow({ open, onClose }: OverlayProps) {
  const terms = useQuery({ ...queryOf(attendanceContract.listTermDates, {}), enabled: open });
  const [edited, setEdited] = useState<string | null>(null);
  const [saved, setSaved] = useState<Saved | null>(null);
  const client = useQueryClient();
  const done = async (row: Saved) => {
    setSaved(row);
    setEdited(null);
    await client.invalidateQueries({ queryKey: queryKeyOf(attendanceContract.listTermDates) });
  };
  return (
    <Dialog openedBy="act" open={open} onClose={onClose} title={attendanceScreenWordings.attendanceSetTerm} size="wide">
      <div className={styles.content}>
        <p>
          School days are the days from start to end, without weekends and closed days. Attendance outside of a term is
          not counted.
        </p>
        {saved && <Alert tone={saved.days_outside > 0 ? 'warning' : 'info'}>{effectOf(saved)}</Alert>}
        {terms.data ? (
          <Table label="Term dates">
            <thead>
              <tr>
                <th scope="col">Year</th>
                <th scope="col">Term</th>
                <th scope="col">Start Date</th>
                <th scope="col">End Date</th>
                <NumberHead>School Days</NumberHead>
                <th scope="col">Actions</th>
              </tr>
            </thead>
            <tbody className={styles.dates}>
              {terms.data.map((row) =>
                edited === keyOf(row) ? (
                  <EditedRow key={keyOf(row)} row={row} onSaved={done} />
                ) : (
                  <tr key={keyOf(row)}>
                    <th scope="row">{academicYearTitle(row.year)}</th>
                    <td>{row.term}</td>
                    <td>{row.term_start && displayDate(row.term_start)}</td>
                    <td>{row.term_end && displayDate(row.term_end)}</td>
                    <NumberCell>{row.school_days}</NumberCell>
                    <td>
                      <Button
                        variant="quiet"
                        icon={Pencil}
                        disabled={edited !== null}
                        aria-label={`Edit: ${nameOf(row)}`}
                        onClick={() => setEdited(keyOf(row))}
                      >
                        Edit
                      </Button>
                    </td>
                  </tr>
                ),
              )}
            </tbody>
          </Table>
        ) : (
          <Loading queries={[terms]} what="the terms" />
        )}
      </div>
    </Dialog>
  );
}

const keyOf = ({ year, term }: Pick<TermDates, 'year' | 'term'>): string => `${year}-${term}`;
const nameOf = ({ year, term }: Pick<TermDates, 'year' | 'term'>): string => `${academicYearTitle(year)} Term ${term}`;

/** What the dates do to attendance. */
const effectOf = (row: Saved): string =>
  `${nameOf(row)} has ${row.school_days} school days. ` +
  (row.days_outside > 0
    ? `${row.days_outside === 1 ? '1 day with attendance is' : `${row.days_outside} days with attendance are`} in no term now: kept, but not counted until a term includes them again.`
    : 'All its days with attendance are still in a term.');

interface EditedRowProps {
  row: TermDates;
  onSaved: (row: Saved) => Promise<void>;
}

function EditedRow({ row, onSaved }: EditedRowProps) {
  const { year, term, term_start, term_end } = row;
  const form = useForm({
    schema: termDatesForm(),
    stored: { term_start, term_end },
    save: async (dates, { seen, idempotencyKey }) => {
      const saved = await call(
        attendanceContract.saveTermDates,
        { year, term, ...dates, was: seen },
        { idempotencyKey },
      );
      snackbar(attendanceWordings.termDatesSaved(term));
      await onSaved(saved);
    },
    onFailed: () => {
      snackbar(attendanceWordings.termDatesNotSaved(term), { tone: 'error' });
      return false;
    },
  });
  return (
    <tr id={form.id}>
      <th scope="row">{academicYearTitle(year)}</th>
      <td>{term}</td>
      <td>
        <FormDate form={form} name="term_start" label="Start Date" />
      </td>
      <td>
        <FormDate form={form} name="term_end" label="End Date" />
        {form.problem !== null && <Alert tone="error">{form.problem}</Alert>}
      </td>
      <NumberCell>{row.school_days}</NumberCell>
      <td>
        <Button
          variant="primary"
          icon={Save}
          busy={form.isBusy}
          aria-label={`Save: ${nameOf(row)}`}
          onClick={() => void form.submit()}
        >
          Save
        </Button>
      </td>
    </tr>
  );
}
