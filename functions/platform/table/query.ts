import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { type FilledKeys, fillTemplate, knownKeyPrefix } from './key-templates.ts';
import { kindAttribute, projection, sendWithRetries } from './table.ts';

/**
 * Milliseconds after which an index has what was written. AWS names no longest delay; it is below a second in general.
 */
export const indexLag = 120_000;

/** Which records of a partition; the texts are of the sort key, after what is known of it. */
export interface SortKeyRange<K> {
  begins?: string;
  after?: string;
  from?: string;
  between?: readonly [string, string];
  isDescending?: boolean;
  /** A page of so many at most; without it, all there are. */
  limit?: number;
  /** These attributes alone. */
  only?: readonly K[];
}

interface Place<Item> extends FilledKeys {
  table: string;
  index: string | undefined;
  entity: { name: string; parse: (item: Record<string, unknown>) => Item | undefined };
}

/** The records of one entity in a partition, of the table strongly consistent. A query for each megabyte. */
export async function queryRecords<Item, K extends string>(
  { table, index, pk, sk, entity }: Place<Item>,
  attributes: object,
  { begins = '', after, from, between, isDescending = false, limit, only }: SortKeyRange<K>,
): Promise<Pick<Item, K & keyof Item>[]> {
  const { known, isWhole } = knownKeyPrefix(sk, attributes);
  const texts = between ?? [after ?? from ?? begins];
  const values = Object.fromEntries(texts.map((text, number) => [`:sk${number}`, known + text]));
  const [comparison] = [
    ...(between ? ['#sk BETWEEN :sk0 AND :sk1'] : []),
    ...(after === undefined ? [] : ['#sk > :sk0']),
    ...(from === undefined ? [] : ['#sk >= :sk0']),
    ...(isWhole ? ['#sk = :sk0'] : []),
    ...(known + begins === '' ? [] : ['begins_with(#sk, :sk0)']),
  ];
  const { ExpressionAttributeNames: names, ...projected } = only ? projection(only) : {};
  const found: Pick<Item, K & keyof Item>[] = [];
  let start: Record<string, unknown> | undefined;
  do {
    const page = await sendWithRetries(
      new QueryCommand({
        TableName: table,
        ...(index === undefined ? { ConsistentRead: true } : { IndexName: index }),
        KeyConditionExpression: `#pk = :pk${comparison ? ` AND ${comparison}` : ''}`,
        FilterExpression: '#kind = :kind',
        // Named too, where a policy asks for it.
        ...(only ? { Select: 'SPECIFIC_ATTRIBUTES' as const } : {}),
        ...projected,
        ExpressionAttributeNames: {
          '#pk': `${index ?? ''}pk`,
          '#kind': kindAttribute,
          ...(comparison ? { '#sk': `${index ?? ''}sk` } : {}),
          ...names,
        },
        ExpressionAttributeValues: {
          ':pk': fillTemplate(pk, attributes),
          ':kind': entity.name,
          ...(comparison ? values : {}),
        },
        ScanIndexForward: !isDescending,
        Limit: limit,
        ExclusiveStartKey: start,
      }),
    );
    for (const item of page.Items ?? []) found.push(entity.parse(item) as Item);
    start = page.LastEvaluatedKey;
  } while (start && limit === undefined);
  return found;
}
