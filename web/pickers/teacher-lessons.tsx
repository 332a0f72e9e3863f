import { useQuery } from '@tanstack/react-query';
import { CalendarOff } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import { type Lesson, peopleContract } from '#shared/people/contract.ts';
import { startYearOf } from '#shared/school/academic-year.ts';
import { noCurrentTerm } from '#shared/school/closed-term.ts';
import { termsContract } from '#shared/school/contract.ts';
import type { PrefetchContext } from '../address/screen-address.ts';
import { useAddressState } from '../address/use-address-state.ts';
import { queryOf } from '../api/query.ts';
import { useSession } from '../session/session.ts';
import { EmptyState } from '../ui/display/empty-state.tsx';
import { ScreenHead } from '../ui/display/screen-head.tsx';
import { LessonPicker } from './lesson-picker.tsx';
import { LoadingScreen } from './loading-screen.tsx';
import type { CountedMarks } from './progress.ts';
import { pickerWordings } from './wordings.ts';

type Term = 1 | 2 | 3;

/** A chosen lesson in a term, and the navigation to others. */
export interface OpenLesson {
  lesson: Lesson;
  /** The teacher, where the lesson is not the user's own. */
  teacherName: string | undefined;
  /** Start year. */
  year: number;
  term: Term;
  /** Terms of the year that have begun. */
  terms: readonly { id: Term; title: string }[];
  onTerm: (term: Term) => void;
  /** Undefined where there is no other lesson. */
  onNext: (() => void) | undefined;
  onClose: () => void;
}

interface TeacherLessonsProps {
  title: string;
  employeeId: string;
  /** The button that goes back to the previous choice. */
  back: ReactNode;
  /** Address values of the user's own lessons; another's have `teacher`. */
  ownPlace: Record<string, string>;
  /** Which marks the picker counts. */
  counted: CountedMarks;
  /** Renders a lesson's screen; mounted again for each lesson and term. */
  children: (open: OpenLesson) => ReactNode;
}

const lessonsQuery = (employeeId: string, ownId: string | undefined) =>
  queryOf(peopleContract.listTeacherLessons, employeeId === ownId ? {} : { employee_id: employeeId });
const periodQuery = queryOf(termsContract.readTermOverview, {});

/** The lesson that an address opens, with its period; undefined where it opens none. */
export async function findLessonOfAddress({
  client,
  session,
  place,
}: PrefetchContext): Promise<Pick<OpenLesson, 'lesson' | 'year' | 'term'> | undefined> {
  if (!place.has('lesson')) return undefined;
  const [lessons, { terms, current_term: now }] = await Promise.all([
    client.ensureQueryData(lessonsQuery(place.get('teacher') ?? session.id, session.id)),
    client.ensureQueryData(periodQuery),
  ]);
  const lesson = lessons.find(({ id }) => id === place.get('lesson'));
  if (!lesson || !now) return undefined;
  const term = terms.find(({ id }) => String(id) === place.get('term') && id <= now.term)?.id ?? now.term;
  return { lesson, year: startYearOf(now.academic_year_id), term };
}

/**
 * 'Select Subject Class' (product §2): the lessons of one teacher, or the screen of the chosen one. The choice is in
 * the address.
 */
export function TeacherLessons({ title, employeeId, back, ownPlace, counted, children }: TeacherLessonsProps) {
  const ownId = useSession()?.id;
  const isOwn = employeeId === ownId;
  const lessons = useQuery(lessonsQuery(employeeId, ownId));
  const period = useQuery(periodQuery);
  const teacherName = useTeacherName(isOwn ? null : employeeId);
  const place = useAddressState();
  const { current_term: now } = period.data ?? {};
  const shown =
    now && (period.data?.terms.find(({ id }) => String(id) === place.get('term') && id <= now.term)?.id ?? now.term);
  // Fetched whenever the picker is shown: its users come back to see it.
  const progress = useQuery({
    ...queryOf(markSheetContract.readLessonProgress, {
      employee_id: employeeId,
      year: String(now ? startYearOf(now.academic_year_id) : ''),
      term: String(shown),
    }),
    enabled: now !== undefined && now !== null && !place.has('lesson'),
    staleTime: 0,
  });
  if (!lessons.data || !period.data) return <LoadingScreen title={title} what="lessons" queries={[lessons, period]} />;
  const { current_term: current } = period.data;
  if (!current) {
    return (
      <>
        <ScreenHead title={title} actions={back} />
        <EmptyState icon={CalendarOff} title={pickerWordings.noCurrentTerm} text={noCurrentTerm} />
      </>
    );
  }

  const terms = period.data.terms.filter(({ id }) => id <= current.term);
  const term = terms.find(({ id }) => String(id) === place.get('term'))?.id ?? current.term;
  const open = (lesson: Lesson | null, ofTerm = term) => {
    const whose = isOwn ? ownPlace : { teacher: employeeId };
    place.goTo({ ...whose, lesson: lesson?.id, term: ofTerm === current.term ? null : ofTerm });
  };

  const index = lessons.data.findIndex(({ id }) => id === place.get('lesson'));
  const lesson = lessons.data[index];
  if (!lesson) {
    return (
      <LessonPicker
        title={title}
        subtitle={teacherName}
        notice={
          place.has('lesson') || place.has('class')
            ? `The address leads to a lesson that is not one of ${isOwn ? 'yours' : `${teacherName ?? 'this teacher'}’s`}.`
            : undefined
        }
        lessons={lessons.data}
        progress={progress.data}
        counted={counted}
        actions={back}
        onPick={(picked) => open(picked)}
      />
    );
  }
  const next = lessons.data[(index + 1) % lessons.data.length];
  return (
    <Fragment key={`${lesson.id} ${term}`}>
      {children({
        lesson,
        teacherName,
        year: startYearOf(current.academic_year_id),
        term,
        terms,
        onTerm: (chosen) => open(lesson, chosen),
        onNext: next && next !== lesson ? () => open(next) : undefined,
        onClose: () => open(null),
      })}
    </Fragment>
  );
}

/** "First Last" of a teacher; undefined until it is known. */
function useTeacherName(employeeId: string | null): string | undefined {
  const teachers = useQuery({ ...queryOf(peopleContract.listEmployees, {}), enabled: employeeId !== null });
  const teacher = teachers.data?.find(({ employee_id }) => employee_id === employeeId);
  return teacher && `${teacher.first_name} ${teacher.last_name}`;
}
