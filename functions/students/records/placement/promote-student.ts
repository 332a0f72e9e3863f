import { decidePromotion, type PromotionDecision, type PromotionOutcome } from '#shared/school/promotion.ts';
import { authorOfJob, type JobItem } from '../../../platform/jobs/store.ts';
import { auditRow } from '../../../platform/table/audit.ts';
import { school, schoolDay } from '../../../school/records/school.ts';
import { archiveRoster, studentAuditSubject } from '../store.ts';
import { earlierClassesAfterPromotion } from './earlier-classes.ts';
import { ownTeachersOf } from './move-to-archive.ts';
import { fingerprintOfStudent, type PromotionStep, type StudentWithSubjects } from './promoted-student.ts';

interface EndOfYear {
  job: JobItem;
  year: number;
  /** The decision on the student; without one the rule applies. */
  decision?: PromotionDecision | undefined;
}

/** Why a student is neither moved nor archived. */
type StayingOutcome = Exclude<PromotionOutcome, { kind: 'moves' | 'leaves' }>;

/** The promotion of a current student at the end of a year: to another class, or into the archive (rule 27, 35). */
export function planPromotionStep(
  before: StudentWithSubjects,
  { job, year, decision }: EndOfYear,
): PromotionStep | StayingOutcome {
  const classes = new Map(school().formClasses.map((formClass) => [formClass.id, formClass]));
  const outcome = decidePromotion(before.student, classes, decision);
  switch (outcome.kind) {
    case 'leaves':
      return promotionStepOf({ before, after: placeAfterLeaving(before, job), job, year });
    case 'moves':
      return promotionStepOf({ before, after: placeAfterMove(outcome.to, before, year), job, year });
    default:
      return outcome;
  }
}

const placeAfterLeaving = ({ student, assignments }: StudentWithSubjects, job: JobItem): StudentWithSubjects => ({
  student: {
    ...student,
    status: 'archived',
    roster: archiveRoster,
    date_of_leaving: schoolDay(new Date(job.startedAt)),
    ...ownTeachersOf(assignments),
  },
  assignments: [],
});

const placeAfterMove = (
  to: { classId: string; formLevel: number },
  { student, assignments }: StudentWithSubjects,
  year: number,
): StudentWithSubjects => ({
  student: { ...student, ...to, roster: to.classId, earlierClasses: earlierClassesAfterPromotion(student, year) },
  assignments: assignments.map((assignment) => ({ ...assignment, ...to })),
});

function promotionStepOf({
  before,
  after,
  job,
  year,
}: {
  before: StudentWithSubjects;
  after: StudentWithSubjects;
  job: JobItem;
  year: number;
}): PromotionStep {
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
        ...(leaves ? {} : { toClass: after.student.classId }),
        subjects: leaves ? before.assignments : before.assignments.filter((one) => isInOtherClass(one, student)),
        stamp: fingerprintOfStudent(after),
      },
    },
    audit: auditRow({
      subject: studentAuditSubject(student.studentId),
      changes: [
        { field: 'class', before: student.classId, after: leaves ? null : after.student.classId },
        ...(leaves ? [{ field: 'status', before: 'current', after: 'archived' }] : []),
      ],
      by: { caller: authorOfJob(job), request: { now: new Date(), idempotencyKey: `${job.run}-${student.studentId}` } },
      // One line for each student would flood the office log; the run has one for all (ADR 0016).
      logKind: null,
    }),
  };
}

const isInOtherClass = (
  one: { classId: string; formLevel: number },
  other: { classId: string; formLevel: number },
): boolean => one.classId !== other.classId || one.formLevel !== other.formLevel;
