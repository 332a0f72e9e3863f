import * as z from 'zod/mini';
import { day } from '#shared/http/fields.ts';
import { studentRegisterContract } from '#shared/students/register/contract.ts';
import type { StudentRow } from '#shared/students/register/list-calls.ts';
import { leavingReason } from '#shared/students/register/record-calls.ts';
import { call } from '../../../../api/call.ts';
import { FormDate, FormText } from '../../../../forms/fields.tsx';
import { FormDialog } from '../../../../forms/form-dialog.tsx';
import { useForm } from '../../../../forms/use-form.ts';
import { toFullName, toStudentLine } from '../../table/use-students.ts';
import { LoadingDialog } from '../loading-dialog.tsx';
import { useAfterStudentChange } from '../use-after-student-change.ts';
import { useFactChoices } from '../use-fact-choices.ts';

const schema = z.strictObject({ date_of_leaving: day, reason: leavingReason });

interface ArchiveStudentDialogProps {
  student: StudentRow;
  onClose: () => void;
}

/** Archives a student who leaves. */
export default function ArchiveStudentDialog({ student, onClose }: ArchiveStudentDialogProps) {
  const { choices, queries } = useFactChoices();
  const title = `Archive ${toFullName(student)}?`;
  if (!choices) return <LoadingDialog title={title} queries={queries} onClose={onClose} />;
  return <ArchiveForm student={student} onClose={onClose} title={title} today={choices.today} />;
}

function ArchiveForm({ student, onClose, title, today }: ArchiveStudentDialogProps & { title: string; today: string }) {
  const changed = useAfterStudentChange();
  const form = useForm({
    schema,
    stored: { date_of_leaving: today as string | null, reason: null as string | null },
    save: async (values, { idempotencyKey }) => {
      const input = { student_id: student.id, ...values };
      const { undo } = await call(studentRegisterContract.archiveStudent, input, { idempotencyKey });
      changed.say(`${toFullName(student)} archived.`, undo);
    },
    onSaved: onClose,
    leaving: { placeField: 'archive' },
  });
  return (
    <FormDialog
      form={form}
      open
      title={title}
      text={`${toStudentLine(student)}. The student leaves the class and every subject. Reports, marks and files stay. You will find the student in the Archive tab, and can restore the student there.`}
      submitLabel="Archive"
      onClose={onClose}
    >
      <FormDate form={form} name="date_of_leaving" label="Date of Leaving" />
      <FormText form={form} name="reason" label="Reason" hint="Such as: Completed CSEC." limit={200} />
    </FormDialog>
  );
}
