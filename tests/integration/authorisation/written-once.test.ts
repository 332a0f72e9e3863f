import { randomUUID } from 'node:crypto';
import {
  BatchWriteCommand,
  DeleteCommand,
  GetCommand,
  PutCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, it } from 'vitest';
import { AuditRowEntity, auditKey, auditRow } from '#functions/platform/table/audit.ts';
import { documentClient, readItems } from '#functions/platform/table/table.ts';
import { termLocksKey } from '#functions/school/records/term-locks.ts';
import { authContract } from '#shared/accounts/auth/contract.ts';
import { markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import { localNames } from '../../../local/environment.ts';
import { clientOfAccount, clientWithSession } from '../../support/callers/callers.ts';
import { recordFunctionRequests } from '../../support/policies/guarded-functions.ts';
import { findTrailChanges } from '../../support/policies/trail-requests.ts';
import { createTableClientOfTests, scanBothTables } from '../../support/school/both-tables.ts';
import { schoolForTests } from '../../support/school/school-for-tests.ts';
import { term, year } from '../../support/school/small-school.ts';
import { recordTraffic } from '../../support/school/table-traffic.ts';

const school = schoolForTests();

const TableName = localNames.trail;
const Key = { pk: 'audit#student#S01', sk: 'A1/one' };
const Item = { ...Key, at: 'another' };
const update = { TableName, Key, UpdateExpression: 'SET #at = :at', ExpressionAttributeNames: { '#at': 'at' } };
const ExpressionAttributeValues = { ':at': 'another' };
const isNew = 'attribute_not_exists(pk)';
const inTransaction = (action: object) => new TransactWriteCommand({ TransactItems: [action] as never });

/** Every way in which a function could change a row that is there; the first is all that IAM would let through. */
const overwriting: [string, () => unknown][] = [
  ['a put without condition', () => new PutCommand({ TableName, Item })],
  [
    'a put with another condition',
    () => new PutCommand({ TableName, Item, ConditionExpression: 'attribute_exists(pk)' }),
  ],
  [
    'a put with a condition that is no other’s',
    () => new PutCommand({ TableName, Item, ConditionExpression: `${isNew} OR attribute_exists(pk)` }),
  ],
  [
    'a put with a condition on another attribute',
    () =>
      new PutCommand({
        TableName,
        Item,
        ConditionExpression: 'attribute_not_exists(#pk)',
        ExpressionAttributeNames: { '#pk': 'restoredTo' },
      }),
  ],
  ['a put in a transaction', () => inTransaction({ Put: { TableName, Item } })],
  ['an update', () => new UpdateCommand({ ...update, ExpressionAttributeValues })],
  ['an update in a transaction', () => inTransaction({ Update: { ...update, ExpressionAttributeValues } })],
  ['a deletion in a transaction', () => inTransaction({ Delete: { TableName, Key } })],
];

describe('what is written once', () => {
  const client = createTableClientOfTests();
  const stored = async () => (await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }))).Item;
  beforeAll(() => client.send(new PutCommand({ TableName, Item: { ...Key, at: 'first' } })));

  it.each(overwriting)('is not sent %s by the functions’ client, whatever their rights', async (_, command) => {
    await expect(documentClient.send(command() as never)).rejects.toThrow('append-only');
    expect(await stored()).toMatchObject({ at: 'first' });
  });

  it('is not put in a batch, which has no conditions', async () => {
    const row = auditRow({
      subject: 'student#S01',
      changes: [],
      by: { caller: { accountId: 'A1', name: 'Ada Office' }, request: { now: new Date(), idempotencyKey: 'A1/one' } },
    });
    const batch = { [TableName]: [{ PutRequest: { Item: AuditRowEntity.item(row) } }] };
    const sent = documentClient.send(new BatchWriteCommand({ RequestItems: batch }));
    await expect(sent).rejects.toThrow('append-only');
    expect(await stored()).toMatchObject({ at: 'first' });
  });

  it('is put where there is none, and by nobody a second time', async () => {
    const another = { ...Item, sk: randomUUID() };
    const put = () => documentClient.send(new PutCommand({ TableName, Item: another, ConditionExpression: isNew }));
    await put();
    await expect(put()).rejects.toThrow('conditional');
  });

  it.each(overwriting)('is looked for by the tests in every request of a function: %s', (_, command) => {
    const sent = command() as { input: Record<string, unknown>; constructor: { name: string } };
    const name = { PutCommand: 'PutItem', UpdateCommand: 'UpdateItem' }[sent.constructor.name] ?? 'TransactWriteItems';
    expect(findTrailChanges(`${name}Command`, sent.input)).toHaveLength(1);
  });

  it('is deleted, as the tests see it, by no request either', () => {
    const { input } = new DeleteCommand({ TableName, Key });
    expect(findTrailChanges('DeleteItemCommand', input as never)).toEqual(['DeleteItem']);
    expect(findTrailChanges('BatchWriteItemCommand', { RequestItems: { [TableName]: [] } })).toEqual([
      'BatchWriteItem',
    ]);
  });
});

describe('a save', () => {
  it('writes its record and its row in one transaction over both tables', async () => {
    const teacher = await clientOfAccount(school.url, 'T1');
    const save = () =>
      teacher.call(markSheetContract.saveSubjectRecord, {
        student_id: 'S01',
        subject_id: 'MATH',
        year,
        term,
        comment: randomUUID(),
      });
    await save();
    let requests: Awaited<ReturnType<typeof recordFunctionRequests>> = [];
    const traffic = await recordTraffic(async () => {
      requests = await recordFunctionRequests(async () => expect((await save()).status).toBe(200));
    });
    expect(
      traffic.filter(({ operation }) => /Write|Put|Update|Delete/.test(operation)).map((one) => one.operation),
    ).toEqual(['TransactWriteItems']);
    const parts = requests.flatMap((request) => request.parts).filter(({ action }) => /Put|Update/.test(action));
    expect(parts.map(({ action, on }) => `${action} ${on}`).toSorted()).toEqual(['PutItem trail', 'UpdateItem table']);
  });

  it('leaves nothing of what is written once among the records, nor the other way round', async () => {
    await (await clientWithSession(school.url, undefined)).call(authContract.login, {
      name: 'mona',
      password: 'Wrong-password-1',
    });
    const kinds = new Set((await scanBothTables()).map(({ pk }) => String(pk).split('#')[0]));
    for (const kind of ['audit', 'access', 'student']) expect(kinds).toContain(kind);
  });
});

describe('records and rows together', () => {
  it('are read by one request', async () => {
    const [row] = (await scanBothTables()).filter(({ __edb_e__: entity }) => entity === 'audit');
    const keys = { row: auditKey(String(row?.subject), String(row?.idempotencyKey)), register: termLocksKey() };
    const traffic = await recordTraffic(async () => {
      const found = await readItems(keys);
      expect(found.row).toMatchObject({ subject: row?.subject });
      expect(found.register?.currentYear).toBe(year);
    });
    expect(traffic.map(({ operation, itemBytes }) => [operation, itemBytes.length])).toEqual([['BatchGetItem', 2]]);
  });
});
