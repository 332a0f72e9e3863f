import { randomUUID } from 'node:crypto';
import { isStateChangingCall } from '#shared/http/contract.ts';
import type { Domain } from '#shared/product.ts';
import { anAllowedAccount, findRight } from '../../tests/rights/rights-table.ts';
import { callsWithExamples } from '../../tests/support/callers/call-examples.ts';
import { clientOfAccount, clientOfStation, startSchoolOfCallers } from '../../tests/support/callers/callers.ts';
import type { TestClient } from '../../tests/support/callers/client.ts';
import { recordTraffic } from '../../tests/support/school/table-traffic.ts';
import { toWebRequest } from '../../web/api/request.ts';
import { isWrite, sumUnits } from './meter.ts';

/** One call with its example, in the small school of the tests. */
export interface MeteredCall {
  domain: Domain;
  name: string;
  requests: number;
  reads: number;
  writes: number;
}

/** Calls that end their caller's session: measured in sessions of their own. */
const endsSession = new Set(['logout', 'endOwnSessions']);

/** Every call whose example is carried out, in the order of the contracts. The others are refused, or begin a job. */
export async function meterCalls(): Promise<MeteredCall[]> {
  process.env.LOG_LEVEL ??= 'warn';
  const school = await startSchoolOfCallers();
  const clients = new Map<string, TestClient>();
  const metered: MeteredCall[] = [];
  try {
    for (const { call, domain, name, example, input } of callsWithExamples) {
      // A job goes on beside the next call.
      if (example.outcome !== undefined || call.needs.jobs) continue;
      const client = await clientFor(call);
      const { url: path, body } = toWebRequest(call, input);
      // As the site sends it: whatever changes something has a key.
      const headers = isStateChangingCall(call) ? { 'Idempotency-Key': randomUUID() } : {};
      const traffic = await recordTraffic(() =>
        client.send({ method: call.method, path, headers, ...(body === undefined ? {} : { body }) }),
      );
      const [written, read] = [traffic.filter(isWrite), traffic.filter((request) => !isWrite(request))];
      metered.push({ domain, name, requests: traffic.length, reads: sumUnits(read), writes: sumUnits(written) });
      if (endsSession.has(name)) clients.clear();
    }
  } finally {
    await school.stop();
  }
  return metered;

  async function clientFor(call: (typeof callsWithExamples)[number]['call']): Promise<TestClient> {
    if (call.who === 'station') return clientOfStation(school.url);
    const account = anAllowedAccount(findRight(call));
    const client = clients.get(account) ?? (await clientOfAccount(school.url, account));
    clients.set(account, client);
    return client;
  }
}

export const toTableRow = ({ domain, name, requests, reads, writes }: MeteredCall): string =>
  `| ${domain} | ${name} | ${requests} | ${reads} | ${writes} |`;

export const toCallsTable = (calls: readonly MeteredCall[]): string =>
  [
    '| Domain | Call | Requests | Read units | Write units |',
    '| --- | --- | --- | --- | --- |',
    ...calls.map(toTableRow),
  ].join('\n');
