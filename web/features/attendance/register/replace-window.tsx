import type { RegisterRow } from '#shared/attendance/calls/register-calls.ts';
import type { Session } from '#shared/attendance/limits.ts';
import type { RegisterMark } from '#shared/attendance/register-marks.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { momentText } from '../../../ui/fields/dates/school-clock.ts';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { markWords, sessionWords } from './mark-row.tsx';

/** A mark that would replace somebody's entry. */
export interface Replacing {
  row: RegisterRow;
  value: RegisterMark | null;
  by: string;
  at: string;
}

/** Whose entry a subject teacher replaces only after being shown it: the form teacher's or the office's (rule 50). */
export function heldBy(row: RegisterRow, session: Session): Pick<Replacing, 'by' | 'at'> | null {
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
