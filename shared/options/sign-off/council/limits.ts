import { leavesSchool } from '../../../school/promotion.ts';

/** Most characters of what is typed in a class council. */
export const councilLimits = {
  /** Names, one a line. */
  present: 2000,
  others: 300,
  remarks: 2000,
  note: 500,
} as const;

/** Names of those present, as a call has them: one a line. None for null. */
export const splitNames = (joined: string | null): string[] =>
  [...new Set((joined ?? '').split('\n').map((name) => name.trim()))].filter((name) => name !== '');

/** Null for nobody. */
export const joinNames = (names: readonly string[]): string | null => splitNames(names.join('\n')).join('\n') || null;

/** In place of a class: the student leaves the school. As the spreadsheet of the promotion plan has it. */
export const leavesWord = 'Leaves';

/** A decision of the promotion plan as the council has it, and back. */
export const toCouncilDecision = (to: string): string => (to === leavesSchool ? leavesWord : to);
export const toPlanDecision = (decision: string): string => (decision === leavesWord ? leavesSchool : decision);
