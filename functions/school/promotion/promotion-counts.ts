import { type JobItem, remarksOf } from '../../platform/jobs/store.ts';
import { allPromoted } from '../../students/records/placement/promotion.ts';
import { formLevelOf, school } from '../records/school.ts';

/** What a promotion did, in students. */
export interface PromotionCounts {
  /** Went to another class of another form level; `elsewhere` not to the next one of their class, those who repeat in another class too. */
  moved: number;
  elsewhere: number;
  archived: number;
  /** Stayed in their form level. */
  repeated: number;
}

/** What a run planned besides its rows: how many were marked as repeaters and are none of them. */
export interface PromotionInput {
  year: number;
  repeaters?: number;
}

/** What a run has done so far; of one that is over, who was no row of it and who was not moved for no other reason repeats. Two queries. */
export async function promotionCounts(job: JobItem): Promise<PromotionCounts> {
  const { year, repeaters = 0 } = job.input as PromotionInput;
  const [all, remarks] = await Promise.all([allPromoted(year), remarksOf(job)]);
  const ofRun = all.filter(({ run }) => run === job.run);
  const nextOf = new Map(school().formClasses.map(({ id, next_class_id }) => [id, next_class_id]));
  const went = ofRun.filter(({ hasLeft }) => !hasLeft);
  const ofLevel = went.filter(({ toClass, fromLevel }) => toClass !== undefined && formLevelOf(toClass) === fromLevel);
  const stayed = Math.max(0, job.processed - ofRun.length - new Set(remarks.map(({ row }) => row)).size);
  return {
    moved: went.length - ofLevel.length,
    elsewhere: went.filter(({ toClass, fromClass }) => toClass !== undefined && toClass !== nextOf.get(fromClass))
      .length,
    archived: ofRun.length - went.length,
    repeated: repeaters + ofLevel.length + stayed,
  };
}
