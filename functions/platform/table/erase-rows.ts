import { DeleteCommand, ScanCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { documentClient, entityConfiguration, type TableKey } from './table.ts';

/** A row as the table holds it, by the entity whose it is. */
export type FoundRow = TableKey & { entity: string; attributes: readonly string[] };

/**
 * The rows of one student in one of `of` parts of the table: those that have the id, those of the trail, and those whose sort key names
 * the student. Reads all of the part.
 */
export async function rowsOfStudent(studentId: string, part: { segment: number; of: number }): Promise<FoundRow[]> {
  const rows: FoundRow[] = [];
  let start: Record<string, unknown> | undefined;
  do {
    const page = await documentClient.send(
      new ScanCommand({
        TableName: entityConfiguration.table,
        ConsistentRead: true,
        Segment: part.segment,
        TotalSegments: part.of,
        FilterExpression:
          'studentId = :id OR pk = :trail OR begins_with(pk, :trails) OR (begins_with(pk, :takeOvers) AND sk = :taken)',
        ExpressionAttributeValues: {
          ':id': studentId,
          ':trail': `audit#student#${studentId}`,
          ':trails': `audit#student#${studentId}#`,
          ':takeOvers': 'take-over#',
          ':taken': `subjects#${studentId}`,
        },
        ExclusiveStartKey: start,
      }),
    );
    for (const item of page.Items ?? []) rows.push(foundRow(item));
    start = page.LastEvaluatedKey;
  } while (start);
  return rows;
}

const foundRow = (item: Record<string, unknown>): FoundRow => ({
  pk: String(item.pk),
  sk: String(item.sk),
  entity: String(item.__edb_e__),
  attributes: Object.keys(item),
});

/** One request for one row: the right to delete it is a matter of its key alone. Nothing happens where there is none. */
export async function deleteRow({ pk, sk }: TableKey): Promise<void> {
  await documentClient.send(new DeleteCommand({ TableName: entityConfiguration.table, Key: { pk, sk } }));
}

/** Removes attributes of a row that is there. */
export async function removeAttributes({ pk, sk }: TableKey, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  await documentClient.send(
    new UpdateCommand({
      TableName: entityConfiguration.table,
      Key: { pk, sk },
      UpdateExpression: `REMOVE ${names.map((_, index) => `#n${index}`).join(', ')}`,
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeNames: Object.fromEntries(names.map((name, index) => [`#n${index}`, name])),
    }),
  );
}
