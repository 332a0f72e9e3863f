import { authorOfJob, type JobItem } from '../../platform/jobs/store.ts';
import type { Action } from '../../platform/table/action.ts';
import type { Authorship } from '../../platform/table/audit.ts';
import { entity } from '../../platform/table/entity.ts';
import type { AssignmentItem } from '../../subjects/records/store.ts';

/** What a run did with one teacher or student, and all that undoing it needs. */
export type TakenOverDetails =
  | { kind: 'lessons'; employeeId: string; taught: { subjectId: string; classId: string }[] }
  | { kind: 'posts'; employeeId: string; as: 'form teacher' | 'dean'; classIds: string[] }
  | {
      kind: 'subjects';
      studentId: string;
      classId: string;
      ended: AssignmentItem[];
      /** The teachers that subjects went on without. */
      teachers: { subjectId: string; employeeId: string }[];
    };

/** Written in the transaction that it describes, once a run, and deleted by the undo. */
export interface TakenOverItem {
  run: string;
  /** What it is about: "lessons#T1", "form teacher#T1", "subjects#S1". */
  about: string;
  details: TakenOverDetails;
}

export const TakenOverEntity = entity<TakenOverItem>()({
  name: 'taken-over',
  pk: 'take-over#${run}',
  sk: '${about}',
});

/** The write that remembers what was done, once a run. */
export const createTakenOverAction = (run: string, about: string, details: TakenOverDetails): Action =>
  TakenOverEntity.create({ run, about, details });

/** The write that forgets it, for the transaction that undoes it: refused where that was done. */
export const removeTakenOverRecordAction = ({ run, about }: TakenOverItem): Action =>
  TakenOverEntity.remove({ run, about });

export const takenOverKey = (run: string, about: string) => TakenOverEntity.key({ run, about });

/** All that a run did and that is not undone. One query. */
export async function listTakenOverByRun(run: string): Promise<TakenOverItem[]> {
  return TakenOverEntity.query({ run });
}

/** The author and the idempotency key of a job's write: retries of a run write once. */
export const authorAndAttemptOfJob = (job: JobItem, about: string): Authorship => ({
  caller: authorOfJob(job),
  request: { now: new Date(), idempotencyKey: `${job.run}-${about}` },
});
