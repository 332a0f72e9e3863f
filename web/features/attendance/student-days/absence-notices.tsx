import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { RegisterRow } from '#shared/attendance/calls/register-calls.ts';
import { attendanceContract } from '#shared/attendance/contract.ts';
import { absenceNoticeForm } from '#shared/attendance/register-forms.ts';
import { excuseChoices } from '#shared/attendance/register-marks.ts';
import { attendanceWordings } from '#shared/attendance/wordings.ts';
import { studentNameApart } from '#shared/people/shared-names.ts';
import { displayRange } from '#shared/school/display-date.ts';
import { attempt } from '../../../acts/attempt.ts';
import { noticeFailure } from '../../../acts/notice-failure.ts';
import { call } from '../../../api/call.ts';
import { ApiError } from '../../../api/errors.ts';
import { queryKeyOf, queryOf } from '../../../api/query.ts';
import { FormCombobox, FormDate, FormSelect, FormText } from '../../../forms/fields.tsx';
import { FormBody } from '../../../forms/form-body.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Loading } from '../../../ui/display/loading.tsx';
import { Row } from '../../../ui/layout/row.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import { Muted } from '../../../ui/layout/text.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import type { OverlayProps } from '../../../ui/overlays/lazy-overlay.tsx';
import { snackbar } from '../../../ui/overlays/snackbar.tsx';
import { offerUndo, undoOf } from '../../../undo/offer-undo.ts';
import styles from './absence-notices.module.css';

export interface AbsenceNoticesProps extends OverlayProps {
  classId: string;
  students: readonly Pick<RegisterRow, 'student_id' | 'name'>[];
}

/** The absence notices of a class: the list, a form for another, and withdrawing one. */
export default function AbsenceNotices({ classId, students, open, onClose }: AbsenceNoticesProps) {
  const queryClient = useQueryClient();
  const notices = useQuery({ ...queryOf(attendanceContract.listAbsenceNotices, { class_id: classId }), staleTime: 0 });
  const reload = () =>
    Promise.all([
      notices.refetch(),
      queryClient.invalidateQueries({ queryKey: queryKeyOf(attendanceContract.readAttendanceRegister) }),
    ]);
  return (
    <Dialog openedBy="act" open={open} title="Absence notices" text={classId} onClose={onClose}>
      <Stack gap={20}>
        {notices.data ? (
          <NoticeList absences={notices.data} onChanged={() => void reload()} />
        ) : (
          <Loading queries={[notices]} what="the absence notices" lines={3} />
        )}
        <NewNotice students={students} onAdded={() => void reload()} />
      </Stack>
    </Dialog>
  );
}

type Absences = Awaited<ReturnType<typeof call<typeof attendanceContract.listAbsenceNotices>>>;

function NoticeList({ absences, onChanged }: { absences: Absences; onChanged: () => void }) {
  const nameOf = studentNameApart(absences);
  const withdraw = async (absence: Absences[number]) => {
    const { id, student_id } = absence;
    const send = async () => {
      const { undo } = await call(attendanceContract.withdrawAbsenceNotice, { student_id, id });
      offerUndo({
        message: `The absence notice of ${nameOf(absence)} is withdrawn.`,
        undo: undoOf(undo),
        onDone: onChanged,
      });
    };
    await attempt(send, noticeFailure);
    onChanged();
  };
  if (absences.length === 0) return <Muted size={12.5}>There are no notices for today or later days.</Muted>;
  return (
    <Stack as="ul" lined breaks className={styles.list}>
      {absences.map((absence) => (
        <Row as="li" key={absence.id} justify="between" gap={12}>
          <div>
            <p>{`${nameOf(absence)}: ${displayRange(absence)}`}</p>
            <Muted size={12.5}>{`${absence.reason}, ${absence.excused}. ${absence.by}`}</Muted>
          </div>
          <Button aria-label={`Withdraw: ${nameOf(absence)}`} onClick={() => void withdraw(absence)}>
            Withdraw
          </Button>
        </Row>
      ))}
    </Stack>
  );
}

const blank: Record<'student_id' | 'from' | 'to' | 'reason', string | null> & { excused: 'excused' | 'not excused' } = {
  student_id: null,
  from: null,
  to: null,
  reason: null,
  excused: 'excused',
};

function NewNotice({ students, onAdded }: { students: AbsenceNoticesProps['students']; onAdded: () => void }) {
  /** Time of the newest other reason that the user has seen, and may replace. */
  const [conflictAt, setConflictAt] = useState<string | null>(null);
  const seen = useRef<string | undefined>(undefined);
  const form = useForm({
    schema: absenceNoticeForm(),
    stored: blank,
    save: async (absence, { idempotencyKey }) => {
      setConflictAt(null);
      try {
        await call(attendanceContract.addAbsenceNotice, { ...absence, seen: seen.current }, { idempotencyKey });
      } catch (error) {
        // Without an answer the same request is repeated, because it may have arrived.
        if (error instanceof ApiError) {
          seen.current = undefined;
          setConflictAt(error.conflict?.at ?? null);
        }
        throw error;
      }
      seen.current = undefined;
      snackbar(attendanceWordings.isInRegister);
      onAdded();
    },
    onSaved: () => form.open(blank),
  });
  const label = studentNameApart(students);
  const options = students.map((one) => ({ value: one.student_id, label: label(one) }));
  return (
    <FormBody form={form}>
      <FormCombobox form={form} name="student_id" label="Student" options={options} expected="Choose a student." />
      <Stack pairs="always" gap={12}>
        <FormDate form={form} name="from" label="First day" />
        <FormDate form={form} name="to" label="Last day" />
        <FormText form={form} name="reason" label="Reason" expected={attendanceWordings.giveReason} />
        <FormSelect form={form} name="excused" label="Excused" options={excuseChoices} />
      </Stack>
      <Row align="stretch" wrap gap={8}>
        <Button type="submit" variant="primary" busy={form.isBusy}>
          Add absence
        </Button>
        {conflictAt !== null && form.problem !== null && (
          <Button
            onClick={() => {
              seen.current = conflictAt;
              void form.submit();
            }}
          >
            Replace it
          </Button>
        )}
      </Row>
    </FormBody>
  );
}
