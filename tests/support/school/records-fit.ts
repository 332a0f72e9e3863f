import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { RecordKind } from '#functions/school/whole-school/record-kind.ts';
import { recordKinds } from '#functions/school/whole-school/record-kinds.generated.ts';
import { attributesOfLine, toLine } from '#functions/school/whole-school/record-lines.ts';
import { recordKindParts } from '#options/functions/record-kinds.generated';
import { localNames } from '../../../local/environment.ts';

/**
 * What is stored fits its kind: a school whose records do not is refused by `import-school`. Looked at after the tests
 * of a file, over all that they stored.
 */
export async function findOddRecords(): Promise<string[]> {
  // There are none where there is no option.
  const ofOptions: Readonly<Record<string, readonly RecordKind[]>> = recordKindParts;
  const all = [...recordKinds, ...Object.values(ofOptions).flat()];
  const kinds = new Map(all.map((kind) => [kind.name, kind]));
  const schemas = new Map<string, z.ZodType>();
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
  const odd: string[] = [];
  const { TableNames = [] } = await client.send(new ListTablesCommand({}));
  // A drill ends with tables of its own.
  for (const TableName of [localNames.table, localNames.trail].filter((name) => TableNames.includes(name))) {
    for await (const { Items = [] } of paginateScan({ client }, { TableName })) {
      for (const item of Items) {
        const { kind, line } = toLine(item, kinds);
        const declared = kinds.get(kind);
        // A file has records of no kind as they are.
        if (!declared || declared.secret !== undefined) continue;
        const schema = schemas.get(kind) ?? z.fromJSONSchema(declared.schema as never);
        schemas.set(kind, schema);
        const [issue] = schema.safeParse(attributesOfLine(JSON.parse(line))).error?.issues ?? [];
        if (issue) odd.push(`${kind} ${item.pk} ${item.sk}: ${issue.path.join('.')}: ${issue.message}`);
      }
    }
  }
  return odd;
}
