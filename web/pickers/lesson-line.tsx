import { Check, ChevronRight } from 'lucide-react';
import type { Progress } from '#shared/mark-sheet/progress-calls.ts';
import type { Lesson } from '#shared/people/contract.ts';
import { Chip } from '../ui/display/chip.tsx';
import { dayOfDate, showDay } from '../ui/fields/dates/day-text.ts';
import styles from './pickers.module.css';
import { type Counted, isComplete, progressText } from './progress.ts';

interface LessonLineProps {
  lesson: Lesson;
  /** Undefined until it is known. */
  progress: Progress | undefined;
  counted: Counted;
  isNext: boolean;
}

/** What a line of a list of lessons says: the lesson, its classes where they sit together, and how far it is. */
export function LessonLine({ lesson, progress, counted, isNext }: LessonLineProps) {
  const isDone = progress !== undefined && progress.students > 0 && isComplete(progress, counted);
  const ids = idsOf(lesson);
  return (
    <>
      <span className={styles.abbr}>{lesson.subject_abbr}</span>
      <span>
        <span id={ids.name}>
          {lesson.lesson}
          {lesson.form_classes.length > 1 && <span className={styles.muted}> {lesson.form_classes.join(', ')}</span>}
        </span>
        {/* The space is kept until it is known, so that nothing moves under a finger. */}
        <span id={ids.progress} className={styles.muted}>
          {progress ? textOf(progress, counted) : '\u00a0'}
        </span>
      </span>
      <span id={ids.marks} className={styles.mark}>
        {isNext && <Chip tone="info">Next</Chip>}
        {isDone && <Check size={16} role="img" aria-label="All marks entered" className={styles.done} />}
        <ChevronRight size={16} aria-hidden />
      </span>
    </>
  );
}

function textOf(progress: Progress, counted: Counted): string {
  const { last } = progress;
  const when = last === null ? [] : [`last ${showDay(dayOfDate(new Date(last)))}`];
  return [progressText(progress, counted), ...when].join(' · ');
}

const idsOf = ({ id }: Lesson) => ({
  name: `lesson-${id.replaceAll(' ', '_')}`,
  progress: `progress-${id.replaceAll(' ', '_')}`,
  marks: `marks-${id.replaceAll(' ', '_')}`,
});

/** Attributes of the button or link around a line: the lesson is its name, how far it is describes it. */
export function lessonLabels(lesson: Lesson, isNext: boolean) {
  const ids = idsOf(lesson);
  return {
    'aria-labelledby': ids.name,
    'aria-describedby': `${ids.progress} ${ids.marks}`,
    'data-next': isNext || undefined,
  };
}
