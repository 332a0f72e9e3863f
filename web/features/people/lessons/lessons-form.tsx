import { VisuallyHidden } from '@aws-amplify/ui-react';
import { Plus, UserRoundPen } from 'lucide-react';
import { type RefObject, useEffect, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import type { FormClassEntry, Lesson } from '#shared/people/contract.ts';
import { lessonsContract } from '#shared/people/lessons/contract.ts';
import { pluralize } from '#shared/pluralize.ts';
import { attempt } from '../../../acts/attempt.ts';
import { call } from '../../../api/call.ts';
import { messageOf } from '../../../api/errors.ts';
import { confirmDiscard, useLeaveGuard } from '../../../session/leave-guard.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import { confirm } from '../../../ui/overlays/modal.tsx';
import { snackbar } from '../../../ui/overlays/snackbar.tsx';
import { offerUndo, undoOf } from '../../../undo/offer-undo.ts';
import { RecentActs } from '../../../undo/recent-acts.tsx';
import { ClassPostField } from './class-post-field.tsx';
import { HandOverDialog } from './hand-over-dialog.tsx';
import { LessonRow } from './lesson-row.tsx';
import type { LessonTableRow } from './lesson-rows.ts';
import styles from './lessons.module.css';
import { useClassPosts } from './use-class-posts.ts';
import { useLessonRows } from './use-lesson-rows.ts';

interface LessonsFormProps {
  teacher: { employee_id: string; academic_year_id: string };
  subjects: readonly { id: string; title: string }[];
  formClasses: readonly FormClassEntry[];
  lessons: readonly Lesson[];
  formTeacherOf: readonly { form_class_id: string }[];
  deanOf: readonly { form_class_id: string }[];
  /** Called after a save or an undo, to refetch. */
  onChanged: () => void;
  /** Where the window has its buttons. */
  foot: HTMLElement | null;
  /** What the window does where it is asked to close, by Escape for example. */
  close: RefObject<() => void>;
  onClose: () => void;
}

const idsOf = (classes: readonly { form_class_id: string }[]) => classes.map(({ form_class_id }) => form_class_id);

/** The Lessons window once everything in it is there. */
export function LessonsForm(props: LessonsFormProps) {
  const { teacher, subjects, formClasses, lessons, onChanged, onClose } = props;
  const offer = ({ message, undo }: { message: string; undo: string }) =>
    offerUndo({ message, undo: undoOf(undo), onDone: onChanged });
  const table = useLessonRows({ teacher, lessons, onTaken: offer });
  const formTeacher = useClassPosts({ as: 'form teacher', teacher, stored: idsOf(props.formTeacherOf) });
  const dean = useClassPosts({ as: 'dean', teacher, stored: idsOf(props.deanOf) });
  const [isBusy, setBusy] = useState(false);
  const [isHandingOver, setHandingOver] = useState(false);
  const parts = [table, formTeacher, dean];
  const isUnsaved = parts.some(({ isDirty }) => isDirty);
  const discard = () => {
    for (const part of parts) part.discard();
  };
  useLeaveGuard(isUnsaved, discard, {
    placeField: 'lessons',
    isKept: !formTeacher.isDirty && !dean.isDirty,
    windowAsks: true,
  });
  const classIds = formClasses.map(({ id }) => id);

  const saveAll = async () => {
    setBusy(true);
    await Promise.all([table.saveAll(), formTeacher.save(), dean.save()]);
    setBusy(false);
    onChanged();
  };
  const close = async () => {
    // Saves in flight are awaited first.
    const settled = await Promise.all(parts.map((part) => part.settle()));
    if (settled.includes(false) && !(await confirmDiscard())) return;
    flushSync(discard);
    onClose();
  };
  useEffect(() => {
    props.close.current = () => void close();
  });

  /** Confirms before a lesson with marks is deleted; a row that was never saved is only removed. */
  const remove = async (row: LessonTableRow) => {
    const { key, stored } = row;
    if (stored === null) return table.take(key);
    const { id, subject_id, form_classes, lesson } = stored;
    const send = async () => {
      const facts = { ...teacher, subject_id, classes: form_classes.join(',') };
      const { students_with_marks: marked } = await call(lessonsContract.readLessonFacts, facts);
      if (marked > 0 && !(await confirm(questionOf(lesson, marked)))) return;
      const { undo } = await call(lessonsContract.deleteAdminLesson, { ...teacher, id, was: form_classes });
      table.take(key);
      onChanged();
      if (undo) offer({ message: `${lesson} deleted.`, undo });
    };
    await attempt(send, (error) => {
      snackbar(`${lesson}: ${messageOf(error)}`, { tone: 'error' });
      onChanged();
    });
  };

  return (
    <Stack top gap={18} className={styles.content}>
      <Stack pairs="desk" gap={16} above={12}>
        <ClassPostField label="Form Class" posts={formTeacher} classIds={classIds} />
        <ClassPostField label="Form Dean" posts={dean} classIds={classIds} />
      </Stack>
      {table.rows.length === 0 ? (
        <p className={styles.none}>No lessons this year. New Lesson adds the first.</p>
      ) : (
        <table className={styles.table} aria-label="Lessons">
          <thead>
            <tr>
              <th scope="col">Subj ID</th>
              <th scope="col">Subject</th>
              <th scope="col">Class</th>
              <th scope="col">
                <VisuallyHidden>Delete</VisuallyHidden>
              </th>
              <th scope="col">
                <VisuallyHidden>Status</VisuallyHidden>
              </th>
            </tr>
          </thead>
          {table.rows.map((row, index) => (
            <LessonRow
              key={row.key}
              row={row}
              number={index + 1}
              teacher={teacher}
              subjects={subjects}
              formClasses={formClasses}
              onChoose={(chosen) => table.choose(row.key, chosen)}
              onSave={() => void table.save(row.key)}
              onDelete={() => void remove(row)}
            />
          ))}
        </table>
      )}
      <VisuallyHidden as="p" role="status">
        {announced(table.rows)}
      </VisuallyHidden>
      {isHandingOver ? (
        <HandOverDialog teacher={teacher} foot={props.foot} onDone={onChanged} onClose={() => setHandingOver(false)} />
      ) : (
        lessons.length > 0 && (
          <div>
            <Button icon={UserRoundPen} unavailable={table.isDirty} onClick={() => setHandingOver(true)}>
              Hand Over
            </Button>
          </div>
        )
      )}
      <RecentActs list={{ of: 'lessons', ...teacher }} onDone={onChanged} />
      {props.foot &&
        !isHandingOver &&
        createPortal(
          <>
            <Button onClick={() => void close()}>Close Form</Button>
            <Button icon={Plus} onClick={table.add}>
              New Lesson
            </Button>
            <Button variant="primary" busy={isBusy} unavailable={!isUnsaved} onClick={() => void saveAll()}>
              Save Lessons
            </Button>
          </>,
          props.foot,
        )}
    </Stack>
  );
}

const questionOf = (lesson: string, marked: number) => ({
  title: `Delete ${lesson}?`,
  text: `${pluralize(marked, 'student has', 'students have')} marks in this lesson this year. They are kept, and the lesson can be brought back for 30 days.`,
  confirmLabel: 'Delete Lesson',
  danger: true,
});

/** One live region for all rows: one in each row would never stop talking. */
function announced(rows: readonly LessonTableRow[]): string {
  const failed = rows.filter(({ save }) => save.status === 'error').length;
  if (failed > 0) return failed === 1 ? 'One lesson is not saved.' : `${failed} lessons are not saved.`;
  return rows.some(({ save }) => save.status === 'saved') ? 'Lessons saved.' : '';
}
