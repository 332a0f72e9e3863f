import { promotionOf } from '#shared/terms/promotion.ts';
import type { JobItem, Remark } from '../../platform/jobs/store.ts';
import type { JobWorker } from '../../platform/jobs/worker.ts';
import { auditRow } from '../../platform/table/audit.ts';
import { school } from '../../reference/school.ts';
import { type Place, placesOf, promotedOf, type Step, stampOf } from '../../students/placement/promotion.ts';
import { workSteps } from '../../students/placement/work-steps.ts';

/** Moves each student of the batch to the next class, or archives the student where there is none (rule 27). */
export const promoteStudents: JobWorker = {
  workBatch: ({ job, rows }) =>
    workSteps(rows, async (wanted) => {
      const { year } = job.input as { year: number };
      const [places, promoted] = await Promise.all([placesOf(wanted), promotedOf(year, wanted)]);
      const steps: Step[] = [];
      const remarks: Remark[] = [];
      for (const studentId of wanted) {
        const done = promoted.get(studentId);
        if (done) {
          // By this run, before it was begun again; or by an earlier one whose undo left the student alone.
          if (!isOfRun(done, job))
            remarks.push({ row: studentId, text: 'Was promoted already, and left so by the undo.' });
          continue;
        }
        const before = places.get(studentId);
        if (before?.student.status !== 'current') continue;
        const after = afterPromotion(before, job);
        if (after === 'unknown class') {
          remarks.push({ row: studentId, text: `The school has no class ${before.student.classId}.` });
        } else if (after !== 'stays') steps.push(stepOf({ before, after, job, year }));
      }
      return { steps, remarks };
    }),
};

const isOfRun = ({ run }: { run?: string | undefined }, job: JobItem): boolean => run === job.run;

function afterPromotion({ student, assignments }: Place, job: JobItem): Place | 'stays' | 'unknown class' {
  const classes = new Map(school().formClasses.map((formClass) => [formClass.id, formClass]));
  const outcome = promotionOf(student, classes);
  switch (outcome.kind) {
    case 'unknown class':
      return 'unknown class';
    case 'repeats':
      return 'stays';
    case 'leaves':
      return {
        student: { ...student, status: 'archived', roster: 'archived', date_of_leaving: dayOf(job.startedAt) },
        assignments: [],
      };
    case 'moves':
      return {
        student: { ...student, ...outcome.to, roster: outcome.to.classId },
        assignments: assignments.map((assignment) => ({ ...assignment, ...outcome.to })),
      };
  }
}

function stepOf({ before, after, job, year }: { before: Place; after: Place; job: JobItem; year: number }): Step {
  const { student } = before;
  const leaves = after.student.status === 'archived';
  return {
    before,
    after,
    record: {
      put: {
        year,
        studentId: student.studentId,
        run: job.run,
        fromClass: student.classId,
        fromLevel: student.formLevel,
        ...(student.date_of_leaving === undefined ? {} : { leftBefore: student.date_of_leaving }),
        hasLeft: leaves,
        subjects: leaves ? before.assignments : before.assignments.filter((one) => isElsewhere(one, student)),
        stamp: stampOf(after),
      },
    },
    audit: auditRow({
      subject: `student#${student.studentId}`,
      changes: [
        { field: 'class', before: student.classId, after: leaves ? null : after.student.classId },
        ...(leaves ? [{ field: 'status', before: 'current', after: 'archived' }] : []),
      ],
      caller: { accountId: job.startedBy, name: job.startedByName },
      request: { now: new Date(), idempotencyKey: `${job.run}-${student.studentId}` },
    }),
  };
}

const isElsewhere = (
  one: { classId: string; formLevel: number },
  other: { classId: string; formLevel: number },
): boolean => one.classId !== other.classId || one.formLevel !== other.formLevel;

/** The day at the school, yyyy-MM-dd. */
const dayOf = (at: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: school().timeZone }).format(new Date(at));
