import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Output } from '#shared/http/contract.ts';
import { studentRegisterContract } from '#shared/students/register/contract.ts';
import { type EnteredField, enteredFields, forEveryTypedFact } from '#shared/students/register/typed-facts.ts';
import { studentWordings as messages } from '#shared/students/wordings.ts';
import { call } from '../../../api/call.ts';
import { queryOf } from '../../../api/query.ts';
import { FormDialog } from '../../../forms/form-dialog.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { toStudentLine } from '../table/use-students.ts';
import { LoadingDialog } from './loading-dialog.tsx';
import { RecordFields } from './record-fields.tsx';
import { createFactsSchema, pickChangedFacts, type StudentFormValues } from './record-schema.ts';
import { useAfterStudentChange } from './use-after-student-change.ts';
import { type FactChoices, useFactChoices } from './use-fact-choices.ts';
import { useSomebodyElse } from './use-somebody-else.ts';

type Record = Output<typeof studentRegisterContract.readStudentRecord>;

interface EditStudentDialogProps {
  id: string;
  onHistory: () => void;
  onClose: () => void;
}

/** `Edit Student` (product §2). Saved field by field: concurrent changes of different facts do not conflict. */
export default function EditStudentDialog({ id, onHistory, onClose }: EditStudentDialogProps) {
  const record = useQuery({ ...queryOf(studentRegisterContract.readStudentRecord, { id }), staleTime: 0 });
  const { choices, queries } = useFactChoices();
  const isThere = record.data && choices && record.isFetchedAfterMount;
  if (!isThere) return <LoadingDialog title="Edit Student" queries={[record, ...queries]} onClose={onClose} />;
  return <EditForm key={id} record={record.data} choices={choices} onHistory={onHistory} onClose={onClose} />;
}

interface EditFormProps extends Omit<EditStudentDialogProps, 'id'> {
  record: Record;
  choices: FactChoices;
}

function EditForm({ record, choices, onHistory, onClose }: EditFormProps) {
  const [stored] = useState(() => factsIn(record));
  const [schema] = useState(() => createFactsSchema(choices.read, stored));
  const [areAllShown, showAll] = useState(false);
  const changed = useAfterStudentChange();
  const another = useSomebodyElse();
  const form = useForm<typeof schema, StudentFormValues>({
    schema,
    stored,
    save: async (values, { seen, idempotencyKey }) => {
      const changes = { id: record.id, ...pickChangedFacts(values, seen), ...another.answer() };
      const { undo } = await call(studentRegisterContract.saveStudent, changes, { idempotencyKey }).catch(
        another.onRefused,
      );
      changed.say(messages.saved, undo);
    },
    onSaved: onClose,
    onFailed: (why) => {
      form.refuse(`${messages.notSaved} ${why}`);
      return true;
    },
    leaving: { placeField: 'edit' },
  });
  useEffect(() => form.onChange(another.forget), [form.onChange, another.forget]);
  return (
    <FormDialog
      form={form}
      open
      size={areAllShown ? 'wide' : 'medium'}
      title="Edit Student"
      text={toStudentLine(record, record.status === 'archived')}
      submitLabel="Save"
      start={
        another.isAsked ? (
          <Button onClick={() => another.sendAnyway(form.submit)}>This is somebody else: save</Button>
        ) : (
          <Button variant="quiet" onClick={onHistory}>
            History
          </Button>
        )
      }
      onClose={onClose}
    >
      <RecordFields
        form={form}
        choices={choices}
        stored={stored}
        areAllShown={areAllShown}
        isArchived={record.status === 'archived'}
        onAll={() => showAll(true)}
      />
    </FormDialog>
  );
}

function factsIn(record: Record): StudentFormValues {
  const facts: StudentFormValues = forEveryTypedFact(null as string | null);
  for (const field of enteredFields) facts[field satisfies EnteredField] = record[field];
  return facts;
}
