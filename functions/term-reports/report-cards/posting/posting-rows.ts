import { inPieces } from '../../../platform/table/table.ts';
import type { Term } from './posting.ts';

/** What the run of a posting must know. */
export interface PostingInput extends Term {
  /** Which posting of the term this is. */
  version: number;
  /** The whole posting over which copies are made again of what has changed since; of the first posting its own number. */
  base: number;
  /** Incomplete reports that are posted all the same, by the number that was typed; absent: none. */
  confirmed?: number;
  /** ISO 8601: when it was asked for. */
  postedAt: string;
}

/** A row of the run: a student, and the class that the report was in when the run was planned. */
export const rowOf = (classId: string, studentId: string): string => `${classId}/${studentId}`;
export const studentOf = (row: string): string => row.slice(row.indexOf('/') + 1);
export const classOf = (row: string): string => row.slice(0, row.indexOf('/'));

/** A transaction takes a hundred actions; one is the audit row's. */
export const cardsAtOnce = 98;

/** Rows whose copies are made in one transaction: those of a class, in pieces. */
export const piecesOf = (rows: readonly string[]): string[][] =>
  [...Map.groupBy(rows, classOf).values()].flatMap((ofClass) => inPieces(ofClass, cardsAtOnce));

/** Names the posting of a term among the jobs of its kind. */
export const postingKeyOf = ({ year, term }: Term): string => `${year}#${term}`;
