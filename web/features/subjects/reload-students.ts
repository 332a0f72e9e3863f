import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { studentSubjectsContract } from '#shared/subjects/assignment/contract.ts';
import { queryKeyOf } from '../../api/query.ts';

/** Who takes what is read again, wherever it is shown. */
export function useReloadStudents(): () => void {
  const client = useQueryClient();
  return useCallback(() => {
    void client.invalidateQueries({ queryKey: queryKeyOf(studentSubjectsContract.subjectStudents) });
    void client.invalidateQueries({ queryKey: queryKeyOf(studentSubjectsContract.subjectChoices) });
    void client.invalidateQueries({ queryKey: queryKeyOf(studentSubjectsContract.undoableActs) });
  }, [client]);
}
