import { termReportsContract } from '#shared/term-reports/contract.ts';
import { call } from '../../api/call.ts';
import { messageOf } from '../../api/errors.ts';
import { snackbar } from '../../ui/overlays/snackbar.tsx';

/** Milliseconds for which the way back is offered. */
const offered = 10_000;

/** Says what was done, with the way back. */
export function offerUndo({
  message,
  undo,
  onDone,
}: {
  message: string;
  undo: string | null;
  onDone: () => void;
}): void {
  const takeBack = async (key: string) => {
    try {
      await call(termReportsContract.undoChange, { undo: key });
      snackbar('Undone.');
      onDone();
    } catch (error) {
      snackbar(messageOf(error), { tone: 'error' });
    }
  };
  snackbar(message, {
    ...(undo === null ? {} : { duration: offered, action: { label: 'Undo', onPress: () => void takeBack(undo) } }),
  });
}
