import { useQueries } from '@tanstack/react-query';
import { termsContract } from '#shared/school/contract.ts';
import { queryOf } from '../../api/query.ts';
import { Loading } from '../../ui/display/loading.tsx';
import { ScreenHead } from '../../ui/display/screen-head.tsx';
import { TermForm } from './term-form.tsx';

/** Current Term screen, product §2. */
export default function CurrentTerm() {
  const [years, period, details] = useQueries({
    queries: [
      queryOf(termsContract.academicYears, {}),
      queryOf(termsContract.currentPeriod, {}),
      queryOf(termsContract.academicTermDetails, {}),
    ],
  });
  return (
    <>
      <ScreenHead title="Set / Update Current Term" />
      {years.data && period.data && details.data ? (
        <TermForm years={years.data} period={period.data} stored={details.data} />
      ) : (
        <Loading queries={[years, period, details]} what="the terms" />
      )}
    </>
  );
}
