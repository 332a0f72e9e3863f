import { AppError } from '../../../platform/errors.ts';
import { authorOfJob, type JobItem, type JobRemark } from '../../../platform/jobs/store.ts';
import type { Authorship } from '../../../platform/table/audit.ts';
import type { UndoInput } from '../acts.ts';
import { isEnding, type JobRow } from '../job-rows.ts';
import type { Move } from '../judging/judged-row.ts';

/** Rows of a run that are one kind of move. */
export interface RowOf<K extends Move['kind']> {
  n: number;
  what: string;
  move: Extract<Move, { kind: K }>;
}

/** Names the write of a row, or of rows that are written together: of the first of them. */
export const keyOfRow = ({ run }: Pick<JobItem, 'run'>, n: number): string => `${run}-${n}`;

export const authorshipOf = (job: JobItem, n: number): Authorship => ({
  caller: authorOfJob(job),
  request: { now: new Date(), idempotencyKey: keyOfRow(job, n) },
});

export const rowsOf = <K extends Move['kind']>(rows: readonly JobRow[], kind: K): RowOf<K>[] =>
  rows.filter((row): row is JobRow & RowOf<K> => row.move.kind === kind);

/** The rows of new and changed students, and those of archived ones. */
export const addedOf = (rows: readonly JobRow[]) =>
  rowsOf(rows, 'students').flatMap(({ move, ...row }) => ('planned' in move ? [{ ...row, move }] : []));
export const leaversOf = (rows: readonly JobRow[]) =>
  rowsOf(rows, 'students').flatMap(({ move, ...row }) => ('act' in move ? [{ ...row, move }] : []));

/** Rows of lessons, or of subjects of students, that come; and those that are taken away. */
type RowOfAct<K extends 'lessons' | 'takers', A> = Omit<RowOf<K>, 'move'> & {
  move: Extract<Move, { kind: K; act?: A }>;
};
export type GivenRow<K extends 'lessons' | 'takers'> = RowOfAct<K, never>;
export type EndedRow<K extends 'lessons' | 'takers'> = RowOfAct<K, 'remove'>;
export const givenOf = <K extends 'lessons' | 'takers'>(rows: readonly JobRow[], kind: K): GivenRow<K>[] =>
  rowsOf(rows, kind).filter(({ move }) => !isEnding(move)) as GivenRow<K>[];
export const endedOf = <K extends 'lessons' | 'takers'>(rows: readonly JobRow[], kind: K): EndedRow<K>[] =>
  rowsOf(rows, kind).filter(({ move }) => isEnding(move)) as EndedRow<K>[];

/** Why a row was left: an expected refusal. Anything else fails the step, which is repeated. */
export async function remarkUnlessDone(n: number, work: () => Promise<string | null>): Promise<JobRemark[]> {
  try {
    const reason = await work();
    return reason === null ? [] : [{ row: String(n), text: reason }];
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return [{ row: String(n), text: reasonOf(error) }];
    throw error;
  }
}

const reasonOf = (error: AppError): string =>
  'fields' in error
    ? Object.values(error.fields as Record<string, string[]>)
        .flat()
        .join(' ') || error.message
    : error.message;

/** An undo that runs, and the run that it takes back. */
export interface MoveUndo extends UndoInput {
  job: JobItem;
}
