import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { day } from '#shared/http/fields.ts';
import { pluralize } from '#shared/pluralize.ts';
import { displayDate } from '#shared/school/display-date.ts';
import { termWordings } from '#shared/school/wordings.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { settableSessionCount } from '#shared/term-reports/more-options-calls.ts';
import {
  newTermBeginningSetMessage,
  possibleAttendanceSetMessage,
  termReportScreenWordings,
  termReportWordings,
} from '#shared/term-reports/wordings.ts';
import { call } from '../../../api/call.ts';
import { messageOf } from '../../../api/errors.ts';
import { queryOf } from '../../../api/query.ts';
import { FormDate, FormNumber } from '../../../forms/fields.tsx';
import { FormBody } from '../../../forms/form-body.tsx';
import { useForm, useFormValues } from '../../../forms/use-form.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import { Muted } from '../../../ui/layout/text.tsx';
import { snackbar } from '../../../ui/overlays/snackbar.tsx';
import { offerUndo, undoOf } from '../../../undo/offer-undo.ts';
import styles from './more-options.module.css';

type Scope = 'class' | 'all';

export interface TermSettingsOptionProps {
  classId: string;
  /** Start year. */
  year: number;
  term: 1 | 2 | 3;
  onDone: () => void;
}

/** Possible attendance and the reopening date, for all classes or this one, with a preview of the change (rule 12). */
export function TermSettingsOption({ classId, year, term, onDone }: TermSettingsOptionProps) {
  const input = { year: String(year), term: String(term) };
  const settings = useQuery({ ...queryOf(termReportsContract.listClassTermSettings, input), staleTime: 0 });
  const [scope, setScope] = useState<Scope>('class');
  const touched = settings.data?.filter(({ class_id }) => scope === 'all' || class_id === classId) ?? [];
  const was = <V,>(read: (one: Touched) => V): { values: V[] } => ({ values: [...new Set(touched.map(read))] });
  const target = { class_id: scope === 'all' ? null : classId, year, term };

  /** Loads again, as somebody else may have changed the settings. */
  const showFailure = (message: string): boolean => {
    snackbar(`${termReportWordings.settingFailed}: ${message}`, { tone: 'error' });
    void settings.refetch();
    return true;
  };

  const attendance = useForm({
    schema: z.object({ possible_attendance: settableSessionCount }),
    stored: { possible_attendance: null },
    save: async ({ possible_attendance }, { idempotencyKey }) => {
      const seen = was((one) => one.possible_attendance);
      const wanted = { ...target, possible_attendance, ...(settings.data && { was: seen }) };
      const { undo } = await call(termReportsContract.setPossibleAttendance, wanted, { idempotencyKey });
      offerUndo({
        message: possibleAttendanceSetMessage(possible_attendance, target.class_id),
        undo: undoOf(undo),
        onDone,
      });
      onDone();
    },
    onFailed: showFailure,
  });
  const beginning = useForm({
    schema: z.object({ new_term_beginning: day }),
    stored: { new_term_beginning: null },
    save: async ({ new_term_beginning }, { idempotencyKey }) => {
      const seen = { ...was((one) => one.new_term_beginning), date_end: touched[0]?.date_end ?? null };
      const wanted = { ...target, new_term_beginning, ...(settings.data && { was: seen }) };
      const { undo } = await call(termReportsContract.setNewTermBeginning, wanted, { idempotencyKey });
      offerUndo({
        message: newTermBeginningSetMessage(displayDate(new_term_beginning), target.class_id),
        undo: undoOf(undo),
        onDone,
      });
      onDone();
    },
    onFailed: showFailure,
  });
  const { possible_attendance: count } = useFormValues(attendance);
  const { new_term_beginning: date } = useFormValues(beginning);

  return (
    <Stack as="section" gap={10} className={styles.option} aria-labelledby="more-term">
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
        <Muted size="12.5on18" breaks>
          {messageOf(settings.error)}{' '}
          <Button variant="quiet" onClick={() => void settings.refetch()}>
            Retry
          </Button>
        </Muted>
      )}
      <FormBody form={attendance} className={styles.line}>
        <FormNumber
          form={attendance}
          name="possible_attendance"
          label="Possible attendance"
          expected={termWordings.sessionsToSet}
        />
        <Stack align="start" gap={4} className={styles.confirm}>
          <Button type="submit" busy={attendance.isBusy}>
            {termReportScreenWordings.setPossibleAttendance}
          </Button>
          <Muted size="12.5on18" breaks>
            {previewOf(
              touched,
              (one) => (one.possible_attendance === null ? 'none' : String(one.possible_attendance)),
              String(count ?? ''),
            )}
          </Muted>
        </Stack>
      </FormBody>
      <FormBody form={beginning} className={styles.line}>
        <FormDate form={beginning} name="new_term_beginning" label={termReportScreenWordings.newTermBeginning} />
        <Stack align="start" gap={4} className={styles.confirm}>
          <Button type="submit" busy={beginning.isBusy}>
            Set New Term Beginning
          </Button>
          <Muted size="12.5on18" breaks>
            {previewOf(
              touched,
              (one) => (one.new_term_beginning === null ? 'none' : displayDate(one.new_term_beginning)),
              day.safeParse(date).success ? displayDate(String(date)) : '',
            )}
          </Muted>
        </Stack>
      </FormBody>
    </Stack>
  );
}

interface Touched {
  class_id: string;
  registered: number;
  possible_attendance: number | null;
  new_term_beginning: string | null;
  date_end: string | null;
}

/** "30 classes, 987 reports: 118 → 120". */
function previewOf(touched: readonly Touched[], read: (one: Touched) => string, after: string): string {
  const reports = touched.reduce((sum, { registered }) => sum + registered, 0);
  const values = [...new Set(touched.map(read))];
  const before = values.length > 3 ? `${values.length} different values` : values.join(', ');
  const classes = touched.length === 1 ? (touched[0]?.class_id ?? '') : `${touched.length} classes`;
  return `${classes}, ${pluralize(reports, 'report')}: ${before} → ${after === '' ? '…' : after}`;
}
