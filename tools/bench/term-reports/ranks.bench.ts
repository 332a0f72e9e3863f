import { randomUUID } from 'node:crypto';
import { BatchGetCommand, ExecuteStatementCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { startSchool } from '../../../local/school.ts';
import { clientOfAccount } from '../../../tests/support/callers/callers.ts';
import { type BenchRow, median } from '../kit/bench.ts';

export const title = 'Ranks and completeness of 30 classes at the end of a term, beside the same requests alone';

/** A term of the demo school in which nearly everything is entered, before its students move to other classes. */
const full = { year: '2025', term: '2' } as const;
const today = new Date('2026-05-15T12:00:00Z');
const times = 9;

export async function run(): Promise<BenchRow[]> {
  const school = await startSchool({ dataFolder: ':memory:', port: 0, site: 'none', isDemo: true, today });
  try {
    const { findAccountByUserName } = await import('#functions/sessions/accounts.ts');
    const { school: schoolFile } = await import('#functions/school/records/school.ts');
    const office = await clientOfAccount(school.url, (await findAccountByUserName('admin'))?.accountId ?? '');
    const classIds = schoolFile().formClasses.map(({ id }) => id);
    const ranksOf = async (classId: string) => {
      const { status } = await office.call(termReportsContract.printRankSheet, { ...full, classId });
      if (status !== 200) throw new Error(`The rank sheet answered ${status}`);
    };
    const board = async () => {
      const { status } = await office.call(termReportsContract.readCompleteness, full);
      if (status !== 200) throw new Error(`The board answered ${status}`);
    };
    const ranksOfSchool = async () => {
      for (const classId of classIds) await ranksOf(classId);
    };
    // The first reader keeps what is entered.
    await ranksOfSchool();
    return [
      ...(await beside('Rank sheet of a class, a PDF', () => ranksOf(classIds[0] ?? ''), 4)),
      ...(await beside('Rank sheets of the school, one after the other', ranksOfSchool, 4)),
      ...(await beside('Completeness of the school', board, 2.5)),
    ];
  } finally {
    await school.stop();
  }
}

/** What a call takes, and how many times as much as its requests sent by the same client without it; both in turn. */
async function beside(measure: string, call: () => Promise<void>, most: number): Promise<BenchRow[]> {
  const requests = await requestsOf(call);
  const whole: number[] = [];
  const alone: number[] = [];
  for (let turn = 0; turn < times; turn += 1) {
    whole.push(await timed(call));
    alone.push(await timed(requests));
  }
  const [ms, floor] = [median(whole), median(alone)];
  return [
    { measure: `${measure}, warm, median`, value: `${ms.toFixed(0)} ms`, limit: 'shown only', ok: true },
    {
      measure: `${measure}: times its requests alone (${floor.toFixed(0)} ms)`,
      value: `${(ms / floor).toFixed(1)} ×`,
      limit: `≤ ${most} ×`,
      ok: ms / floor <= most,
    },
  ];
}

/** Sends the requests of a call again, one after the other. */
async function requestsOf(call: () => Promise<void>): Promise<() => Promise<void>> {
  const { hookTable } = await import('../../../tests/support/step-by-step/table-requests.ts');
  const { documentClient } = await import('#functions/platform/table/table.ts');
  const requests: (() => Promise<unknown>)[] = [];
  await hookTable(({ command, input, send }) => {
    const copy = structuredClone(input) as never;
    if (command === 'BatchGetItemCommand') requests.push(() => documentClient.send(new BatchGetCommand(copy)));
    if (command === 'QueryCommand') requests.push(() => documentClient.send(new QueryCommand(copy)));
    if (command === 'ExecuteStatementCommand')
      requests.push(() => documentClient.send(new ExecuteStatementCommand(copy)));
    if (command === 'PutItemCommand') requests.push(() => documentClient.send(new PutCommand(anotherEvent(copy))));
    return send();
  }, call);
  return async () => {
    for (const request of requests) await request();
  };
}

/** An access event is written once. */
const anotherEvent = <T extends { Item: { sk: string } }>(event: T): T => ({
  ...event,
  Item: { ...event.Item, sk: `${event.Item.sk}${randomUUID()}` },
});

async function timed(work: () => Promise<void>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}
