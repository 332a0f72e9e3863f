import { toAcademicYearId } from '#shared/school/academic-year.ts';
import { termsContract } from '#shared/school/contract.ts';
import { displayDate } from '#shared/school/display-date.ts';
import { decidePromotion } from '#shared/school/promotion.ts';
import { termWordings } from '#shared/school/wordings.ts';
import { ConflictError, ValidationError } from '../../platform/errors.ts';
import { toRunStatus } from '../../platform/jobs/run-job.ts';
import { type JobItem, readJob } from '../../platform/jobs/store.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { readItems } from '../../platform/table/table.ts';
import { readCurrentStudents } from '../../students/records/rosters/read-rosters.ts';
import { periodKey, readCurrentPeriod } from '../records/periods.ts';
import { school, schoolDay } from '../records/school.ts';
import { readSkippedStudents } from '../skipped-students.ts';
import { readAllDecisions } from './plan-store.ts';
import { countPromotion, undoablePromotions } from './promotion-acts.ts';

/** The academic year that ends. @throws ValidationError before the office has set a term */
export async function readYearToPromote(): Promise<{ year: number; term: 1 | 2 | 3 }> {
  const period = await readCurrentPeriod();
  if (!period) throw new ValidationError({ term: [termWordings.yearAndTermRequired] });
  return period;
}

/** The same, with the last day of the current term, and whether that comes before the end of the year. */
export async function readTimeOfPromotion(now: Date) {
  const { year, term } = await readYearToPromote();
  const { period } = await readItems({ period: periodKey(year, term) });
  const endsOn = period?.dateEnd ?? null;
  return { year, term, endsOn, isEarly: term !== 3 || (endsOn !== null && schoolDay(now) < endsOn) };
}

/**
 * The promotion of a year and its undo, where they are remembered. The undo is read first: where that has finished, the
 * promotion was forgotten before.
 */
export const readPromotionJobs = async (year: number) => ({
  undo: await readJob('undo-promotion', String(year)),
  promotion: await readJob('promote-students', String(year)),
});

/** Current students of a year with what promotion does with each, and whether something was decided of the student. */
export async function listPromotionOutcomes(year: number) {
  const classes = new Map(school().formClasses.map((formClass) => [formClass.id, formClass]));
  // Decisions are read first: a later decision is not in this list, and changes the count of saves.
  const decisions = await readAllDecisions(year);
  const students = await readCurrentStudents();
  return students.map((student) => {
    const decision = decisions.get(student.studentId);
    const outcome = decidePromotion(student, classes, decision);
    const next = classes.get(student.classId)?.next_class_id;
    return {
      ...student,
      outcome: outcome.kind,
      isDecided: decision !== undefined,
      isElsewhere: outcome.kind === 'moves' && outcome.to.classId !== next,
    };
  });
}

/** Whether the student is moved or archived. */
export const isMovedOrLeaving = ({ outcome }: { outcome: string }): boolean =>
  outcome === 'moves' || outcome === 'leaves';

/** The refusal of a promotion before the end of the year where the caller has not typed the number of students. */
export const earlyPromotionUnconfirmedError = (
  { term, endsOn }: { term: 1 | 2 | 3; endsOn: string | null },
  { typed, count }: { typed: number | undefined; count: number },
) => {
  const notOver = termWordings.yearNotOver(term, term === 3 && endsOn !== null ? displayDate(endsOn) : null);
  return new ConflictError(termWordings.confirmPromotion(notOver, count), {
    field: 'confirm',
    yours: typed ?? null,
    theirs: count,
    by: null,
    at: null,
  });
};

const runWithSkipped = async (job: JobItem) => ({ run: toRunStatus(job), left: await readSkippedStudents(job) });

export const readPromotionStatus = callHandler(termsContract.readPromotionStatus, {
  handle: async ({ request }) => {
    const { year, term, endsOn, isEarly } = await readTimeOfPromotion(request.now);
    const [{ promotion, undo }, students] = await Promise.all([readPromotionJobs(year), listPromotionOutcomes(year)]);
    const byClass = Map.groupBy(students, ({ classId }) => classId);
    return {
      academic_year_id: toAcademicYearId(year),
      term,
      is_early: isEarly,
      term_ends: endsOn,
      promotion: promotion ? { ...(await runWithSkipped(promotion)), ...(await countPromotion(promotion)) } : null,
      undo: undo ? await runWithSkipped(undo) : null,
      plan: {
        decided: students.filter(({ isDecided }) => isDecided).length,
        outdated: students.filter(({ outcome }) => outcome === 'in another class').length,
      },
      classes: school().formClasses.map(({ id, next_class_id }) => {
        const here = byClass.get(id) ?? [];
        return {
          class_id: id,
          next_class_id,
          promoted: here.filter(isMovedOrLeaving).length,
          leaving: here.filter(({ outcome }) => outcome === 'leaves').length,
          elsewhere: here.filter(({ isElsewhere }) => isElsewhere).length,
          repeaters: here.filter(({ outcome }) => outcome === 'repeats').length,
        };
      }),
    };
  },
});

/** Of the current academic year: an earlier one's promotion is no longer undone. */
export const listRecentPromotions = callHandler(termsContract.listRecentPromotions, {
  handle: async ({ request: { now } }) => {
    const { year } = await readYearToPromote();
    return undoablePromotions.list({ place: String(year), now });
  },
});
