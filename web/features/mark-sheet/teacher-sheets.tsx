import { useQuery } from '@tanstack/react-query';
import { CalendarOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { type Lesson, peopleContract } from '#shared/people/contract.ts';
import { startYearOf } from '#shared/terms/academic-year.ts';
import { termsContract } from '#shared/terms/contract.ts';
import { queryOf } from '../../api/query.ts';
import { LessonPicker } from '../../pickers/lesson-picker.tsx';
import { LoadState } from '../../pickers/load-state.tsx';
import { useTeacherName } from '../../pickers/teacher-list.tsx';
import { useSession } from '../../session/session.ts';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { ScreenHead } from '../../ui/display/screen-head.tsx';
import { bookAddress } from './book-address.ts';
import { MarkSheet } from './mark-sheet.tsx';

interface TeacherSheetsProps {
  title: string;
  employeeId: string;
  /** The way back to the teacher list, for those who have one. */
  back: ReactNode;
}

/** 'Select Subject Class': the lessons of one teacher, and the mark sheet of the chosen one. */
export function TeacherSheets({ title, employeeId, back }: TeacherSheetsProps) {
  const session = useSession();
  const isOwn = employeeId === session?.id;
  const lessons = useQuery(queryOf(peopleContract.teacherLessons, isOwn ? {} : { employee_id: employeeId }));
  const period = useQuery(queryOf(termsContract.currentPeriod, {}));
  const teacherName = useTeacherName(isOwn ? null : employeeId);
  const [place, setPlace] = useSearchParams();
  if (!lessons.data || !period.data) return <LoadState title={title} what="lessons" queries={[lessons, period]} />;
  const { current_term: current } = period.data;
  if (!current) {
    return (
      <>
        <ScreenHead title={title} actions={back} />
        <EmptyState icon={CalendarOff} title="No current term" text="The office has not set the current term yet." />
      </>
    );
  }

  const terms = period.data.terms.filter(({ id }) => id <= current.term);
  const term = terms.find(({ id }) => String(id) === place.get('term'))?.id ?? current.term;
  const open = (lesson: Lesson | null, ofTerm = term) => {
    const address = new URLSearchParams(isOwn ? {} : { teacher: employeeId });
    if (lesson) address.set('lesson', lesson.id);
    if (ofTerm !== current.term) address.set('term', String(ofTerm));
    setPlace(address);
  };

  const index = lessons.data.findIndex(({ id }) => id === place.get('lesson'));
  const lesson = lessons.data[index];
  if (!lesson) {
    return (
      <LessonPicker
        title={title}
        subtitle={teacherName}
        lessons={lessons.data}
        actions={back}
        onPick={(picked) => open(picked)}
      />
    );
  }
  const next = lessons.data[(index + 1) % lessons.data.length];
  return (
    <MarkSheet
      key={`${lesson.id} ${term}`}
      lesson={lesson}
      teacherName={teacherName}
      year={startYearOf(current.academic_year_id)}
      term={term}
      terms={terms}
      book={session && bookAddress(session, lesson, term)}
      onTerm={(chosen) => open(lesson, chosen)}
      onNext={next && next !== lesson ? () => open(next) : undefined}
      onClose={() => open(null)}
    />
  );
}
