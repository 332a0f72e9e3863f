import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { Worker } from 'node:worker_threads';
import ts from 'typescript';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mutantsOf } from '../../../mutation/mutants.ts';
import { markPlaces } from '../../../mutation/places.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'places-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs a source with its marks: what it answers, and which of some of its texts are in a place that was reached. */
function run(source: string, texts: readonly string[]) {
  const reached = join(folder, 'reached');
  const { marked, placeAt } = markPlaces('some.ts', source, reached);
  const answer: unknown = runInNewContext(ts.transpile(marked), { process });
  const keys = readFileSync(reached, 'utf8').trim().split('\n');
  return { answer, reached: texts.filter((text) => keys.includes(placeAt(source.indexOf(text)))) };
}

describe('a place of a source', () => {
  it('is reached where its statement begins: after a return, in the other branch and in a function that nobody calls is none', () => {
    const source = `
      function judge(mark: number): string {
        if (mark > 100) return 'too high';
        else if (mark < 0) return 'too low';
        if (mark === 7) { return 'seven'; }
        return 'known';
      }
      const never = (): string => 'never called';
      judge(7);`;
    const texts = [
      'mark > 100',
      "'too high'",
      'mark < 0',
      "'too low'",
      "'seven'",
      "'known'",
      "'never called'",
      'judge(7)',
    ];
    expect(run(source, texts)).toEqual({
      answer: 'seven',
      reached: ['mark > 100', 'mark < 0', "'seven'", 'judge(7)'],
    });
  });

  it('is the body of an arrow function, of a loop, of a case and of a method', () => {
    const source = `
      const double = (n: number) => n * 2;
      const half = (n: number) => n / 2;
      const nobody = { name: (n: number) => ({ n }) };
      class Sum { total = 0; add(n: number) { this.total += n; return this; } never() { return 'unused'; } }
      const sum = new Sum();
      for (const n of [1, 2]) sum.add(double(n));
      while (sum.total < 10) sum.add(4);
      switch (sum.total) { case 10: sum.add(90); break; default: sum.add(900); }
      sum.total;`;
    const texts = [
      'n * 2',
      'n / 2',
      '({ n })',
      'this.total += n',
      "'unused'",
      'double(n)',
      'sum.add(4)',
      '(90)',
      '(900)',
    ];
    expect(run(source, texts)).toEqual({
      answer: 100,
      reached: ['n * 2', 'this.total += n', 'double(n)', 'sum.add(4)', '(90)'],
    });
  });

  it('is reached with default values of a function that is declared after a return', () => {
    const source = `
      function outer() { return inner(); function inner(n = 40 + 2) { return n; } }
      outer();`;
    expect(run(source, ['40 + 2', 'return n'])).toEqual({ answer: 42, reached: ['40 + 2', 'return n'] });
  });

  it('is reached by a worker thread too', async () => {
    const reached = join(folder, 'reached');
    const source = 'const answer = () => 6 * 7; answer();';
    const { marked, placeAt } = markPlaces('some.ts', source, reached);
    const script = join(folder, 'script.cjs');
    writeFileSync(script, marked);
    expect(existsSync(reached)).toBe(false);
    await new Promise((resolve, reject) => new Worker(script).on('error', reject).on('exit', resolve));
    expect(readFileSync(reached, 'utf8').split('\n')).toContain(placeAt(source.indexOf('6 * 7')));
  });
});

it('what a mutant replaces begins in its line', () => {
  const [mutant] = mutantsOf('\n  const isFull = count >= 30;');
  expect(mutant).toMatchObject({ line: 2, text: 'const isFull = count >= 30;', before: '>=', after: '>' });
});
