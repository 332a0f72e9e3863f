import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ConflictError } from '#functions/platform/errors.ts';
import { writeAudited } from '#functions/platform/table/audit.ts';
import { writeDecided } from '#functions/platform/table/field-changes.ts';
import { documentClient } from '#functions/platform/table/table.ts';
import { isTableAway, TableBusyError } from '#functions/platform/table/table-away.ts';

/** A transaction that ends in these ways, one after the other: the codes of its actions' cancellations, or nothing. */
function ending(...ways: (readonly string[] | 'written')[]) {
  let runs = 0;
  const send = vi.spyOn(documentClient, 'send').mockImplementation(async () => {
    const way = ways[Math.min(runs++, ways.length - 1)] ?? 'written';
    if (way !== 'written') throw { CancellationReasons: way.map((Code) => ({ Code })) };
  });
  onTestFinished(() => send.mockRestore());
  return { runs: () => runs };
}

describe('an audited transaction', () => {
  it.each([
    ['TransactionConflict', 'None'],
    ['None', 'ThrottlingError'],
    ['ProvisionedThroughputExceeded', 'None'],
  ])('is tried again after %s, %s', async (...codes) => {
    const transaction = ending(codes, codes, 'written');
    expect(await writeAudited([])).toBe('written');
    expect(transaction.runs()).toBe(3);
  });

  it('is refused where a record was not as expected, and done already where its audit row is there', async () => {
    const refused = ending(['ConditionalCheckFailed', 'None']);
    expect(await writeAudited([])).toBe('refused');
    expect(refused.runs()).toBe(1);
    const done = ending(['None', 'ConditionalCheckFailed']);
    expect(await writeAudited([])).toBe('already done');
    expect(done.runs()).toBe(1);
  });

  it('fails at once for a reason that does not pass, and in the end for one that stays', async () => {
    const broken = ending(['ValidationError', 'None']);
    await expect(writeAudited([])).rejects.toThrow('ValidationError');
    expect(broken.runs()).toBe(1);
    const stuck = ending(['TransactionConflict', 'ThrottlingError']);
    await expect(writeAudited([])).rejects.toBeInstanceOf(TableBusyError);
    expect(stuck.runs()).toBe(10);
  }, 30_000);

  it('has found the table away where there was no room to the end', async () => {
    const full = ending(['ThrottlingError', 'None']);
    await expect(writeAudited([])).rejects.toSatisfy(isTableAway);
    expect(full.runs()).toBe(10);
  }, 30_000);
});

describe('a decided write', () => {
  /** A record that somebody else raises by one until `refusals` writes were refused. */
  function against(refusals: number, options: { isDone?: boolean; last?: 'written' | 'already done' } = {}) {
    let stored = 1;
    const written: number[] = [];
    const write = async (value: number) => {
      written.push(value);
      if (written.length > refusals) {
        stored = value;
        return options.last ?? ('written' as const);
      }
      stored += 1;
      return 'refused' as const;
    };
    const run = (decide: (record: number) => number | null, applied?: (value: number) => number) =>
      writeDecided({
        ...{ record: 1, read: async () => stored, decide, write },
        ...(applied ? { applied } : {}),
        isDone: async () => options.isDone ?? false,
      });
    return { run, written };
  }

  it('reads again after a refusal and decides on what is there now', async () => {
    const { run, written } = against(2);
    expect(await run((record) => record * 10)).toBe(30);
    expect(written).toEqual([10, 20, 30]);
  });

  it('writes nothing where nothing is to be written, now or after a refusal', async () => {
    const nothing = against(0);
    expect(await nothing.run(() => null)).toBe(1);
    const overtaken = against(1);
    expect(await overtaken.run((record) => (record === 1 ? 10 : null))).toBe(2);
    expect([nothing.written, overtaken.written]).toEqual([[], [10]]);
  });

  it('gives what it wrote without reading, where that is known; what was done before, as it is now', async () => {
    expect(
      await against(0).run(
        () => 10,
        (value) => value + 1,
      ),
    ).toBe(11);
    expect(
      await against(0, { last: 'already done' }).run(
        () => 10,
        (value) => value + 1,
      ),
    ).toBe(10);
  });

  it('is no conflict where this very request has been carried out before', async () => {
    const conflict = () => {
      throw new ConflictError('Another value.');
    };
    expect(await against(0, { isDone: true }).run(conflict)).toBe(1);
    await expect(against(0).run(conflict)).rejects.toThrow('Another value.');
    const refusal = () => {
      throw new TypeError('Refused.');
    };
    await expect(against(0, { isDone: true }).run(refusal)).rejects.toThrow('Refused.');
  });

  it('gives up after ten rounds', async () => {
    const { run, written } = against(19);
    await expect(run((record) => record * 10)).rejects.toThrow(ConflictError);
    expect(written).toEqual([10, 20, 30, 40, 50, 60, 70, 80, 90, 100]);
  });
});
