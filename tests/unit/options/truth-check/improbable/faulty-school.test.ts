import { expect, it } from 'vitest';
import { type RuleName, ruleNames, type Warning } from '#shared/options/truth-check/improbable/class-to-judge.ts';
import { judgeClass } from '#shared/options/truth-check/improbable/judge-class.ts';
import { makeClass, makeFaultyClass } from '../../../../support/options/truth-check/faulty-class.ts';
import type { Planted } from '../../../../support/options/truth-check/plant-faults.ts';
import { isWholeRun } from '../../../../support/samples/whole-run.ts';

/** The same by day; at night ten times as many, and others each time. */
const first = isWholeRun ? Math.floor(Date.now() / 1000) : 20_261_129;
const classes = Array.from({ length: isWholeRun ? 600 : 60 }, (_, index) => first + index);

const isPlace = (planted: Planted, warning: Warning): boolean =>
  planted.subjectId === warning.subjectId && (planted.studentId === null || planted.studentId === warning.studentId);

it(`finds at least 95 % of the faults, and at most two false alarms a class (seed ${first})`, () => {
  const made = new Map<RuleName, { of: number; found: number }>(ruleNames.map((rule) => [rule, { of: 0, found: 0 }]));
  const falseAlarms: string[][] = [];
  for (const seed of classes) {
    const { of, planted } = makeFaultyClass(seed);
    const warnings = judgeClass(of);
    for (const fault of planted) {
      const counted = made.get(fault.rule);
      if (!counted) throw new Error(fault.rule);
      counted.of += 1;
      if (warnings.some((warning) => warning.rule === fault.rule && isPlace(fault, warning))) counted.found += 1;
    }
    falseAlarms.push(
      warnings
        .filter((warning) => !planted.some((fault) => isPlace(fault, warning)))
        .map(({ rule, studentId, subjectId, text }) => `${seed} ${rule} ${studentId} ${subjectId} ${text}`),
    );
  }
  const sum = (name: 'of' | 'found') => [...made.values()].reduce((all, one) => all + one[name], 0);
  const rates = JSON.stringify(Object.fromEntries(made));
  expect(sum('found') / sum('of'), rates).toBeGreaterThanOrEqual(0.95);
  for (const [rule, one] of made) {
    expect(one.of, `faults of ${rule}`).toBeGreaterThan(classes.length / 5);
    expect(one.found / one.of, rule).toBeGreaterThanOrEqual(0.9);
  }
  // The mean is far below; of chance, a class in hundreds has one more.
  const over = falseAlarms.filter((alarms) => alarms.length > 2);
  expect(over.length, over.flat().join('\n')).toBeLessThanOrEqual(classes.length / 100);
  expect(falseAlarms.flat().length / classes.length).toBeLessThanOrEqual(0.5);
});

it.each([2, 5, 8, 12])('names next to nothing in classes without a fault, whose talents differ by %i %', (talents) => {
  const alarms = classes.flatMap((seed) => judgeClass(makeClass(seed, talents)));
  const rules = Object.entries(Object.groupBy(alarms, ({ rule }) => rule)).map(([rule, of]) => `${rule} ${of.length}`);
  expect(alarms.length / classes.length, rules.join(', ')).toBeLessThanOrEqual(0.6);
});

it('judges a school of 1,000 students within five seconds of processor', () => {
  const school = Array.from({ length: 40 }, (_, index) => makeClass(first + index));
  expect(school.reduce((sum, { students }) => sum + students.length, 0)).toBeGreaterThan(1000);
  const before = process.cpuUsage();
  for (const of of school) judgeClass(of);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1_000_000).toBeLessThan(5);
});
