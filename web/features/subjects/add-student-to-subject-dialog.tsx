import type { UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import * as z from 'zod/mini';
import type { Output } from '#shared/http/contract.ts';
import { lastFirst } from '#shared/people/shared-names.ts';
import { studentSubjectsContract } from '#shared/subjects/assignment/contract.ts';
import type { SubjectEntry } from '#shared/subjects/contract.ts';
import { studentSubjectsWordings as messages } from '#shared/subjects/wordings.ts';
import { call } from '../../api/call.ts';
import { FormCombobox, FormSelect } from '../../forms/fields.tsx';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { useForm, useFormValues } from '../../forms/use-form.ts';
import { Loading } from '../../ui/display/loading.tsx';
import { Stack } from '../../ui/layout/stack.tsx';
import { snackbar } from '../../ui/overlays/snackbar.tsx';
import { offerUndo, undoOf } from '../../undo/offer-undo.ts';
import styles from './subjects.module.css';
import { anyTeacherLabel } from './teacher-picker.tsx';

interface AddStudentToSubjectDialogProps {
  subject: SubjectEntry;
  choices: UseQueryResult<Output<typeof studentSubjectsContract.readSubjectChoices>>;
  onAdded: () => void;
  onClose: () => void;
}

const added = z.strictObject({
  student_id: z.string().check(z.minLength(1)),
  employee_id: z.nullable(z.string()),
});

/** One more student of a subject: the student, and the teacher. */
export function AddStudentToSubjectDialog({ subject, choices, onAdded, onClose }: AddStudentToSubjectDialogProps) {
  const form = useForm({
    schema: added,
    stored: { student_id: null, employee_id: null } as unknown as z.output<typeof added>,
    save: async ({ student_id, employee_id }, { idempotencyKey }) => {
      const input = { subject_id: subject.id, students: [student_id], employee_id: employee_id || null };
      const { assigned, undo } = await call(studentSubjectsContract.assignStudents, input, { idempotencyKey });
      const message = messages.assigned(assigned);
      offerUndo({ message, undo: undoOf(undo), onDone: onAdded });
      onAdded();
    },
    onSaved: onClose,
    onFailed: () => {
      snackbar(messages.notAssigned, { tone: 'error', duration: 3000 });
      return false;
    },
  });
  const { student_id: studentId } = useFormValues(form);
  const { students = [], teachers = [] } = choices.data ?? {};
  const options = useMemo(
    () =>
      students
        .filter(({ is_assigned }) => !is_assigned)
        .map((one) => ({
          value: one.student_id,
          label: `${lastFirst(one)} · ${one.class_id} · ${one.student_id}`,
        }))
        .sort((a, b) => a.label.localeCompare(b.label)),
    [students],
  );
  const classId = students.find(({ student_id }) => student_id === studentId)?.class_id;
  const ofClass = teachers.filter(({ class_ids }) => classId !== undefined && class_ids.includes(classId));
  return (
    <FormDialog form={form} open title="Add Student" submitLabel="Add Student" onClose={onClose}>
      {!choices.data ? (
        <Loading queries={[choices]} what="the students" lines={3} />
      ) : (
        <Stack top gap={16} className={styles.adding}>
          <FormCombobox
            form={form}
            name="student_id"
            label="Student"
            options={options}
            placeholder="Name, class or ID"
            expected="Please choose a student."
            onChosen={(chosen) => {
              form.change('student_id', chosen ?? '');
              // Of another class, perhaps.
              form.change('employee_id', null);
            }}
          />
          <FormSelect
            form={form}
            name="employee_id"
            label="Teacher"
            disabled={classId === undefined}
            options={[
              { value: '', label: anyTeacherLabel },
              ...ofClass.map(({ employee_id, name }) => ({ value: employee_id, label: name })),
            ]}
            {...(classId !== undefined && ofClass.length === 0
              ? { hint: `Nobody has a lesson of ${subject.title} in ${classId} this year.` }
              : {})}
          />
        </Stack>
      )}
    </FormDialog>
  );
}
