import { randomUUID } from 'node:crypto';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { type CallRow, callKind, type Output, type RawInput } from '#shared/http/contract.ts';
import { allCalls, lambdaSourcePath } from '#shared/product.ts';
import { toWebRequest } from '../../../web/api/request.ts';
import type { TestClient } from './client.ts';

/** What a call came to: its status, its body, and of a refusal the first sentence. */
export interface DirectAnswer<T> {
  status: number;
  body: T;
  message: string | undefined;
}

/**
 * Makes a contract's call as that client, by the whole function but without the way over HTTP: so what it asks of the
 * table is known to be of this act (`interleave`). For a school in this process.
 */
export async function callDirectly<C extends CallRow>(
  client: TestClient,
  call: C,
  input: RawInput<C>,
  key: string = randomUUID(),
): Promise<DirectAnswer<Output<C>>> {
  const found = allCalls.find((one) => one.call === call);
  if (!found) throw new Error(`${call.path} is in no contract`);
  const kind = callKind(call);
  const { handler } = (await import(`#functions/${lambdaSourcePath(found.domain, kind)}`)) as {
    handler: (event: APIGatewayProxyEvent, context: Context) => Promise<APIGatewayProxyResult>;
  };
  const { url, body } = toWebRequest(call, input as Record<string, unknown>);
  const at = new URL(url, 'http://localhost');
  const query: Record<string, string[]> = Object.create(null);
  for (const [name, value] of at.searchParams) query[name] = [...(query[name] ?? []), value];
  const event = {
    httpMethod: call.method,
    resource: call.path,
    path: at.pathname,
    isBase64Encoded: false,
    headers: {
      'content-type': 'application/json',
      'idempotency-key': key,
      ...(client.stationKey === undefined ? {} : { 'x-station-key': client.stationKey }),
      'x-xsrf-token': client.cookies.get('XSRF-TOKEN') ?? '',
      cookie: [...client.cookies].map((pair) => pair.join('=')).join('; '),
    },
    body: body ?? null,
    pathParameters: null,
    multiValueQueryStringParameters: query,
    requestContext: { requestId: key, identity: { sourceIp: '198.51.100.1' } },
  } as unknown as APIGatewayProxyEvent;
  const answer = await handler(event, {} as Context);
  const parsed = JSON.parse(answer.body) as Output<C> & { errors?: { message: string[] } };
  return { status: answer.statusCode, body: parsed, message: parsed?.errors?.message[0] };
}
