import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { RegisterRow } from '#shared/attendance/calls/register-calls.ts';
import { attendanceContract } from '#shared/attendance/contract.ts';
import { correctionForm } from '#shared/attendance/register-forms.ts';
import { excuseChoicesWithNone, registerMarkLabels, registerMarks } from '#shared/attendance/register-marks.ts';
import { attendanceWordings } from '#shared/attendance/wordings.ts';
import { nameWithId } from '#shared/people/shared-names.ts';
import { displayDate } from '#shared/school/display-date.ts';
import { call } from '../../../api/call.ts';
import { queryKeyOf, queryOf } from '../../../api/query.ts';
import { FormSelect, FormText } from '../../../forms/fields.tsx';
import { FormDialog } from '../../../forms/form-dialog.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { historyWordings } from '../../../history/wordings.ts';
import { typedValueText } from '../../../outbox/save-status.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Loading } from '../../../ui/display/loading.tsx';
import { momentText } from '../../../ui/fields/dates/school-clock.ts';
import { Stack } from '../../../ui/layout/stack.tsx';
import { Muted, Text } from '../../../ui/layout/text.tsx';
import { snackbar } from '../../../ui/overlays/snackbar.tsx';
import styles from './corrections.module.css';
import { confirmAndDeleteDays } from './delete-records.tsx';

export interface CorrectionWindowProps {
  student: { student_id: string; name: string };
  date: string;
  onClose: () => void;
}

/** A student's past day: its scans and entries, and a correction with its reason. */
export default function CorrectionWindow(props: CorrectionWindowProps) {
  const { student_id } = props.student;
  const history = useQuery({
    ...queryOf(attendanceContract.readAttendanceHistory, { student_id, date: props.date }),
    staleTime: 0,
    gcTime: 0,
  });
  if (!history.data) return <Loading queries={[history]} what="day" />;
  return <Correction {...props} history={history.data} />;
}

const marks = [
  { value: '', label: 'By scans' },
  ...registerMarks.map((mark) => ({ value: mark, label: registerMarkLabels[mark] })),
] as const;
const fields = ['am', 'pm', 'time_in', 'time_out', 'reason', 'excused'] as const;
const fieldWords: Readonly<Record<string, string>> = {
  am: 'Morning',
  pm: 'Afternoon',
  time_in: 'Time in',
  time_out: 'Time out',
  reason: 'Reason',
  excused: 'Excused',
  record: 'Record',
  scans: 'Scans of a file',
};

type History = Awaited<ReturnType<typeof call<typeof attendanceContract.readAttendanceHistory>>>;

function Correction({ student, date, history, onClose }: CorrectionWindowProps & { history: History }) {
  const queryClient = useQueryClient();
  const stored = { ...pick(history.record), why: '' };
  const form = useForm({
    schema: correctionForm(),
    stored,
    save: async ({ why, ...values }, { seen: { why: _why, ...was }, idempotencyKey }) => {
      const input = { student_id: student.student_id, date, ...values, was, why };
      await call(attendanceContract.correctAttendance, input, { idempotencyKey });
      await queryClient.invalidateQueries({ queryKey: queryKeyOf(attendanceContract.readAttendanceRegister) });
      snackbar('Corrected.');
    },
    onSaved: onClose,
  });
  const blank = (name: 'am' | 'pm' | 'excused') => ({
    onChosen: (value: string) => form.change(name, (value === '' ? null : value) as never),
  });
  return (
    <FormDialog
      form={form}
      open
      title={nameWithId(student)}
      text={displayDate(date)}
      submitLabel="Correct"
      onClose={onClose}
      start={history.record && <DeleteDay record={history.record} date={date} onDeleted={onClose} />}
    >
      <Stack pairs="always" gap={12}>
        <FormSelect form={form} name="am" label="Morning" options={marks} {...blank('am')} />
        <FormSelect form={form} name="pm" label="Afternoon" options={marks} {...blank('pm')} />
        <FormText form={form} name="time_in" label="Time in" expected={attendanceWordings.aTime} />
        <FormText form={form} name="time_out" label="Time out" expected={historyWordings.timeSuchAs1405} />
        <FormText form={form} name="reason" label="Reason" />
        <FormSelect form={form} name="excused" label="Excused" options={excuseChoicesWithNone} {...blank('excused')} />
      </Stack>
      <FormText form={form} name="why" label="Reason for the correction" expected={attendanceWordings.giveReason} />
      <DayHistory history={history} />
    </FormDialog>
  );
}

/** Deletes the day's record, if it has an absence. */
function DeleteDay({ record, date, onDeleted }: { record: RegisterRow; date: string; onDeleted: () => void }) {
  const queryClient = useQueryClient();
  const press = async () => {
    const days = [{ date, am: presence(record.am), pm: presence(record.pm) }];
    const onDone = () =>
      void queryClient.invalidateQueries({ queryKey: queryKeyOf(attendanceContract.readAttendanceRegister) });
    if (await confirmAndDeleteDays({ studentId: record.student_id, days, onDone })) onDeleted();
  };
  return (
    <Button variant="danger" onClick={() => void press()}>
      Delete
    </Button>
  );
}

const presence = (mark: RegisterRow['am']) => (mark === 'L' ? 'P' : mark);

function pick(row: RegisterRow | null) {
  const values = Object.fromEntries(fields.map((field) => [field, row?.[field] ?? null]));
  return values as Pick<RegisterRow, (typeof fields)[number]>;
}

function DayHistory({ history: { scans, changes } }: { history: History }) {
  if (scans.length + changes.length === 0) return <Muted size={12.5}>There is nothing on this day yet.</Muted>;
  return (
    <Muted className={styles.history} as="section" size={12.5} aria-label="History">
      <Text as="h3" size={13}>
        History
      </Text>
      <ul>
        {scans.map(({ time, source }) => (
          <li key={`${source} ${time}`}>
            {time} scanned at {source}
          </li>
        ))}
        {changes.map(({ at, by, why, fields: changed }) => (
          <li key={`${at} ${by}`}>
            {by}, {momentText(at)}:{' '}
            {changed
              .map(
                ({ field, before, after }) =>
                  `${fieldWords[field] ?? field} ${typedValueText(before)} → ${typedValueText(after)}`,
              )
              .join(', ')}
            {why !== null && `. ${why}`}
          </li>
        ))}
      </ul>
    </Muted>
  );
}
