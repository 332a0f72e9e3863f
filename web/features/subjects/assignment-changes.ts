import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { nameWithId } from '#shared/people/shared-names.ts';
import { studentSubjectsContract } from '#shared/subjects/assignment/contract.ts';
import { call } from '../../api/call.ts';
import { queryKeyOf } from '../../api/query.ts';
import { showModal } from '../../ui/overlays/modal.tsx';

/** Undoes an act of this screen, and shows the students that the undo skipped. */
export async function undoAssignment(undo: string): Promise<void> {
  const { left } = await call(studentSubjectsContract.undoSubjectChange, { undo });
  if (left.length === 0) return;
  void showModal({
    openedBy: 'answer',
    title: 'Undone, but not for everyone',
    text: left.map((one) => `${nameWithId(one)}: ${one.reason}`).join('\n'),
  });
}

/** Refetches the students of subjects, wherever they are shown. */
export function useReloadStudentsOfSubjects(): () => void {
  const client = useQueryClient();
  return useCallback(() => {
    void client.invalidateQueries({ queryKey: queryKeyOf(studentSubjectsContract.listStudentsOfSubject) });
    void client.invalidateQueries({ queryKey: queryKeyOf(studentSubjectsContract.readSubjectChoices) });
    void client.invalidateQueries({ queryKey: queryKeyOf(studentSubjectsContract.countStudentsOfSubjects) });
    void client.invalidateQueries({ queryKey: queryKeyOf(studentSubjectsContract.listUndoableSubjectChanges) });
  }, [client]);
}
