import {
  canReadField,
  identifyingFields,
  type StudentField,
  storedAttributeName,
  studentFieldNames,
  studentFields,
} from '#shared/students/fields.ts';
import { studentRegisterContract } from '#shared/students/register/contract.ts';
import type { StudentRow } from '#shared/students/register/list-calls.ts';
import { type CallContext, callHandler } from '../../platform/requests/call-handler.ts';
import type { Caller } from '../../platform/requests/caller.ts';
import { listStudentTexts } from '../records/rosters/list-student-texts.ts';
import type { StudentStatus } from '../records/store.ts';

/**
 * The requested fields that a caller may read, with those that identify a row, in the order of the register. Fields for
 * the office only are left out for others, not refused: the address of a list with such columns opens for the PTA too.
 */
function columnsFor(
  { role }: Pick<Caller, 'role'>,
  asked: readonly StudentField[] = studentFieldNames.filter((field) => studentFields[field].isDefault),
): StudentField[] {
  const wanted = new Set<StudentField>([...identifyingFields, ...asked]);
  return studentFieldNames.filter(
    (field) => wanted.has(field) && canReadField(field, role === 'Admin' ? 'Admin' : 'PTA'),
  );
}

/**
 * Maximum bytes of the students in an answer. Lambda answers at most 6 MB, with every quotation mark escaped once more.
 */
const answerLimit = 5_000_000;

interface ListPosition {
  status: StudentStatus;
  after: string;
}

/** Parses the `next` of an answer. */
export function parseListPosition(next: string | undefined): ListPosition | undefined {
  if (next === undefined) return undefined;
  const [status, after = ''] = next.split('/');
  return { status: status === 'archived' ? 'archived' : 'current', after };
}

interface ListQuery {
  /** In the order of the answer. */
  statuses: readonly StudentStatus[];
  columns: readonly StudentField[];
  start?: ListPosition | undefined;
}

interface StudentLists {
  /** The lists that have students in this answer, or that end in it. */
  lists: Partial<Record<StudentStatus, StudentRow[]>>;
  /** Continuation of the next answer; null in the last one. */
  next: string | null;
}

/** Reads students with these columns, as many as an answer holds. */
async function readStudents({ statuses, columns, start }: ListQuery): Promise<StudentLists> {
  const only = columns.map(storedAttributeName);
  // Rows that are copies of one are made and written as JSON three times as fast as rows of 97 fields made one by one.
  const blank: Partial<Record<StudentField, string | null>> = {};
  for (const field of columns) blank[field] = null;
  // A field has its name, the value, a colon and a comma, and two bytes for each of the four quotation marks.
  const sizeOfBlank = columns.reduce((bytes, field) => bytes + field.length + 'null'.length + 10, 0);
  const lists: StudentLists['lists'] = {};
  const from = start ? Math.max(statuses.indexOf(start.status), 0) : 0;
  let size = 0;
  for (const status of statuses.slice(from)) {
    const list: StudentRow[] = [];
    lists[status] = list;
    const after = start?.status === status ? start.after : undefined;
    for await (const students of listStudentTexts(status, { only, after })) {
      for (const textOf of students) {
        const last = list.at(-1);
        if (size > answerLimit && last) return { lists, next: `${status}/${last.id}` };
        const row = { ...blank };
        size += sizeOfBlank;
        for (const [place, field] of columns.entries()) {
          const value = textOf(only[place] ?? '');
          if (!value) continue;
          row[field] = value;
          size += Buffer.byteLength(value);
        }
        list.push(row as StudentRow);
      }
    }
  }
  return { lists, next: null };
}

type ListRequest = Pick<CallContext<typeof studentRegisterContract.listAllStudents, never>, 'input' | 'caller'>;

function currentListQuery({ input: { columns, after }, caller }: ListRequest): ListQuery {
  const start = parseListPosition(after);
  return {
    statuses: ['current'],
    columns: columnsFor(caller, columns),
    ...(start?.status === 'current' ? { start } : {}),
  };
}

export const listCurrentStudents = callHandler(studentRegisterContract.listCurrentStudents, {
  handle: async (context) => {
    const { lists, next } = await readStudents(currentListQuery(context));
    return { current_students: lists.current ?? [], archived_students: null, next };
  },
});

const wholeListQuery = ({ input: { columns, after, view }, caller }: ListRequest): ListQuery => ({
  statuses: view ? [view] : ['current', 'archived'],
  columns: columnsFor(caller, columns),
  start: parseListPosition(after),
});

export const listAllStudents = callHandler(studentRegisterContract.listAllStudents, {
  handle: async (context) => {
    const { lists, next } = await readStudents(wholeListQuery(context));
    return { current_students: lists.current ?? null, archived_students: lists.archived ?? null, next };
  },
});
