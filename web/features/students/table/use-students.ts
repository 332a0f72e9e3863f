import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import type { StudentField } from '#shared/students/fields.ts';
import { studentRegisterContract } from '#shared/students/register/contract.ts';
import type { StudentRow } from '#shared/students/register/list-calls.ts';
import { call } from '../../../api/call.ts';
import { type AdminSession, useAdminSession } from '../../../session/session.ts';

/** The students of a view with these fields, by name. */
export function studentsQuery(view: StudentsView, fields: readonly StudentField[], kind: AdminSession['kind']) {
  const columns = [...new Set(fields)].sort().join(',');
  return queryOptions({
    queryKey: [...studentsQueryKey, view, columns],
    queryFn: ({ signal }) => readAll({ view, columns, isPta: kind === 'PTA', signal }),
  });
}

/** While another choice of fields is loading, the previous list shows. */
export function useStudents(view: StudentsView, fields: readonly StudentField[]) {
  return useQuery({
    ...studentsQuery(view, fields, useAdminSession().kind),
    placeholderData: (before, query) => (query?.queryKey[1] === view ? keepPreviousData(before) : undefined),
  });
}

interface ListQuery {
  view: StudentsView;
  columns: string;
  isPta: boolean;
  signal: AbortSignal;
}

/** Reads all pages of the list. */
async function readAll({ view, columns, isPta, signal }: ListQuery): Promise<StudentRow[]> {
  const readPage = (input: { columns: string; after?: string }) =>
    isPta
      ? call(studentRegisterContract.listCurrentStudents, input, { signal })
      : call(studentRegisterContract.listAllStudents, { ...input, view }, { signal });
  const rows: StudentRow[] = [];
  for (let after: string | null | undefined; after !== null; ) {
    const page: Awaited<ReturnType<typeof readPage>> = await readPage({ columns, ...(after && { after }) });
    rows.push(...((view === 'current' ? page.current_students : page.archived_students) ?? []));
    after = page.next;
  }
  return rows.sort(compareByName);
}

export type StudentsView = 'current' | 'archived';

/** The start of the query keys of all lists of the register: invalidate it after a change of a student. */
export const studentsQueryKey = ['student register'] as const;

/** "Last, First", as the table names a row. */
export const toNameInTable = ({ last_name, first_name }: StudentRow): string =>
  `${last_name ?? ''}, ${first_name ?? ''}`;

/** "Last, First · 01563 · Class 1A": who a window is about, so that nobody is taken for another one of the name. */
export const toStudentLine = (student: StudentRow, isArchived = false): string =>
  [toNameInTable(student), student.id, `${isArchived ? 'last in ' : 'Class '}${student.class_id ?? ''}`].join(' · ');

/** "First Last", as a sentence names a student. */
export const toFullName = ({ last_name, first_name }: StudentRow): string => `${first_name ?? ''} ${last_name ?? ''}`;

/** The order of the table. */
const compareByName = (a: StudentRow, b: StudentRow): number =>
  collator.compare(a.last_name ?? '', b.last_name ?? '') ||
  collator.compare(a.first_name ?? '', b.first_name ?? '') ||
  collator.compare(a.id, b.id);

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
