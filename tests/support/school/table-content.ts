import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeAll } from 'vitest';
import { createTableClientOfTests, findTableOfPartition, scanBothTables, type TableItem } from './both-tables.ts';

/** Kept by the way of every request, refused ones included. */
const byTheWay = ['session', 'attempts', 'challenge', 'access', 'subject-use', 'paper-given'];

/** Leaves them out in the database: after a hundred requests they are most of it. */
const filter = {
  FilterExpression: byTheWay.map((_, index) => `NOT begins_with(pk, :p${index})`).join(' AND '),
  ExpressionAttributeValues: Object.fromEntries(byTheWay.map((name, index) => [`:p${index}`, `${name}#`])),
};

/**
 * Every stored item of both tables by its key, as canonical text; without sessions, challenges, counted sign-in tries,
 * events of access, what idempotency keys stand for, what is kept of classes, when a subject was given last and the
 * keys that sign cookies.
 */
export type TableContent = ReadonlyMap<string, string>;

export const readTableContent = async (): Promise<TableContent> => contentOf(await storedItems());

/**
 * Which act gave a student a subject last, what an idempotency key was used for, and what reports keep for the next
 * reader, is kept by the way, too. A run that an earlier request began ends when it does.
 */
const contentOf = (items: ReadonlyMap<string, TableItem>): TableContent =>
  new Map(
    [...items]
      .filter(
        ([key]) =>
          !/^(?:(?:request|attendance-kept|class-changes|class-summary|job#make-roster-file)#|roster-files )/.test(key),
      )
      .map(([key, { givenBy: _act, ...item }]) => [key, canonical(item.pk === 'class-rosters' ? listed(item) : item)]),
  );

/** A class roster by student: its order, its version and who was written lately say how it became what it is. */
function listed({ version: _write, recent: _lately, students, ...item }: TableItem): TableItem {
  const columns = Object.entries(JSON.parse(String(students)) as { studentId: string[] } & Record<string, unknown[]>);
  const ids = columns.find(([name]) => name === 'studentId')?.[1] ?? [];
  const rows = ids.map((id, row) => [
    id,
    columns.filter(([, values]) => values[row] !== null).map(([name, values]) => [name, values[row]]),
  ]);
  return { ...item, students: Object.fromEntries(rows) };
}

const storedItems = async (): Promise<Map<string, TableItem>> =>
  new Map((await scanBothTables(filter)).map((item) => [`${item.pk} ${item.sk}`, item]));

/**
 * Remembers what is stored now, and gives what brings all of it back, but for items whose partition key matches `but`.
 */
export async function saveTableForRestore(): Promise<((but?: RegExp) => Promise<void>) & { content: TableContent }> {
  const client = createTableClientOfTests();
  const kept = await storedItems();
  const putBack = async (but?: RegExp) => {
    const now = await storedItems();
    const added = [...now].filter(([key, { pk }]) => !kept.has(key) && !but?.test(String(pk)));
    const changed = [...kept].filter(([key, item]) => canonical(now.get(key) ?? {}) !== canonical(item));
    await Promise.all([
      ...added.map(([, { pk, sk }]) =>
        client.send(new DeleteCommand({ TableName: findTableOfPartition(pk), Key: { pk, sk } })),
      ),
      ...changed.map(([, Item]) => client.send(new PutCommand({ TableName: findTableOfPartition(Item.pk), Item }))),
    ]);
  };
  return Object.assign(putBack, { content: contentOf(kept) });
}

/**
 * For a `describe`, after its own `beforeAll`: each test begins with what is stored then. The answer restores it within
 * a test.
 */
export function restoreAfterEach(): () => Promise<void> {
  let putBack: Awaited<ReturnType<typeof saveTableForRestore>>;
  beforeAll(async () => {
    putBack = await saveTableForRestore();
  });
  afterEach(() => putBack());
  return () => putBack();
}

/** Keys of the items that were added, changed or removed since `before`; none means that nothing was stored. */
export const listChangesSince = async (before: TableContent): Promise<string[]> =>
  listChangesBetween(before, await readTableContent());

/** The same, of a state that was read already. */
export function listChangesBetween(before: TableContent, after: TableContent): string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter((key) => before.get(key) !== after.get(key));
}

/** Fields of maps and members of sets come from DynamoDB in any order. */
const canonical = (item: Record<string, unknown>): string =>
  JSON.stringify(item, (_name, value) => {
    if (value instanceof Set) return [...value].sort();
    const isMap = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isMap ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value;
  });
