import type { TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  type Companion,
  executeAction,
  followedBy,
  type Guard,
  guardedBy,
  storedValuesCheck,
} from '#functions/platform/table/action.ts';
import { type Act, carryOutAct, groupIntoActs, hasRoomForAct } from '#functions/platform/table/acts/carry-out-act.ts';
import { commit } from '#functions/platform/table/acts/commit.ts';
import { executeTogetherIf } from '#functions/platform/table/acts/transaction.ts';
import { entity } from '#functions/platform/table/entity.ts';
import type { Write } from '#functions/platform/table/entity-types.ts';
import { documentClient } from '#functions/platform/table/table.ts';

interface Cell {
  sheet: string;
  id: string;
  value?: number;
}
const put = (pk: string) => ({ Put: { TableName: 'T', Item: { pk, sk: '-' } } });

/** A sheet that is open, and a list of its cells, which has a version. */
const openSheet: Guard<string> = {
  name: 'open sheet',
  check: (facts, first) => put(`open ${facts.join()} for ${first}`),
  refusal: async (facts) => new Error(`closed: ${facts.join()}`),
};
const list: Companion<string> = {
  name: 'list',
  most: () => 2,
  write: (facts) => ({ actions: [put(`list of ${facts.join()}`)], written: () => written.push('list') }),
};
const version: Companion<string> = {
  name: 'version',
  canGoBefore: true,
  most: (facts) => new Set(facts).size,
  write: (facts) => ({ actions: [...new Set(facts)].map((one) => put(`version of ${one}`)) }),
};
const written: string[] = [];

const follow = ({ id: { sheet = '' }, set: { id = '' } }: Write<Cell>) => [
  followedBy(list, id),
  followedBy(version, sheet),
];

const CellEntity = entity<Cell>()({
  name: 'cell',
  pk: 'cell#${sheet}',
  sk: '${id}',
  guard: ({ sheet }: { sheet: string }) => guardedBy(openSheet, sheet),
  companions: follow,
});
const cells = ['a', 'b'].map((id) => CellEntity.create({ sheet: 'S', id }));
const stamp = put('stamp');

/** Transactions that fail at these places, one after the other. The rest is written. */
function failing(...places: (readonly string[])[]) {
  const sent: string[][] = [];
  const send = vi.spyOn(documentClient, 'send').mockImplementation(async ({ input }) => {
    const items = (input as TransactWriteCommandInput).TransactItems;
    const names = (items ?? [{ Put: input as never }]).map(({ Put }) => {
      const { pk, sk } = Put?.Item as unknown as { pk: string; sk: string };
      return sk === '-' ? pk : `${pk} ${sk}`;
    });
    const failed = places[sent.length] ?? [];
    sent.push(names);
    if (failed.length === 0) return;
    const Code = (name: string) => (failed.includes(name) ? 'ConditionalCheckFailed' : 'None');
    throw { CancellationReasons: names.map((name) => ({ Code: Code(name) })) };
  });
  written.length = 0;
  onTestFinished(() => send.mockRestore());
  return sent;
}

const student = put('student in class');
const act: Act = { changes: cells, guards: { placement: [student] }, stamp };

describe('an act', () => {
  it('is one transaction of guards, conditions, changes, companions and its stamp', async () => {
    const sent = failing();
    expect(await carryOutAct(act)).toBe('written');
    expect(sent).toEqual([
      [
        ...['open S,S for cell#Sa', 'version of S', 'student in class', 'cell#S a', 'cell#S b'],
        ...['list of a,b', 'stamp'],
      ],
    ]);
    expect(written).toEqual(['list']);
  });

  it.each([
    ['the condition of a named guard', ['student in class'], { refused: 'placement', action: student }],
    ['a change, and which', ['cell#S b'], { refused: 'changes', action: cells[1] }],
    ['a change before a companion', ['cell#S a', 'list of a,b'], { refused: 'changes', action: cells[0] }],
    ['nothing, where its stamp is there already', ['cell#S a', 'stamp', 'open S,S for cell#Sa'], 'done'],
  ])('names what refused it: %s', async (_what, failed, outcome) => {
    const sent = failing(failed);
    expect(await carryOutAct(act)).toEqual(outcome);
    expect([sent.length, written]).toEqual([1, []]);
  });

  it('throws the refusal of a guard, whatever else did not hold', async () => {
    failing(['cell#S a', 'open S,S for cell#Sa']);
    await expect(carryOutAct(act)).rejects.toThrow('closed: S,S');
  });

  it('asks no guard of its entities where it says why', async () => {
    const sent = failing();
    await carryOutAct({ ...act, unguarded: 'it moves cells' });
    expect(sent[0]?.[0]).toBe('version of S');
  });

  it('means what it says besides its changes', async () => {
    const sent = failing();
    await carryOutAct({ changes: [student], also: [guardedBy(openSheet, 'T')], stamp });
    expect(sent).toEqual([['open T for student in class-', 'student in class', 'stamp']]);
  });

  it('is carried out again where only a companion was refused, ten times at most', async () => {
    const once = failing(['list of a,b']);
    expect(await carryOutAct(act)).toBe('written');
    expect(once).toHaveLength(2);
    vi.restoreAllMocks();
    const always = failing(...Array.from({ length: 11 }, () => ['list of a,b']));
    expect(await carryOutAct(act)).toEqual({ refused: 'list', action: put('list of a,b') });
    expect(always).toHaveLength(10);
  });

  it('sends a companion that may go before it by itself where a transaction has no room', async () => {
    const sent = failing();
    const many = Array.from({ length: 97 }, (_, number) => CellEntity.create({ sheet: 'S', id: `c${number}` }));
    expect(await carryOutAct({ changes: many, stamp })).toBe('written');
    expect(sent.map((names) => [names[0], names.length])).toEqual([
      ['version of S', 1],
      [expect.stringContaining('open S,'), 100],
    ]);
  });
});

describe('a condition on a record that the act changes', () => {
  const PlainEntity = entity<Cell>()({ name: 'plain', pk: 'cell#${sheet}', sk: '${id}' });
  const key = { sheet: 'S', id: 'a' };
  const check = storedValuesCheck(PlainEntity.key(key), { sheet: 'S' });

  it('is joined to that change, whichever of its own conditions holds', async () => {
    const send = vi.spyOn(documentClient, 'send').mockImplementation(async () => ({}));
    onTestFinished(() => send.mockRestore());
    const change = PlainEntity.update(key, { set: { value: 2 }, where: [{ value: 1 }, { value: null }] });
    await carryOutAct({ changes: [change], guards: { placement: [check, student] }, stamp });
    const [sent, one] = (send.mock.calls[0]?.[0].input as TransactWriteCommandInput).TransactItems ?? [];
    expect(sent).toEqual(student);
    expect(one?.Update).toEqual({
      TableName: 'formroom-local',
      Key: { pk: 'cell#S', sk: 'a' },
      UpdateExpression: 'SET #n0 = :v0',
      ConditionExpression:
        'attribute_exists(pk) AND ((#n0 = :v1 AND #n1 = :v2) OR (attribute_not_exists(#n0) AND #n1 = :v3))',
      ExpressionAttributeNames: { '#n0': 'value', '#n1': 'sheet' },
      ExpressionAttributeValues: { ':v0': 2, ':v1': 1, ':v2': 'S', ':v3': 'S' },
    });
  });

  it('refuses the act, without a request, where it cannot hold beside what the change asks', async () => {
    const send = vi.spyOn(documentClient, 'send').mockImplementation(async () => ({}));
    onTestFinished(() => send.mockRestore());
    const other = storedValuesCheck(PlainEntity.key(key), { value: 3 });
    for (const where of [{ value: 1 }, [{ value: 1 }, { value: null }]]) {
      const changes = [PlainEntity.update(key, { set: { value: 2 }, where })];
      const outcome = await carryOutAct({ changes, guards: { placement: [other] }, stamp });
      expect(outcome).toMatchObject({ refused: 'placement' });
    }
    expect(send).not.toHaveBeenCalled();
  });

  it('cannot be joined to a new record, nor to a whole one', async () => {
    const changes = [PlainEntity.create(key)];
    await expect(carryOutAct({ changes, guards: { placement: [check] }, stamp })).rejects.toThrow(
      'is changed and checked in one act',
    );
  });
});

describe('an act of somebody', () => {
  it('has its audit rows as stamps: one of them that is there means that it was done', async () => {
    const send = vi.spyOn(documentClient, 'send').mockImplementation(async () => {
      throw { CancellationReasons: ['None', 'ConditionalCheckFailed', 'None'].map((Code) => ({ Code })) };
    });
    onTestFinished(() => send.mockRestore());
    const by = {
      caller: { accountId: 'A1', name: 'Ada Office' },
      request: { now: new Date('2026-03-02T12:00:00Z'), idempotencyKey: 'A1/key' },
      restoredTo: '2026-03-01T00:00:00Z',
    };
    const changes = [{ field: 'mark', before: 1, after: 2 }];
    const trail = [
      { subject: 'weekly#a', changes, sheet: '2026#1#MATH#4' },
      { subject: 'weekly#b', changes },
    ];
    expect(await commit({ by, changes: [put('a')], trail })).toBe('done');
    const [, one, other] = (send.mock.calls[0]?.[0].input as TransactWriteCommandInput).TransactItems ?? [];
    const row = {
      idempotencyKey: 'A1/key',
      at: '2026-03-02T12:00:00.000Z',
      accountId: 'A1',
      name: 'Ada Office',
      changes,
      restoredTo: '2026-03-01T00:00:00Z',
    };
    expect(one?.Put?.Item).toMatchObject({
      ...row,
      subject: 'weekly#a',
      sheet: '2026#1#MATH#4',
      sheetOrder: '2026-03-02T12:00:00.000Z#weekly#a',
    });
    expect(other?.Put?.Item).toMatchObject({ ...row, subject: 'weekly#b' });
    expect(other?.Put?.Item).not.toHaveProperty('sheet');
  });
});

describe('the room in a transaction', () => {
  const cellsOf = (count: number, from = 0) =>
    Array.from({ length: count }, (_, number) => CellEntity.create({ sheet: 'S', id: `r${from + number}` }));

  it('is for a hundred: guards, changes, companions at their most, the stamp, and the key of the request', () => {
    // One guard, two of the list, the stamp and the key: 95 are left.
    expect([95, 96].map((count) => hasRoomForAct({ changes: cellsOf(count), stamp }))).toEqual([true, false]);
    const guards = { placement: [student] };
    expect([94, 95].map((count) => hasRoomForAct({ changes: cellsOf(count), guards, stamp }))).toEqual([true, false]);
    const unguarded = 'it moves cells';
    expect([96, 97].map((count) => hasRoomForAct({ changes: cellsOf(count), unguarded, stamp }))).toEqual([
      true,
      false,
    ]);
  });

  it('is for three million bytes, as companions need some', () => {
    const large = (bytes: number) => ({ Put: { TableName: 'T', Item: { pk: 'p', sk: '-', text: 'x'.repeat(bytes) } } });
    expect([2_999_000, 3_000_000].map((bytes) => hasRoomForAct({ changes: [large(bytes)], stamp }))).toEqual([
      true,
      false,
    ]);
  });

  it('groups steps: as many as fit, and one that is too large alone', () => {
    const steps = [40, 40, 40, 120, 10];
    const actOf = (some: readonly number[]) => ({
      changes: some.flatMap((count, at) => cellsOf(count, 1000 * at)),
      stamp,
    });
    expect(groupIntoActs(steps, actOf)).toEqual([[40, 40], [40], [120], [10]]);
  });
});

it('is the one way to write what has a guard or a companion', async () => {
  const alone = cells[0] ?? {};
  await expect(executeAction(alone)).rejects.toThrow('is written in an act');
  await expect(executeTogetherIf([stamp, alone])).rejects.toThrow('written in an act');
});

it('does not compile without a guard, or a reason, where a key has a term or a day', () => {
  interface Dated {
    date: string;
    term: 1 | 2 | 3;
  }
  // @ts-expect-error no guard, and no reason
  entity<Dated>()({ name: 'one', pk: 'one#${date}', sk: '-' });
  // @ts-expect-error the same of a term in the sort key
  entity<Dated>()({ name: 'two', pk: 'two', sk: 'of#${term:2}' });
  // @ts-expect-error a guard of what the key does not have
  entity<Dated>()({
    name: 'three',
    pk: 'three',
    sk: '${date}',
    guard: ({ year }: { year: number }) => guardedBy(openSheet, `${year}`),
  });
  entity<Dated>()({ name: 'four', pk: 'four#${date}', sk: '-', open: 'a reason' });
  expect(
    entity<Dated>()({
      name: 'five',
      pk: 'five',
      sk: '${date}',
      guard: ({ date }: { date: string }) => guardedBy(openSheet, date),
    }).name,
  ).toBe('five');
});
