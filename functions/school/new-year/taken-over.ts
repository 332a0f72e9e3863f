import { CustomAttributeType, type EntityItem } from 'electrodb';
import { authorOf, type JobItem } from '../../platform/jobs/store.ts';
import type { Attempt, Author } from '../../platform/table/audit.ts';
import type { Action } from '../../platform/table/direct-write.ts';
import { entity, itemKey } from '../../platform/table/table.ts';
import type { Assignment } from '../../subjects/records/store.ts';

type AssignmentItem = EntityItem<typeof Assignment>;

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

/** Written in the transaction of what it tells of, once a run; it goes when that is undone. */
export const TakenOver = entity({
  model: { entity: 'taken-over', version: '1', service: 'formroom' },
  attributes: {
    run: { type: 'string', required: true },
    /** What it is about: "lessons#T1", "form teacher#T1", "subjects#S1". */
    about: { type: 'string', required: true },
    details: { type: CustomAttributeType<TakenOverDetails>('any'), required: true },
  },
  indexes: {
    record: {
      pk: { field: 'pk', composite: ['run'], template: 'take-over#${run}', casing: 'none' },
      sk: { field: 'sk', composite: ['about'], template: '${about}', casing: 'none' },
    },
  },
});

export type TakenOverItem = EntityItem<typeof TakenOver>;

/** The write that remembers what was done, once a run. */
export const createTakenOver = (run: string, about: string, details: TakenOverDetails): Action => ({
  Put: TakenOver.create({ run, about, details }).params(),
});

/** The write that forgets it, for the transaction that undoes it: refused where that was done. */
export const removeTakenOver = ({ run, about }: TakenOverItem): Action => ({
  Delete: TakenOver.remove({ run, about }).params(),
});

export const takenOverKey = (run: string, about: string) => itemKey(TakenOver, { run, about });

/** All that a run did and that is not undone. One query. */
export async function takenOverBy(run: string): Promise<TakenOverItem[]> {
  const { data } = await TakenOver.query.record({ run }).go({ pages: 'all', consistent: true });
  return data;
}

/** The author and the idempotency key of a job's write: retries of a run write once. */
export const attemptOf = (job: JobItem, about: string): { caller: Author; request: Attempt } => ({
  caller: authorOf(job),
  request: { now: new Date(), idempotencyKey: `${job.run}-${about}` },
});
