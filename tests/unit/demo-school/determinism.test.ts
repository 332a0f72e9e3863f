import { describe, expect, it } from 'vitest';
import { demoAccounts, generateDemoSchool } from '../../../local/demo-school/generate.ts';
import { createRandom } from '../../../local/demo-school/random.ts';
import { demoSchoolFile } from '../../support/samples/demo-school.ts';

const options = { seed: 'northgate', school: demoSchoolFile, today: '2026-11-20' };

describe('the demo school generator', () => {
  it('gives the same school for the same seed and day', () => {
    expect(generateDemoSchool(options)).toEqual(generateDemoSchool(options));
  });

  it('gives other people for another seed', () => {
    const names = (seed: string) =>
      generateDemoSchool({ ...options, seed }).students.map(({ firstName, lastName }) => `${firstName} ${lastName}`);
    const first = names('one');
    const second = names('two');
    const same = first.filter((name, index) => name === second[index]);
    expect(same.length).toBeLessThan(first.length / 20);
  });

  it('lists the accounts alone exactly as in the whole school', () => {
    expect(demoAccounts(options)).toEqual(generateDemoSchool(options).accounts);
  });
});

describe('the seeded source of choices', () => {
  it('reaches both ends of a range and nothing beyond', () => {
    const random = createRandom('range');
    const seen = new Set(Array.from({ length: 2000 }, () => random.int(3, 7)));
    expect([...seen].sort()).toEqual([3, 4, 5, 6, 7]);
  });

  it('picks by weight, and never what weighs nothing', () => {
    const random = createRandom('weights');
    const picked = Array.from({ length: 4000 }, () => random.weighted({ often: 3, seldom: 1, never: 0 }));
    expect(picked).not.toContain('never');
    expect(picked.filter((key) => key === 'often').length / picked.length).toBeCloseTo(0.75, 1);
  });

  it('has the mean and deviation asked for', () => {
    const random = createRandom('normal');
    const values = Array.from({ length: 20_000 }, () => random.normal(50, 10));
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
    expect(mean).toBeCloseTo(50, 0);
    expect(Math.sqrt(variance)).toBeCloseTo(10, 0);
  });

  it('shuffles without losing or doubling anything', () => {
    const list = Array.from({ length: 100 }, (_, index) => index);
    const shuffled = createRandom('cards').shuffle(list);
    expect(shuffled).not.toEqual(list);
    expect(shuffled.toSorted((a, b) => a - b)).toEqual(list);
  });

  it('gives forks that do not depend on what was drawn before', () => {
    const fresh = createRandom('seed').fork('part').next();
    const used = createRandom('seed');
    used.next();
    expect(used.fork('part').next()).toBe(fresh);
    expect(used.fork('other part').next()).not.toBe(fresh);
  });
});
