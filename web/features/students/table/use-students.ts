import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { StudentField } from '#shared/students/fields.ts';
import { studentRegisterContract } from '#shared/students/register/contract.ts';
import type { StudentRow } from '#shared/students/register/list-calls.ts';
import { call } from '../../../api/call.ts';
import { useAdminSession } from '../../../session/session.ts';
import { byName, studentsKey, type View } from './student-row.ts';

/** The students of a view with these fields, by name. Another choice of fields is another list; until it is there, the last one shows. */
export function useStudents(view: View, fields: readonly StudentField[]) {
  const isPta = useAdminSession().kind === 'PTA';
  const columns = [...new Set(fields)].sort().join(',');
  return useQuery({
    queryKey: [...studentsKey, view, columns],
    queryFn: ({ signal }) => readAll({ view, columns, isPta, signal }),
    placeholderData: (before, query) => (query?.queryKey[1] === view ? keepPreviousData(before) : undefined),
  });
}

interface Reading {
  view: View;
  columns: string;
  isPta: boolean;
  signal: AbortSignal;
}

/** A large list comes in several answers. */
async function readAll({ view, columns, isPta, signal }: Reading): Promise<StudentRow[]> {
  const rows: StudentRow[] = [];
  let after: string | undefined;
  do {
    const input = { columns, after };
    const answer = isPta
      ? await call(studentRegisterContract.students, input, { signal })
      : await call(studentRegisterContract.adminStudents, { ...input, view }, { signal });
    const list = view === 'current' ? answer.current_students : answer.archived_students;
    rows.push(...(list ?? []));
    after = answer.next ?? undefined;
  } while (after !== undefined);
  return rows.sort(byName);
}
