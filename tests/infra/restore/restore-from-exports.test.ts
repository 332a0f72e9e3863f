import { describe, expect, it } from 'vitest';
import { writeChangesExport, writeFullExport } from '../../../tools/drill/write-exports.ts';
import { ofNow, restore, school, target, trail } from './school-to-restore.ts';
import type { ScriptedAccount } from './scripted-account.ts';

describe('a restore from exports', () => {
  const exportsIn = 'the-vault';
  const record = (sk: string, of = 'as it was') => ({ pk: { S: 'student' }, sk: { S: sk }, of: { S: of } });
  const byKey = (...records: ReturnType<typeof record>[]) =>
    new Map(records.map(({ pk, sk, ...rest }) => [`${sk.S}`, { pk, sk, ...rest }]));

  /** All records on the Sunday, a change of each kind within six hours, and one after the moment. */
  async function withExports(): Promise<ScriptedAccount> {
    const account = school();
    const place = { ...account, table: 'formroom-demo', bucket: exportsIn, prefix: 'table-exports' };
    const [first, second] = [
      byKey(record('kept'), record('changed'), record('removed')),
      byKey(record('kept'), record('changed', 'another'), record('added')),
    ];
    const at = (hour: string) => new Date(`2026-03-01T${hour}:00:00Z`);
    await writeFullExport(place, { records: first, at: at('00') });
    await writeChangesExport(place, { before: first, after: second, from: at('00'), to: at('06') });
    await writeChangesExport(place, { before: second, after: byKey(record('late')), from: at('06'), to: at('12') });
    const ofTrail = { ...place, table: 'formroom-demo-trail' };
    await writeFullExport(ofTrail, { records: byKey(record('line')), at: at('00') });
    const longer = byKey(record('line'), record('another line'));
    await writeChangesExport(ofTrail, { before: byKey(record('line')), after: longer, from: at('00'), to: at('06') });
    account.calls = 0;
    return account;
  }
  const expectRestored = (account: ScriptedAccount) => {
    expect([...(account.tables.get(target)?.records?.values() ?? [])]).toEqual([
      record('kept'),
      record('changed', 'another'),
      record('added'),
    ]);
    expect([...(account.tables.get(trail)?.records?.values() ?? [])]).toEqual([record('line'), record('another line')]);
    expect(account.stackTables).toEqual([target, trail]);
    expect([...account.deployed.values()]).toEqual([target, target, target]);
    expect(account.stage.rate).toBe(100);
  };

  it('writes the last of all records, then each change up to the moment, and turns the school to it', async () => {
    const account = await withExports();
    await restore(account, { exportsIn });
    expectRestored(account);
    expect(account.said.filter((line) => line.includes(' until '))).toEqual([
      '    all records until 2026-03-01T00:00:00.000Z: 3',
      '    changes until 2026-03-01T06:00:00.000Z: 3',
      '    all records until 2026-03-01T00:00:00.000Z: 1',
      '    changes until 2026-03-01T06:00:00.000Z: 1',
    ]);
  });

  it('needs no table that is left', async () => {
    const account = await withExports();
    for (const table of ofNow) account.tables.delete(table);
    await restore(account, { exportsIn });
    expectRestored(account);
  });

  it('turns nothing to a copy that is damaged', async () => {
    const account = await withExports();
    for (const [key, bytes] of account.objects) if (key.endsWith('.gz')) bytes.writeUInt8(bytes.readUInt8(20) ^ 1, 20);
    await expect(restore(account, { exportsIn })).rejects.toThrow('The export is damaged');
    expect(account.stackTables).toEqual(ofNow);
  });

  it.each([
    'before',
    'after',
  ] as const)('that is cut off %s any of its calls finishes at the next run', async (when) => {
    const whole = await withExports();
    await restore(whole, { exportsIn });
    for (let call = 1; call <= whole.calls; call += 1) {
      const account = await withExports();
      account.fault = { call, when };
      await expect(restore(account, { exportsIn }), `call ${call}`).rejects.toThrow('The line was cut');
      await restore(account, { exportsIn });
      expectRestored(account);
      for (const change of account.changes) expect(account.changes.filter((one) => one === change)).toEqual([change]);
    }
  });
});
