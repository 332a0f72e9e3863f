import { useState } from 'react';
import type { RegisterRow } from '#shared/attendance/calls/register-calls.ts';
import type { AttendanceSession } from '#shared/attendance/limits.ts';
import {
  excuseChoicesWithNone,
  type RegisterMark,
  registerMarkLabels,
  sessionLabels,
} from '#shared/attendance/register-marks.ts';
import { nameWithId } from '#shared/people/shared-names.ts';
import { displayDate } from '#shared/school/display-date.ts';
import { createAskingClose, useLeaveGuard } from '../../../session/leave-guard.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { momentText } from '../../../ui/fields/dates/school-clock.ts';
import { Select } from '../../../ui/fields/select.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import type { RegisterEntry } from './use-register.ts';

interface ReasonWindowProps {
  row: RegisterRow;
  date: string;
  enter: (entries: readonly RegisterEntry[]) => void;
  onClose: () => void;
}

/** The reason and excuse of an absence, saved like marks. */
export function AbsenceReasonWindow({ row, date, enter, onClose }: ReasonWindowProps) {
  const [reason, setReason] = useState(row.reason ?? '');
  const [excused, setExcused] = useState<(typeof excuseChoicesWithNone)[number]['value']>(row.excused ?? '');
  const discard = () => {
    setReason(row.reason ?? '');
    setExcused(row.excused ?? '');
  };
  const isChanged = reason !== (row.reason ?? '') || excused !== (row.excused ?? '');
  useLeaveGuard(isChanged, discard);
  const close = createAskingClose(isChanged, discard, onClose);
  const save = () => {
    const text = reason.trim();
    enter([
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
      title={nameWithId(row)}
      text={displayDate(date)}
      onClose={() => void close()}
      footer={
        <>
          <Button onClick={() => void close()}>Cancel</Button>
          <Button variant="primary" onClick={save}>
            Save
          </Button>
        </>
      }
    >
      <Stack gap={12}>
        <TextField
          label="Reason"
          maxLength={200}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          onKeyDown={(event) => event.key === 'Enter' && save()}
        />
        <Select label="Excused" options={excuseChoicesWithNone} value={excused} onValueChange={setExcused} />
      </Stack>
    </Dialog>
  );
}

/** A mark that would replace another person's entry. */
export interface EntryReplacement {
  row: RegisterRow;
  value: RegisterMark | null;
  by: string;
  at: string;
}

/** The entry of the form teacher or the office, which a subject teacher replaces only after seeing it (rule 50). */
export function findProtectedEntry(
  row: RegisterRow,
  session: AttendanceSession,
): Pick<EntryReplacement, 'by' | 'at'> | null {
  const [by, as, at] = [row[`${session}_by`], row[`${session}_as`], row[`${session}_at`]];
  return by === null || at === null || as === 'lesson' ? null : { by, at };
}

interface ReplaceWindowProps extends EntryReplacement {
  session: AttendanceSession;
  onReplace: () => void;
  onClose: () => void;
}

/** Shows the entry and its author, and asks whether to replace it. */
export function ReplaceEntryWindow({ row, value, by, at, session, onReplace, onClose }: ReplaceWindowProps) {
  const mark = row[session];
  const role = row[`${session}_as`];
  const author = role === null ? by : `${by} (${role})`;
  return (
    <Dialog
      openedBy="act"
      open
      size="small"
      title={nameWithId(row)}
      text={`${author} entered ${mark === null ? 'nothing' : registerMarkLabels[mark]} for the ${sessionLabels[session].toLowerCase()}, ${momentText(at)}.`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button
            variant="primary"
            onClick={() => {
              onReplace();
              onClose();
            }}
          >
            {value === null ? 'Clear it' : `Replace with ${registerMarkLabels[value]}`}
          </Button>
        </>
      }
    />
  );
}
