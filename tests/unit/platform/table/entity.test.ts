import { describe, expect, it } from 'vitest';
import { entity } from '#functions/platform/table/entity.ts';
import { atMost, below, notEqualTo, present, whereUnchanged } from '#functions/platform/table/expression.ts';
import { fillTemplate } from '#functions/platform/table/key-templates.ts';

interface Boat {
  harbour: string;
  number: number;
  name: string;
  owner?: string | undefined;
  crewName?: string | undefined;
  crew?: string[] | undefined;
  trips?: number | undefined;
  berth?: string | undefined;
}

const BoatsEntity = entity<Boat>()({
  name: 'boat',
  pk: 'harbour#${harbour}',
  sk: 'boat#${number:4}',
  indexes: { ofOwner: { index: 'gsi1', pk: 'owner#${owner}', sk: '${name}#${crewName}#${number}' } },
  sets: ['crew'],
  derived: ({ name }) => (name === undefined ? {} : { berth: name.slice(0, 1) }),
});
const key = { harbour: 'POS', number: 7 };
const Key = { pk: 'harbour#POS', sk: 'boat#0007' };

interface Expressions {
  UpdateExpression?: string;
  ConditionExpression?: string;
}

/** An update with its short names and values written out. */
function written({ Update, Put, Delete, ConditionCheck }: ReturnType<typeof BoatsEntity.update>) {
  const {
    ExpressionAttributeNames: names = {},
    ExpressionAttributeValues: values = {},
    ...rest
  } = Update ?? Put ?? Delete ?? ConditionCheck ?? {};
  const out = (text: string | undefined) =>
    text
      ?.replaceAll(/#n\d+/g, (name) => names[name] ?? name)
      .replaceAll(/:v\d+/g, (name) => {
        const value: unknown = values[name];
        return JSON.stringify(value instanceof Set ? ['set', ...value] : value);
      });
  return [out((rest as Expressions).UpdateExpression), out((rest as Expressions).ConditionExpression)];
}

describe('a record as it is stored', () => {
  it('has its keys, those of the indexes that it is in, its kind, and what follows from others', () => {
    expect(BoatsEntity.item({ ...key, name: 'Maria', owner: 'Ann', crewName: 'Bo', crew: ['Bo'] })).toEqual({
      ...Key,
      ...key,
      name: 'Maria',
      owner: 'Ann',
      crewName: 'Bo',
      crew: new Set(['Bo']),
      berth: 'M',
      gsi1pk: 'owner#Ann',
      gsi1sk: 'Maria#Bo#7',
      __edb_e__: 'boat',
    });
  });

  it('is in no index of which it lacks an attribute, and has no empty set', () => {
    const item = BoatsEntity.item({ ...key, name: 'Maria', crew: [] });
    expect(Object.keys(item).sort()).toEqual(['__edb_e__', 'berth', 'harbour', 'name', 'number', 'pk', 'sk'].sort());
  });

  it('is read back as it was; one of another kind is none', () => {
    const boat = { ...key, name: 'Maria', owner: 'Ann', crew: ['Bo'] };
    expect(BoatsEntity.parse(BoatsEntity.item(boat))).toEqual({ ...boat, berth: 'M' });
    expect(BoatsEntity.parse({ ...BoatsEntity.item(boat), __edb_e__: 'buoy' })).toBeUndefined();
  });

  it('has no key where an attribute of it is missing', () => {
    expect(() => fillTemplate('harbour#${harbour}', {})).toThrow('needs harbour');
  });
});

describe('a write', () => {
  it('creates a record where there is none', () => {
    expect(BoatsEntity.create({ ...key, name: 'Maria' }).Put?.ConditionExpression).toBe('attribute_not_exists(pk)');
  });

  it('changes attributes of a record that is there, and leaves what is undefined', () => {
    const update = BoatsEntity.update(key, {
      set: { trips: 3, berth: undefined },
      add: { crew: ['Cy'] },
      removeFrom: {},
      where: { trips: below(3), name: 'Maria' },
    });
    expect(update.Update?.Key).toEqual(Key);
    expect(written(update)).toEqual([
      'SET trips = 3 ADD crew ["set","Cy"]',
      'attribute_exists(pk) AND (trips < 3 AND name = "Maria")',
    ]);
  });

  const maria = { ...key, name: 'Maria', owner: 'Ann', crewName: 'Bo', berth: 'M' };

  it('keeps the index: with an attribute of its key the record moves, without one it leaves', () => {
    expect(written(BoatsEntity.change(maria, { set: { owner: 'Di' } }))).toEqual([
      'SET owner = "Di", gsi1pk = "owner#Di"',
      'attribute_exists(pk) AND (owner = "Ann")',
    ]);
    expect(written(BoatsEntity.change(maria, { remove: ['owner'] }))[0]).toBe('REMOVE owner, gsi1pk, gsi1sk');
    expect(written(BoatsEntity.change(maria, { set: { name: 'Nina' } }))[0]).toBe(
      'SET name = "Nina", berth = "N", gsi1sk = "Nina#Bo#7"',
    );
  });

  it('asks for the attributes of a key that do not change, and never writes them', () => {
    expect(written(BoatsEntity.change(maria, { set: { name: 'Nina', crewName: 'Bo', trips: 2 } }))).toEqual([
      'SET name = "Nina", berth = "N", trips = 2, gsi1sk = "Nina#Bo#7"',
      'attribute_exists(pk) AND (name = "Maria" AND crewName = "Bo")',
    ]);
  });

  it('writes nothing where nothing changes, and asks what it was to ask', () => {
    const action = BoatsEntity.change(maria, { set: { owner: 'Ann' }, where: { trips: 2 } });
    expect([action.Update, written(action)[1]]).toEqual([undefined, 'attribute_exists(pk) AND (trips = 2)']);
  });

  it('changes no index without the record as it was read', () => {
    // @ts-expect-error the owner is in the key of an index
    expect(() => BoatsEntity.update(key, { set: { owner: 'Di' } })).toThrow('change it as read');
    // @ts-expect-error what is created or changed may be in an index already
    expect(BoatsEntity.upsert(key, { set: { trips: 3 } }).Update).toBeDefined();
  });

  it('makes the record where an upsert finds none, with its first values', () => {
    const none = { name: null, owner: null, crewName: null };
    expect(written(BoatsEntity.upsert(key, { set: { name: 'Maria' }, initially: { trips: 0 }, where: none }))).toEqual([
      'SET harbour = "POS", number = 7, name = "Maria", berth = "M", __edb_e__ = "boat", trips = if_not_exists(trips, 0)',
      'attribute_not_exists(name) AND attribute_not_exists(owner) AND attribute_not_exists(crewName)',
    ]);
  });

  it('takes a missing value, another one, and one of several conditions', () => {
    const where = {
      ...whereUnchanged<Boat, 'owner' | 'trips'>({ ...key, name: 'Maria', trips: 2 }, ['owner', 'trips']),
      name: notEqualTo('Nina'),
    };
    expect(written(BoatsEntity.delete(key, where))[1]).toBe(
      'attribute_not_exists(owner) AND trips = 2 AND name <> "Nina"',
    );
    expect(written(BoatsEntity.check(key, [{ owner: present }, { trips: atMost(9) }]))[1]).toBe(
      '(attribute_exists(owner)) OR (trips <= 9)',
    );
    expect(written(BoatsEntity.remove(key))[1]).toBe('attribute_exists(pk)');
    expect(written(BoatsEntity.delete(key))[1]).toBeUndefined();
  });
});
