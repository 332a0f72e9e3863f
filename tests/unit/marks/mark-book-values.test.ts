import { expect, it } from 'vitest';
import type { Assessment, MarkBookStudent } from '#shared/marks/mark-book/contract.ts';
import { computeRowPercentage, toPageRowValues } from '../../../web/features/marks/mark-book/page-values.ts';

const weighted = { course: { max: 30, weight: 30 }, exam: { max: 70, weight: 70 } };
const none = { topic: null, date: null, weighting: null };
const assessments: Assessment[] = [
  { id: '1', assesment_number: 1, total: 10, ...none },
  { id: '2', assesment_number: 2, total: 40, ...none },
];
const student: MarkBookStudent = {
  id: 'S1',
  first_name: 'Zoe',
  last_name: 'Ali',
  class_id: '1B',
  marks: { 1: 9 },
  percentage: 75,
  notes: {},
  earlier: { mark: 36, out_of: 50 },
};

it('works the percentage total out as the server does, marks from another class included', () => {
  expect(computeRowPercentage(toPageRowValues(student, assessments), assessments, weighted)).toBe(75);
  expect(computeRowPercentage(toPageRowValues({ ...student, earlier: null }, assessments), assessments, weighted)).toBe(
    90,
  );
  expect(computeRowPercentage(toPageRowValues({ ...student, marks: {} }, assessments), assessments, weighted)).toBe(72);
});
