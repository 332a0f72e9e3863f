import { attributeOf, type StudentField } from '#shared/students/fields.ts';
import type { StudentColumns } from '#shared/students/register/list-calls.ts';
import { type StudentStatus, studentPages } from '../../records/store.ts';

/**
 * Bytes of an answer after which no further megabyte of the table is read into it. Lambda answers at most 6 MB, with every
 * quotation mark escaped once more, and a megabyte of nearly empty records is more than that as nulls.
 */
const answerLimit = 3_000_000;

interface Start {
  status: StudentStatus;
  after: string;
}

/** Where to go on, of a `next` that was answered. */
export function startOf(next: string | undefined): Start | undefined {
  if (next === undefined) return undefined;
  const [status, after = ''] = next.split('/');
  return { status: status === 'archived' ? 'archived' : 'current', after };
}

interface Reading {
  /** In the order of the answer. */
  statuses: readonly StudentStatus[];
  columns: readonly StudentField[];
  start?: Start | undefined;
}

interface Read {
  /** The lists that this answer has something of, or that ended in it. */
  lists: Partial<Record<StudentStatus, StudentColumns>>;
  /** For the following answer; null where this is the last one. */
  next: string | null;
}

/** The students of the register with these columns, as many as an answer holds. */
export async function readStudents({ statuses, columns, start }: Reading): Promise<Read> {
  const only = columns.map(attributeOf);
  const lists: Read['lists'] = {};
  const from = start ? Math.max(statuses.indexOf(start.status), 0) : 0;
  let size = 0;
  for (const status of statuses.slice(from)) {
    const list = columns.map((): (string | null)[] => []);
    const ids = list[columns.indexOf('id')] ?? [];
    lists[status] = Object.fromEntries(columns.map((field, place) => [field, list[place]])) as StudentColumns;
    const after = start?.status === status ? start.after : undefined;
    for await (const { items, isLast } of studentPages(status, { only, after })) {
      for (const student of items) {
        for (const [place, attribute] of only.entries()) {
          const text = student[attribute]?.S || null;
          list[place]?.push(text);
          size += (text === null ? 0 : Buffer.byteLength(text)) + 5;
        }
      }
      if (size > answerLimit && !isLast) return { lists, next: `${status}/${ids.at(-1)}` };
    }
  }
  return { lists, next: null };
}
