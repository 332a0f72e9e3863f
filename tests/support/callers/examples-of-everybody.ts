import { expect } from 'vitest';
import { errorBody } from '#shared/http/error-body.ts';
import type { RunningSchool, SchoolOptions } from '../../../local/school.ts';
import { toWebRequest } from '../../../web/api/request.ts';
import { anAllowedAccount, findRight } from '../../rights/rights-table.ts';
import { readTableContent, type TableContent } from '../school/table-content.ts';
import { type CallWithExample, callsWithExamples } from './call-examples.ts';
import { clientOfAccount, clientOfStation, startSchoolOfCallers } from './callers.ts';
import { type ClientAnswer, type RawRequest, TestClient } from './client.ts';

/** The school of callers, with somebody signed in for each example call who is let in there. */
export class ExamplesOfEverybody {
  readonly #school: RunningSchool;
  readonly #clients: Map<string, TestClient>;
  /** What is stored before the first call. */
  readonly before: TableContent;

  private constructor(school: RunningSchool, clients: Map<string, TestClient>, before: TableContent) {
    this.#school = school;
    this.#clients = clients;
    this.before = before;
  }

  static async start(options: Partial<SchoolOptions> = {}): Promise<ExamplesOfEverybody> {
    const school = await startSchoolOfCallers(options);
    const ofPeople = callsWithExamples.filter(({ call }) => call.who !== 'station');
    const accountIds = new Set(ofPeople.map((entry) => anAllowedAccount(findRight(entry.call))));
    const clients = await Promise.all(
      [...accountIds].map(async (id): Promise<[string, TestClient]> => [id, await clientOfAccount(school.url, id)]),
    );
    return new ExamplesOfEverybody(school, new Map(clients), await readTableContent());
  }

  stop(): Promise<void> {
    return this.#school.stop();
  }

  client(accountId: string): TestClient {
    const client = this.#clients.get(accountId);
    if (!client) throw new Error(`${accountId} is let in by no example`);
    return client;
  }

  /**
   * Somebody in a column of rights.md, let in or not, signed in when first asked for; without an account somebody
   * signed out.
   */
  async anybody(accountId: string | null): Promise<TestClient> {
    if (accountId === null) return new TestClient(this.#school.url);
    const client = this.#clients.get(accountId) ?? (await clientOfAccount(this.#school.url, accountId));
    this.#clients.set(accountId, client);
    return client;
  }

  /** What they sent has ended their session: the next time they are signed in again. */
  signedOut(accountId: string): void {
    this.#clients.delete(accountId);
  }

  /** Somebody who is let in. */
  clientFor(entry: CallWithExample): TestClient {
    if (entry.call.who === 'station') return clientOfStation(this.#school.url);
    return this.client(anAllowedAccount(findRight(entry.call)));
  }

  /** Sends what would be the example, changed; as somebody who is let in, where nobody is named. */
  send(
    entry: CallWithExample,
    change: Partial<RawRequest> = {},
    client: TestClient = this.clientFor(entry),
  ): Promise<ClientAnswer<unknown>> {
    const { url: path, body } = toWebRequest(entry.call, entry.input);
    return client.send({
      method: entry.call.method,
      path,
      ...(body === undefined ? {} : { body }),
      ...change,
    });
  }

  /** Sends what would be the example, changed; expects this status and rule 31's body. */
  async refuses(entry: CallWithExample, change: Partial<RawRequest>, status: number): Promise<ClientAnswer<unknown>> {
    const answer = await this.send(entry, change);
    expect(answer.status, JSON.stringify(answer.body)).toBe(status);
    expect(errorBody.safeParse(answer.body).success).toBe(true);
    return answer;
  }
}
