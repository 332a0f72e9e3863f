import { Check, ChevronRight } from 'lucide-react';
import type { Progress } from '#shared/marks/mark-sheet/progress-calls.ts';
import type { Lesson } from '#shared/people/contract.ts';
import { displayDate } from '#shared/school/display-date.ts';
import { schoolDayAndTime } from '../ui/fields/dates/school-clock.ts';
import { Row } from '../ui/layout/row.tsx';
import { WholeDates } from '../ui/screen/whole-dates.tsx';
import styles from './pickers.module.css';
import { type CountedMarks, isProgressComplete, lastEntryTime, progressText } from './progress.ts';
import { pickerWordings } from './wordings.ts';

/** Text of a lesson's button or link; {@link LessonProgressText} comes after it, over its second line. */
export const LessonLine = ({ lesson }: { lesson: Lesson }) => (
  <>
    <span className={styles.abbr}>{lesson.subject_abbr}</span>
    <span>
      {lesson.lesson}
      {lesson.form_classes.length > 1 && <span className={styles.muted}>{lesson.form_classes.join(', ')}</span>}
    </span>
    <ChevronRight size={16} aria-hidden />
  </>
);

interface LessonProgressTextProps {
  lesson: Lesson;
  /** Undefined until it is known. */
  progress: Progress | undefined;
  counted: CountedMarks;
  isNext: boolean;
}

/**
 * The progress of a lesson. It describes the button or link and is not part of its name, so that a screen reader reads
 * the list briefly.
 */
export function LessonProgressText({ lesson, progress, counted, isNext }: LessonProgressTextProps) {
  if (!progress) return null;
  const isDone = progress.students > 0 && isProgressComplete(progress, counted);
  return (
    <Row as="p" align="stretch" gap={8} tone="muted" size="12on16" id={stateId(lesson)} className={styles.state}>
      <span>
        <WholeDates>{textOf(progress, counted)}</WholeDates>
      </span>
      {isNext && <strong>Next</strong>}
      {isDone && <Check size={16} role="img" aria-label={pickerWordings.allMarksEntered} className={styles.done} />}
    </Row>
  );
}

function textOf(progress: Progress, counted: CountedMarks): string {
  const last = lastEntryTime(progress, counted);
  const when = last === null ? [] : [`last ${displayDate(schoolDayAndTime(new Date(last)).day)}`];
  return [progressText(progress, counted), ...when].join(' · ');
}

const stateId = ({ id }: Lesson): string => `state-${id.replaceAll(' ', '_')}`;

/** Attributes of the button or link of a lesson. */
export const lessonButtonAttributes = (lesson: Lesson, isNext: boolean) => ({
  'aria-describedby': stateId(lesson),
  'data-next': isNext || undefined,
});
