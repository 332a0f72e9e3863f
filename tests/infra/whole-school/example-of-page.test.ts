import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { allRecordKinds, kindsOfOptions, toStored } from '#functions/school/whole-school/record-lines.ts';
import { recordKindParts } from '#options/functions/record-kinds.generated';

kindsOfOptions.fill(recordKindParts);

it('the line of leaving.md is a teacher, as the file has one', () => {
  const page = readFileSync(new URL('../../../docs/operations/leaving.md', import.meta.url), 'utf8');
  const [, line = ''] = /^```json\n(.+)\n```$/m.exec(page) ?? [];
  const teacher = JSON.parse(line);
  const kind = allRecordKinds().get('employee');
  const schema = z.fromJSONSchema(kind?.schema as never);
  expect(schema.safeParse(teacher).error?.issues ?? []).toEqual([]);
  expect(Object.keys(kind?.schema.properties ?? {})).toEqual(expect.arrayContaining(Object.keys(teacher)));
  expect(toStored(teacher, kind)).toMatchObject({ pk: 'employee#T1', sk: 'employee', lastName: 'Núñez' });
});
