import type { JobItem } from '../../../platform/jobs/store.ts';

/** Names what a run does with a row: done once, however often its batch is worked. */
export const rowKey = ({ run }: Pick<JobItem, 'run'>, row: number): string => `${run}-${row}`;

/** A row may change facts and class, which are two writes in one student's trail. */
export const factsKey = (key: string): string => `${key}/facts`;

/** The trail of the changes of class by uploads: what a student lost by one is needed for its undo. */
export const movesSubject = 'student-upload-moves';

/** What a change of class took from the student, by subject. */
export interface ClassChange {
  from: string;
  teachers: Record<string, string>;
  pages: Record<string, string>;
}
