import { useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { accountsContract } from '#shared/accounts/contract.ts';
import { teacherFields } from '#shared/accounts/fields.ts';
import { accountWordings } from '#shared/accounts/wordings.ts';
import type { EmployeeEntry } from '#shared/people/contract.ts';
import { call } from '../../api/call.ts';
import { FormNumber } from '../../forms/fields.tsx';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { useForm } from '../../forms/use-form.ts';
import { snackbar } from '../../ui/overlays/snackbar.tsx';
import { fullNameApart, toFullName, toTeacherLine } from './use-teachers.ts';

interface RestoreDialogProps {
  teacher: EmployeeEntry;
  onRestored: (teacher: EmployeeEntry) => void;
  onClose: () => void;
}

const schema = z.strictObject({ teacher_num: teacherFields.teacher_num });

/** Restores a teacher who is archived by a number above 999, with another number. */
export default function RestoreTeacherDialog({ teacher, onRestored, onClose }: RestoreDialogProps) {
  const client = useQueryClient();
  const form = useForm({
    schema,
    stored: { teacher_num: null as number | null },
    save: async ({ teacher_num }, { idempotencyKey }) => {
      const input = { employee_id: teacher.id, teacher_num };
      const { employee } = await call(accountsContract.restoreEmployee, input, { idempotencyKey });
      onRestored(employee);
      snackbar(`${fullNameApart(client, teacher)} restored.`);
    },
    onSaved: onClose,
    leaving: { placeField: 'restore' },
  });
  return (
    <FormDialog
      form={form}
      open
      title={`Restore ${toFullName(teacher)}?`}
      text={`${toTeacherLine(teacher)}. ${accountWordings.numberArchives} The teacher can sign in again, with the password from before.`}
      submitLabel="Restore"
      onClose={onClose}
    >
      <FormNumber form={form} name="teacher_num" label="Teacher No" />
    </FormDialog>
  );
}
