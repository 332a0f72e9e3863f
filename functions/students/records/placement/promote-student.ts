import { type Decision, type PromotionOutcome, promotionOf } from '#shared/school/promotion.ts';
import { authorOf, type JobItem } from '../../../platform/jobs/store.ts';
import { auditRow } from '../../../platform/table/audit.ts';
import { school, schoolDay } from '../../../school/records/school.ts';
import { archive, studentSubject } from '../store.ts';
import { type Place, type Step, stampOf } from './promotion.ts';

interface EndOfYear {
  job: JobItem;
  year: number;
  /** What was decided of the student; else the rule is followed. */
  decision?: Decision | undefined;
}

/** Why a student is neither moved nor archived. */
type Stays = Exclude<PromotionOutcome, { kind: 'moves' | 'leaves' }>;

/** What the end of a year does with a current student: on to another class, or archived (rule 27, 35). */
export function promotionStep(before: Place, { job, year, decision }: EndOfYear): Step | Stays {
  const classes = new Map(school().formClasses.map((formClass) => [formClass.id, formClass]));
  const outcome = promotionOf(before.student, classes, decision);
  switch (outcome.kind) {
    case 'leaves':
      return stepOf({ before, after: archived(before, job), job, year });
    case 'moves':
      return stepOf({ before, after: movedTo(outcome.to, before), job, year });
    default:
      return outcome;
  }
}

const archived = ({ student }: Place, job: JobItem): Place => ({
  student: {
    ...student,
    status: 'archived',
    roster: archive,
    date_of_leaving: schoolDay(new Date(job.startedAt)),
  },
  assignments: [],
});

const movedTo = (to: { classId: string; formLevel: number }, { student, assignments }: Place): Place => ({
  student: { ...student, ...to, roster: to.classId },
  assignments: assignments.map((assignment) => ({ ...assignment, ...to })),
});

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
        ...(leaves ? {} : { toClass: after.student.classId }),
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
      // A line for each student would hide the rest of the office log; the run has one for all (ADR 0016).
      logKind: null,
    }),
  };
}

const isElsewhere = (
  one: { classId: string; formLevel: number },
  other: { classId: string; formLevel: number },
): boolean => one.classId !== other.classId || one.formLevel !== other.formLevel;
