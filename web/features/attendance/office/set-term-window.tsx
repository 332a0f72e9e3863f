import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Pencil, Save as SaveIcon } from 'lucide-react';
import { useState } from 'react';
import { termDatesForm } from '#shared/attendance/calls/office-calls.ts';
import { attendanceContract } from '#shared/attendance/contract.ts';
import { attendanceScreenWordings, attendanceWordings } from '#shared/attendance/wordings.ts';
import type { Output } from '#shared/http/contract.ts';
import { academicYearTitle, termTitle, toAcademicYearId } from '#shared/school/academic-year.ts';
import { termsContract } from '#shared/school/contract.ts';
import { displayDate } from '#shared/school/display-date.ts';
import { describePeriodChange } from '#shared/school/period-changes.ts';
import { termChangeWordings } from '#shared/school/wordings.ts';
import { call } from '../../../api/call.ts';
import { queryKeyOf, queryOf } from '../../../api/query.ts';
import { type ChangeSummary, useChangeQuestion } from '../../../forms/change-question.tsx';
import { FormDate } from '../../../forms/fields.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { Loading } from '../../../ui/display/loading.tsx';
import { NumberCell, NumberHead, Table } from '../../../ui/display/table.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import type { OverlayProps } from '../../../ui/overlays/lazy-overlay.tsx';
import { snackbar } from '../../../ui/overlays/snackbar.tsx';
import { offerUndo } from '../../../undo/offer-undo.ts';
import { RecentActs } from '../../../undo/recent-acts.tsx';
import styles from './office.module.css';

type TermDates = Output<typeof attendanceContract.listTermDates>[number];
type SavedDates = Output<typeof attendanceContract.saveTermDates>;

/** 'Attendance - Set Term' (product §2): the terms' dates; each row is edited and saved by itself. */
export default function SetTermWindow({ open, onClose }: OverlayProps) {
  const terms = useQuery({ ...queryOf(attendanceContract.listTermDates, {}), enabled: open });
  const overview = useQuery({ ...queryOf(termsContract.readTermOverview, {}), enabled: open });
  const [edited, setEdited] = useState<string | null>(null);
  const [lastSaved, setLastSaved] = useState<SavedDates | null>(null);
  const client = useQueryClient();
  const refresh = () =>
    Promise.all(
      [attendanceContract.listTermDates, termsContract.readTermOverview].map((row) =>
        client.invalidateQueries({ queryKey: queryKeyOf(row) }),
      ),
    );
  const done = async (row: SavedDates) => {
    setLastSaved(row);
    setEdited(null);
    await refresh();
  };
  const current = overview.data?.current_term ?? null;
  const isCurrent = ({ year, term }: TermDates) =>
    current !== null && current.academic_year_id === toAcademicYearId(year) && current.term === term;
  return (
    <Dialog openedBy="act" open={open} onClose={onClose} title={attendanceScreenWordings.attendanceSetTerm} size="wide">
      <Stack gap={14} className={styles.content}>
        <p>
          School days are the days from start to end, without weekends and closed days. Attendance outside of a term is
          not counted.
        </p>
        {lastSaved && <Alert tone={lastSaved.days_outside > 0 ? 'warning' : 'info'}>{effectOf(lastSaved)}</Alert>}
        {terms.data && overview.data ? (
          <Table label="Term dates" folds>
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
                  <EditedRow key={keyOf(row)} row={row} isCurrent={isCurrent(row)} onSaved={done} />
                ) : (
                  <tr key={keyOf(row)}>
                    <th scope="row">{academicYearTitle(row.year)}</th>
                    <td data-label="Term">{row.term}</td>
                    <td data-label="Start">{row.term_start && displayDate(row.term_start)}</td>
                    <td data-label="End">{row.term_end && displayDate(row.term_end)}</td>
                    <NumberCell data-label="School days">{row.school_days}</NumberCell>
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
          <Loading queries={[terms, overview]} what="the terms" />
        )}
        <RecentActs
          list={{ of: 'terms' }}
          onDone={() => {
            setLastSaved(null);
            void refresh();
          }}
        />
      </Stack>
    </Dialog>
  );
}

const keyOf = ({ year, term }: Pick<TermDates, 'year' | 'term'>): string => `${year}-${term}`;
const nameOf = ({ year, term }: Pick<TermDates, 'year' | 'term'>): string => `${academicYearTitle(year)} Term ${term}`;

/** What the dates do to attendance. */
const effectOf = (row: SavedDates): string =>
  `${nameOf(row)} has ${row.school_days} school days. ` +
  (row.days_outside > 0
    ? `${row.days_outside === 1 ? '1 day with attendance is' : `${row.days_outside} days with attendance are`} in no term now: kept, but not counted until a term includes them again.`
    : 'All its days with attendance are still in a term.');

interface EditedRowProps {
  row: TermDates;
  isCurrent: boolean;
  onSaved: (row: SavedDates) => Promise<void>;
}

/**
 * What new dates change for everybody: as on Current Term, those of the current term that were set before. Null where
 * they do not.
 */
function summarizeDates(row: TermDates, wanted: Pick<TermDates, 'term_start' | 'term_end'>): ChangeSummary | null {
  const changes = [
    { field: 'dateStart' as const, before: row.term_start, after: wanted.term_start },
    { field: 'dateEnd' as const, before: row.term_end, after: wanted.term_end },
  ].filter(({ before, after }) => before !== null && before !== after);
  if (changes.length === 0) return null;
  return {
    title: termChangeWordings.change(termTitle(row)),
    changes: changes.map(describePeriodChange),
    effects: [termChangeWordings.dates, termChangeWordings.undo],
  };
}

function EditedRow({ row, isCurrent, onSaved }: EditedRowProps) {
  const { year, term, term_start, term_end } = row;
  const question = useChangeQuestion('Save');
  const form = useForm({
    schema: termDatesForm(),
    stored: { term_start, term_end },
    confirm: async (dates) => {
      const summary = isCurrent ? summarizeDates(row, dates) : null;
      return summary === null || (await question.ask(summary));
    },
    save: async (dates, { seen, idempotencyKey }) => {
      const answer = await call(
        attendanceContract.saveTermDates,
        { year, term, ...dates, was: seen },
        { idempotencyKey },
      );
      // The undo is in Recent changes.
      offerUndo({ message: attendanceWordings.termDatesSaved(term), undo: null, onDone: () => undefined });
      await onSaved(answer);
    },
    onFailed: () => {
      snackbar(attendanceWordings.termDatesNotSaved(term), { tone: 'error' });
      return false;
    },
  });
  return (
    <tr id={form.id}>
      <th scope="row">{academicYearTitle(year)}</th>
      <td data-label="Term">{term}</td>
      <td data-label="">
        <FormDate form={form} name="term_start" label="Start Date" />
      </td>
      <td data-label="">
        <FormDate form={form} name="term_end" label="End Date" />
        {form.problem !== null && <Alert tone="error">{form.problem}</Alert>}
      </td>
      <NumberCell data-label="School days">{row.school_days}</NumberCell>
      <td>
        <Button
          variant="primary"
          icon={SaveIcon}
          busy={form.isBusy}
          aria-label={`Save: ${nameOf(row)}`}
          onClick={() => void form.submit()}
        >
          Save
        </Button>
        {question.window}
      </td>
    </tr>
  );
}
