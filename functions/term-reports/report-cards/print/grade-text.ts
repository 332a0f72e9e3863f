import { conductGradeMeanings } from '#shared/term-reports/fields.ts';
import type { CardLayout } from '#shared/term-reports/layouts/card-layout.ts';

/** A grade as the layout prints it: its letter, or its meaning. What is no grade stays as it is. */
export function gradeText<T extends number | string | null>(value: T, grades: CardLayout['grades']): T | string {
  if (grades === 'letters') return value;
  return conductGradeMeanings.find(({ grade }) => grade === value)?.meaning ?? value;
}
