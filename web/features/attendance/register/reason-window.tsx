import { useState } from 'react';
import type { RegisterRow } from '#shared/attendance/calls/register-calls.ts';
import { excuses } from '#shared/attendance/register-marks.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { showDay } from '../../../ui/fields/dates/day-text.ts';
import { Select } from '../../../ui/fields/select.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import styles from './register.module.css';
import type { Saying } from './use-register.ts';

interface ReasonWindowProps {
  row: RegisterRow;
  date: string;
  say: (said: readonly Saying[]) => void;
  onClose: () => void;
}

const choices = [
  { value: '', label: 'Not said' },
  { value: excuses[0], label: 'Excused' },
  { value: excuses[1], label: 'Not excused' },
] as const;

/** Why a student is away, and whether it is excused. It is saved like the marks. */
export function ReasonWindow({ row, date, say, onClose }: ReasonWindowProps) {
  const [reason, setReason] = useState(row.reason ?? '');
  const [excused, setExcused] = useState<(typeof choices)[number]['value']>(row.excused ?? '');
  const save = () => {
    const text = reason.trim();
    say([
      { row, field: 'reason', value: text === '' ? null : text },
      { row, field: 'excused', value: excused === '' ? null : excused },
    ]);
    onClose();
  };
  return (
    <Dialog
      openedBy="act"
      open
      size="small"
      title={row.name}
      text={showDay(date)}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" onClick={save}>
            Save
          </Button>
        </>
      }
    >
      <div className={styles.fields}>
        <TextField
          label="Reason"
          maxLength={200}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          onKeyDown={(event) => event.key === 'Enter' && save()}
        />
        <Select label="Excused" options={choices} value={excused} onValueChange={setExcused} />
      </div>
    </Dialog>
  );
}
