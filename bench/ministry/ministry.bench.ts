import type { BenchRow } from '../kit/bench.ts';
import { type Cell, play, seconds } from './cell.ts';
import { dollarsOf, figuresOf } from './figures.ts';

export const title = 'A ministry: 500 schools of 2,000 students in ten cells, simulated (ADR 0102)';

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

/** 190 days of school, of which thirty at the ends of terms; three terms are posted, each twice. */
const year = { days: 160, termEndDays: 30, postings: 6, monthsWithUsers: 10 };

/** By the list, without what an account has free: with 500 schools that is little. Prices are in proportion to students. */
function dollars(): BenchRow[] {
  const students = cell.studentsOfSchool / 1000;
  const worked =
    (dollarsOf('An ordinary day') * year.days +
      dollarsOf('A day at the end of term') * year.termEndDays +
      dollarsOf('Posting and printing 1,000 reports') * year.postings) /
    12;
  const kept = [
    'DynamoDB storage',
    'DynamoDB recovery',
    'DynamoDB exports',
    'S3 storage',
    'S3 writes and lists',
    'Logs kept',
  ].reduce((sum, line) => sum + dollarsOf(line), 0);
  const users = (dollarsOf('Cognito users') * year.monthsWithUsers) / 12;
  const standing = ['Log metrics', 'Alarm metrics', 'Dashboards', 'Secrets'].reduce(
    (sum, line) => sum + dollarsOf(line),
    0,
  );
  const together = (worked + kept + users) * students + standing / cell.schools;
  // A REST API's price of a call; behind CloudFront's own signature a function's address costs none. Of 4,924 and 8,825 calls a day.
  const gateway = ((4924 * year.days + 8825 * year.termEndDays) / 12 / 1_000_000) * 3.5 * students;
  // Incremental exports copy what changed: a twentieth of a table twice a week.
  const exports = dollarsOf('DynamoDB exports') * students * 0.95;
  const row = (measure: string, value: number): BenchRow => ({
    measure,
    value: value.toFixed(2),
    limit: '≤ 2.50',
    ok: value <= 2.5,
  });
  return [
    row('Dollars a school and month, mean of a year, as the code is', together),
    row(
      '… with functions behind CloudFront without API Gateway, and exports of changes alone',
      together - gateway - exports,
    ),
    { measure: '… of which users of Cognito', value: (users * students).toFixed(2), limit: 'shown only', ok: true },
    {
      measure: '… of which what a cell shares',
      value: (standing / cell.schools).toFixed(2),
      limit: 'shown only',
      ok: true,
    },
    {
      measure: 'The same with a stack for each school',
      value: ((worked + kept + users) * students + standing).toFixed(2),
      limit: 'shown only',
      ok: true,
    },
  ];
}
