import type { JobItem } from '../../../platform/jobs/store.ts';

/** Idempotency key of a row in a run. */
export const rowIdempotencyKey = ({ run }: Pick<JobItem, 'run'>, row: number): string => `${run}-${row}`;

/** Key of a row's facts: facts and class are two writes in one student's trail. */
export const factsIdempotencyKey = (key: string): string => `${key}/facts`;

/** The audit subject of changes of class by uploads: their undo needs what a student lost. */
export const uploadMovesAuditSubject = 'student-upload-moves';

/** What a student lost with a change of class, by subject. */
export interface ClassChange {
  from: string;
  teachers: Record<string, string>;
  pages: Record<string, string>;
}
