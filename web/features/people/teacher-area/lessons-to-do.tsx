import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import type { LessonProgress } from '#shared/marks/mark-sheet/progress-calls.ts';
import { type Lesson, peopleContract } from '#shared/people/contract.ts';
import { startYearOf } from '#shared/school/academic-year.ts';
import { termsContract } from '#shared/school/contract.ts';
import type { SiteAddress } from '../../../address/use-address-state.ts';
import { queryOf } from '../../../api/query.ts';
import { LessonLine, LessonProgressText, lessonButtonAttributes } from '../../../pickers/lesson-line.tsx';
import pickers from '../../../pickers/pickers.module.css';
import { dueText, findLessonToContinue, isProgressComplete } from '../../../pickers/progress.ts';
import { useTeacherSession } from '../../../session/session.ts';
import { buildScreenAddress, sitePaths } from '../../../session/site-paths.ts';
import { screenTitles } from '../../../session/wordings.ts';
import { Stack } from '../../../ui/layout/stack.tsx';
import { Muted } from '../../../ui/layout/text.tsx';
import styles from './teacher-area.module.css';

/** How far the marks of a teacher's lessons in the current term are. */
export const lessonProgressQuery = (teacherId: string, now: { academic_year_id: string; term: number } | null) =>
  queryOf(markSheetContract.readLessonProgress, {
    employee_id: teacherId,
    year: now ? String(startYearOf(now.academic_year_id)) : '',
    term: String(now?.term),
  });

/**
 * How far the teacher's marks of the term are, lesson by lesson, with the next one to do; each line opens its lesson.
 * Nothing where the teacher has no lessons, and nothing in place of what could not be loaded: the menu above leads
 * everywhere.
 */
export function LessonsToDo() {
  const { id } = useTeacherSession();
  const lessons = useQuery(queryOf(peopleContract.listTeacherLessons, {}));
  const { data: period } = useQuery(queryOf(termsContract.readTermOverview, {}));
  const now = period?.current_term ?? null;
  const progress = useQuery({ ...lessonProgressQuery(id, now), enabled: now !== null, staleTime: 1_000 });
  if (!lessons.data?.length || now === null || progress.isError) return null;
  const next = progress.data && findLessonToContinue(progress.data.lessons, 'marks');
  return (
    <Stack as="section" gap={4} width={640} aria-labelledby="lessons-to-do">
      <h2 id="lessons-to-do">{screenTitles.yourMarksThisTerm}</h2>
      <Muted className={styles.due} size={13}>
        {progress.data ? summaryOf(progress.data) : '\u00a0'}
      </Muted>
      <ul className={styles.lessons}>
        {lessons.data.map((lesson) => {
          const ofLesson = progress.data?.lessons.find((one) => one.id === lesson.id);
          return (
            <li key={lesson.id} className={pickers.withState}>
              <Link
                to={addressOf(lesson, ofLesson)}
                className={pickers.lesson}
                {...lessonButtonAttributes(lesson, lesson.id === next?.id)}
              >
                <LessonLine lesson={lesson} />
              </Link>
              <LessonProgressText lesson={lesson} progress={ofLesson} counted="marks" isNext={lesson.id === next?.id} />
            </li>
          );
        })}
      </ul>
    </Stack>
  );
}

/** "3 of 5 lessons are complete. Marks are due by …" */
function summaryOf({ due, lessons }: { due: string | null; lessons: readonly LessonProgress[] }): string {
  const complete = lessons.filter((lesson) => isProgressComplete(lesson, 'marks')).length;
  const done = `${complete} of ${lessons.length} ${lessons.length === 1 ? 'lesson' : 'lessons'} complete.`;
  return due === null ? done : `${done} ${dueText(due)}`;
}

/** In a term without exam what is missing is typed in the mark book. */
function addressOf({ id }: Lesson, progress: LessonProgress | undefined): SiteAddress {
  const isCourse = progress !== undefined && !progress.has_exam && !isProgressComplete(progress, 'marks');
  return buildScreenAddress(isCourse ? sitePaths.markBook : sitePaths.enterMarks, { lesson: id });
}
