import { describe, expect, it } from 'vitest';
import {
  generateDemoAccounts,
  generateDemoSchool,
  generateDemoStudentSignIns,
} from '../../../local/demo-school/generate.ts';
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
    expect(generateDemoAccounts(options)).toEqual(generateDemoSchool(options).accounts);
    expect(generateDemoStudentSignIns(options)).toEqual(generateDemoSchool(options).studentSignIns);
  });
});

describe('the seeded source of choices', () => {
  it('gives forks that do not depend on what was drawn before', () => {
    const fresh = createRandom('seed').fork('part').next();
    const used = createRandom('seed');
    used.next();
    expect(used.fork('part').next()).toBe(fresh);
    expect(used.fork('other part').next()).not.toBe(fresh);
  });
});
