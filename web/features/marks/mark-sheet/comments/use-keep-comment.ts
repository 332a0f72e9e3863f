import { useMutation, useQueryClient } from '@tanstack/react-query';
import { markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import { call } from '../../../../api/call.ts';
import { messageOf } from '../../../../api/errors.ts';
import { queryKeyOf } from '../../../../api/query.ts';
import { snackbar } from '../../../../ui/overlays/snackbar.tsx';

/** Keeps a comment among the user's own, for its subject and any total. */
export function useKeepComment() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ text, subjectId }: { text: string; subjectId: string }) =>
      call(markSheetContract.saveBankComment, { scope: 'own', subject_id: subjectId, from: null, to: null, text }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: queryKeyOf(markSheetContract.commentBank) });
      snackbar('Comment kept.');
    },
    onError: (failure) => snackbar(messageOf(failure), { tone: 'error' }),
  });
}
