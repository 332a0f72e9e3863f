import { ChevronRight, NotebookPen } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Lesson } from '#shared/people/contract.ts';
import { Alert } from '../ui/display/alert.tsx';
import { EmptyState } from '../ui/display/empty-state.tsx';
import { ScreenHead } from '../ui/display/screen-head.tsx';
import styles from './pickers.module.css';

interface LessonPickerProps {
  title: string;
  lessons: readonly Lesson[];
  onPick: (lesson: Lesson) => void;
  /** Whose lessons they are, where they are not the user's own. */
  subtitle?: string | undefined;
  /** Why the picker is shown where something else was asked for. */
  notice?: string | undefined;
  /** The way back. */
  actions?: ReactNode;
}

/** 'Select Subject Class' (product §2): one line a lesson; several classes that sit together are named. */
export function LessonPicker({ title, lessons, onPick, subtitle, notice, actions }: LessonPickerProps) {
  return (
    <>
      <ScreenHead title={title} subtitle={subtitle} actions={actions} />
      <section className={styles.picker} aria-labelledby="select-subject-class">
        {notice !== undefined && <Alert tone="warning">{notice}</Alert>}
        <h2 id="select-subject-class">Select Subject Class</h2>
        {lessons.length === 0 ? (
          <EmptyState icon={NotebookPen} title={`No Lessons have been assigned to ${subtitle ?? 'you'}.`} />
        ) : (
          <ul className={styles.lessons}>
            {lessons.map((lesson) => (
              <li key={lesson.id}>
                <button type="button" className={styles.lesson} onClick={() => onPick(lesson)}>
                  <span className={styles.abbr}>{lesson.subject_abbr}</span>
                  <span>
                    {lesson.lesson}
                    {lesson.form_classes.length > 1 && (
                      <span className={styles.muted}>{lesson.form_classes.join(', ')}</span>
                    )}
                  </span>
                  <ChevronRight size={16} aria-hidden />
                </button>
              </li>
            ))}
          </ul>
        )}
      </section>
    </>
  );
}
