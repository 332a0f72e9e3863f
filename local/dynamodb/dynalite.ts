import type { Server } from 'node:http';
import { createRequire } from 'node:module';
import { type HttpAnswer, readBody, startHttpServer } from '../aws-protocol/http-server.ts';
import type { Answer } from './answers.ts';
import type { Emulator } from './dynoxide.ts';
import { Gate } from './gate.ts';
import { withComparableLists } from './list-conditions.ts';
import { gather } from './statements.ts';
import { emulatorHeaders, TableSchemas } from './table-schemas.ts';
import { type Call, Transactions } from './transactions.ts';

type Dynalite = (options: {
  path?: string;
  createTableMs: number;
  deleteTableMs: number;
  updateTableMs: number;
}) => Server;

const maximumBodyBytes = 16 * 1024 * 1024;

/**
 * Starts dynalite, for platforms without dynoxide: JavaScript, in this process, slower. What it lacks and the product needs is
 * added in front of it: transactions, gathering statements, the old item of a failed condition, and time to live (taken, never acted on).
 * @param folder where LevelDB keeps its files, or undefined to keep everything in memory
 */
export async function startDynalite(folder: string | undefined): Promise<Emulator> {
  const dynalite = createRequire(import.meta.url)('dynalite') as Dynalite;
  const immediately = { createTableMs: 0, deleteTableMs: 0, updateTableMs: 0 };
  const server = dynalite({ ...immediately, ...(folder === undefined ? {} : { path: folder }) });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no TCP port');

  const call = callerOf(address.port);
  const transactions = new Transactions(call, new TableSchemas(address.port));
  const gate = new Gate();
  const front = await startHttpServer(async (request) => {
    const target = String(request.headers['x-amz-target'] ?? '');
    const operation = target.slice(target.indexOf('.') + 1);
    const body = (await readBody(request, maximumBodyBytes)).toString('utf8');
    if (operation === 'TransactWriteItems')
      return toHttp(await gate.exclusive(() => transactions.write(JSON.parse(body))));
    if (operation === 'TransactGetItems')
      return toHttp(await gate.exclusive(() => transactions.read(JSON.parse(body))));
    if (operation === 'ExecuteStatement') return toHttp(await gate.shared(() => gather(call, JSON.parse(body))));
    if (operation === 'UpdateTimeToLive') {
      return toHttp({ status: 200, body: { TimeToLiveSpecification: JSON.parse(body).TimeToLiveSpecification } });
    }
    return toHttp(await gate.shared(() => callWithOldItem(call, operation, body)));
  });
  return {
    port: Number(new URL(front.endpoint).port),
    stop: async () => {
      await front.stop();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function callerOf(port: number): Call {
  return async (operation, input) => {
    const response = await fetch(`http://127.0.0.1:${port}/`, {
      method: 'POST',
      headers: { ...emulatorHeaders, 'x-amz-target': `DynamoDB_20120810.${operation}` },
      body: JSON.stringify(withComparableLists(typeof input === 'string' ? JSON.parse(input) : input)),
    });
    return { status: response.status, body: await response.json() };
  };
}

/** A write whose condition failed can ask for the item as it is. */
async function callWithOldItem(call: Call, operation: string, body: string): Promise<Answer> {
  const answer = await call(operation, body);
  const { __type = '' } = answer.body as { __type?: string };
  if (answer.status === 200 || !__type.endsWith('#ConditionalCheckFailedException')) return answer;
  const input = JSON.parse(body);
  if (input.ReturnValuesOnConditionCheckFailure !== 'ALL_OLD') return answer;
  const Key = input.Key ?? (await keyOf(call, input.TableName, input.Item));
  const found = await call('GetItem', { TableName: input.TableName, Key, ConsistentRead: true });
  return { ...answer, body: { ...(answer.body as object), ...(found.body as object) } };
}

async function keyOf(call: Call, table: string, item: Record<string, unknown>): Promise<object> {
  const { body } = await call('DescribeTable', { TableName: table });
  const { KeySchema } = (body as { Table: { KeySchema: { AttributeName: string }[] } }).Table;
  return Object.fromEntries(KeySchema.map(({ AttributeName }) => [AttributeName, item[AttributeName]]));
}

function toHttp({ status, body }: Answer): HttpAnswer {
  return { status, headers: { 'content-type': 'application/x-amz-json-1.0' }, body: JSON.stringify(body) };
}
