import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Output, RawInput } from '#shared/http/contract.ts';
import { markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import { call } from '../../../../api/call.ts';
import { messageOf } from '../../../../api/errors.ts';
import { queryKeyOf, queryOf } from '../../../../api/query.ts';
import { snackbar } from '../../../../ui/overlays/snackbar.tsx';

export type LastTermMarks = Output<typeof markSheetContract.readLastTermMarks>;

/** The kept comments and last term's marks; loaded when the first comment of a sheet is opened. */
export function useCommentHelp(sheet: RawInput<typeof markSheetContract.readLastTermMarks>) {
  const bank = useQuery(queryOf(markSheetContract.readCommentBank, {}));
  const last = useQuery({
    ...queryOf(markSheetContract.readLastTermMarks, sheet),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return {
    bank: bank.data,
    last: last.data,
    isFailed: bank.isError || last.isError,
    retry: () => void Promise.all([bank.refetch(), last.refetch()]),
  };
}

/** Adds a comment to the user's own, for its subject and any total. */
export function useAddToOwnComments() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ text, subjectId }: { text: string; subjectId: string }) =>
      call(markSheetContract.saveBankComment, { scope: 'own', subject_id: subjectId, from: null, to: null, text }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: queryKeyOf(markSheetContract.readCommentBank) });
      snackbar('Comment kept.');
    },
    onError: (failure) => snackbar(messageOf(failure), { tone: 'error' }),
  });
}
