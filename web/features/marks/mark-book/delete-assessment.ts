import { type Assessment, markBookContract } from '#shared/marks/mark-book/contract.ts';
import { markBookWordings } from '#shared/marks/wordings.ts';
import { attempt } from '../../../acts/attempt.ts';
import { noticeFailure } from '../../../acts/notice-failure.ts';
import { call } from '../../../api/call.ts';
import { messageOf } from '../../../api/errors.ts';
import { confirm } from '../../../ui/overlays/modal.tsx';
import { snackbar } from '../../../ui/overlays/snackbar.tsx';
import type { PageCallFields } from './use-mark-book.ts';

interface Deleting {
  page: PageCallFields;
  assessment: Assessment;
  onChanged: () => void;
}

/** Milliseconds for which Undo is offered; the server keeps the assessment for 30 days (rule 13). */
const undoFor = 15_000;

/** Asks, deletes, and offers Undo. */
export async function confirmAndDeleteAssessment({ page, assessment, onChanged }: Deleting): Promise<void> {
  const { assesment_number } = assessment;
  const isMeant = await confirm({
    title: 'Delete Assessment',
    text: markBookWordings.confirmDelete,
    detail: 'Its marks are deleted too, and the course marks change.',
    confirmLabel: 'Delete',
    danger: true,
  });
  if (!isMeant) return;
  const named = { ...page, assesment_number };
  const isDeleted = await attempt(
    () => call(markBookContract.deleteAssessment, named),
    (error) => snackbar(`${markBookWordings.notDeleted} ${messageOf(error)}`, { tone: 'error' }),
  );
  // Also without an answer: the server may have deleted it.
  onChanged();
  if (!isDeleted) return;
  const restore = async () => {
    await call(markBookContract.restoreAssessment, named);
    snackbar(`Assessment ${assesment_number} restored.`);
  };
  const undo = async () => {
    await attempt(restore, noticeFailure);
    onChanged();
  };
  snackbar(`Assessment ${assesment_number} deleted.`, {
    duration: undoFor,
    action: { label: 'Undo', onPress: () => void undo() },
  });
}
