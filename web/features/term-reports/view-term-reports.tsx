import { useQuery } from '@tanstack/react-query';
import { CalendarOff, FileText } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { startYearOf } from '#shared/terms/academic-year.ts';
import { termsContract } from '#shared/terms/contract.ts';
import { messageOf } from '../../api/errors.ts';
import { queryOf } from '../../api/query.ts';
import { outboxOf } from '../../outbox/session-outbox.ts';
import { useSession } from '../../session/session.ts';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { ErrorRetry } from '../../ui/display/error-retry.tsx';
import { ScreenHead } from '../../ui/display/screen-head.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { ClassPicker } from './class-picker.tsx';
import { ClassRecords } from './class-records.tsx';
import { PrintSchoolButton } from './documents/print-school-button.tsx';

const title = 'Edit/View Term Reports';

/**
 * The classes whose term reports the user may see, and a chosen class's records. Class and term stand in the address,
 * so that a reload, a bookmark and Back keep their place.
 */
export default function ViewTermReports() {
  const classes = useQuery(queryOf(termReportsContract.formClasses, {}));
  const period = useQuery(queryOf(termsContract.currentPeriod, {}));
  const [place, setPlace] = useSearchParams();
  const session = useSession();
  const userId = session?.id;
  // Not in the address: going to the next student must ask for nothing, not even who is signed in.
  const [studentId, setStudentId] = useState<string | null>(null);

  const failed = [classes, period].find(({ isError }) => isError);
  const current = period.data?.current_term;
  const terms = period.data?.terms.filter(({ id }) => current && id <= current.term) ?? [];
  const term = terms.find(({ id }) => String(id) === place.get('term'))?.id ?? current?.term;
  const open = (classId: string | null, ofTerm = term) => {
    const address = new URLSearchParams();
    if (classId !== null) address.set('class', classId);
    if (ofTerm !== undefined && ofTerm !== current?.term) address.set('term', String(ofTerm));
    setPlace(address);
  };

  const index = classes.data?.findIndex(({ id }) => id === place.get('class')) ?? -1;
  const classId = classes.data?.[index]?.id;
  if (classes.data && classId !== undefined && current && term !== undefined && userId !== undefined) {
    const next = classes.data[(index + 1) % classes.data.length]?.id;
    return (
      <ClassRecords
        key={`${classId} ${term}`}
        classId={classId}
        year={startYearOf(current.academic_year_id)}
        term={term}
        terms={terms}
        outbox={outboxOf(userId)}
        studentId={studentId}
        onStudent={setStudentId}
        onTerm={(chosen) => open(classId, chosen)}
        onNextClass={next === undefined || next === classId ? undefined : () => open(next)}
        onClose={() => open(null)}
      />
    );
  }
  return (
    <>
      <ScreenHead
        title={title}
        actions={
          session?.area === 'admin' &&
          current &&
          term !== undefined && (
            <PrintSchoolButton year={startYearOf(current.academic_year_id)} term={term} terms={terms} />
          )
        }
      />
      {failed ? (
        <ErrorRetry
          title="The classes could not be loaded."
          detail={messageOf(failed.error)}
          isRetrying={failed.isFetching}
          onRetry={() => void failed.refetch()}
        />
      ) : !classes.data || !period.data ? (
        <Skeleton lines={6} label="Loading classes" />
      ) : classes.data.length === 0 ? (
        <EmptyState icon={FileText} title="You are not a form teacher or dean of a class this year." />
      ) : current ? (
        <ClassPicker classes={classes.data} onPick={(picked) => open(picked)} />
      ) : (
        <EmptyState icon={CalendarOff} title="No current term" text="The office has not set the current term yet." />
      )}
    </>
  );
}
