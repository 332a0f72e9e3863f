import { NotebookPen } from 'lucide-react';
import type { ReactNode } from 'react';
import type { LessonProgress } from '#shared/marks/mark-sheet/progress-calls.ts';
import type { Lesson } from '#shared/people/contract.ts';
import { Alert } from '../ui/display/alert.tsx';
import { EmptyState } from '../ui/display/empty-state.tsx';
import { ScreenHead } from '../ui/display/screen-head.tsx';
import { Stack } from '../ui/layout/stack.tsx';
import { LessonLine, LessonProgressText, lessonButtonAttributes } from './lesson-line.tsx';
import styles from './pickers.module.css';
import { type CountedMarks, dueText, findLessonToContinue } from './progress.ts';

interface LessonPickerProps {
  title: string;
  lessons: readonly Lesson[];
  onPick: (lesson: Lesson) => void;
  /** The teacher, where the lessons are not the user's own. */
  subtitle?: string | undefined;
  /** Why the picker is shown in place of the requested lesson. */
  notice?: string | undefined;
  /** The progress of each lesson, once it is known; `counted` is the kind of marks. */
  progress: { due: string | null; lessons: readonly LessonProgress[] } | undefined;
  counted: CountedMarks;
  /** Goes back to the choice before. */
  actions?: ReactNode;
}

/** 'Select Subject Class' (product §2): one line a lesson; several classes that sit together are named. */
export function LessonPicker(props: LessonPickerProps) {
  const { title, lessons, onPick, subtitle, notice, progress, counted, actions } = props;
  const next = progress && findLessonToContinue(progress.lessons, counted);
  return (
    <>
      <ScreenHead title={title} subtitle={subtitle} actions={actions} />
      <Stack as="section" gap={12} width={560} aria-labelledby="select-subject-class">
        {notice !== undefined && <Alert tone="warning">{notice}</Alert>}
        <h2 id="select-subject-class">Select Subject Class</h2>
        {progress?.due && <p className={styles.muted}>{dueText(progress.due)}</p>}
        {lessons.length === 0 ? (
          <EmptyState icon={NotebookPen} title={`No Lessons have been assigned to ${subtitle ?? 'you'}.`} />
        ) : (
          <ul className={styles.lessons}>
            {lessons.map((lesson) => (
              <li key={lesson.id}>
                <button
                  type="button"
                  className={styles.lesson}
                  {...lessonButtonAttributes(lesson, lesson.id === next?.id)}
                  onClick={() => onPick(lesson)}
                >
                  <LessonLine lesson={lesson} />
                </button>
                <LessonProgressText
                  lesson={lesson}
                  progress={progress?.lessons.find(({ id }) => id === lesson.id)}
                  counted={counted}
                  isNext={lesson.id === next?.id}
                />
              </li>
            ))}
          </ul>
        )}
      </Stack>
    </>
  );
}
