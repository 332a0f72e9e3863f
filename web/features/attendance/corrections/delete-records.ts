import { attendanceContract } from '#shared/attendance/contract.ts';
import { attendanceMessages } from '#shared/attendance/messages.ts';
import { daysAtOnce } from '#shared/attendance/register-marks.ts';
import { call } from '../../../api/call.ts';
import { snackbar } from '../../../ui/overlays/snackbar.tsx';
import { offerUndo } from '../../../undo/offer-undo.ts';

/** What a list of a student's days knows of one. */
export interface ListedDay {
  date: string;
  am: string | null;
  pm: string | null;
}

/**
 * Deletes a student's days (product §5): one of them at least has a session not marked present. Says how many were deleted, and offers
 * Undo for all of them. True where something was deleted.
 */
export async function deleteRecords({
  studentId,
  days,
  onDone,
}: {
  studentId: string;
  days: readonly ListedDay[];
  /** Read the list again. */
  onDone: () => void;
}): Promise<boolean> {
  const [first] = days.filter(({ am, pm }) => am !== 'P' || pm !== 'P');
  if (!first) {
    snackbar(attendanceMessages.onlyWithAbsence, { tone: 'error' });
    return false;
  }
  const undos: string[] = [];
  let count = 0;
  try {
    for (const part of partsOf(days)) {
      const records = part.map(({ date }) => ({ student_id: studentId, date }));
      const { deleted, undo } = await call(attendanceContract.deleteAttendance, { records });
      count += deleted;
      if (undo !== null) undos.push(undo);
    }
  } catch {
    snackbar(attendanceMessages.notDeleted, { tone: 'error' });
  }
  onDone();
  if (count === 0) return false;
  offerUndo({
    message: attendanceMessages.deleted(count),
    undo: async () => {
      for (const undo of undos) await call(attendanceContract.undoAttendance, { undo });
    },
    onDone,
  });
  return true;
}

/** In pieces that a call takes, each with a day that may be deleted: those with an absence are dealt out first. */
function partsOf(days: readonly ListedDay[]): ListedDay[][] {
  const parts = Array.from({ length: Math.ceil(days.length / daysAtOnce) }, (): ListedDay[] => []);
  const isAway = ({ am, pm }: ListedDay) => am !== 'P' || pm !== 'P';
  const inOrder = [...days.filter(isAway), ...days.filter((day) => !isAway(day))];
  for (const [index, day] of inOrder.entries()) parts[index % parts.length]?.push(day);
  return parts;
}
