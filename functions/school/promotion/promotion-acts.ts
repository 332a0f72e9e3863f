import { pluralize } from '#shared/pluralize.ts';
import { academicYearTitle } from '#shared/school/academic-year.ts';
import { authorOfJob, type JobItem, readRemarks } from '../../platform/jobs/store.ts';
import { executeActionIf } from '../../platform/table/action.ts';
import { commit } from '../../platform/table/acts/commit.ts';
import { undoableActions } from '../../platform/undo/undoable-actions.ts';
import { readPromotedOfYear } from '../../students/records/placement/promoted-student.ts';
import { formLevelOfClass, school } from '../records/school.ts';

interface Promotion {
  kind: 'students promoted';
  details: { year: number; run: string };
}

/** Promotions that can be undone, listed by their year. Undoing one is a run of its own. */
export const undoablePromotions = undoableActions<Promotion>('promotion');

/** Names the run of a promotion among the acts. */
const keyOf = ({ startedBy, run }: JobItem): string => `${startedBy}/${run}`;

/** Lists a finished promotion. Idempotent. */
export async function recordUndoablePromotion(
  job: JobItem,
  { moved, elsewhere, archived, repeated }: PromotionCounts,
): Promise<void> {
  const { year } = job.input as { year: number };
  const others = elsewhere > 0 ? ` (${elsewhere} of them to a class that was chosen)` : '';
  const act = undoablePromotions.create({
    change: { kind: 'students promoted', details: { year, run: job.run } },
    what: `${academicYearTitle(year)}: ${pluralize(moved, 'student')} promoted${others}, ${archived} left the school, ${repeated} ${repeated === 1 ? 'repeats' : 'repeat'}`,
    place: String(year),
    by: { caller: authorOfJob(job), request: { now: new Date(), idempotencyKey: keyOf(job) } },
  });
  // A failed condition is a repeated write.
  await executeActionIf(act);
}

/** Writes the promotion's audit row, which the office log lists in place of a row per student. Idempotent. */
export const auditPromotion = (job: JobItem, { moved, elsewhere, archived, repeated }: PromotionCounts) =>
  note(job, [
    ['promoted', moved],
    ...(elsewhere > 0 ? [['toAChosenClass', elsewhere] as const] : []),
    ['leftTheSchool', archived],
    ['repeat', repeated],
  ]);

/** The same of an undo: how many students are back, and how many were left as they are. */
export const auditPromotionUndo = (job: JobItem, { back, left }: { back: number; left: number }) =>
  note(job, [['promotionUndone', back], ...(left > 0 ? [['notUndone', left] as const] : [])]);

async function note(job: JobItem, counts: readonly (readonly [field: string, students: number])[]): Promise<void> {
  const { year } = job.input as { year: number };
  await commit({
    by: { caller: authorOfJob(job), request: { now: new Date(), idempotencyKey: job.run } },
    changes: [],
    trail: {
      subject: `promotion#${year}`,
      changes: counts.map(([field, students]) => ({ field, before: null, after: pluralize(students, 'student') })),
    },
  });
}

/** Marks a listed promotion as undone. */
export async function markPromotionUndone(promotion: JobItem, undo: JobItem): Promise<void> {
  const request = { now: new Date(), idempotencyKey: `${undo.startedBy}/${undo.run}` };
  // A failed condition is a repeated write, or a promotion that was never listed.
  await executeActionIf(undoablePromotions.undone({ key: keyOf(promotion) }, request));
}

/** What a promotion did, in students. */
export interface PromotionCounts {
  /**
   * Went to another class of another form level; `elsewhere` not to the next one of their class, those who repeat in
   * another class too.
   */
  moved: number;
  elsewhere: number;
  archived: number;
  /** Stayed in their form level. */
  repeated: number;
}

/** The input of a run. `repeaters` are the students marked as such who are not among its rows. */
export interface PromotionJobInput {
  year: number;
  repeaters?: number;
}

/**
 * What a run has done so far. After its end, repeaters who are no rows of it, and rows that were neither moved nor
 * skipped, repeat. Two queries.
 */
export async function countPromotion(job: JobItem): Promise<PromotionCounts> {
  const { year, repeaters = 0 } = job.input as PromotionJobInput;
  const [all, remarks] = await Promise.all([readPromotedOfYear(year), readRemarks(job)]);
  const ofRun = all.filter(({ run }) => run === job.run);
  const nextOf = new Map(school().formClasses.map(({ id, next_class_id }) => [id, next_class_id]));
  const went = ofRun.filter(({ hasLeft }) => !hasLeft);
  const ofLevel = went.filter(
    ({ toClass, fromLevel }) => toClass !== undefined && formLevelOfClass(toClass) === fromLevel,
  );
  const stayed = Math.max(0, job.processed - ofRun.length - new Set(remarks.map(({ row }) => row)).size);
  return {
    moved: went.length - ofLevel.length,
    elsewhere: went.filter(({ toClass, fromClass }) => toClass !== undefined && toClass !== nextOf.get(fromClass))
      .length,
    archived: ofRun.length - went.length,
    repeated: repeaters + ofLevel.length + stayed,
  };
}
