import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isChosen, judge } from '../../../mutation/judge.ts';
import { mutantsOf } from '../../../mutation/mutants.ts';
import { copyTree, type Tree } from '../../../mutation/tree.ts';

/** A tree with tests that notice some of what could go wrong in it. */
const files = {
  'vitest.config.ts': `export default {
    test: { projects: [{ test: { name: 'unit', include: ['tests/unit/**/*.test.ts'] } }] },
  };`,
  'marks/grade.ts': `
    export function grade(mark: number): string {
      if (mark >= 50) return 'pass';
      return 'fail';
    }
    export function isLate(days: number): boolean {
      return days > 3;
    }
    export function withBonus(mark: number): number {
      return mark + 5;
    }
    export function settle(mark: number): number {
      while (mark < 10) mark += 1;
      return mark;
    }
    export const isShort = (text: string): boolean => text.length * 1 < 9;`,
  'tests/unit/grade.test.ts': `
    import { expect, it } from 'vitest';
    import { grade, isLate } from '../../marks/grade.ts';
    it('passes from 50', () => {
      isLate(1);
      expect([grade(49), grade(50)]).toEqual(['fail', 'pass']);
    });`,
  'tests/unit/settle.test.ts': `
    import { expect, it } from 'vitest';
    import { settle } from '../../marks/grade.ts';
    it('comes to ten', () => expect(settle(8)).toBe(10));`,
};

let root = '';
const trees: Tree[] = [];
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'judged-'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(root, dirname(path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  execFileSync('git', ['init', '--quiet'], { cwd: root });
  execFileSync('git', ['add', '.'], { cwd: root });
  trees.push(copyTree(root), copyTree(root));
});
afterAll(() => {
  for (const tree of trees) tree.remove();
  rmSync(root, { recursive: true });
});

const options = {
  sources: ['marks/grade.ts'],
  tests: ['tests/unit'],
  sample: { every: 1, seed: '' },
  equivalents: [
    { path: 'marks/grade.ts', before: '1', line: 'while (mark < 10) mark += 1;', after: '2', reason: 'from 8' },
    { path: 'marks/grade.ts', before: '*', after: '/', reason: 'by one' },
  ],
};
/** Mutants with what became of them, as `before → after: outcome`. */
const outcomes = async (change: Partial<typeof options> & { isWhole?: boolean } = {}) => {
  const { verdicts, ...counts } = await judge(trees, { root, ...options, ...change });
  const lines = verdicts.map(({ mutant, outcome }) => `${mutant.before} → ${mutant.after}: ${outcome}`);
  return { ...counts, lines: lines.sort() };
};

it('tells a mutant that a test notices from one that is reached but survives and one that no test reaches', async () => {
  expect(await outcomes({ isWhole: true })).toEqual({
    from: 16,
    equivalents: 2,
    lines: [
      '+ → -: reached by no test',
      '1 → 2: reached by no test',
      '10 → 11: noticed',
      '3 → 4: survives',
      '5 → 6: reached by no test',
      '50 → 51: noticed',
      '9 → 10: reached by no test',
      '< → <=: noticed',
      '< → <=: reached by no test',
      '> → >=: survives',
      '>= → >: noticed',
      'mark += 1; → ;: noticed',
      'mark >= 50 → (false as boolean): noticed',
      'mark >= 50 → (true as boolean): noticed',
    ].sort(),
  });
}, 240_000);

it('takes the same sample for the same seed, and another for another', () => {
  const sources = Array.from({ length: 50 }, (_, index) => ({
    path: `marks/${index}.ts`,
    source: files['marks/grade.ts'],
  }));
  const all = sources.flatMap(({ path, source }) => mutantsOf(source).map((mutant) => ({ path, mutant })));
  const sampleOf = (seed: string, every = 4) => all.filter((one) => isChosen(one, { every, seed }));
  expect(sampleOf('one', 1)).toEqual(all);
  expect(sampleOf('one')).toEqual(sampleOf('one'));
  expect(sampleOf('one')).not.toEqual(sampleOf('other'));
  // 800 mutants: one in four, give or take.
  expect(Math.abs(sampleOf('one').length - all.length / 4)).toBeLessThan(all.length / 16);
});

it('refuses tests that fail without a mutant, and an equivalent that is no mutant', async () => {
  const unknown = { path: 'marks/grade.ts', before: '>=', after: '<', reason: 'is no mutant' };
  await expect(outcomes({ equivalents: [unknown] })).rejects.toThrow('is no mutant of marks/grade.ts');
  const failing = `import { it } from 'vitest'; it('fails', () => { throw new Error('so'); });`;
  for (const tree of trees) tree.write('tests/unit/settle.test.ts', failing);
  await expect(outcomes()).rejects.toThrow('settle.test.ts fails without a mutant');
}, 240_000);
