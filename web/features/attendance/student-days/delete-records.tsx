import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { attendanceContract } from '#shared/attendance/contract.ts';
import { maxDaysPerRequest } from '#shared/attendance/register-marks.ts';
import { attendanceWordings } from '#shared/attendance/wordings.ts';
import { displayDate } from '#shared/school/display-date.ts';
import { attempt } from '../../../acts/attempt.ts';
import { describeFailure } from '../../../acts/notice-failure.ts';
import { call } from '../../../api/call.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Row } from '../../../ui/layout/row.tsx';
import { confirm } from '../../../ui/overlays/modal.tsx';
import { snackbar } from '../../../ui/overlays/snackbar.tsx';
import { offerUndo, undoOf } from '../../../undo/offer-undo.ts';

interface DeleteModeProps {
  studentId: string;
  /** Every day of the list. */
  days: readonly ListedAttendanceDay[];
  /** The chosen days; null outside of delete mode. */
  chosen: ReadonlySet<string> | null;
  onChosen: (chosen: ReadonlySet<string> | null) => void;
  /** Called after a deletion or its undo, to read the list again. */
  onDone: () => void;
}

/** The buttons of delete mode, for a list whose rows have checkboxes while it is on (product §2). */
export function DeleteModeButtons({ studentId, days, chosen, onChosen, onDone }: DeleteModeProps) {
  const [isBusy, setBusy] = useState(false);
  const press = async () => {
    setBusy(true);
    const picked = days.filter(({ date }) => chosen?.has(date));
    if (await confirmAndDeleteDays({ studentId, days: picked, onDone })) onChosen(null);
    setBusy(false);
  };
  if (!chosen)
    return (
      <Row align="stretch" gap={8} below={8}>
        <Button icon={Trash2} onClick={() => onChosen(new Set())}>
          Delete records
        </Button>
      </Row>
    );
  return (
    <Row align="stretch" gap={8} below={8}>
      <Button variant="danger" icon={Trash2} busy={isBusy} unavailable={chosen.size === 0} onClick={() => void press()}>
        Delete {chosen.size}
      </Button>
      <Button onClick={() => onChosen(null)}>Cancel</Button>
    </Row>
  );
}

/** A day of a student's list. */
export interface ListedAttendanceDay {
  date: string;
  am: string | null;
  pm: string | null;
}

/**
 * Deletes a student's days (product §5), of which at least one must have a session not marked present. Asks first,
 * reports how many were deleted and what they count as, and offers Undo for all of them. True where something was
 * deleted.
 */
export async function confirmAndDeleteDays({
  studentId,
  days,
  onDone,
}: {
  studentId: string;
  days: readonly ListedAttendanceDay[];
  /** Read the list again. */
  onDone: () => void;
}): Promise<boolean> {
  const [first] = days.filter(({ am, pm }) => am !== 'P' || pm !== 'P');
  if (!first) {
    snackbar(attendanceWordings.onlyWithAbsence, { tone: 'error' });
    return false;
  }
  if (!(await confirm(questionOf(days)))) return false;
  const undos: string[] = [];
  let count = 0;
  let failure = '';
  await attempt(
    async () => {
      for (const part of partsOf(days)) {
        const records = part.map(({ date }) => ({ student_id: studentId, date_scanned: date }));
        const { deleted, undo } = await call(attendanceContract.deleteAttendance, { records });
        count += deleted;
        if (undo !== null) undos.push(undo);
      }
    },
    (error) => {
      failure = describeFailure(attendanceWordings.notDeleted, error);
    },
  );
  onDone();
  if (count === 0) {
    if (failure !== '') snackbar(failure, { tone: 'error' });
    return false;
  }
  const left = days.length - count;
  offerUndo({
    message: [
      `${attendanceWordings.deleted(count)} ${countAs}`,
      failure !== '' && attendanceWordings.notDeletedOf(left),
      failure,
    ]
      .filter(Boolean)
      .join(' '),
    undo: undoOf(undos),
    onDone,
  });
  return true;
}

/**
 * The list does not tell whether the class was recorded in a session: then the student is absent, otherwise it was not
 * taken.
 */
const countAs = 'Sessions in which the class was recorded count as absent now.';

function questionOf(days: readonly ListedAttendanceDay[]) {
  const describe = ({ date, am, pm }: ListedAttendanceDay) =>
    `${displayDate(date)} (morning ${markText(am)}, afternoon ${markText(pm)})`;
  const present = days.filter(({ am, pm }) => am === 'P' || pm === 'P').length;
  const lost =
    present === 0 ? '' : ` ${present === 1 ? '1 day' : `${present} days`} with presence will no longer count it.`;
  return {
    title: days.length === 1 ? 'Delete the record of this day?' : `Delete the records of ${days.length} days?`,
    text: `${days.map(describe).join(', ')}. Without a record the student counts as absent in every session in which the class was recorded, and as not taken where it was not.${lost} You can undo this for 30 days.`,
    confirmLabel: days.length === 1 ? 'Delete' : `Delete ${days.length}`,
    danger: true,
  };
}

const markText = (mark: string | null): string => (mark === 'P' ? 'present' : mark === 'A' ? 'absent' : 'not taken');

/**
 * Splits the days among calls, each with an absence, which a deletion needs: days with an absence are distributed
 * first.
 */
function partsOf(days: readonly ListedAttendanceDay[]): ListedAttendanceDay[][] {
  const parts = Array.from({ length: Math.ceil(days.length / maxDaysPerRequest) }, (): ListedAttendanceDay[] => []);
  const hasAbsence = ({ am, pm }: ListedAttendanceDay) => am !== 'P' || pm !== 'P';
  const inOrder = [...days.filter(hasAbsence), ...days.filter((day) => !hasAbsence(day))];
  for (const [index, day] of inOrder.entries()) parts[index % parts.length]?.push(day);
  return parts;
}
