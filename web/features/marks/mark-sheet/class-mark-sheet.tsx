import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, BookOpen, CalendarOff } from 'lucide-react';
import type { Output } from '#shared/http/contract.ts';
import { markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import { peopleContract } from '#shared/people/contract.ts';
import { startYearOf } from '#shared/school/academic-year.ts';
import { noCurrentTerm } from '#shared/school/closed-term.ts';
import { termsContract } from '#shared/school/contract.ts';
import { noSuchClass } from '#shared/school/wordings.ts';
import { type SubjectEntry, subjectsContract } from '#shared/subjects/contract.ts';
import { useAddressState } from '../../../address/use-address-state.ts';
import { queryOf } from '../../../api/query.ts';
import { LoadingScreen } from '../../../pickers/loading-screen.tsx';
import { dueText, progressText } from '../../../pickers/progress.ts';
import { SearchList } from '../../../pickers/search-list.tsx';
import { pickerWordings } from '../../../pickers/wordings.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { EmptyState } from '../../../ui/display/empty-state.tsx';
import { ScreenHead } from '../../../ui/display/screen-head.tsx';
import { MarkSheet } from './mark-sheet.tsx';

const columns = [
  { label: 'Subj Code', text: (subject: SubjectEntry) => subject.abbr },
  { label: 'Subject', text: (subject: SubjectEntry) => subject.title },
];

/** Progress of a subject; empty if nobody in the class takes it, or while it is loading. */
function enteredText(
  subjects: Output<typeof markSheetContract.readClassProgress>['subjects'] | undefined,
  id: string,
): string {
  const progress = subjects?.find(({ subject_id }) => subject_id === id);
  return progress ? progressText(progress, 'marks') : '';
}

/** 'Select Subject' for a class (product §2), then the subject's mark sheet with the whole class, of any teacher. */
export default function ClassMarkSheet({ title, classId }: { title: string; classId: string }) {
  const subjects = useQuery(queryOf(subjectsContract.listSubjects, {}));
  const classes = useQuery(queryOf(peopleContract.listFormClasses, {}));
  const period = useQuery(queryOf(termsContract.readTermOverview, {}));
  const place = useAddressState();
  const now = period.data?.current_term ?? null;
  const progress = useQuery({
    ...queryOf(markSheetContract.readClassProgress, {
      class_id: classId,
      year: now ? String(startYearOf(now.academic_year_id)) : '',
      term: String(now?.term),
    }),
    enabled: now !== null && !place.has('subject'),
    staleTime: 0,
  });
  if (!subjects.data || !classes.data || !period.data) {
    return <LoadingScreen title={title} what="subjects" queries={[subjects, classes, period]} />;
  }
  const go = (next: Record<string, string>) => place.goTo(next);
  const back = (
    <Button icon={ArrowLeft} onClick={() => go({ choose: 'class' })}>
      Back to classes
    </Button>
  );
  const { current_term: current } = period.data;
  const formClass = classes.data.find(({ id }) => id === classId);
  if (!current || !formClass) {
    const what = formClass
      ? { title: pickerWordings.noCurrentTerm, text: noCurrentTerm }
      : { title: 'No such class', text: noSuchClass(classId) };
    return (
      <>
        <ScreenHead title={title} actions={back} />
        <EmptyState icon={CalendarOff} {...what} />
      </>
    );
  }

  const subject = subjects.data.find(({ id }) => id === place.get('subject'));
  if (!subject) {
    // Nothing moves under the pointer: the list shows once it is known what the class takes.
    if (!progress.data && !progress.isError)
      return <LoadingScreen title={title} what="subjects" queries={[progress]} />;
    const taken = subjects.data.filter(({ id }) =>
      progress.data?.subjects.some(({ subject_id, students }) => subject_id === id && students > 0),
    );
    const showsAll = taken.length === 0 || place.has('all');
    return (
      <>
        <ScreenHead
          title={title}
          subtitle={[`Select Subject · ${classId}`, progress.data?.due && dueText(progress.data.due)]
            .filter(Boolean)
            .join(' · ')}
          actions={
            <>
              {taken.length > 0 && (
                <Button onClick={() => place.change({ all: showsAll ? null : 1 })}>
                  {showsAll ? `Subjects of ${classId}` : 'All subjects'}
                </Button>
              )}
              {back}
            </>
          }
        />
        <SearchList
          label="Subjects"
          items={showsAll ? subjects.data : taken}
          columns={[...columns, { label: 'Entered', text: ({ id }) => enteredText(progress.data?.subjects, id) }]}
          keyOf={({ id }) => id}
          onSelect={({ id }) => go({ class: classId, subject: id })}
          placeholder="Code or title"
          empty={<EmptyState icon={BookOpen} title="No subjects" text="The office has not added any subject yet." />}
        />
      </>
    );
  }
  const terms = period.data.terms.filter(({ id }) => id <= current.term);
  const term = terms.find(({ id }) => String(id) === place.get('term'))?.id ?? current.term;
  const toSubjects = () => go({ class: classId });
  return (
    <MarkSheet
      key={`${classId} ${subject.id} ${term}`}
      lesson={{
        employee_id: null,
        subject_id: subject.id,
        subject_title: subject.title,
        form_level: formClass.form_level,
        class_id: classId,
        form_classes: [classId],
        lesson: `${subject.title} ${classId}`,
      }}
      teacherName={undefined}
      year={startYearOf(current.academic_year_id)}
      term={term}
      terms={terms}
      book={null}
      onTerm={(chosen) => go({ class: classId, subject: subject.id, term: String(chosen) })}
      onNext={toSubjects}
      onClose={toSubjects}
    />
  );
}
