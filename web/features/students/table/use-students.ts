import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { StudentField } from '#shared/students/fields.ts';
import { studentRegisterContract } from '#shared/students/register/contract.ts';
import type { StudentRow } from '#shared/students/register/list-calls.ts';
import { callIfChanged, type TaggedAnswer } from '../../../api/call.ts';
import { keptQuery } from '../../../kept-lists/kept-query.ts';
import { patchClasses } from '../../../kept-lists/patch-classes.ts';
import { type AdminSession, useAdminSession } from '../../../session/session.ts';

/** The students of a view with these fields, by name. */
export function studentsQuery(view: StudentsView, fields: readonly StudentField[], kind: AdminSession['kind']) {
  const columns = [...new Set(fields)].sort().join(',');
  return keptQuery<StudentRow[]>({
    queryKey: [...studentsQueryKey, view, columns],
    read: (options) => readAll({ view, columns, isPta: kind === 'PTA', ...options }),
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
  /** The list that is here already. */
  held: TaggedAnswer<StudentRow[]> | undefined;
}

/** Reads all pages of the list, or the classes of the held one that have changed, or finds it unchanged. A list of several pages has no tag. */
async function readAll({ view, columns, isPta, signal, held }: ListQuery): Promise<TaggedAnswer<StudentRow[]> | null> {
  const readPage = (after?: string) => {
    const tag = after === undefined ? held?.tag : undefined;
    const input = { columns, after, changed_only: tag === undefined ? undefined : ('1' as const) };
    const options = { signal, tag };
    return isPta
      ? callIfChanged(studentRegisterContract.listCurrentStudents, input, options)
      : callIfChanged(studentRegisterContract.listAllStudents, { ...input, view }, options);
  };
  const first = await readPage();
  if (!first) return null;
  const rows: StudentRow[] = [];
  for (let page: typeof first | null = first; page; ) {
    const { current_students, archived_students, next }: typeof first.data = page.data;
    rows.push(...((view === 'current' ? current_students : archived_students) ?? []));
    page = next === null ? null : await readPage(next);
  }
  const { unchanged } = first.data;
  return { data: patchClasses(held?.data, { rows, unchanged }).sort(compareByName), tag: first.tag };
}

export type StudentsView = 'current' | 'archived';

/** The start of the query keys of all lists of the register: invalidate it after a change of a student. */
export const studentsQueryKey = ['student register'] as const;

/** "Last, First", as the table names a row. */
export const toNameInTable = ({ last_name, first_name }: StudentRow): string =>
  `${last_name ?? ''}, ${first_name ?? ''}`;

/** "First Last", as a sentence names a student. */
export const toFullName = ({ last_name, first_name }: StudentRow): string => `${first_name ?? ''} ${last_name ?? ''}`;

/** The order of the table. */
const compareByName = (a: StudentRow, b: StudentRow): number =>
  collator.compare(a.last_name ?? '', b.last_name ?? '') ||
  collator.compare(a.first_name ?? '', b.first_name ?? '') ||
  collator.compare(a.id, b.id);

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
