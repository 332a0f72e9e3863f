import { useEffect, useRef, useState } from 'react';
import { studentRegisterContract } from '#shared/student-register/contract.ts';
import { call } from '../../../api/call.ts';
import { ApiError } from '../../../api/errors.ts';
import { FormDialog } from '../../../forms/form-dialog.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { RecordFields } from './record-fields.tsx';
import { blankFacts, changesOf, type Facts, factsSchema } from './record-schema.ts';
import { type Choices, useChoices } from './use-choices.ts';
import { useStudentChanged } from './use-student-changed.ts';
import { WaitingDialog } from './waiting-dialog.tsx';

/** A new student, who gets the next number. Those who may be the same one are named. */
export default function AddStudent({ onClose }: { onClose: () => void }) {
  const { choices, queries } = useChoices();
  if (!choices) return <WaitingDialog title="Add Student" queries={queries} onClose={onClose} />;
  return <AddForm choices={choices} onClose={onClose} />;
}

function AddForm({ choices, onClose }: { choices: Choices; onClose: () => void }) {
  const [stored] = useState<Facts>(() => ({ ...blankFacts, entry_date: choices.today }));
  const [schema] = useState(() => factsSchema(choices.read, stored));
  const [areAllShown, showAll] = useState(false);
  const [isAsked, ask] = useState(false);
  const isAnother = useRef(false);
  const changed = useStudentChanged();
  const form = useForm<typeof schema, Facts>({
    schema,
    stored,
    save: async (values, { idempotencyKey }) => {
      const { was: _blank, ...facts } = changesOf(values, blankFacts);
      const input = isAnother.current ? { ...facts, is_another: true } : facts;
      const { id, undo } = await call(studentRegisterContract.addStudent, input, { idempotencyKey }).catch((error) => {
        ask(error instanceof ApiError && error.fields?.is_another !== undefined);
        throw error;
      });
      changed.say(`${values.first_name} ${values.last_name} added with the ID ${id}.`, undo);
    },
    onSaved: onClose,
  });
  // The answer to the question is about these facts alone.
  useEffect(
    () =>
      form.onChange(() => {
        isAnother.current = false;
        ask(false);
      }),
    [form.onChange],
  );
  const addAnyway = () => {
    isAnother.current = true;
    void form.submit();
  };
  return (
    <FormDialog
      form={form}
      open
      size={areAllShown ? 'wide' : 'medium'}
      placeField="add"
      title="Add Student"
      text="The student gets the next free Student ID."
      submitLabel="Add Student"
      start={isAsked && <Button onClick={addAnyway}>This is somebody else: add</Button>}
      onClose={onClose}
    >
      <RecordFields {...{ form, choices, stored, areAllShown }} onAll={() => showAll(true)} />
    </FormDialog>
  );
}
