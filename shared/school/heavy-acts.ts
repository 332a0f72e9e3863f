import { pluralize } from '../pluralize.ts';

/** The acts that are confirmed by their number (rule 53, ADR 0018). */
export type HeavyAct = 'post' | 'remove' | 'promote';

/** What it does, in words and its number: "12 reports without marks or remarks will be posted as they are." */
export function describeHeavyActEffect(act: HeavyAct, count: number): string {
  switch (act) {
    case 'post':
      return `${pluralize(count, 'report')} without marks or remarks will be posted as ${count === 1 ? 'it is' : 'they are'}.`;
    case 'remove':
      return `Parents will no longer see the ${pluralize(count, 'report')} of this term. The copies are kept.`;
    case 'promote':
      return `${pluralize(count, 'student')} will be promoted or leave, though the year is not over.`;
  }
}
