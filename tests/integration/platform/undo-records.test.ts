import { expect, it } from 'vitest';
import { commit } from '#functions/platform/table/acts/commit.ts';
import { listAuditTrail } from '#functions/platform/table/audit.ts';
import { entity } from '#functions/platform/table/entity.ts';
import { undoRecords } from '#functions/platform/undo/undo-records.ts';
import { undoableActions } from '#functions/platform/undo/undoable-actions.ts';
import { undoWordings } from '#shared/http/wordings.ts';
import { schoolForTests } from '../../support/school/school-for-tests.ts';
import { killAtWrite } from '../../support/step-by-step/kill-at-write.ts';
import { runBetweenReadAndWrite } from '../../support/step-by-step/run-between-read-and-write.ts';

interface Boat {
  id: string;
  name: string;
  berth: string;
  owner?: string | undefined;
  crew?: string[] | undefined;
}

schoolForTests();
const ann = { accountId: 'A1', name: 'Ann Office' };
const bo = { accountId: 'A2', name: 'Bo Deputy' };
const noon = new Date('2025-11-27T12:00:00Z');
const later = new Date('2025-11-27T13:00:00Z');

const acts = undoableActions<{ kind: 'boats'; details: object }>('harbour');
const BoatEntity = entity<Boat>()({
  name: 'boat',
  pk: 'boat#${id}',
  sk: 'boat',
  sets: ['crew'],
  indexes: { ofBerth: { index: 'gsi1', pk: 'berth#${berth}', sk: '${id}' } },
});
/** A voyage of a boat, after which it stays. */
const LogEntity = entity<{ id: string; to: string }>()({ name: 'voyage', pk: 'boat#${id}', sk: 'voyage' });

const boat = (id: string): Boat => ({ id, name: `Old ${id}`, berth: 'B1', crew: ['Di', 'Ed'] });
/** As it is under another name. */
const called = (id: string, name: string): Boat => ({ ...boat(id), name });
const read = (id: string) => BoatEntity.get({ id });
const attempt = (key: string, now = noon) => ({ now, idempotencyKey: key });

/** Boats that are there, written by nobody. */
const launch = (ids: readonly string[]) =>
  commit({
    by: { caller: ann, request: attempt(`A1/launch-${ids[0]}`) },
    changes: ids.map((id) => BoatEntity.create(boat(id))),
    trail: { subject: `launch#${ids[0]}`, changes: [] },
  });

/** One act under a key: its changes can be undone. */
const act = (key: string, changes: Parameters<typeof commit>[0]['changes']) =>
  commit({
    by: { caller: ann, request: attempt(key) },
    changes,
    undo: acts.keep({ change: { kind: 'boats', details: {} }, what: 'Boats', of: [BoatEntity] }),
    trail: { subject: `act#${key}`, changes: [] },
  });

/** A change by Bo, an hour later. */
const change = (id: string, changes: Parameters<typeof commit>[0]['changes']) =>
  commit({
    by: { caller: bo, request: attempt(`A2/${crypto.randomUUID()}`, later) },
    changes,
    trail: { subject: `boat#${id}`, changes: [{ field: 'name', before: 1, after: 2 }] },
  });

const undo = (key: string, own: Partial<Parameters<typeof undoRecords>[0]> = {}) =>
  undoRecords({
    acts,
    key,
    of: [BoatEntity],
    by: { caller: ann, request: attempt(`A1/undo-${key}`, later) },
    what: 'the boats',
    rest: (back) => ({
      trail: { subject: `back#${key}`, changes: back.map(({ id }) => ({ field: String(id.id), before: 1, after: 0 })) },
    }),
    trailOf: ({ id }) => ({ subject: `boat#${id.id}` }),
    ...own,
  });

it('puts back what is as the act left it, and names who changed, moved or deleted the others', async () => {
  const ids = ['a1', 'a2', 'a3', 'a4', 'a5'];
  await launch(ids);
  await act(
    'A1/five-boats',
    ids.map((id) => BoatEntity.change(boat(id), { set: { name: `New ${id}`, crew: ['Di'] } })),
  );
  const left = (id: string): Boat => ({ ...boat(id), name: `New ${id}`, crew: ['Di'] });
  await change('a2', [BoatEntity.change(left('a2'), { set: { name: 'Renamed' } })]);
  await change('a3', [BoatEntity.change(left('a3'), { set: { berth: 'B2', crew: ['Fay'] } })]);
  await change('a4', [BoatEntity.deleted(left('a4'), ['name'])]);
  // Nothing that the act wrote.
  await change('a5', [BoatEntity.change(left('a5'), { set: { berth: 'B3', owner: 'Gus' } })]);

  const others = await undo('A1/five-boats');

  const by = { by: 'Bo Deputy', at: '2025-11-27T13:00:00.000Z', reason: undefined };
  expect(others.map(({ record, stored: _, ...who }) => [record.id, who])).toEqual([
    [{ id: 'a2' }, by],
    [{ id: 'a3' }, by],
    [{ id: 'a4' }, by],
  ]);
  expect(await Promise.all(ids.map(read))).toEqual([
    { id: 'a1', name: 'Old a1', berth: 'B1', crew: ['Di', 'Ed'] },
    { id: 'a2', name: 'Renamed', berth: 'B1', crew: ['Di'] },
    { id: 'a3', name: 'New a3', berth: 'B2', crew: ['Fay'] },
    undefined,
    { id: 'a5', name: 'Old a5', berth: 'B3', crew: ['Di', 'Ed'], owner: 'Gus' },
  ]);
  expect(await BoatEntity.queryBy('ofBerth', { berth: 'B3' })).toMatchObject([{ id: 'a5', name: 'Old a5' }]);
});

it('deletes what the act made, unless more is in it since, and makes again what it deleted', async () => {
  await launch(['b1', 'b2']);
  await act('A1/new-and-gone', [
    BoatEntity.create(boat('b3')),
    BoatEntity.create(boat('b4')),
    BoatEntity.deleted(boat('b1'), ['name']),
    BoatEntity.deleted(boat('b2'), ['name']),
  ]);
  await change('b4', [BoatEntity.change(boat('b4'), { set: { owner: 'Gus' } })]);
  await change('b2', [BoatEntity.create(called('b2', 'Another'))]);

  const left = await undo('A1/new-and-gone', {
    placed: ['berth'],
    rest: () => ({ trail: { subject: 'back', changes: [] }, place: () => ({ berth: 'B9' }) }),
  });

  expect(left.map(({ record }) => record.id)).toEqual([{ id: 'b4' }, { id: 'b2' }]);
  expect(await Promise.all(['b1', 'b2', 'b3', 'b4'].map(read))).toEqual([
    { ...boat('b1'), berth: 'B9' },
    called('b2', 'Another'),
    undefined,
    { ...boat('b4'), owner: 'Gus' },
  ]);
});

it('asks what else must hold with the record, and again in the transaction', async () => {
  await launch(['c1', 'c2', 'c3']);
  const named = ['c1', 'c2', 'c3'].map((id) => BoatEntity.change(boat(id), { set: { name: `New ${id}` } }));
  await act('A1/boats-of-c', named);
  const sail = (id: string) =>
    commit({
      by: { caller: bo, request: attempt(`A2/sail-${id}`, later) },
      changes: [LogEntity.create({ id, to: 'Tobago' })],
      trail: { subject: `boat#${id}`, changes: [] },
    });
  await sail('c1');

  const [left] = await runBetweenReadAndWrite(
    () =>
      undo('A1/boats-of-c', {
        requires: ({ id }) => [{ of: LogEntity.key({ id: String(id.id) }), is: null, otherwise: 'It has sailed.' }],
      }),
    () => sail('c2'),
  );

  expect(left.map(({ record, reason, by }) => [record.id, reason, by])).toEqual([
    [{ id: 'c1' }, 'It has sailed.', null],
    [{ id: 'c2' }, 'It has sailed.', null],
  ]);
  expect((await read('c3'))?.name).toBe('Old c3');
});

it('asks in the transaction for what it judged by, as it was read', async () => {
  await launch(['f1', 'f2', 'f3']);
  const named = ['f1', 'f2', 'f3'].map((id) => BoatEntity.change(boat(id), { set: { name: `New ${id}` } }));
  await act('A1/boats-of-f', named);
  const move = (id: string) => change(id, [BoatEntity.change(boat(id), { set: { berth: 'B7' } })]);
  await move('f1');
  const [left] = await runBetweenReadAndWrite(
    () =>
      undo('A1/boats-of-f', {
        compared: () => ['name', 'berth'],
        whyLeft: (_, stored) => ((stored as Boat).berth === 'B7' ? 'It lies elsewhere.' : undefined),
      }),
    () => move('f2'),
  );
  expect(left.map(({ record, reason }) => [record.id, reason])).toEqual([
    [{ id: 'f1' }, 'It lies elsewhere.'],
    [{ id: 'f2' }, 'It lies elsewhere.'],
  ]);
  expect((await read('f3'))?.name).toBe('Old f3');
});

it('is undone once: the same request has its answer again, another one is refused, and of two at once one', async () => {
  await launch(['d1', 'd2']);
  await act('A1/boat-d1', [BoatEntity.change(boat('d1'), { set: { name: 'New' } })]);
  expect(await Promise.all([undo('A1/boat-d1'), undo('A1/boat-d1')])).toEqual([[], []]);
  expect(await undo('A1/boat-d1')).toEqual([]);
  const other = attempt('A1/undo-again', later);
  await expect(undo('A1/boat-d1', { by: { caller: ann, request: other } })).rejects.toThrow(undoWordings.undoneAlready);

  await act('A1/boat-d2', [BoatEntity.change(boat('d2'), { set: { name: 'New' } })]);
  const two = await Promise.allSettled([
    undo('A1/boat-d2'),
    undo('A1/boat-d2', { by: { caller: bo, request: other } }),
  ]);
  expect(two.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

it('refuses an act that is not kept, and one of which nothing can go back', async () => {
  await expect(undo('A1/never-done')).rejects.toThrow(undoWordings.nothingToUndo);
  await launch(['e1']);
  await act('A1/boat-e1', [BoatEntity.change(boat('e1'), { set: { name: 'New' } })]);
  await change('e1', [BoatEntity.change(boat('e1'), { set: { name: 'Other' } })]);
  await expect(undo('A1/boat-e1')).rejects.toThrow(undoWordings.changedSince);
  await change('e1', [BoatEntity.change(called('e1', 'Other'), { set: { name: 'Old e1' } })]);
  await expect(undo('A1/boat-e1')).rejects.toThrow(undoWordings.changedSince);
  // It can be undone once what was changed is as the act left it again.
  await change('e1', [BoatEntity.change(boat('e1'), { set: { name: 'New' } })]);
  expect(await undo('A1/boat-e1')).toEqual([]);
});

it('takes a record that a further attempt wrote again from where that found it', async () => {
  await launch(['g1', 'g2']);
  await act('A1/boats-of-g', [BoatEntity.change(boat('g1'), { set: { name: 'New' } })]);
  await change('g1', [BoatEntity.change(called('g1', 'New'), { set: { name: 'Of Bo' } })]);
  await commit({
    by: { caller: ann, request: attempt('A1/boats-of-g/again') },
    changes: [
      BoatEntity.change(called('g1', 'Of Bo'), { set: { name: 'New' } }),
      BoatEntity.change(boat('g2'), { set: { name: 'New' } }),
    ],
    undo: acts.keepMore({ key: 'A1/boats-of-g', of: [BoatEntity] }),
    trail: { subject: 'act#boats-of-g', changes: [] },
  });
  expect(await undo('A1/boats-of-g')).toEqual([]);
  expect([(await read('g1'))?.name, (await read('g2'))?.name]).toEqual(['Of Bo', 'Old g2']);
});

it.each([
  ['before the answer', true],
  ['before it is sent', false],
])('resumes in its second transaction where it was killed %s', async (_what, isWritten) => {
  const key = `A1/many-boats-${isWritten}`;
  const ids = Array.from({ length: 150 }, (_, index) => `${isWritten}-${index}`);
  for (const some of [ids.slice(0, 75), ids.slice(75)]) {
    await launch(some);
    await commit({
      by: { caller: ann, request: attempt(`${key}/${some[0]}`) },
      changes: some.map((id) => BoatEntity.change(boat(id), { set: { name: 'New' } })),
      undo:
        some[0] === ids[0]
          ? acts.keep({ change: { kind: 'boats', details: {} }, what: 'Boats', of: [BoatEntity], key })
          : acts.keepMore({ key, of: [BoatEntity] }),
      trail: { subject: `act#${key}`, changes: [] },
    });
  }
  expect(await killAtWrite({ index: 2, isWritten }, () => undo(key))).toBe(2);
  const names = async () => (await Promise.all(ids.map(read))).map((one) => one?.name);
  expect(new Set(await names()).has('New')).toBe(!isWritten);

  expect(await undo(key)).toEqual([]);
  expect(await names()).toEqual(ids.map((id) => `Old ${id}`));
  const rows = await listAuditTrail(`back#${key}`);
  expect(rows.flatMap(({ changes }) => changes.map(({ field }) => field)).sort()).toEqual([...ids].sort());
});
