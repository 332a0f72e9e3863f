import { studentSubjectsContract } from '#shared/subjects/assignment/contract.ts';
import { call } from '../../api/call.ts';
import { showModal } from '../../ui/overlays/modal.tsx';

/** Undoes an act of this screen, and says whom the undo left as they are. */
export async function undoAct(undo: string): Promise<void> {
  const { left } = await call(studentSubjectsContract.undoChange, { undo });
  if (left.length === 0) return;
  void showModal({
    openedBy: 'answer',
    title: 'Undone, but not for everyone',
    text: left.map(({ name, reason }) => `${name}: ${reason}`).join('\n'),
  });
}
