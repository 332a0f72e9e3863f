import { studentSubjectsContract, subjectInput } from '#shared/subjects/assignment/contract.ts';
import type { SubjectEntry } from '#shared/subjects/contract.ts';
import { studentSubjectsWordings as messages, subjectScreenWordings } from '#shared/subjects/wordings.ts';
import { call } from '../../api/call.ts';
import { FormText } from '../../forms/fields.tsx';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { useForm } from '../../forms/use-form.ts';
import { TextField } from '../../ui/fields/text-field.tsx';
import { snackbar } from '../../ui/overlays/snackbar.tsx';

interface SubjectDialogProps {
  /** Null: a new one. */
  subject: SubjectEntry | null;
  onSaved: () => void;
  onClose: () => void;
}

/**
 * Subject ID, Subject Title and Subject Abbreviation of a subject. The id is made from the first abbreviation and
 * stays.
 */
export function SubjectDialog({ subject, onSaved, onClose }: SubjectDialogProps) {
  const form = useForm({
    schema: subjectInput(),
    stored: { title: subject?.title ?? null, abbr: subject?.abbr ?? null } as { title: string; abbr: string },
    save: async (typed, { seen, idempotencyKey }) => {
      const input = subject ? { id: subject.id, ...typed, was: seen } : { id: null, ...typed };
      await call(studentSubjectsContract.saveSubject, input, { idempotencyKey });
      snackbar(subject ? messages.subjectUpdated : messages.subjectAdded, { duration: 3000 });
      onSaved();
    },
    onSaved: onClose,
    onFailed: () => {
      snackbar(messages.subjectNotSaved, { tone: 'error', duration: 3000 });
      return false;
    },
    leaving: { placeField: subject ? 'subject' : 'add' },
  });
  return (
    <FormDialog
      form={form}
      open
      title={subject ? 'Edit Subject' : subjectScreenWordings.addNewSubject}
      submitLabel={subject ? 'Update Subject' : 'Add Subject'}
      onClose={onClose}
    >
      <TextField
        label="Subject ID"
        readOnly
        value={subject?.id ?? ''}
        placeholder="Made from the abbreviation"
        {...(subject ? {} : { hint: 'Given when the subject is added.' })}
      />
      <FormText form={form} name="title" label="Subject Title" expected="Required." limit={60} />
      <FormText form={form} name="abbr" label="Subject Abbreviation" expected="Required." limit={10} />
    </FormDialog>
  );
}
