import { randomUUID } from 'node:crypto';
import type { LoadFunction } from '../../local/load-functions.ts';
import { loadFromSources } from '../../local/load-functions.ts';
import type { TestClient } from '../../tests/support/callers/client.ts';
import { recordTraffic, type TableRequest } from '../../tests/support/school/table-traffic.ts';
import { sumUse, type Usage } from './prices.ts';
import { addItemSize, type SizedItem, type TableSize } from './table-size.ts';

/** Megabytes of memory, as infra/constructs/domain-function.ts gives them. */
const memory = { api: 1024, documents: 1769, streams: 1769, jobs: 1769 } as const;

/** State transitions of a job's batch, and of a run once (infra/workflows/batched-job.ts). */
const transitions = { batch: 2, run: 2 } as const;

/**
 * Bytes that a call leaves in the logs: the function's own line and those of the Lambda runtime, and API Gateway's
 * record. Measured on lines of the product, with the runtime's as AWS documents them.
 */
export const logBytesPerCall = 400;
const logBytes = 800 + logBytesPerCall;

const gigabyte = 1024 ** 3;

const writes = /^(Put|Update|Delete|BatchWrite|TransactWrite)/;
export const isWrite = ({ operation }: Pick<TableRequest, 'operation'>): boolean => writes.test(operation);
export const sumUnits = (traffic: readonly TableRequest[]): number =>
  traffic.reduce((sum, { units }) => sum + units, 0);

/** Measures the functions' usage; they are loaded through `loadFunction`. */
export class Meter {
  #use: Usage = {};
  #trail: TableSize = { records: 0, indexes: 0 };

  /** For `startSchool`: every function is timed. */
  readonly loadFunction: LoadFunction = async (domain, kind) => {
    const loaded = await loadFromSources(domain, kind);
    const handler = loaded.handler as (...given: unknown[]) => Promise<unknown>;
    const timed = async (...given: unknown[]) => {
      const from = performance.now();
      try {
        return await handler(...given);
      } finally {
        const seconds = (performance.now() - from) / 1000;
        this.#add({ 'Lambda calls': 1, 'Lambda time': (seconds * memory[kind]) / 1024 });
        if (kind === 'jobs') this.#add({ 'Step Functions': transitions.batch, 'Logs written': logBytes / gigabyte });
      }
    };
    return { handler: timed as unknown as typeof loaded.handler };
  };

  #add(use: Usage): void {
    this.#use = sumUse([this.#use, 1], [use, 1]);
  }

  /** Counts what goes over the line of a client. */
  watch(client: TestClient): TestClient {
    const send = client.send.bind(client);
    client.send = async (request) => {
      // As the site sends it: whatever changes something has a key, which the table keeps, and which is its id.
      const id = randomUUID();
      const key = request.method === 'GET' ? {} : { 'Idempotency-Key': id, 'x-amzn-requestid': id };
      const answer = await send({ ...request, headers: { ...key, ...request.headers } });
      if (answer.status >= 400) {
        throw new Error(`${request.method} ${request.path}: ${answer.status} ${JSON.stringify(answer.error)}`);
      }
      const bytes = Number(answer.headers.get('content-length') ?? answer.bytes.length);
      const sent = requestBytes + JSON.stringify(request.body ?? '').length;
      this.#add({
        'API Gateway calls': 1,
        'CloudFront requests': 1,
        'CloudFront traffic': (bytes + headBytes) / gigabyte,
        'CloudFront to origins': sent / gigabyte,
        'Logs written': logBytes / gigabyte,
      });
      return answer;
    };
    return client;
  }

  /** Usage of `work`, with the jobs that it waits for, and bytes added to the trail, which is never deleted. */
  async of(work: () => Promise<unknown>): Promise<{ use: Usage; trail: TableSize }> {
    this.#use = {};
    this.#trail = { records: 0, indexes: 0 };
    const { documentClient } = await import('#functions/platform/table/table.ts');
    const weigh = (next: (given: { input: object }) => Promise<object>) => (given: { input: object }) => {
      for (const item of itemsPut(given.input)) if (item.pk.startsWith('audit#')) addItemSize(this.#trail, item);
      return next(given);
    };
    documentClient.middlewareStack.add(weigh as never, { step: 'initialize', name: 'weigh' });
    const { client } = await (await import('#functions/platform/files/file-storage.ts')).loadFileStorage();
    const count = (next: (given: object) => Promise<object>, { commandName = '' }: { commandName?: string }) => {
      const isRead = /^(Get|Head)/.test(commandName);
      return (given: object) => {
        this.#add({ [isRead ? 'S3 reads' : 'S3 writes and lists']: 1 });
        return next(given);
      };
    };
    client.middlewareStack.add(count as never, { step: 'initialize', name: 'meter' });
    try {
      const traffic = await recordTraffic(work);
      const written = traffic.filter(isWrite);
      const read = traffic.filter((request) => !isWrite(request));
      if (this.#use['Step Functions']) this.#add({ 'Step Functions': transitions.run });
      this.#add({ 'DynamoDB reads': sumUnits(read), 'DynamoDB writes': sumUnits(written) });
      return { use: this.#use, trail: this.#trail };
    } finally {
      documentClient.middlewareStack.remove('weigh');
      client.middlewareStack.remove('meter');
    }
  }
}

/** Bytes of an answer's headers over HTTP/2, compressed. */
const headBytes = 300;

/** Bytes of a request's line and headers at the origin, with cookies and CloudFront's own. */
const requestBytes = 1500;

/** Every item that a request puts, in a transaction or by itself. */
function itemsPut(input: { TransactItems?: { Put?: { Item: SizedItem } }[]; Item?: SizedItem }): SizedItem[] {
  return [...(input.TransactItems ?? []).flatMap(({ Put }) => Put?.Item ?? []), ...(input.Item ? [input.Item] : [])];
}
