import * as z from 'zod/mini';
import { id } from '#shared/http/fields.ts';
import { studentRegisterContract } from '#shared/students/register/contract.ts';
import type { StudentRow } from '#shared/students/register/list-calls.ts';
import { call } from '../../../../api/call.ts';
import { FormCombobox } from '../../../../forms/fields.tsx';
import { FormDialog } from '../../../../forms/form-dialog.tsx';
import { useForm } from '../../../../forms/use-form.ts';
import { useClassChangeNote } from '../../../../pickers/closed-term-notes.ts';
import { toFullName, toStudentLine } from '../../table/use-students.ts';
import { LoadingDialog } from '../loading-dialog.tsx';
import { useAfterStudentChange } from '../use-after-student-change.ts';
import { type FactChoices, useFactChoices } from '../use-fact-choices.ts';

const schema = z.strictObject({ class_id: id });

interface RestoreStudentDialogProps {
  student: StudentRow;
  onClose: () => void;
}

/** Restores a student from the archive into a class. */
export default function RestoreStudentDialog({ student, onClose }: RestoreStudentDialogProps) {
  const { choices, queries } = useFactChoices();
  if (!choices) return <LoadingDialog title={`Restore ${toFullName(student)}?`} queries={queries} onClose={onClose} />;
  return <RestoreForm student={student} onClose={onClose} choices={choices} />;
}

function RestoreForm({ student, onClose, choices }: RestoreStudentDialogProps & { choices: FactChoices }) {
  const changed = useAfterStudentChange();
  const note = useClassChangeNote();
  const last = choices.classes.find(({ value }) => value === student.class_id)?.value ?? null;
  const form = useForm({
    schema,
    stored: { class_id: last },
    save: async ({ class_id }, { idempotencyKey }) => {
      const input = { student_id: student.id, class_id };
      const { undo } = await call(studentRegisterContract.restoreStudent, input, { idempotencyKey });
      changed.say(`${toFullName(student)} restored to ${class_id}.`, undo);
    },
    onSaved: onClose,
    leaving: { placeField: 'restore' },
  });
  return (
    <FormDialog
      form={form}
      open
      title={`Restore ${toFullName(student)}?`}
      text={`${toStudentLine(student, true)}. The student joins the class without subjects. Please assign them under Subjects.`}
      submitLabel="Restore"
      onClose={onClose}
    >
      <FormCombobox form={form} name="class_id" label="Class" options={choices.classes} hint={note} />
    </FormDialog>
  );
}
