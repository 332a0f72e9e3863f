import { useQuery } from '@tanstack/react-query';
import type { Output, Request } from '#shared/http/contract.ts';
import { markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import { queryOf } from '../../../../api/query.ts';

export type LastTerm = Output<typeof markSheetContract.lastTermMarks>;

/** The comments to choose from and the marks of the term before; asked for when the first comment of a sheet is opened. */
export function useCommentHelp(sheet: Request<typeof markSheetContract.lastTermMarks>) {
  const bank = useQuery(queryOf(markSheetContract.commentBank, {}));
  const last = useQuery({
    ...queryOf(markSheetContract.lastTermMarks, sheet),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return {
    bank: bank.data,
    last: last.data,
    isFailed: bank.isError || last.isError,
    retry: () => void Promise.all([bank.refetch(), last.refetch()]),
  };
}
