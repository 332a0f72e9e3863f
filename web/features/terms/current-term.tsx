import { useQueries } from '@tanstack/react-query';
import { termsContract } from '#shared/terms/contract.ts';
import { messageOf } from '../../api/errors.ts';
import { queryOf } from '../../api/query.ts';
import { ErrorRetry } from '../../ui/display/error-retry.tsx';
import { ScreenHead } from '../../ui/display/screen-head.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
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
  const failed = [years, period, details].find((query) => query.isError);
  return (
    <>
      <ScreenHead title="Set / Update Current Term" />
      {years.data && period.data && details.data ? (
        <TermForm years={years.data} period={period.data} stored={details.data} />
      ) : failed ? (
        <ErrorRetry
          title="The terms could not be loaded."
          detail={messageOf(failed.error)}
          isRetrying={failed.isFetching}
          onRetry={() => {
            for (const query of [years, period, details]) if (query.isError) void query.refetch();
          }}
        />
      ) : (
        <Skeleton label="Loading the terms" />
      )}
    </>
  );
}
