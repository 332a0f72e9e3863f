import { inPieces } from '../../platform/table/table.ts';

/** Actions of a transaction that are left for the subject, the audit row and the act. */
const besides = 4;
/** What a transaction takes at most, without the check that the term is open. */
const maximum = 99;

/** A list in pieces that each fit in a transaction with so many actions for one of them. */
export const inTransactions = <T>(list: readonly T[], actions: number): T[][] =>
  inPieces(list, Math.floor((maximum - besides) / actions));
