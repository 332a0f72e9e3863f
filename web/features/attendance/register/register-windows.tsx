import { useState } from 'react';
import type { RegisterRow } from '#shared/attendance/calls/register-calls.ts';
import type { Session } from '#shared/attendance/limits.ts';
import { excuseOrNone, markWords, type RegisterMark, sessionWords } from '#shared/attendance/register-marks.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { showDay } from '../../../ui/fields/dates/day-text.ts';
import { momentText } from '../../../ui/fields/dates/school-clock.ts';
import { Select } from '../../../ui/fields/select.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import styles from './register.module.css';
import type { RegisterEntry } from './use-register.ts';

interface ReasonWindowProps {
  row: RegisterRow;
  date: string;
  say: (said: readonly RegisterEntry[]) => void;
  onClose: () => void;
}

/** Why a student is away, and whether it is excused. It is saved like the marks. */
export function ReasonWindow({ row, date, say, onClose }: ReasonWindowProps) {
  const [reason, setReason] = useState(row.reason ?? '');
  const [excused, setExcused] = useState<(typeof excuseOrNone)[number]['value']>(row.excused ?? '');
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
        <Select label="Excused" options={excuseOrNone} value={excused} onValueChange={setExcused} />
      </div>
    </Dialog>
  );
}

/** A mark that would replace somebody's entry. */
export interface Replacing {
  row: RegisterRow;
  value: RegisterMark | null;
  by: string;
  at: string;
}

/** Whose entry a subject teacher replaces only after being shown it: the form teacher's or the office's (rule 50). */
export function protectedEntry(row: RegisterRow, session: Session): Pick<Replacing, 'by' | 'at'> | null {
  const [by, as, at] = [row[`${session}_by`], row[`${session}_as`], row[`${session}_at`]];
  return by === null || at === null || as === 'lesson' ? null : { by, at };
}

interface ReplaceWindowProps extends Replacing {
  session: Session;
  onReplace: () => void;
  onClose: () => void;
}

/** Whose entry it is, and what takes its place. */
export function ReplaceWindow({ row, value, by, at, session, onReplace, onClose }: ReplaceWindowProps) {
  const said = row[session];
  const place = row[`${session}_as`];
  const who = place === null ? by : `${by} (${place})`;
  return (
    <Dialog
      openedBy="act"
      open
      size="small"
      title={row.name}
      text={`${who} entered ${said === null ? 'nothing' : markWords[said]} for the ${sessionWords[session].toLowerCase()}, ${momentText(at)}.`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Leave it</Button>
          <Button
            variant="primary"
            onClick={() => {
              onReplace();
              onClose();
            }}
          >
            {value === null ? 'Clear it' : `Replace with ${markWords[value]}`}
          </Button>
        </>
      }
    />
  );
}
