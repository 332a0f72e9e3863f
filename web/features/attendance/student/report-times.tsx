import { FileCheck } from 'lucide-react';
import { useState } from 'react';
import { attendanceContract } from '#shared/attendance/contract.ts';
import { call } from '../../../api/call.ts';
import { messageOf } from '../../../api/errors.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { snackbar } from '../../../ui/overlays/snackbar.tsx';

/** Long enough to decide whether a typed figure is replaced. */
const offered = 10_000;

/** Writes one student's times absent and late into the term report of the current term. */
export function ReportTimes({ studentId }: { studentId: string }) {
  const [isBusy, setBusy] = useState(false);
  const write = async (withTyped: boolean) => {
    setBusy(true);
    try {
      const answer = await call(attendanceContract.reportAttendance, { student_id: studentId, with_typed: withTyped });
      const { term, times_absent: absent, times_late: late, left, typed } = answer;
      if (left === null) snackbar(`Term report of Term ${term}: times absent ${absent}, times late ${late}.`);
      else
        snackbar(left, {
          duration: offered,
          ...(typed ? { action: { label: 'Replace', onPress: () => void write(true) } } : {}),
        });
    } catch (error) {
      snackbar(messageOf(error), { tone: 'error' });
    }
    setBusy(false);
  };
  return (
    <Button icon={FileCheck} busy={isBusy} onClick={() => void write(false)}>
      Update term report
    </Button>
  );
}
