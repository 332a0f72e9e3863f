import { expect, it } from 'vitest';
import type { PlannedStudent, PromotionPlan, StudentFacts } from '#shared/school/promotion-calls.ts';
import { buildComingClasses, buildPlanRows } from '../../../web/features/school/promotion/plan-model.ts';

/** What the coming class 2A shows of students of 1A with these averages, as printed; null is none. */
function averageOf(...averages: (string | null)[]): string | null | undefined {
  const students = averages.map((_, index) => ({
    student_id: `S${index}`,
    name: `S${index}`,
    class_id: '1A',
    rule_to: '2A',
    decision: null,
  })) as unknown as PlannedStudent[];
  const classes = [{ class_id: '2A', form_level: 2, next_class_id: null }];
  const plan = { classes, students } as unknown as PromotionPlan;
  const facts = averages.map((average, index) => [`S${index}`, { average }] as unknown as [string, StudentFacts]);
  return buildComingClasses(plan, buildPlanRows(plan, new Map(facts)))[0]?.average;
}

it('rounds the mean average of a coming class half up, as a calculator does', () => {
  // 140.1 / 2 = 70.05, which a binary fraction holds as 70.0499…; 194.37 / 3 = 64.79; 8.45 / 1.
  expect(averageOf('70.1', '70.0')).toBe('70.1');
  expect(averageOf('64.3', '64.2')).toBe('64.3');
  expect(averageOf('100', '85.0', '9.37')).toBe('64.8');
  expect(averageOf('8.45')).toBe('8.5');
  expect(averageOf('8.45', null)).toBe('8.5');
  expect(averageOf(null)).toBeNull();
  expect(averageOf()).toBeNull();
});
