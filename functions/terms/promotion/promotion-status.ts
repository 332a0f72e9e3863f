import { academicYearIdOf } from '#shared/terms/academic-year.ts';
import { termsContract } from '#shared/terms/contract.ts';
import { termsMessages } from '#shared/terms/messages.ts';
import { promotionOf } from '#shared/terms/promotion.ts';
import { ConflictError, ValidationError } from '../../platform/errors.ts';
import { toRunStatus } from '../../platform/jobs/run-job.ts';
import { type JobItem, readJob } from '../../platform/jobs/store.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { currentPeriod } from '../../reference/periods.ts';
import { school } from '../../reference/school.ts';
import { allPromoted } from '../../students/placement/promotion.ts';
import { currentStudentClasses } from '../../students/store.ts';
import { skippedStudents } from '../skipped-students.ts';

/** The academic year that ends. @throws ValidationError before the office has set a term */
export async function yearToPromote(): Promise<{ year: number; term: 1 | 2 | 3 }> {
  const period = await currentPeriod();
  if (!period) throw new ValidationError({ term: [termsMessages.yearAndTermRequired] });
  return period;
}

/**
 * The promotion of a year and its undo, where they are remembered. The undo is read first: where that has finished, the
 * promotion was forgotten before.
 */
export const promotionJobs = async (year: number) => ({
  undo: await readJob('undo-promotion', String(year)),
  promotion: await readJob('promote-students', String(year)),
});

/** Current students with what promotion does with each. */
export async function outcomesOfStudents() {
  const classes = new Map(school().formClasses.map((formClass) => [formClass.id, formClass]));
  const students = await currentStudentClasses();
  return students.map((student) => ({ ...student, outcome: promotionOf(student, classes).kind }));
}

/** Those whom promotion moves or archives. */
export const toBePromoted = async () => (await outcomesOfStudents()).filter(({ outcome }) => outcome !== 'repeats');

/** The refusal of a promotion before the last term whose number is not the one that the caller gave. */
export const unconfirmed = (term: 1 | 2, { typed, count }: { typed: number | undefined; count: number }) =>
  new ConflictError(termsMessages.confirmPromotion(term, count), {
    ...{ field: 'confirm', yours: typed ?? null, theirs: count, by: null, at: null },
  });

const told = async (job: JobItem) => ({ run: toRunStatus(job), left: await skippedStudents(job) });

/** How many a run has moved, and archived. One query. */
async function promotedIn(job: JobItem): Promise<{ moved: number; archived: number }> {
  const { year } = job.input as { year: number };
  const ofRun = (await allPromoted(year)).filter(({ run }) => run === job.run);
  const archived = ofRun.filter(({ hasLeft }) => hasLeft).length;
  return { moved: ofRun.length - archived, archived };
}

export const promotionStatus = callHandler(termsContract.promotionStatus, {
  handle: async () => {
    const { year, term } = await yearToPromote();
    const [{ promotion, undo }, students] = await Promise.all([promotionJobs(year), outcomesOfStudents()]);
    const byClass = Map.groupBy(students, ({ classId }) => classId);
    return {
      academic_year_id: academicYearIdOf(year),
      term,
      promotion: promotion ? { ...(await told(promotion)), ...(await promotedIn(promotion)) } : null,
      undo: undo ? await told(undo) : null,
      classes: school().formClasses.map(({ id, next_class_id }) => {
        const here = byClass.get(id) ?? [];
        const repeaters = here.filter(({ outcome }) => outcome === 'repeats').length;
        return { class_id: id, next_class_id, promoted: here.length - repeaters, repeaters };
      }),
    };
  },
});
