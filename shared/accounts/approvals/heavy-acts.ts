import type { MenuKey } from '../../http/contract.ts';
import { pluralize } from '../../pluralize.ts';
import { academicYearTitle } from '../../school/academic-year.ts';

/** The acts that are confirmed by their number, or where the school file says so by a second administrator (ADR 0018). */
export const heavyActs = {
  post: { menu: 'postReports', logKind: 'posting' },
  remove: { menu: 'postReports', logKind: 'posting' },
  promote: { menu: 'promotion', logKind: 'promotion' },
} as const satisfies Record<string, { menu: MenuKey; logKind: string }>;
export type HeavyAct = keyof typeof heavyActs;

/** One such act: of a term, or promotion of the year in which that term is. */
export interface HeavyActOfTerm {
  act: HeavyAct;
  year: number;
  term: 1 | 2 | 3;
}

/** "Post 2025-2026 Term 1 reports": what it is that somebody asks for. */
export function heavyActTitle({ act, year, term }: HeavyActOfTerm): string {
  const years = academicYearTitle(year);
  switch (act) {
    case 'post':
      return `Post ${years} Term ${term} reports`;
    case 'remove':
      return `Remove the posting of ${years} Term ${term}`;
    case 'promote':
      return `Promote the students of ${years} in Term ${term}`;
  }
}

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
