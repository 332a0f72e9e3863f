import { describe, expect, it } from 'vitest';
import type { Action } from '#functions/platform/table/action.ts';
import { isRecordAs } from '#functions/platform/table/acts/written-record.ts';
import { entity } from '#functions/platform/table/entity.ts';
import { present } from '#functions/platform/table/expression.ts';

interface Boat {
  harbour: string;
  id: string;
  name?: string | undefined;
  trips?: number | undefined;
  crew?: string[] | undefined;
  berth?: string | undefined;
}
const BoatEntity = entity<Boat>()({
  name: 'boat',
  pk: 'harbour#${harbour}',
  sk: '${id}',
  sets: ['crew'],
  derived: ({ name }) => ({ berth: name?.[0] }),
});
const key = { harbour: 'H', id: '1' };
const maria = { ...key, name: 'Maria', trips: 2, berth: 'M' };
const written = ({ writes }: Action) => writes?.toRecord();

describe('what a write did, for the undo of its act,', () => {
  it.each([
    ['of a new record is everything', BoatEntity.create({ ...key, name: 'Maria' }), null, { name: 'Maria' }],
    ['of a record that is made where there is none', BoatEntity.put(key, { id: null }), null, {}],
    [
      'of a record in place of another is what it asks for',
      BoatEntity.put({ ...key, trips: 3 }, { trips: 2 }),
      { trips: 2 },
      { trips: 3 },
    ],
    [
      'of a record in place of none is everything',
      BoatEntity.put({ ...key, trips: 3 }, { trips: null }),
      null,
      { trips: 3 },
    ],
    [
      'of a deleted record is everything',
      BoatEntity.deleted(maria, ['name']),
      { name: 'Maria', trips: 2, berth: 'M' },
      null,
    ],
    [
      'of a record as read are the attributes that change, without those that follow from others',
      BoatEntity.change(maria, { set: { name: 'Nina', trips: 2, crew: ['Bo'] }, remove: ['trips'] }),
      { name: 'Maria', crew: null, trips: 2 },
      { name: 'Nina', crew: ['Bo'], trips: null },
    ],
    [
      'of an update is what it asks for',
      BoatEntity.update(key, { set: { trips: 3 }, remove: ['crew'], where: { trips: 2, crew: null, name: 'Maria' } }),
      { trips: 2, crew: null },
      { trips: 3, crew: null },
    ],
  ])('%s', (_what, action, before, after) => {
    expect(written(action)).toEqual({ kind: 'boat', id: key, before, after });
  });

  it.each([
    ['a value that nobody has read', BoatEntity.update(key, { set: { trips: 3 } }), 'trips'],
    ['a value that may be any', BoatEntity.update(key, { set: { trips: 3 }, where: { trips: present } }), 'trips'],
    ['one of two values', BoatEntity.update(key, { set: { trips: 3 }, where: [{ trips: 1 }, { trips: 2 }] }), 'may be'],
    ['a count', BoatEntity.upsert(key, { add: { trips: 1 }, where: { trips: 2 } }), 'trips'],
    ['a whole record in place of another', BoatEntity.put(maria), 'name'],
    ['a record that nobody has read', BoatEntity.delete(key, { name: 'Maria' }), 'deletes'],
  ])('is refused of %s', (_what, action, fault) => {
    expect(() => written(action)).toThrow(fault);
  });
});

describe('a record is as an act left it', () => {
  const of = { kind: 'boat', id: key, before: { name: 'Nina', trips: null }, after: { name: 'Maria', trips: 2 } };
  const isAs = (stored: object | undefined, compared?: string[]) =>
    isRecordAs(BoatEntity, { written: of, side: 'after', stored, compared });

  it('where all that it wrote is so, whatever else was changed', () => {
    expect([isAs(maria), isAs({ ...maria, crew: ['Bo'] }), isAs({ ...maria, name: 'Olga' })]).toEqual([
      true,
      true,
      false,
    ]);
    expect([isAs(undefined), isAs({ ...maria, trips: undefined })]).toEqual([false, false]);
    expect(isAs({ ...maria, name: 'Olga' }, ['trips'])).toBe(true);
    expect([isAs(maria, ['name', 'crew']), isAs({ ...maria, name: 'Olga' }, ['name', 'crew'])]).toEqual([true, false]);
  });

  it('where it was made, if nothing was added; the order of a set does not matter', () => {
    const made = {
      kind: 'boat',
      id: key,
      before: null,
      after: { name: 'Maria', crew: ['Bo', 'Di'], trips: null },
    };
    const isMade = (stored: object) => isRecordAs(BoatEntity, { written: made, side: 'after', stored });
    expect(isMade({ ...key, name: 'Maria', crew: ['Di', 'Bo'], berth: 'M' })).toBe(true);
    expect(isMade({ ...key, name: 'Maria', crew: ['Di', 'Bo'], berth: 'M', trips: 1 })).toBe(false);
  });
});
