import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { type HttpAnswer, readBody, startHttpServer } from '../../aws-protocol/http-server.ts';
import { answerToJson, type DynamoDbAnswer } from '../answers.ts';
import { askEmulator, type Emulator, type EmulatorAddress } from '../dynoxide.ts';
import { type CallEmulator, queryPartitionsOfStatement } from '../statements.ts';
import { emulatorHeaders, emulatorKey, TableSchemas } from '../table-schemas.ts';
import { withComparableLists } from './list-conditions.ts';
import { ReadWriteLock } from './read-write-lock.ts';
import { type SendOperation, Transactions } from './transactions.ts';

type Dynalite = (options: {
  path?: string;
  createTableMs: number;
  deleteTableMs: number;
  updateTableMs: number;
}) => Server;

const maximumBodyBytes = 16 * 1024 * 1024;

/**
 * Starts dynalite, for platforms without dynoxide: JavaScript, in this process, slower. What it lacks and the product
 * needs is added in front of it: transactions, gathering statements, the old item of a failed condition, and time to
 * live (taken, never acted on).
 * @param folder where LevelDB keeps its files, or undefined to keep everything in memory
 */
export async function startDynalite(folder: string | undefined): Promise<Extract<Emulator, { port: number }>> {
  const dynalite = createRequire(import.meta.url)('dynalite') as Dynalite;
  const immediately = { createTableMs: 0, deleteTableMs: 0, updateTableMs: 0 };
  const server = dynalite({ ...immediately, ...(folder === undefined ? {} : { path: folder }) });
  refuseStrangers(server);
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no TCP port');

  const inner = { host: '127.0.0.1', port: address.port };
  const call = callerOf(inner);
  const transactions = new Transactions(call, new TableSchemas(inner));
  const gate = new ReadWriteLock();
  const front = await startHttpServer(async (request) => {
    if (isOfPage(request)) return { status: 403 };
    const target = String(request.headers['x-amz-target'] ?? '');
    const operation = target.slice(target.indexOf('.') + 1);
    const body = (await readBody(request, maximumBodyBytes)).toString('utf8');
    if (operation === 'TransactWriteItems')
      return toHttp(await gate.exclusive(() => transactions.write(JSON.parse(body))));
    if (operation === 'TransactGetItems')
      return toHttp(await gate.exclusive(() => transactions.read(JSON.parse(body))));
    if (operation === 'ExecuteStatement')
      return toHttp(await gate.shared(() => queryPartitionsOfStatement(asText(call), JSON.parse(body))));
    if (operation === 'UpdateTimeToLive') {
      return toHttp({ status: 200, body: { TimeToLiveSpecification: JSON.parse(body).TimeToLiveSpecification } });
    }
    return toHttp(await gate.shared(() => callWithOldItem(call, operation, body)));
  });
  return {
    host: '127.0.0.1',
    port: Number(new URL(front.endpoint).port),
    stop: async () => {
      await front.stop();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** dynalite lets every web page read its answers. */
function refuseStrangers(server: Server): void {
  const answers = server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[];
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (request.headers['x-emulator-key'] !== emulatorKey) return response.writeHead(403).end();
    for (const answer of answers) answer(request, response);
  });
}

/** A page of another site has an origin, and one whose name was made to lead here has that name. */
const isOfPage = ({ headers: { origin, host = '' } }: IncomingMessage): boolean =>
  origin !== undefined || !/^(127\.0\.0\.1|localhost)(:\d+)?$/.test(host);

function callerOf(address: EmulatorAddress): SendOperation {
  return async (operation, input) => {
    const given = withComparableLists(typeof input === 'string' ? JSON.parse(input) : input);
    const { status, body } = await askEmulator(address, { operation, input: given, headers: emulatorHeaders });
    return { status, body: JSON.parse(body) };
  };
}

/** A write whose condition failed can ask for the item as it is. */
async function callWithOldItem(call: SendOperation, operation: string, body: string): Promise<DynamoDbAnswer> {
  const answer = await call(operation, body);
  const { __type = '' } = answer.body as { __type?: string };
  if (answer.status === 200 || !__type.endsWith('#ConditionalCheckFailedException')) return answer;
  const input = JSON.parse(body);
  if (input.ReturnValuesOnConditionCheckFailure !== 'ALL_OLD') return answer;
  const Key = input.Key ?? (await keyOf(call, input.TableName, input.Item));
  const found = await call('GetItem', { TableName: input.TableName, Key, ConsistentRead: true });
  return { ...answer, body: { ...(answer.body as object), ...(found.body as object) } };
}

async function keyOf(call: SendOperation, table: string, item: Record<string, unknown>): Promise<object> {
  const { body } = await call('DescribeTable', { TableName: table });
  const { KeySchema } = (body as { Table: { KeySchema: { AttributeName: string }[] } }).Table;
  return Object.fromEntries(KeySchema.map(({ AttributeName }) => [AttributeName, item[AttributeName]]));
}

/** The same with the text of each answer. */
const asText =
  (call: SendOperation): CallEmulator =>
  async (operation, input) => {
    const answer = await call(operation, input);
    return { status: answer.status, body: answerToJson(answer) };
  };

function toHttp(answer: DynamoDbAnswer): HttpAnswer {
  return {
    status: answer.status,
    headers: { 'content-type': 'application/x-amz-json-1.0' },
    body: answerToJson(answer),
  };
}
