import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isChosen, judge } from '../../../mutation/judge.ts';
import { mutantsOf } from '../../../mutation/mutants.ts';
import { copyTree, type Tree } from '../../../mutation/tree.ts';

/** A tree with tests that notice some of what could go wrong in it, and that take longer than they may without a runner. */
const files = {
  'vitest.config.ts': `export default {
    test: { projects: [{ test: { name: 'unit', include: ['tests/unit/**/*.test.ts'], testTimeout: 1 } }] },
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
    export function capped(mark: number): number {
      return mark > 100 ? 100 : mark;
    }
    export const isShort = (text: string): boolean => text.length * 1 < 9;`,
  'tests/unit/grade.test.ts': `
    import { expect, it } from 'vitest';
    import { grade, isLate } from '../../marks/grade.ts';
    it('passes from 50', async () => {
      isLate(1);
      await new Promise((resolve) => setTimeout(resolve, 20));
      expect([grade(49), grade(50)]).toEqual(['fail', 'pass']);
    });`,
  'tests/unit/capped.test.ts': `
    import { expect, it } from 'vitest';
    import { capped } from '../../marks/grade.ts';
    it('is a hundred at most', () => expect([capped(8), capped(120)]).toEqual([8, 100]));`,
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
    { path: 'marks/grade.ts', before: '>', line: 'return mark > 100 ? 100 : mark;', after: '>=', reason: 'the same' },
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
    from: 17,
    equivalents: 2,
    lines: [
      '+ → -: reached by no test',
      '1 → 2: reached by no test',
      '100 → 101: noticed',
      '100 → 101: survives',
      '3 → 4: survives',
      '5 → 6: reached by no test',
      '50 → 51: noticed',
      '9 → 10: reached by no test',
      '< → <=: reached by no test',
      '> → >=: survives',
      '>= → >: noticed',
      'mark > 100 → (false as boolean): noticed',
      'mark > 100 → (true as boolean): noticed',
      'mark >= 50 → (false as boolean): noticed',
      'mark >= 50 → (true as boolean): noticed',
    ].sort(),
  });
}, 240_000);

it('ends tests that go round in circles, and runs others after them', async () => {
  const [tree] = trees;
  tree?.write('tests/unit/capped.test.ts', `import { it } from 'vitest'; it('never ends', () => { for (;;); });`);
  expect(await tree?.run(['tests/unit/capped.test.ts'], 5_000)).toBe(false);
  tree?.write('tests/unit/capped.test.ts', files['tests/unit/capped.test.ts']);
  expect(await tree?.run(['tests/unit/capped.test.ts'], Number.POSITIVE_INFINITY)).toBe(true);
  await expect(tree?.run(['tests/unit/nowhere.test.ts'], Number.POSITIVE_INFINITY)).rejects.toThrow('There is no test');
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
  const several = { path: 'marks/grade.ts', before: '>', after: '>=', reason: 'are two' };
  await expect(outcomes({ equivalents: [several] })).rejects.toThrow('is several mutants of marks/grade.ts');
  const failing = `import { it } from 'vitest'; it('fails', () => { throw new Error('so'); });`;
  for (const tree of trees) tree.write('tests/unit/capped.test.ts', failing);
  await expect(outcomes()).rejects.toThrow('capped.test.ts fails without a mutant');
}, 240_000);
