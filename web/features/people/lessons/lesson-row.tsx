import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import type { FormClassEntry } from '#shared/people/contract.ts';
import { lessonsContract, type SharedClass } from '#shared/people/lessons/contract.ts';
import { queryOf } from '../../../api/query.ts';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { Combobox } from '../../../ui/fields/combobox.tsx';
import { MultiSelect } from '../../../ui/fields/multi-select.tsx';
import { Text } from '../../../ui/layout/text.tsx';
import { SaveStatusText } from '../../../ui/screen/save-status-text.tsx';
import { describeSaveState, useCallOnFocusLeave } from './class-post-field.tsx';
import {
  classesAfterChoice,
  isRowComplete,
  isRowUnsaved,
  type LessonChoice,
  type LessonTableRow,
} from './lesson-rows.ts';
import styles from './lessons.module.css';

export interface LessonRowProps {
  row: LessonTableRow;
  /** Names the row: 1 for the first. */
  number: number;
  teacher: { employee_id: string; academic_year_id: string };
  subjects: readonly { id: string; title: string }[];
  formClasses: readonly FormClassEntry[];
  onChoose: (chosen: Partial<LessonChoice>) => void;
  onSave: () => void;
  onDelete: () => void;
}

/** A lesson: it saves itself when it has a subject and a class and the focus leaves it (product §4). */
export function LessonRow({ row, number, teacher, subjects, formClasses, onChoose, onSave, onDelete }: LessonRowProps) {
  const { subjectId, classes, save } = row;
  const leaving = useCallOnFocusLeave(onSave);
  const shared = useSharedClasses(row, teacher);
  const name = row.stored?.lesson ?? `New lesson, row ${number}`;
  const errors = save.status === 'error' ? save.fields : {};
  const isExplained = Object.keys(errors).some((field) => field === 'subject_id' || field === 'form_classes');
  return (
    <tbody {...leaving} className={styles.row} aria-label={name}>
      <tr>
        <td className={styles.id}>{subjectId ?? '–'}</td>
        <td className={styles.subject}>
          <Combobox
            label={`Subject of row ${number}`}
            isLabelHidden
            options={subjects.map(({ id, title }) => ({ value: id, label: title }))}
            value={subjectId}
            onValueChange={(chosen) => onChoose({ subjectId: chosen })}
            placeholder="Subject"
            empty="No such subject."
            error={errors.subject_id?.[0]}
          />
        </td>
        <td className={styles.classes}>
          <MultiSelect
            label={`Class of row ${number}`}
            isLabelHidden
            options={formClasses.map(({ id }) => id)}
            value={classes}
            onValueChange={(value) => onChoose({ classes: classesAfterChoice(classes, value, formClasses) })}
            placeholder="Class"
            error={errors.form_classes?.[0]}
          />
        </td>
        <td className={styles.delete}>
          <IconButton label={`Delete ${name}`} icon={Trash2} onClick={onDelete} />
        </td>
        <td className={styles.state}>
          <SaveStatusText status={save.status} text={describeSaveState(save.status)} />
          {save.status === 'error' && (
            <Button variant="quiet" aria-label={`Retry ${name}`} onClick={onSave}>
              Retry
            </Button>
          )}
        </td>
      </tr>
      {((save.status === 'error' && !isExplained) || shared.length > 0) && (
        <tr>
          <td colSpan={5} className={styles.notes}>
            {save.status === 'error' && !isExplained && (
              <Text role="alert" as="p" tone="danger">
                {save.message}
              </Text>
            )}
            {shared.length > 0 && <p role="status">{sharedText(shared)} Both can teach it.</p>}
          </td>
        </tr>
      )}
    </tbody>
  );
}

/** Who else has the row's classes: asked before it is saved, and as the save answered it. */
function useSharedClasses(row: LessonTableRow, teacher: LessonRowProps['teacher']): readonly SharedClass[] {
  const isAsked = isRowUnsaved(row) && isRowComplete(row);
  const facts = useQuery({
    ...queryOf(lessonsContract.readLessonFacts, {
      ...teacher,
      subject_id: row.subjectId ?? '',
      classes: row.classes.join(','),
    }),
    enabled: isAsked,
  });
  return isAsked ? (facts.data?.shared ?? []) : row.shared;
}

/** "Mona Núñez has 4A, 4B in this subject." */
function sharedText(shared: readonly SharedClass[]): string {
  const byName = Map.groupBy(shared, ({ name }) => name);
  return [...byName]
    .map(([name, ofName]) => `${name} has ${ofName.map(({ class_id }) => class_id).join(', ')} in this subject.`)
    .join(' ');
}
