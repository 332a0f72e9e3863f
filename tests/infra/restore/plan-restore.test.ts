import { describe, expect, it } from 'vitest';
import { runStageDrill } from '../../../tools/drill/stage-drill.ts';
import {
  aws,
  execution,
  expectTurnedOver,
  moment,
  ofNow,
  restore,
  school,
  settings,
  target,
  throttle,
  trail,
  wholeTurnOver,
} from './school-to-restore.ts';
import type { LostCall, ScriptedAccount } from './scripted-account.ts';

describe('a restore', () => {
  it('turns the school to its records of a moment, step by step, and leaves its stage alone', async () => {
    const account = school();
    await restore(account);
    expect(account.changes).toEqual(wholeTurnOver);
    expectTurnedOver(account);
  });

  it('closes also the calls that have a throttle of their own, before anything else', async () => {
    const account = school();
    account.ownSettings = ['~1login/POST', '~1api~1student~1{id}/GET'];
    account.failsAt = 'api';
    await expect(restore(account)).rejects.toThrow('The deployment ended');
    expect(account.changes[0]).toBe('throttle 0');
    expect(account.ownSettings).toEqual([]);
  });

  it('closes a stage again in which one call was opened by hand', async () => {
    const account = school();
    account.stage = { rate: 0, burst: 0 };
    account.ownSettings = ['~1login/POST'];
    await restore(account);
    expect(account.ownSettings).toEqual([]);
    expectTurnedOver(account);
  });

  it('says each step, how long the table takes, and who is to be erased again', async () => {
    const account = school();
    await restore(account);
    expect(account.said[0]).toMatch(/^1\/\d+ You are signed in to the account 111122223333: it is so already\.$/);
    expect(account.said.filter((line) => line.includes('CREATING')).length).toBeGreaterThan(2);
    expect(account.said.find((line) => line.includes('ERASE AGAIN'))).toMatch(/: S02$/);
  });

  it('names what was saved in the seconds before the moment, which may be in one of the tables alone', async () => {
    const account = school();
    await restore(account);
    expect(account.said.filter((line) => line.includes('LOOK AT'))).toEqual([
      '    LOOK AT student#S02: Mona Teacher, 2026-03-01T05:59:51.000Z',
    ]);
  });

  it('changes nothing of cdk.json but its one line, and keeps that of other schools', async () => {
    const account = school();
    account.settings = settings.replace(
      '"context": {',
      '"context": {\n    "formroom:restored": { "heron": "20250101T000000Z" },',
    );
    const before = account.settings.split('\n');
    await restore(account);
    const after = account.settings.split('\n');
    expect(after.filter((line) => !before.includes(line))).toEqual([
      '    "formroom:restored": { "heron": "20250101T000000Z", "demo": "20260301T060000Z" },',
    ]);
    expect(after).toHaveLength(before.length);
  });

  it('only lists what there is to do, when told so', async () => {
    const account = school();
    await restore(account, { onlyList: true });
    expect(account.changes).toEqual([]);
    expect(account.said.filter((line) => line.endsWith(': to do.')).length).toBeGreaterThan(10);
  });

  it('run again after all is done, signs nobody out, stops nothing and closes nothing', async () => {
    const account = school();
    await restore(account);
    account.changes.length = 0;
    const restored = account.tables.get(target);
    if (restored) restored.sessions = 12;
    account.running.add(execution('formroom-demo-terms-jobs', 'of today'));
    await restore(account);
    expect(account.changes).toEqual([]);
    expect(restored?.sessions).toBe(12);
    expect([...account.running]).toContain(execution('formroom-demo-terms-jobs', 'of today'));
  });

  it.each([
    'api',
    'workflows',
    'operations',
  ])('goes on with a deployment that ended after the stack %s', async (part) => {
    const account = school();
    account.failsAt = part;
    await expect(restore(account)).rejects.toThrow('The deployment ended');
    expect(account.stage).toEqual({ rate: 0, burst: 0 });
    await restore(account);
    expectTurnedOver(account);
  });

  it('restores a school that was restored before from the table that it has now', async () => {
    const account = school();
    await restore(account);
    await restore(account, { at: new Date('2026-03-03T07:30:15Z') });
    expect(account.tables.get('formroom-demo-20260303T073015Z')?.madeOf?.source).toBe(target);
    expect(account.tables.get('formroom-demo-20260303T073015Z-trail')?.madeOf?.source).toBe(trail);
    expect(account.stackTables).toEqual(['formroom-demo-20260303T073015Z', 'formroom-demo-20260303T073015Z-trail']);
  });

  it.each([
    ['older than the recovery goes back', { at: new Date('2026-01-01T00:00:00Z') }, /from 2026-02-01T00:00:00.000Z to/],
    ['after the last one that it has', { at: new Date('2026-03-06T00:00:00Z') }, /to 2026-03-05T00:00:00.000Z/],
  ])('refuses a moment %s, and names those that it takes', async (_, options, message) => {
    const account = school();
    await expect(restore(account, options)).rejects.toThrow(message);
    expect(account.tables.size).toBe(2);
  });

  it.each([
    [target, 'formroom-demo'],
    [trail, 'formroom-demo-trail'],
  ])('refuses another table %s', async (name, source) => {
    const account = school();
    account.tables.set(name, { looksLeft: 0, tags: {}, sessions: 0 });
    await expect(restore(account)).rejects.toThrow(`already, and it is not ${source} of that moment`);
    expect(account.stackTables).toEqual(ofNow);
  });

  it('changes nothing for somebody who is signed in to another account', async () => {
    const account = school();
    account.account = '444455556666';
    await expect(restore(account)).rejects.toThrow('The school is in the account 111122223333');
    expect(account.changes).toEqual([]);
  });
});

describe('a drill', () => {
  const drill = (account: ScriptedAccount, { isStage = true } = {}) => {
    // It has been closed since the moment.
    account.tables.get('formroom-demo-trail')?.saves?.pop();
    return runStageDrill({ schoolId: 'demo', isStage, aws, throttle, moment }, account);
  };

  it('turns over once every record is found as it was', async () => {
    const account = school();
    await drill(account);
    expect(account.said.join('\n')).toMatch(/60 records of 1 kinds, hash [0-9a-f]{64}/);
    expect(account.said.join('\n')).toMatch(/ 2 records of 1 kinds, hash [0-9a-f]{64}/);
    expectTurnedOver(account);
  });

  it('waits until recovery has come to the moment', async () => {
    const account = school();
    account.reach.to = new Date(moment.getTime() - 120_000);
    account.sleep = () => {
      account.reach.to = new Date(account.reach.to.getTime() + 60_000);
      return Promise.resolve();
    };
    await drill(account);
    expect(account.said.filter((line) => line.includes('so far'))).toHaveLength(2);
  });

  it('turns nothing where a record is not as it was', async () => {
    const account = school();
    account.losesOne = true;
    await expect(drill(account)).rejects.toThrow('the drill has failed');
    expect(account.said).toContain('    other: 60 before, 59 after');
    expect(account.stackTables).toEqual(ofNow);
    expect(account.stage.rate).toBe(0);
  });

  it('is not for a school at work', async () => {
    const account = school();
    await expect(drill(account, { isStage: false })).rejects.toThrow('demo is a school at work');
    expect(account.calls).toBe(0);
  });
});

describe('a restore that is cut off', () => {
  const callsOfAll = async () => {
    const account = school();
    await restore(account);
    return account.calls;
  };

  it.each([
    'before',
    'after',
  ] as const)('%s any of its calls finishes at the next run, and does nothing twice', async (when) => {
    const calls = await callsOfAll();
    expect(calls).toBeGreaterThan(40);
    for (let call = 1; call <= calls; call += 1) {
      const account = school();
      account.fault = { call, when } satisfies LostCall;
      await expect(restore(account), `call ${call}`).rejects.toThrow('The line was cut');
      await restore(account);
      expectTurnedOver(account);
      expect(account.changes, `call ${call}`).toEqual(wholeTurnOver);
    }
  });
});
