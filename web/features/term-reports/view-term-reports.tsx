import { useQuery } from '@tanstack/react-query';
import { CalendarOff, FileText } from 'lucide-react';
import { useSearchParams } from 'react-router-dom';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { startYearOf } from '#shared/terms/academic-year.ts';
import { termsContract } from '#shared/terms/contract.ts';
import { messageOf } from '../../api/errors.ts';
import { queryOf } from '../../api/query.ts';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { ErrorRetry } from '../../ui/display/error-retry.tsx';
import { ScreenHead } from '../../ui/display/screen-head.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { ClassPicker } from './class-picker.tsx';
import { ClassReports } from './class-reports.tsx';

const title = 'Edit/View Term Reports';

/**
 * The classes whose term reports the user may see, and a chosen class's report cards. Class and term stand in the address,
 * so that a reload, a bookmark and Back keep their place.
 */
export default function ViewTermReports() {
  const classes = useQuery(queryOf(termReportsContract.formClasses, {}));
  const period = useQuery(queryOf(termsContract.currentPeriod, {}));
  const [place, setPlace] = useSearchParams();

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

  const classId = classes.data?.find(({ id }) => id === place.get('class'))?.id;
  if (classId !== undefined && current && term !== undefined) {
    return (
      <ClassReports
        key={`${classId} ${term}`}
        classId={classId}
        year={startYearOf(current.academic_year_id)}
        term={term}
        terms={terms}
        onTerm={(chosen) => open(classId, chosen)}
        onClose={() => open(null)}
      />
    );
  }
  return (
    <>
      <ScreenHead title={title} />
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
