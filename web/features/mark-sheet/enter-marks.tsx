import { useQuery } from '@tanstack/react-query';
import { CalendarOff, NotebookPen } from 'lucide-react';
import { useSearchParams } from 'react-router-dom';
import { type Lesson, peopleContract } from '#shared/people/contract.ts';
import { startYearOf } from '#shared/terms/academic-year.ts';
import { termsContract } from '#shared/terms/contract.ts';
import { messageOf } from '../../api/errors.ts';
import { queryOf } from '../../api/query.ts';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { ErrorRetry } from '../../ui/display/error-retry.tsx';
import { ScreenHead } from '../../ui/display/screen-head.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { LessonPicker } from './lesson-picker.tsx';
import { MarkSheet } from './mark-sheet.tsx';

/**
 * Enter Marks - End of Term (SPEC §2 "Enter Marks"): the lesson picker until a lesson is chosen, then its mark sheet. Lesson
 * and term stand in the address, so that a reload, a bookmark and Back keep their place.
 */
export default function EnterMarks() {
  const lessons = useQuery(queryOf(peopleContract.teacherLessons, {}));
  const period = useQuery(queryOf(termsContract.currentPeriod, {}));
  const [place, setPlace] = useSearchParams();
  const title = 'Enter Marks - End of Term';

  const failed = [lessons, period].find(({ isError }) => isError);
  if (failed) {
    return (
      <>
        <ScreenHead title={title} />
        <ErrorRetry
          title="The lessons could not be loaded."
          detail={messageOf(failed.error)}
          isRetrying={failed.isFetching}
          onRetry={() => void failed.refetch()}
        />
      </>
    );
  }
  if (!lessons.data || !period.data) {
    return (
      <>
        <ScreenHead title={title} />
        <Skeleton lines={8} label="Loading lessons" />
      </>
    );
  }
  const { current_term: current } = period.data;
  if (lessons.data.length === 0 || !current) {
    return (
      <>
        <ScreenHead title={title} />
        {current ? (
          <EmptyState icon={NotebookPen} title="No Lessons have been assigned to you." />
        ) : (
          <EmptyState icon={CalendarOff} title="No current term" text="The office has not set the current term yet." />
        )}
      </>
    );
  }

  const terms = period.data.terms.filter(({ id }) => id <= current.term);
  const term = terms.find(({ id }) => String(id) === place.get('term'))?.id ?? current.term;
  const open = (lesson: Lesson | null, ofTerm = term) => {
    const address = new URLSearchParams();
    if (lesson) address.set('lesson', lesson.id);
    if (ofTerm !== current.term) address.set('term', String(ofTerm));
    setPlace(address);
  };

  const index = lessons.data.findIndex(({ id }) => id === place.get('lesson'));
  const lesson = lessons.data[index];
  if (!lesson) return <LessonPicker title={title} lessons={lessons.data} onPick={(picked) => open(picked)} />;
  const next = lessons.data[(index + 1) % lessons.data.length];
  return (
    <MarkSheet
      key={`${lesson.id} ${term}`}
      lesson={lesson}
      year={startYearOf(current.academic_year_id)}
      term={term}
      terms={terms}
      onTerm={(chosen) => open(lesson, chosen)}
      onNext={next && next !== lesson ? () => open(next) : undefined}
      onClose={() => open(null)}
    />
  );
}
