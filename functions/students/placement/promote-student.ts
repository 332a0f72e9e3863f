import { promotionOf } from '#shared/terms/promotion.ts';
import { authorOf, type JobItem } from '../../platform/jobs/store.ts';
import { auditRow } from '../../platform/table/audit.ts';
import { school, schoolDay } from '../../reference/school.ts';
import { studentSubject } from '../store.ts';
import { type Place, type Step, stampOf } from './promotion.ts';

/** What the end of a year does with a current student: on to the next class, or archived where there is none (rule 27). */
export function promotionStep(
  before: Place,
  { job, year }: { job: JobItem; year: number },
): Step | 'stays' | 'unknown class' {
  const after = afterPromotion(before, job);
  return typeof after === 'string' ? after : stepOf({ before, after, job, year });
}

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
        student: {
          ...student,
          status: 'archived',
          roster: 'archived',
          date_of_leaving: schoolDay(new Date(job.startedAt)),
        },
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
      subject: studentSubject(student.studentId),
      changes: [
        { field: 'class', before: student.classId, after: leaves ? null : after.student.classId },
        ...(leaves ? [{ field: 'status', before: 'current', after: 'archived' }] : []),
      ],
      caller: authorOf(job),
      request: { now: new Date(), idempotencyKey: `${job.run}-${student.studentId}` },
      logKind: 'promotion',
    }),
  };
}

const isElsewhere = (
  one: { classId: string; formLevel: number },
  other: { classId: string; formLevel: number },
): boolean => one.classId !== other.classId || one.formLevel !== other.formLevel;
