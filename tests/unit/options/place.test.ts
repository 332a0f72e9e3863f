import { describe, expect, it } from 'vitest';
import { actsPlace, recordsPlace } from '#shared/place.ts';

describe('a place of the core', () => {
  it('refuses to be read before the registration of its tree has filled it', () => {
    expect(() => recordsPlace('rules of the erasure').all()).toThrow('"rules of the erasure"');
    expect(() => actsPlace('what is due').of(['clocks'])).toThrow('"what is due"');
  });

  it('may be empty', () => {
    const [records, acts] = [recordsPlace('records'), actsPlace('acts')];
    records.fill({});
    acts.fill({});
    expect(records.all()).toEqual([]);
    expect(acts.of(['clocks'])).toEqual([]);
  });

  it('has the acts of the options that are on, in its own order', () => {
    const place = actsPlace<string>('acts');
    place.fill({ clocks: 'a clock', bells: 'a bell', gongs: 'a gong' });
    expect(place.of(['gongs', 'clocks'])).toEqual(['a clock', 'a gong']);
    expect(place.of([])).toEqual([]);
  });

  it('has the records of every option, on or off', () => {
    const place = recordsPlace<string>('records');
    place.fill({ clocks: 'a clock', bells: 'a bell' });
    expect(place.all()).toEqual(['a clock', 'a bell']);
  });
});
