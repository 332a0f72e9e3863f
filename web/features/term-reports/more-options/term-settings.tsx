import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import {
  newTermBeginningMessage,
  possibleAttendanceMessage,
  termReportMessages,
} from '#shared/term-reports/messages.ts';
import { displayDate } from '#shared/terms/display-date.ts';
import { call } from '../../../api/call.ts';
import { messageOf } from '../../../api/errors.ts';
import { queryOf } from '../../../api/query.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { DateField } from '../../../ui/fields/dates/date-field.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { snackbar } from '../../../ui/overlays/snackbar.tsx';
import { offerUndo } from '../undo.ts';
import styles from './more-options.module.css';
import type { OptionProps } from './option-props.ts';

type Scope = 'class' | 'all';

/** Possible attendance and the reopening date, for all classes or the current one, with what it will touch (rule 12). */
export function TermSettings({ classId, year, term, onDone }: Omit<OptionProps, 'record'>) {
  const input = { year: String(year), term: String(term) };
  const settings = useQuery({ ...queryOf(termReportsContract.classTermSettings, input), staleTime: 0 });
  const [scope, setScope] = useState<Scope>('class');
  const [sessions, setSessions] = useState('');
  const [date, setDate] = useState<string | null>(null);
  const touched = settings.data?.filter(({ class_id }) => scope === 'all' || class_id === classId) ?? [];
  const target = { class_id: scope === 'all' ? null : classId, year, term };
  const isDay = date !== null && /^\d{4}-\d{2}-\d{2}$/.test(date);
  const isCount = /^\d{1,3}$/.test(sessions);

  const setAttendance = () =>
    attempt(async () => {
      const { undo } = await call(termReportsContract.setPossibleAttendance, {
        ...target,
        possible_attendance: Number(sessions),
      });
      offerUndo({ message: possibleAttendanceMessage(Number(sessions), target.class_id), undo, onDone });
      onDone();
    });
  const setBeginning = () =>
    attempt(async () => {
      const { undo } = await call(termReportsContract.setNewTermBeginning, {
        ...target,
        new_term_beginning: date ?? '',
      });
      offerUndo({ message: newTermBeginningMessage(displayDate(date ?? ''), target.class_id), undo, onDone });
      onDone();
    });

  return (
    <section className={styles.option} aria-labelledby="more-term">
      <h3 id="more-term">Attendance and reopening</h3>
      <div className={styles.line}>
        <Select
          label="For"
          options={[
            { value: 'class' as const, label: classId },
            { value: 'all' as const, label: 'All classes' },
          ]}
          value={scope}
          onValueChange={setScope}
        />
      </div>
      {settings.isError && (
        <p className={styles.note}>
          {messageOf(settings.error)}{' '}
          <Button variant="quiet" onClick={() => void settings.refetch()}>
            Retry
          </Button>
        </p>
      )}
      <div className={styles.line}>
        <TextField
          label="Possible attendance"
          numeric
          maxLength={3}
          value={sessions}
          onChange={(event) => setSessions(event.target.value.replace(/\D/g, ''))}
        />
        <Confirmed label="Set Possible Attendance" isReady={isCount} onConfirm={setAttendance}>
          {previewOf(
            touched,
            (one) => (one.possible_attendance === null ? 'none' : String(one.possible_attendance)),
            sessions,
          )}
        </Confirmed>
      </div>
      <div className={styles.line}>
        <DateField label="New term beginning" value={date} onValueChange={setDate} />
        <Confirmed label="Set New Term Beginning" isReady={isDay} onConfirm={setBeginning}>
          {previewOf(
            touched,
            (one) => (one.new_term_beginning === null ? 'none' : displayDate(one.new_term_beginning)),
            isDay && date !== null ? displayDate(date) : '',
          )}
        </Confirmed>
      </div>
    </section>
  );
}

async function attempt(act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    snackbar(`${termReportMessages.settingFailed}: ${messageOf(error)}`, { tone: 'error' });
  }
}

interface Touched {
  class_id: string;
  registered: number;
  possible_attendance: number | null;
  new_term_beginning: string | null;
}

/** "30 classes, 987 reports: 118 → 120". */
function previewOf(touched: readonly Touched[], read: (one: Touched) => string, after: string): string {
  const reports = touched.reduce((sum, { registered }) => sum + registered, 0);
  const values = [...new Set(touched.map(read))];
  const before = values.length > 3 ? `${values.length} different values` : values.join(', ');
  const classes = touched.length === 1 ? (touched[0]?.class_id ?? '') : `${touched.length} classes`;
  return `${classes}, ${reports} reports: ${before} → ${after === '' ? '…' : after}`;
}

interface ConfirmedProps {
  label: string;
  isReady: boolean;
  onConfirm: () => Promise<void>;
  /** What it will touch. */
  children: ReactNode;
}

function Confirmed({ label, isReady, onConfirm, children }: ConfirmedProps) {
  const [isBusy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    await onConfirm();
    setBusy(false);
  };
  return (
    <div className={styles.confirm}>
      <Button disabled={!isReady} busy={isBusy} onClick={() => void run()}>
        {label}
      </Button>
      <p className={styles.note}>{children}</p>
    </div>
  );
}
