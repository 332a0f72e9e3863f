import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { studentRegisterContract } from '#shared/students/register/contract.ts';
import { undoContract } from '#shared/undo/contract.ts';
import { queryKeyOf } from '../../../api/query.ts';
import { offerUndo, undoOf } from '../../../undo/offer-undo.ts';
import { studentsQueryKey } from '../table/use-students.ts';

const register = studentRegisterContract;

/** After a change of a student: `reload` refetches lists and records, `say` also shows a message and offers Undo. */
export function useAfterStudentChange() {
  const client = useQueryClient();
  return useMemo(() => ({ reload: () => reload(client), say: announce(client) }), [client]);
}

async function reload(client: QueryClient): Promise<void> {
  const calls = [register.readStudentRecord, register.readStudentOverview, register.readStudentHistory];
  const keys = [studentsQueryKey, actsKey, ...calls.map((row) => queryKeyOf(row))];
  await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
}

const actsKey = queryKeyOf(undoContract.listActs);

const announce = (client: QueryClient) => (message: string, undo: string | null) => {
  void reload(client);
  offerUndo({
    message,
    undo: undoOf(undo),
    onDone: () => void reload(client),
  });
};
