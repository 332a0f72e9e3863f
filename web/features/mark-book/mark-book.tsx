import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, CalendarOff } from 'lucide-react';
import { useSearchParams } from 'react-router-dom';
import { type Lesson, peopleContract } from '#shared/people/contract.ts';
import { termsContract } from '#shared/terms/contract.ts';
import { queryOf } from '../../api/query.ts';
import { LessonPicker } from '../../pickers/lesson-picker.tsx';
import { LoadState } from '../../pickers/load-state.tsx';
import { TeacherList, useTeacherName } from '../../pickers/teacher-list.tsx';
import { useSession } from '../../session/session.ts';
import { Button } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { ScreenHead } from '../../ui/display/screen-head.tsx';
import { MarkBookOptions } from './mark-book-options.tsx';
import { MarkBookPage } from './mark-book-page.tsx';
import { MarkBookSpreadsheet } from './spreadsheets/mark-book-spreadsheet.tsx';

/**
 * The mark book (SPEC §2 "Course Marks"): options for admins and those with spreadsheet access, for admins the teacher, then
 * the lesson and its page. Each choice stands in the address, so that a reload, a bookmark and Back keep their place.
 */
export default function MarkBook() {
  const session = useSession();
  const [place, setPlace] = useSearchParams();
  const isOffice = session?.area === 'admin';
  const title = isOffice ? 'Course Mark' : 'Enter Marks - Course Work';
  const hasOptions = isOffice || session?.employee.spreadsheet_access === true;
  const teacher = place.get('teacher') ?? (isOffice ? null : (session?.id ?? null));

  const go = (next: Record<string, string>) => setPlace(new URLSearchParams(next));
  const toOptions = hasOptions && (
    <Button icon={ArrowLeft} onClick={() => go({})}>
      Back to options
    </Button>
  );
  if (hasOptions && place.size === 0) return <MarkBookOptions title={title} onPick={(option) => go({ option })} />;
  if (hasOptions && place.get('option') === 'spreadsheet') return <MarkBookSpreadsheet actions={toOptions} />;
  if (teacher === null) {
    return <TeacherList title={title} actions={toOptions} onSelect={(chosen) => go({ teacher: chosen })} />;
  }
  return (
    <TeacherBook
      key={teacher}
      title={title}
      employeeId={teacher}
      isOwn={teacher === session?.id}
      back={
        isOffice ? (
          <Button icon={ArrowLeft} onClick={() => go({ option: 'book' })}>
            Back to teacher list
          </Button>
        ) : (
          toOptions
        )
      }
    />
  );
}

interface TeacherBookProps {
  title: string;
  employeeId: string;
  isOwn: boolean;
  back: React.ReactNode;
}

/** The lessons of one teacher, and the page of the chosen one. */
function TeacherBook({ title, employeeId, isOwn, back }: TeacherBookProps) {
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
    const address = new URLSearchParams(isOwn ? { option: 'book' } : { teacher: employeeId });
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
    <MarkBookPage
      key={`${lesson.id} ${term}`}
      lesson={lesson}
      teacherName={teacherName}
      term={term}
      terms={terms}
      onTerm={(chosen) => open(lesson, chosen)}
      onNext={next && next !== lesson ? () => open(next) : undefined}
      onClose={() => open(null)}
    />
  );
}
