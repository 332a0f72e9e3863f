import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { RegisterRow } from '#shared/attendance/calls/register-calls.ts';
import { attendanceContract } from '#shared/attendance/contract.ts';
import { absenceNoticeForm } from '#shared/attendance/register-forms.ts';
import { excuseChoices } from '#shared/attendance/register-marks.ts';
import { attendanceWordings } from '#shared/attendance/wordings.ts';
import { call } from '../../../api/call.ts';
import { ApiError, messageOf } from '../../../api/errors.ts';
import { queryKeyOf, queryOf } from '../../../api/query.ts';
import { FormCombobox, FormDate, FormSelect, FormText } from '../../../forms/fields.tsx';
import { FormBody } from '../../../forms/form-body.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Loading } from '../../../ui/display/loading.tsx';
import { showDay } from '../../../ui/fields/dates/day-text.ts';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { snackbar } from '../../../ui/overlays/snackbar.tsx';
import { offerUndo } from '../../../undo/offer-undo.ts';
import styles from './absence-notices.module.css';

interface ToldWindowProps {
  classId: string;
  students: readonly Pick<RegisterRow, 'student_id' | 'name'>[];
  onClose: () => void;
}

/** Absences of a class that were told beforehand: what is known, one more, and taking one back. */
export function AbsenceNotices({ classId, students, onClose }: ToldWindowProps) {
  const queryClient = useQueryClient();
  const told = useQuery({ ...queryOf(attendanceContract.absenceNotices, { class_id: classId }), staleTime: 0 });
  const again = () =>
    Promise.all([
      told.refetch(),
      queryClient.invalidateQueries({ queryKey: queryKeyOf(attendanceContract.attendanceRegister) }),
    ]);
  return (
    <Dialog openedBy="act" open title="Absences told beforehand" text={classId} onClose={onClose}>
      <div className={styles.parts}>
        {told.data ? (
          <Told absences={told.data} onChanged={() => void again()} />
        ) : (
          <Loading queries={[told]} what="absences" lines={3} />
        )}
        <Tell students={students} onTold={() => void again()} />
      </div>
    </Dialog>
  );
}

type Absences = Awaited<ReturnType<typeof call<typeof attendanceContract.absenceNotices>>>;

function Told({ absences, onChanged }: { absences: Absences; onChanged: () => void }) {
  const takeBack = async ({ id, student_id, name }: Absences[number]) => {
    try {
      const { undo } = await call(attendanceContract.withdrawAbsenceNotice, { student_id, id });
      offerUndo({
        message: `The absence of ${name} is taken back.`,
        undo: undo === null ? null : () => call(attendanceContract.undoAttendance, { undo }),
        onDone: onChanged,
      });
    } catch (error) {
      snackbar(messageOf(error), { tone: 'error' });
    }
    onChanged();
  };
  if (absences.length === 0) return <p className={styles.by}>No absence is told for the days to come.</p>;
  return (
    <ul className={styles.list}>
      {absences.map((absence) => (
        <li key={absence.id}>
          <div>
            <p>
              {absence.name}: {absence.from === absence.to ? '' : `${showDay(absence.from)} to `}
              {showDay(absence.to)}
            </p>
            <p className={styles.by}>
              {absence.reason}, {absence.excused}. {absence.by}
            </p>
          </div>
          <Button aria-label={`Take back: ${absence.name}`} onClick={() => void takeBack(absence)}>
            Take back
          </Button>
        </li>
      ))}
    </ul>
  );
}

const blank: Record<'student_id' | 'from' | 'to' | 'reason', string | null> & { excused: 'excused' | 'not excused' } = {
  ...{ student_id: null, from: null, to: null, reason: null },
  excused: 'excused',
};

function Tell({ students, onTold }: { students: ToldWindowProps['students']; onTold: () => void }) {
  /** The newest of what others said of the days, once the user was told; until then nothing is replaced. */
  const [said, setSaid] = useState<string | null>(null);
  const seen = useRef<string | undefined>(undefined);
  const form = useForm({
    schema: absenceNoticeForm(),
    stored: blank,
    save: async (absence, { idempotencyKey }) => {
      setSaid(null);
      try {
        await call(attendanceContract.addAbsenceNotice, { ...absence, seen: seen.current }, { idempotencyKey });
      } catch (error) {
        // Without an answer the same is sent again: it may have arrived.
        if (error instanceof ApiError) {
          seen.current = undefined;
          setSaid(error.conflict?.at ?? null);
        }
        throw error;
      }
      seen.current = undefined;
      snackbar('The absence is in the register of its days.');
      onTold();
    },
    onSaved: () => form.open(blank),
  });
  const options = students.map(({ student_id, name }) => ({ value: student_id, label: name }));
  return (
    <FormBody form={form}>
      <FormCombobox form={form} name="student_id" label="Student" options={options} expected="Choose a student." />
      <div className={styles.pair}>
        <FormDate form={form} name="from" label="First day" />
        <FormDate form={form} name="to" label="Last day" />
        <FormText form={form} name="reason" label="Reason" expected={attendanceWordings.sayWhy} />
        <FormSelect form={form} name="excused" label="Excused" options={excuseChoices} />
      </div>
      <div className={styles.buttons}>
        <Button type="submit" variant="primary" busy={form.isBusy}>
          Add absence
        </Button>
        {said !== null && form.problem !== null && (
          <Button
            onClick={() => {
              seen.current = said;
              void form.submit();
            }}
          >
            Replace it
          </Button>
        )}
      </div>
    </FormBody>
  );
}
