import { DeleteCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { type Action, executeUnguarded, type Meaning } from './action.ts';
import { writeCompanionsBefore } from './acts/carry-out-act.ts';
import { kindAttribute, projection, sendWithRetries, type TableKey, tableNames } from './table.ts';

/** A row of a table, with its entity and its student. */
export type ScannedRow = TableKey & {
  table: string;
  entity: string;
  /** Paths to the notes in it: `['marks', '3', 'note']`. */
  notes: readonly (readonly string[])[];
  studentId: string;
  /** Of a row that has a class, and those of a row that has a term. */
  classId: string | undefined;
  year: number | undefined;
  term: 1 | 2 | 3 | undefined;
};

/** Most students in one scan: their ids fill the longest filter that DynamoDB takes. */
export const maxStudentsPerScan = 20;

/**
 * The rows of students in one of `of` parts of both tables: those that have an id of theirs, those of the trail, and
 * those whose sort key names one. Reads all of the part.
 */
export async function scanRowsOfStudents(
  studentIds: readonly string[],
  part: { segment: number; of: number },
): Promise<ScannedRow[]> {
  const tables = [tableNames().records, tableNames().trail];
  return (await Promise.all(tables.map((table) => rowsIn(table, studentIds, part)))).flat();
}

async function rowsIn(
  table: string,
  studentIds: readonly string[],
  part: { segment: number; of: number },
): Promise<ScannedRow[]> {
  const each = (name: string) => studentIds.map((_, index) => `:${name}${index}`);
  const names = ['id', 'trail', 'taken'].map((name) => each(name).join(', '));
  const [ids, trails, taken] = names;
  const values = studentIds.flatMap((id, index) => [
    [`:id${index}`, id],
    [`:trail${index}`, `audit#student#${id}`],
    [`:trails${index}`, `audit#student#${id}#`],
    [`:taken${index}`, `subjects#${id}`],
  ]);
  // Whatever a row is of, the worker sees no more of it than its right allows (ADR 0034).
  const projected = projection(['pk', 'sk', 'studentId', 'year', 'term', 'classId', 'marks']);
  const below = each('trails').map((trail) => `begins_with(pk, ${trail})`);
  const rows: ScannedRow[] = [];
  let start: Record<string, unknown> | undefined;
  do {
    const page = await sendWithRetries(
      new ScanCommand({
        TableName: table,
        ConsistentRead: true,
        Segment: part.segment,
        TotalSegments: part.of,
        Select: 'SPECIFIC_ATTRIBUTES',
        ...projected,
        FilterExpression: `studentId IN (${ids}) OR pk IN (${trails}) OR ${below.join(' OR ')} OR (begins_with(pk, :takeOvers) AND sk IN (${taken}))`,
        ExpressionAttributeValues: { ...Object.fromEntries(values), ':takeOvers': 'take-over#' },
        ExclusiveStartKey: start,
      }),
    );
    for (const item of page.Items ?? []) rows.push({ table, ...foundRow(item, studentIds) });
    start = page.LastEvaluatedKey;
  } while (start);
  return rows;
}

function foundRow(item: Record<string, unknown>, studentIds: readonly string[]): Omit<ScannedRow, 'table'> {
  const [pk, sk] = [String(item.pk), String(item.sk)];
  const isOf = (id: string) =>
    item.studentId === id || `${pk}#`.startsWith(`audit#student#${id}#`) || sk === `subjects#${id}`;
  return {
    pk,
    sk,
    entity: String(item[kindAttribute]),
    notes: notesIn(item),
    studentId: studentIds.find(isOf) ?? '',
    classId: typeof item.classId === 'string' ? item.classId : undefined,
    year: item.year as number | undefined,
    term: item.term as 1 | 2 | 3 | undefined,
  };
}

function notesIn({ marks }: Record<string, unknown>): string[][] {
  if (typeof marks !== 'object' || marks === null) return [];
  return Object.entries(marks).flatMap(([name, mark]) =>
    typeof mark === 'object' && mark !== null && 'note' in mark ? [['marks', name, 'note']] : [],
  );
}

/** Deletes one row, or nothing. One request for each, because the right to delete depends on the key. */
export async function deleteRow({ table, pk, sk }: TableKey & Pick<ScannedRow, 'table'>): Promise<void> {
  await sendWithRetries(new DeleteCommand({ TableName: table, Key: { pk, sk } }));
}

/** Attributes of a row by their paths. */
export interface AttributeRemoval {
  row: ScannedRow;
  paths: readonly (readonly string[])[];
  /** Companions that are written before. */
  means?: readonly Meaning[] | undefined;
}

/**
 * Removes attributes of existing rows of the records table, of closed terms too; those that they do not have count as
 * removed. Their companions are written before: a version that moves just before its change is as good as one that
 * moves with it.
 * @throws where a row has another class by now
 */
export async function executeAttributeRemovals(removals: readonly AttributeRemoval[]): Promise<void> {
  const some = removals.filter(({ paths }) => paths.length > 0);
  await writeCompanionsBefore(some.flatMap(({ means = [] }) => means));
  await Promise.all(some.map((one) => executeUnguarded(removalAction(one))));
}

function removalAction({ row: { pk, sk, classId }, paths }: AttributeRemoval): Action {
  const names = [...new Set(paths.flat())];
  const ofClass = classId !== undefined;
  return {
    Update: {
      TableName: tableNames().records,
      Key: { pk, sk },
      UpdateExpression: `REMOVE ${paths.map((path) => path.map((name) => `#n${names.indexOf(name)}`).join('.')).join(', ')}`,
      ConditionExpression: ofClass ? '#class = :class' : 'attribute_exists(pk)',
      ExpressionAttributeNames: {
        ...Object.fromEntries(names.map((name, index) => [`#n${index}`, name])),
        ...(ofClass ? { '#class': 'classId' } : {}),
      },
      ...(ofClass ? { ExpressionAttributeValues: { ':class': classId } } : {}),
    },
  };
}
