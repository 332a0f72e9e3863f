import type { BenchRow } from '../kit/bench.ts';
import { type Cell, play, seconds } from './cell.ts';
import { ministryDollars } from './dollars.ts';
import { figuresOf } from './figures.ts';

export const title = 'A ministry: 500 schools of 2,000 students in ten cells, simulated (ADR 0094)';

const cell: Cell = { schools: 50, studentsOfSchool: 2000, isShared: true };

/** An account's quotas in a region without being asked for more (Service Quotas, November 2026). */
const quotas = {
  apiCalls: 10_000,
  functions: 1000,
  signIns: 120,
  assumeRole: 600,
  partitionWrites: 1000,
  partitionReads: 3000,
};

export async function run(): Promise<BenchRow[]> {
  const shared = play(cell);
  const apart = play({ ...cell, isShared: false });
  const share = (of: number, all: number) => of / all;
  const below = (measure: string, value: number, quota: number): BenchRow => ({
    measure,
    value: Math.round(value).toLocaleString('en-US'),
    limit: `≤ ${quota.toLocaleString('en-US')}, the quota`,
    ok: value <= quota,
  });
  const coldShared = share(shared.cold, shared.calls);
  const coldApart = share(apart.cold, apart.calls);
  return [
    {
      measure: `Calls in the busiest ${seconds / 60} minutes of a cell`,
      value: shared.calls.toLocaleString('en-US'),
      limit: 'shown only',
      ok: true,
    },
    below('Calls in its busiest second', shared.most.calls, quotas.apiCalls),
    below('Functions that run at once', shared.most.concurrent, quotas.functions),
    below('Sign-ins in one second, of all pools of the account', shared.most.signIns, quotas.signIns),
    below('Credentials of a school asked of STS in one second', shared.most.credentials, quotas.assumeRole),
    below(
      'Write units of one school in one second, if all met in one partition',
      shared.most.writesOfSchool,
      quotas.partitionWrites,
    ),
    below(
      'Read units of one school in one second, if all met in one partition',
      shared.most.readsOfSchool,
      quotas.partitionReads,
    ),
    below(
      'Write units a second while a whole school is posted within a minute, if all met in one partition',
      (figuresOf('check and post all reports').writes * cell.studentsOfSchool) / 1000 / 60,
      quotas.partitionWrites,
    ),
    {
      measure: 'Calls that wait for a cold function, to those where each school has its own',
      value: `${percent(coldShared)} to ${percent(coldApart)}, ${(coldShared / coldApart).toFixed(2)}`,
      limit: '≤ 0.5',
      ok: coldShared / coldApart <= 0.5,
    },
    {
      measure: 'Calls that wait for credentials of their school',
      value: percent(share(shared.credentials, shared.calls)),
      limit: '≤ 5 %',
      ok: share(shared.credentials, shared.calls) <= 0.05,
    },
    ...dollars(),
  ];
}

const percent = (of: number): string => `${(of * 100).toFixed(2)} %`;

/** Of an organization's one bill, in the mean of a year's months. */
function dollars(): BenchRow[] {
  const { apart, inCells, steps, largest } = ministryDollars();
  const row = (measure: string, value: number, limit?: number): BenchRow => ({
    measure,
    value: value.toFixed(2),
    limit: limit === undefined ? 'shown only' : `≤ ${limit.toFixed(2)}`,
    ok: limit === undefined || value <= limit,
  });
  return [
    row('Dollars a school and month, a stack for each school, by the list', apart),
    row('The same in cells, by the list', inCells),
    ...steps.map(({ name, dollars }, index) => row(name, dollars, index === steps.length - 1 ? 2.5 : undefined)),
    ...largest.map(([what, dollars]) => row(`of that: ${what}`, dollars)),
  ];
}
