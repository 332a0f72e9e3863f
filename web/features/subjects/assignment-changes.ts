import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { studentSubjectsContract } from '#shared/subjects/assignment/contract.ts';
import { undoContract } from '#shared/undo/contract.ts';
import { queryKeyOf } from '../../api/query.ts';

/** Refetches the students of subjects, wherever they are shown. */
export function useReloadStudentsOfSubjects(): () => void {
  const client = useQueryClient();
  return useCallback(() => {
    void client.invalidateQueries({ queryKey: queryKeyOf(studentSubjectsContract.listStudentsOfSubject) });
    void client.invalidateQueries({ queryKey: queryKeyOf(studentSubjectsContract.readSubjectChoices) });
    void client.invalidateQueries({ queryKey: queryKeyOf(studentSubjectsContract.countStudentsOfSubjects) });
    void client.invalidateQueries({ queryKey: queryKeyOf(undoContract.listActs) });
  }, [client]);
}
