import type { OwnPartitions } from '../../../http/contract.ts';

/**
 * The records of keys: hashes of their secrets and of their tokens, and what was read with them. No other function
 * reaches them (ADR 0034).
 */
export const keyRecords = {
  writes: ['roster-keys', 'roster-readings#*', 'roster-tokens#*'],
} as const satisfies OwnPartitions;

/** What calls of programs write besides: that something was read, in the office log. */
export const keyTrail = ['audit#roster-key#*'] as const;
