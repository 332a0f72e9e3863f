import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { studentRegisterContract } from '#shared/students/register/contract.ts';
import { call } from '../../../api/call.ts';
import { FormText } from '../../../forms/fields.tsx';
import { FormDialog } from '../../../forms/form-dialog.tsx';
import { type FormState, useForm } from '../../../forms/use-form.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { LoadingDialog } from './loading-dialog.tsx';
import styles from './record.module.css';
import { RecordFields } from './record-fields.tsx';
import { blankFacts, createFactsSchema, pickChangedFacts, type StudentFormValues } from './record-schema.ts';
import { useAfterStudentChange } from './use-after-student-change.ts';
import { type FactChoices, useFactChoices } from './use-fact-choices.ts';
import { useSomebodyElse } from './use-somebody-else.ts';

type NewStudent = StudentFormValues & { id: string | null };

/** Adds a student, with the next id or a chosen one. Asks where the student may exist already. */
export default function AddStudentDialog({ onClose }: { onClose: () => void }) {
  const { choices, queries } = useFactChoices();
  if (!choices) return <LoadingDialog title="Add Student" queries={queries} onClose={onClose} />;
  return <AddForm choices={choices} onClose={onClose} />;
}

function AddForm({ choices, onClose }: { choices: FactChoices; onClose: () => void }) {
  const [stored] = useState<NewStudent>(() => ({ ...blankFacts, id: null, entry_date: choices.today }));
  const [schema] = useState(() => z.extend(createFactsSchema(choices.read, stored), { id: z.nullable(z.string()) }));
  const [areAllShown, showAll] = useState(false);
  const another = useSomebodyElse();
  const changed = useAfterStudentChange();
  const form = useForm<typeof schema, NewStudent>({
    schema,
    stored,
    save: async ({ id: chosen, ...values }, { idempotencyKey }) => {
      const { was: _blank, ...facts } = pickChangedFacts(values, blankFacts);
      const input = {
        ...(chosen?.trim() ? { id: chosen.trim() } : {}),
        ...facts,
        ...another.answer(),
      };
      const { id, undo } = await call(studentRegisterContract.addStudent, input, { idempotencyKey }).catch(
        another.onRefused,
      );
      changed.say(`${values.first_name} ${values.last_name} added with the ID ${id}.`, undo);
    },
    onSaved: onClose,
    leaving: { placeField: 'add' },
  });
  useEffect(() => form.onChange(another.forget), [form.onChange, another.forget]);
  return (
    <FormDialog
      form={form}
      open
      size={areAllShown ? 'wide' : 'medium'}
      title="Add Student"
      submitLabel="Add Student"
      start={
        another.isAsked && <Button onClick={() => another.sendAnyway(form.submit)}>This is somebody else: add</Button>
      }
      onClose={onClose}
    >
      <div className={styles.fields}>
        <FormText form={form} name="id" label="Student ID" hint="Blank: the next free one." limit={100} />
      </div>
      <RecordFields
        // RecordFields knows the facts only, and this form has a further field.
        form={form as unknown as FormState<StudentFormValues>}
        choices={choices}
        stored={stored}
        areAllShown={areAllShown}
        onAll={() => showAll(true)}
      />
    </FormDialog>
  );
}
