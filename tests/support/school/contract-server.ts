import { vi } from 'vitest';
import { options } from '#options/shared';
import { type CallRow, type Input, needsCsrf, type Output } from '#shared/http/contract.ts';
import type { Conflict } from '#shared/http/error-body.ts';
import { allCalls } from '#shared/product.ts';

/** What a handler of {@link startContractServer} answers when it refuses. */
export interface ContractRefusal {
  status: number;
  message: string;
  fields?: Record<string, string[]>;
  conflict?: Conflict;
  /** Seconds. */
  retryAfter?: number;
}
export const refuseWith = (status: number, message: string, fields?: ContractRefusal['fields']): ContractRefusal =>
  fields ? { status, message, fields } : { status, message };

type Handler<C extends CallRow> = (
  input: Input<C>,
) => Output<C> | ContractRefusal | Promise<Output<C> | ContractRefusal>;

export interface ReceivedCall {
  row: CallRow;
  input: unknown;
  headers: Headers;
}

/** A server that has started. */
export function startContractServer() {
  const server = createContractServer();
  server.start();
  return server;
}

/**
 * Replaces `fetch` in component tests from its `start` on: the real client calls, and each request is checked against
 * its contract row, as is each answer that a test gives. A request that the contract refuses, or without its CSRF
 * token, fails the test. After each start it has no answers and no calls.
 */
export function createContractServer() {
  const handlers = new Map<CallRow, Handler<CallRow>>();
  const calls: ReceivedCall[] = [];
  /** What the site says of the school. */
  const school: Record<string, unknown> = {};
  let isReachable = true;
  let csrf = '';

  const answer = async (request: Request): Promise<Response> => {
    if (!isReachable) throw new TypeError('Failed to fetch');
    const url = new URL(request.url);
    if (url.pathname === '/school.json') return Response.json(school);
    const entry = allCalls.find(
      ({ call }) => call.method === request.method && pathPattern(call.path).test(url.pathname),
    );
    if (!entry) throw new Error(`${request.method} ${url.pathname} is not in the contracts.`);
    const { call: row, name } = entry;
    // biome-ignore lint/suspicious/noDocumentCookie: the page reads it there, and the test DOM has no Cookie Store
    if (row.path === '/sanctum/csrf-cookie') document.cookie = `XSRF-TOKEN=${encodeURIComponent(csrf)}; path=/`;
    else if (needsCsrf(row) && request.headers.get('x-xsrf-token') !== csrf) {
      return Response.json({ errors: { message: ['Your session needs to be refreshed.'] } }, { status: 419 });
    }
    const input = row.input().parse({
      ...pathPattern(row.path).exec(url.pathname)?.groups,
      ...Object.fromEntries([...url.searchParams.keys()].map((name) => queryField(url.searchParams, name))),
      ...(row.method === 'GET' ? {} : await bodyOf(row, request)),
    });
    calls.push({ row, input, headers: request.headers });
    const handler = handlers.get(row);
    if (!handler) throw new Error(`This test gives no answer to ${name}.`);
    const result = await handler(input as never);
    if (isRefusal(result)) {
      const { status, message, fields, conflict, retryAfter } = result;
      return Response.json(
        { errors: { message: [message], ...(fields && { fields }), ...(conflict && { conflict }) } },
        { status, ...(retryAfter !== undefined && { headers: { 'retry-after': String(retryAfter) } }) },
      );
    }
    return Response.json(row.output().parse(result));
  };

  return {
    start(): void {
      handlers.clear();
      calls.length = 0;
      for (const key of Object.keys(school)) delete school[key];
      Object.assign(school, schoolOfTests());
      isReachable = true;
      csrf = 'token-1';
      vi.stubGlobal('fetch', (input: string | URL | Request, init?: RequestInit) =>
        answer(new Request(new URL(String(input), window.location.origin), init)),
      );
    },
    school,
    /** Every call that reached a handler, in order. */
    calls,
    callsOf: (row: CallRow): ReceivedCall[] => calls.filter((seen) => seen.row === row),
    /** Answers a call from now on. */
    on<C extends CallRow>(row: C, handler: Handler<C>): void {
      handlers.set(row, handler as unknown as Handler<CallRow>);
    },
    setReachable(value: boolean): void {
      isReachable = value;
    },
    /** The tokens given out so far are no longer taken. */
    rotateCsrf(): void {
      csrf = `token-${Math.random()}`;
    },
  };
}

const allOptions: readonly { name: string }[] = options;
const schoolOfTests = () => ({
  name: 'Northgate Secondary School',
  motto: null,
  timeZone: 'UTC',
  // Without families: they add lines to many screens, each with a call. A test that has them answers those.
  options: allOptions.map(({ name }) => name).filter((name) => name !== 'families'),
  tints: { lowBelow: 50, outlierFences: 1.5 },
});

/** The fields of a body: of a form where the call takes files, else JSON. */
const bodyOf = async (row: CallRow, request: Request): Promise<object> =>
  row.accepts ? Object.fromEntries((await request.formData()).entries()) : ((await request.json()) as object);

export type ContractServer = ReturnType<typeof createContractServer>;

/** A list where the name says so. */
const queryField = (query: URLSearchParams, name: string) =>
  name.endsWith('[]') ? [name.slice(0, -2), query.getAll(name)] : [name, query.get(name)];

const isRefusal = (result: unknown): result is ContractRefusal =>
  typeof result === 'object' && result !== null && 'status' in result && 'message' in result;

const pathPattern = (path: string): RegExp => new RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);
