import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { planRestoreSteps } from '../../../infra/restore/plan-restore.ts';
import { runSteps } from '../../../infra/restore/steps.ts';
import { ScriptedAccount } from './scripted-account.ts';

export const settings = readFileSync(new URL('../../../cdk.json', import.meta.url), 'utf8');
export const aws = { account: '111122223333', region: 'us-east-1' };
export const throttle = { rate: 100, burst: 200 };
export const moment = new Date('2026-03-01T06:00:00Z');
export const target = 'formroom-demo-20260301T060000Z';
export const trail = `${target}-trail`;
export const execution = (machine: string, name: string) =>
  `arn:aws:states:us-east-1:111122223333:execution:${machine}:${name}`;

export const ofNow = ['formroom-demo', 'formroom-demo-trail'];

/** A school at work, beside its stage, on a day after the moment. */
export function school(): ScriptedAccount {
  const account = new ScriptedAccount(settings);
  account.tables.set('formroom-demo', {
    looksLeft: 0,
    hasRecovery: true,
    hasTimeToLive: true,
    isProtected: true,
    sessions: 60,
    tags: { 'formroom-school': 'demo' },
  });
  account.tables.set('formroom-demo-trail', {
    looksLeft: 0,
    hasRecovery: true,
    hasTimeToLive: true,
    isProtected: true,
    sessions: 0,
    tags: { 'formroom-school': 'demo' },
    saves: [
      { subject: 'student#S01', name: 'Ada Office', at: '2026-02-28T10:00:00.000Z' },
      { subject: 'student#S02', name: 'Mona Teacher', at: '2026-03-01T05:59:51.000Z' },
      { subject: 'student#S03', name: 'Eric Teacher', at: '2026-03-01T06:00:07.000Z' },
    ],
  });
  account.stackTables = ofNow;
  for (const name of ['one', 'two']) account.running.add(execution('formroom-demo-terms-jobs', name));
  account.running.add(execution('formroom-demo-table-export', 'night'));
  account.running.add(execution('formroom-demo-2-terms-jobs', 'of another school'));
  account.missingMachines.add('formroom-demo-lessons-jobs');
  account.erased = [
    { id: 'S01', at: '2026-02-20T10:00:00.000Z' },
    { id: 'S02', at: '2026-03-02T10:00:00.000Z' },
  ];
  return account;
}

export const restore = async (account: ScriptedAccount, { at = moment, onlyList = false, exportsIn = '' } = {}) =>
  runSteps(
    await planRestoreSteps(
      { schoolId: 'demo', aws, throttle, moment: at, ...(exportsIn ? { exportsIn } : {}) },
      account,
    ),
    {
      say: account.say,
      onlyList,
    },
  );

/** Each once, in this order. */
export const wholeTurnOver = [
  'throttle 0',
  'stop formroom-demo-table-export night',
  'stop formroom-demo-terms-jobs one',
  'stop formroom-demo-terms-jobs two',
  `restore ${target}`,
  `restore ${trail}`,
  ...[target, trail].flatMap((table) => [
    `recovery ${table}`,
    `expiry ${table} by expires`,
    `protect ${table}`,
    `tag ${table}`,
  ]),
  'write cdk.json',
  `adopt ${target}`,
  'deploy all',
  `export by formroom-demo-table-export as restored-20260301T060000Z of ${target}`,
  'throttle 100',
];

export function expectTurnedOver(account: ScriptedAccount): void {
  expect(account.stage).toEqual({ rate: 100, burst: 200 });
  expect([...account.running]).toEqual([execution('formroom-demo-2-terms-jobs', 'of another school')]);
  expect(account.stackTables).toEqual([target, trail]);
  expect([...account.deployed.values()]).toEqual([target, target, target]);
  expect(JSON.parse(account.settings).context['formroom:restored']).toEqual({ demo: '20260301T060000Z' });
  expect(account.tables.get(target)).toMatchObject({
    hasRecovery: true,
    hasTimeToLive: true,
    isProtected: true,
    sessions: 0,
    madeOf: { source: 'formroom-demo', at: moment },
    tags: { 'formroom-school': 'demo' },
  });
  expect(account.tables.get(trail)).toMatchObject({
    hasRecovery: true,
    hasTimeToLive: true,
    isProtected: true,
    madeOf: { source: 'formroom-demo-trail', at: moment },
    tags: { 'formroom-school': 'demo' },
  });
  expect(account.tables.get('formroom-demo')).toMatchObject({ isProtected: true, sessions: 60 });
}
