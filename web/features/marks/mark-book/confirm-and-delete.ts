import { type Assessment, markBookContract } from '#shared/marks/mark-book/contract.ts';
import { markBookWordings } from '#shared/marks/wordings.ts';
import { call } from '../../../api/call.ts';
import { messageOf } from '../../../api/errors.ts';
import { confirm } from '../../../ui/overlays/modal.tsx';
import { snackbar } from '../../../ui/overlays/snackbar.tsx';
import type { PageNames } from './use-mark-book.ts';

interface Deleting {
  page: PageNames;
  assessment: Assessment;
  onChanged: () => void;
}

/** Undo stays on the screen for so long; the server keeps it for 30 days (rule 13). Milliseconds. */
const undoFor = 15_000;

/** Asks, deletes, and offers to take it back. */
export async function confirmAndDelete({ page, assessment, onChanged }: Deleting): Promise<void> {
  const { assesment_number } = assessment;
  const isMeant = await confirm({
    title: 'Delete Assessment',
    text: markBookWordings.confirmDelete,
    detail: 'Its marks go with it, and the course marks change.',
    confirmLabel: 'Delete',
    danger: true,
  });
  if (!isMeant) return;
  const named = { ...page, assesment_number };
  try {
    await call(markBookContract.deleteAssessment, named);
  } catch (error) {
    snackbar(`${markBookWordings.notDeleted} ${messageOf(error)}`, { tone: 'error' });
    return;
  } finally {
    // Also when no answer came: it may have been done.
    onChanged();
  }
  const undo = async () => {
    try {
      await call(markBookContract.restoreAssessment, named);
      snackbar(`Assessment ${assesment_number} is back.`);
    } catch (error) {
      snackbar(messageOf(error), { tone: 'error' });
    } finally {
      onChanged();
    }
  };
  snackbar(`Assessment ${assesment_number} deleted.`, {
    duration: undoFor,
    action: { label: 'Undo', onPress: () => void undo() },
  });
}
