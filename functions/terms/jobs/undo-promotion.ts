import { academicYearTitle } from '#shared/terms/academic-year.ts';
import { forgetJob, type JobItem, type Remark, readJob } from '../../platform/jobs/store.ts';
import type { JobWorker } from '../../platform/jobs/worker.ts';
import { auditRow } from '../../platform/table/audit.ts';
import {
  type AssignmentItem,
  type Place,
  type PromotedItem,
  placesOf,
  promotedOf,
  type Step,
  stampOf,
  withReportsOf,
} from '../../students/placement/promotion.ts';
import { workSteps } from '../../students/placement/work-steps.ts';

/** Gives each student of the batch back what promotion took, and says why it skips a student who was changed since. */
export const undoPromotion: JobWorker = {
  workBatch: ({ job, rows }) =>
    workSteps(rows, async (wanted) => {
      const { year } = job.input as { year: number };
      const [places, promoted, registered] = await Promise.all([
        placesOf(wanted),
        promotedOf(year, wanted),
        withReportsOf(year + 1, wanted),
      ]);
      const steps: Step[] = [];
      const remarks: Remark[] = [];
      for (const record of promoted.values()) {
        const place = places.get(record.studentId);
        const reason = reasonToLeave({ place, record, isRegistered: registered.has(record.studentId), year });
        if (reason !== null) remarks.push({ row: record.studentId, text: reason });
        else if (place) steps.push(stepOf({ place, record, job }));
      }
      return { steps, remarks };
    }),
  // Only now may the year be promoted again.
  finish: async (job) => {
    const promotion = await readJob('promote-students', job.key);
    if (promotion) await forgetJob(promotion);
  },
};

interface Judged {
  place: Place | undefined;
  record: PromotedItem;
  isRegistered: boolean;
  year: number;
}

function reasonToLeave({ place, record, isRegistered, year }: Judged): string | null {
  if (!place) return 'The student’s record is gone.';
  if (isRegistered) return `Was registered for a term of ${academicYearTitle(year + 1)} since.`;
  if (stampOf(place) === record.stamp) return null;
  const { status, classId } = place.student;
  if (record.hasLeft && status === 'current') return `Was taken back into class ${classId} since.`;
  if (!record.hasLeft && status === 'archived') return 'Was archived since.';
  return record.hasLeft
    ? 'The record was changed since.'
    : `The record or its subjects were changed since; now in class ${classId}.`;
}

function stepOf({ place, record, job }: { place: Place; record: PromotedItem; job: JobItem }): Step {
  const { fromClass: classId, fromLevel: formLevel, leftBefore, hasLeft } = record;
  const { date_of_leaving: _left, ...student } = place.student;
  const subjects = record.subjects as AssignmentItem[];
  const elsewhere = new Map(subjects.map((assignment) => [assignment.subjectId, assignment]));
  const after: Place = {
    student: {
      ...student,
      ...{ classId, formLevel, status: 'current', roster: classId },
      ...(leftBefore === undefined ? {} : { date_of_leaving: leftBefore }),
    },
    assignments: hasLeft
      ? subjects
      : place.assignments.map((one) => elsewhere.get(one.subjectId) ?? { ...one, classId, formLevel }),
  };
  return {
    before: place,
    after,
    record: { remove: record },
    audit: auditRow({
      subject: `student#${student.studentId}`,
      changes: [
        { field: 'class', before: hasLeft ? null : student.classId, after: classId },
        ...(hasLeft ? [{ field: 'status', before: 'archived', after: 'current' }] : []),
      ],
      caller: { accountId: job.startedBy, name: job.startedByName },
      request: { now: new Date(), idempotencyKey: `${job.run}-${student.studentId}` },
    }),
  };
}
