import { requestWordings } from '#shared/http/wordings.ts';
import { noteFieldName, noteLimit } from '#shared/marks/field-names.ts';
import { type MarkBookStudent, markBookContract, markNoteForm } from '#shared/marks/mark-book/contract.ts';
import { lastFirst, nameWithId } from '#shared/people/shared-names.ts';
import { call } from '../../../api/call.ts';
import { FormTextArea } from '../../../forms/fields.tsx';
import { FormDialog } from '../../../forms/form-dialog.tsx';
import { useForm } from '../../../forms/use-form.ts';
import type { GridModel } from '../../../ui/grid/grid-model.ts';
import { snackbar } from '../../../ui/overlays/snackbar.tsx';
import type { PageCallFields } from './use-mark-book.ts';

/** A mark of the page, and its student. */
export interface MarkWithNote {
  student: Pick<MarkBookStudent, 'id' | 'class_id' | 'first_name' | 'last_name'>;
  number: number;
  /** "Assessment 3: Fractions". */
  label: string;
  note: string | null;
}

export interface MarkNoteFormProps {
  grid: GridModel;
  page: PageCallFields;
  noted: MarkWithNote;
  open: boolean;
  onClose: () => void;
}

/** Dialog with the note on one mark. */
export default function MarkNoteForm({
  grid,
  page,
  noted: { student, number, label, note },
  open,
  onClose,
}: MarkNoteFormProps) {
  const { form_level: _level, form_classes: _classes, ...names } = page;
  const form = useForm({
    schema: markNoteForm(),
    stored: { note },
    save: async (values, { seen, idempotencyKey }) => {
      const answer = await call(
        markBookContract.saveMark,
        {
          ...names,
          form_class_id: student.class_id,
          student_id: student.id,
          assesment_number: number,
          note: values.note,
          note_was: seen.note,
        },
        { idempotencyKey },
      );
      grid.show(student.id, { [noteFieldName(number)]: answer.notes[number] ?? null });
      onClose();
      snackbar(answer.notes[number] === undefined ? 'Note removed.' : 'Note saved.');
    },
  });
  return (
    <FormDialog
      form={form}
      open={open}
      title={`Note on ${label}`}
      text={`${nameWithId({ name: lastFirst(student), student_id: student.id })}. For teachers of the subject and the office. It is not on reports.`}
      submitLabel="Save"
      focusesField
      onClose={onClose}
    >
      <FormTextArea
        form={form}
        name="note"
        label="Note"
        limit={noteLimit}
        rows={3}
        expected={requestWordings.characters(noteLimit)}
      />
    </FormDialog>
  );
}
