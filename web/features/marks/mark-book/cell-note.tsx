import { NotebookPen } from 'lucide-react';
import { type RefObject, useState } from 'react';
import { noteField, noteLimit } from '#shared/marks/mark-book/assessments.ts';
import { type MarkBookStudent, markBookContract, markNote } from '#shared/marks/mark-book/contract.ts';
import { call } from '../../../api/call.ts';
import { FormTextArea } from '../../../forms/fields.tsx';
import { FormDialog } from '../../../forms/form-dialog.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { Button } from '../../../ui/controls/button.tsx';
import type { CellId } from '../../../ui/grid/entries.ts';
import type { GridModel } from '../../../ui/grid/grid-model.ts';
import { useCellWindow } from '../../../ui/grid/use-cell-window.ts';
import { snackbar } from '../../../ui/overlays/snackbar.tsx';
import type { PageNames } from './use-mark-book.ts';

/** A mark of the page, and who has it. */
export interface NotedCell {
  student: Pick<MarkBookStudent, 'id' | 'class_id' | 'first_name' | 'last_name'>;
  number: number;
  /** "Assessment 3: Fractions". */
  label: string;
  note: string | null;
}

interface CellNoteProps {
  grid: GridModel;
  page: PageNames;
  /** Null for a cell that is no mark. */
  notedOf: (cell: CellId) => NotedCell | null;
  /** The grid's active cell, which gets the focus back. */
  activeCell: RefObject<HTMLElement | null>;
}

/** The button that opens the note on the grid's active mark; Shift+F2 in the grid does the same. */
export function CellNote({ grid, page, notedOf, activeCell }: CellNoteProps) {
  const [opened, setOpened] = useState(0);
  const { shown, isOpen, openOrSay, close } = useCellWindow({
    grid,
    of: (cell) => {
      const found = notedOf(cell);
      // Each opening has a form of its own, with the note as it is then.
      if (found) setOpened((count) => count + 1);
      return found;
    },
    activeCell,
    isKey: ({ key, shiftKey, ctrlKey }) => shiftKey && !ctrlKey && key === 'F2',
    otherwise: 'Choose a mark first: a note is on the mark of an assessment.',
  });
  return (
    <>
      <Button
        variant="quiet"
        icon={NotebookPen}
        aria-keyshortcuts="Shift+F2"
        title="Note on the mark (Shift+F2)"
        onClick={openOrSay}
      >
        Note
      </Button>
      {shown && <NoteForm key={opened} {...{ grid, page, open: isOpen, onClose: close }} noted={shown} />}
    </>
  );
}

interface NoteFormProps {
  grid: GridModel;
  page: PageNames;
  noted: NotedCell;
  open: boolean;
  onClose: () => void;
}

function NoteForm({ grid, page, noted: { student, number, label, note }, open, onClose }: NoteFormProps) {
  const { form_level: _level, form_classes: _classes, ...names } = page;
  const form = useForm({
    schema: markNote(),
    stored: { note },
    save: async (values, { seen, idempotencyKey }) => {
      const saved = await call(
        markBookContract.saveMark,
        {
          ...{ ...names, form_class_id: student.class_id, student_id: student.id, assesment_number: number },
          ...{ note: values.note, note_was: seen.note },
        },
        { idempotencyKey },
      );
      grid.show(student.id, { [noteField(number)]: saved.notes[number] ?? null });
      onClose();
      snackbar(saved.notes[number] === undefined ? 'Note removed.' : 'Note saved.');
    },
  });
  return (
    <FormDialog
      form={form}
      open={open}
      title={`Note on ${label}`}
      text={`${student.last_name}, ${student.first_name}. For who teaches and the office: no report has it.`}
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
        expected={`At most ${noteLimit} characters.`}
      />
    </FormDialog>
  );
}
