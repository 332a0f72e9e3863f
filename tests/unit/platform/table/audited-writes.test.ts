import type { TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ConflictError } from '#functions/platform/errors.ts';
import { carryOutAct } from '#functions/platform/table/acts/carry-out-act.ts';
import { decideAndWrite } from '#functions/platform/table/field-changes.ts';
import { documentClient } from '#functions/platform/table/table.ts';

const deletion = { TableName: 'T', Key: { pk: 'p', sk: 's' } };
/** A deletion, and its stamp. */
const act = { changes: [{ Delete: deletion }], stamp: { Put: { TableName: 'T', Item: { pk: 'p', sk: 't' } } } };

/**
 * A transaction that ends in these ways, one after the other: the codes of its actions' cancellations, or without an
 * answer.
 */
function ending(...ways: (readonly string[] | 'lost' | 'written')[]) {
  const send = vi.spyOn(documentClient, 'send').mockImplementation(async () => {
    const way = ways[send.mock.calls.length - 1];
    if (way === 'lost') throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
    if (way !== 'written') throw { CancellationReasons: way?.map((Code) => ({ Code })) };
  });
  onTestFinished(() => send.mockRestore());
  return {
    tokens: () => send.mock.calls.map(([{ input }]) => (input as TransactWriteCommandInput).ClientRequestToken),
  };
}

describe('an audited transaction', () => {
  it.each([
    [['ConditionalCheckFailed', 'None'], { refused: 'changes', action: act.changes[0] }],
    [['None', 'ConditionalCheckFailed'], 'done'],
  ])('with the codes %s was %s', async (codes, outcome) => {
    const transaction = ending(codes);
    expect(await carryOutAct(act)).toEqual(outcome);
    expect(transaction.tokens()).toHaveLength(1);
  });

  it('fails at once for a reason that is a fault of ours', async () => {
    const transaction = ending(['ValidationError', 'None']);
    await expect(carryOutAct(act)).rejects.toThrow('ValidationError');
    expect(transaction.tokens()).toHaveLength(1);
  });

  it('is sent again under its token after a lost answer, and under a new one after it was cancelled', async () => {
    const transaction = ending('lost', ['TransactionConflict', 'None'], 'lost', 'written');
    expect(await carryOutAct(act)).toBe('written');
    const [first, second, third, fourth] = transaction.tokens();
    expect([second, fourth]).toEqual([first, third]);
    expect(third).not.toBe(second);
  });
});

describe('a decided write', () => {
  /** A record that somebody else raises by one until `refusals` writes were refused. */
  function against(refusals: number, options: { isDone?: boolean; last?: 'written' | 'done' } = {}) {
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
      decideAndWrite({
        record: 1,
        read: async () => stored,
        decide,
        write,
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
      await against(0, { last: 'done' }).run(
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
