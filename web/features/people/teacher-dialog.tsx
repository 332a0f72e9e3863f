import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { accountsContract, changedTeacherInput, newTeacherInput } from '#shared/accounts/contract.ts';
import { accountWordings as messages } from '#shared/accounts/wordings.ts';
import type { Output } from '#shared/http/contract.ts';
import type { EmployeeEntry } from '#shared/people/contract.ts';
import { maxCurrentTeacherNumber } from '#shared/people/teacher.ts';
import { call } from '../../api/call.ts';
import { NetworkError } from '../../api/errors.ts';
import { queryOf } from '../../api/query.ts';
import { FormDate, FormNumber, FormSelect, FormText } from '../../forms/fields.tsx';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { useForm, useFormValues } from '../../forms/use-form.ts';
import { Button } from '../../ui/controls/button.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { Stack } from '../../ui/layout/stack.tsx';
import { snackbar } from '../../ui/overlays/snackbar.tsx';
import styles from './teachers.module.css';
import {
  blankTeacherFormValues,
  canUserNameStillChange,
  suggestUserName,
  type TeacherFormValues,
  toTeacherFormValues,
} from './use-teachers.ts';

type SavedTeacher = Output<typeof accountsContract.addEmployee>;

interface TeacherDialogProps {
  /** Absent: a new one. */
  teacher: EmployeeEntry | undefined;
  /** All teachers, whose user names are taken. */
  teachers: readonly EmployeeEntry[];
  onSaved: (teacher: SavedTeacher) => void;
  onClose: () => void;
}

/**
 * `New Teacher` and `Edit Teacher` (product §2). The user name is made by rule, and may be chosen until it was used.
 */
export default function TeacherDialog({ teacher, teachers, onSaved, onClose }: TeacherDialogProps) {
  const posts = useQuery(queryOf(accountsContract.readEmployeePosts, {}));
  const suggested = useRef<string | null>(null);
  // The teachers when the window opened: the one that is added here must not make its own user name taken.
  const [others] = useState(teachers);
  const canRename = teacher === undefined || canUserNameStillChange(teacher);
  const form = useForm<ReturnType<typeof newTeacherInput>, TeacherFormValues>({
    schema: canRename ? newTeacherInput() : (changedTeacherInput() as ReturnType<typeof newTeacherInput>),
    stored: teacher ? toTeacherFormValues(teacher) : blankTeacherFormValues,
    missing: messages.fieldsMissing,
    save: async (values, { seen, idempotencyKey }) => {
      const answer = teacher
        ? await call(accountsContract.updateEmployee, changesOf(teacher.id, values, seen), { idempotencyKey })
        : await call(
            accountsContract.addEmployee,
            // Where the suggestion was left as it is, the server makes one that is free.
            { ...values, user_name: values.user_name === suggested.current ? null : values.user_name },
            { idempotencyKey },
          );
      snackbar(teacher ? messages.teacherUpdated : messages.teacherAdded);
      onSaved(answer);
    },
    onSaved: onClose,
    onFailed: (message) => {
      const said = message === new NetworkError(null).message ? messages.teacherNotSaved : message;
      snackbar(said, { tone: 'error' });
      return false;
    },
    leaving: { placeField: teacher ? 'edit' : 'add' },
  });
  const { teacher_num, first_name, last_name, user_name } = useFormValues(form);
  const { change } = form;
  useEffect(() => {
    if (teacher || (user_name ?? null) !== suggested.current) return;
    const next = suggestUserName({ first_name, last_name }, others);
    if (next === suggested.current) return;
    suggested.current = next;
    change('user_name', next);
  }, [teacher, others, first_name, last_name, user_name, change]);

  const options = [
    { value: '' as const, label: 'None' },
    ...(posts.data ?? []).map(({ id, rank }) => ({ value: id, label: rank })),
  ];
  return (
    <FormDialog
      form={form}
      open
      size="medium"
      title={teacher ? 'Edit Teacher' : 'New Teacher'}
      closeLabel="Close"
      submitLabel={teacher ? 'Update Teacher' : 'Add Teacher'}
      start={
        <Button variant="quiet" onClick={form.discard}>
          Clear Form
        </Button>
      }
      onClose={onClose}
    >
      <FormNumber
        form={form}
        name="teacher_num"
        label="Teacher No"
        autoFocus={!teacher}
        {...(Number(teacher_num) > maxCurrentTeacherNumber && { hint: messages.archivedByNumber })}
      />
      <Stack pairs="desk" gap={16} className={styles.pair}>
        <FormText form={form} name="first_name" label="First Name" />
        <FormText form={form} name="last_name" label="Last Name" />
      </Stack>
      <Stack pairs="desk" gap={16} className={styles.pair}>
        <FormDate form={form} name="date_of_birth" label="Date of Birth" />
        <FormSelect<TeacherFormValues, number | ''>
          form={form}
          name="post_id"
          label="Post"
          options={options}
          onChosen={(chosen) => change('post_id', chosen === '' ? null : chosen)}
        />
      </Stack>
      {canRename ? (
        <FormText
          form={form}
          name="user_name"
          label="User Name"
          autoCapitalize="none"
          spellCheck={false}
          hint={
            teacher
              ? 'May be changed until the first sign-in. A new user name comes with a new one-time password.'
              : 'Made from the name; may be changed until the first sign-in.'
          }
        />
      ) : (
        <TextField
          label="User Name"
          value={teacher?.user_name ?? ''}
          disabled
          readOnly
          hint="It has been used to sign in and can no longer be changed."
        />
      )}
    </FormDialog>
  );
}

/** The fields that were changed, with what the user saw of them. */
function changesOf(id: string, values: object, seen: object) {
  const before = new Map(Object.entries(seen));
  const changed = Object.entries(values).filter(([name, value]) => before.get(name) !== value);
  return {
    id,
    ...Object.fromEntries(changed),
    was: Object.fromEntries(changed.map(([name]) => [name, before.get(name) ?? null])),
  };
}
