import { academicYearTitle } from '#shared/school/academic-year.ts';
import { newYearWordings, promotionWordings } from '#shared/school/wordings.ts';
import { placementWordings } from '#shared/students/wordings.ts';
import { authorOfJob, type JobItem } from '../../../platform/jobs/store.ts';
import { auditRow } from '../../../platform/table/audit.ts';
import type { AssignmentItem } from '../../../subjects/records/store.ts';
import { studentAuditSubject } from '../store.ts';
import { earlierClassesBeforePromotion } from './earlier-classes.ts';
import {
  fingerprintOfStudent,
  type PromotionStep,
  type PromotionUndoItem,
  type StudentWithSubjects,
} from './promoted-student.ts';

interface PromotionUndo {
  place: StudentWithSubjects | undefined;
  record: PromotionUndoItem;
  isRegistered: boolean;
  year: number;
}

/** Why the undo skips a student; null where it would lose no later change. */
export function whyUndoSkips({ place, record, isRegistered, year }: PromotionUndo): string | null {
  if (!place) return placementWordings.notOnRegister;
  if (isRegistered) return promotionWordings.registeredSince(academicYearTitle(year + 1));
  if (fingerprintOfStudent(place) === record.stamp) return null;
  const { status, classId } = place.student;
  if (record.hasLeft && status === 'current') return promotionWordings.takenBackSince(classId);
  if (!record.hasLeft && status === 'archived') return placementWordings.archivedSince;
  return record.hasLeft ? promotionWordings.studentChangedSince : promotionWordings.changedSince(classId);
}

/** Restores the student as before the promotion, with the subjects that still exist. */
export function undoPromotionStep({
  place,
  record,
  job,
  subjects,
}: {
  place: StudentWithSubjects;
  record: PromotionUndoItem;
  job: JobItem;
  subjects: ReadonlyMap<string, unknown>;
}): PromotionStep {
  const { year, fromClass: classId, fromLevel: formLevel, leftBefore, hasLeft } = record;
  const { date_of_leaving: _left, earlierClasses: _classes, ownTeachers: _teachers, ...student } = place.student;
  const earlierClasses = earlierClassesBeforePromotion(place.student, year);
  const taken = record.subjects as AssignmentItem[];
  const elsewhere = new Map(taken.map((assignment) => [assignment.subjectId, assignment]));
  const gone = hasLeft ? taken.filter(({ subjectId }) => !subjects.has(subjectId)) : [];
  const after: StudentWithSubjects = {
    student: {
      ...student,
      classId,
      formLevel,
      status: 'current',
      roster: classId,
      ...(hasLeft ? { returnedAt: new Date().toISOString() } : {}),
      ...(leftBefore === undefined ? {} : { date_of_leaving: leftBefore }),
      ...(earlierClasses.length === 0 ? {} : { earlierClasses }),
    },
    assignments: hasLeft
      ? taken.filter((one) => !gone.includes(one))
      : place.assignments.map((one) => elsewhere.get(one.subjectId) ?? { ...one, classId, formLevel }),
  };
  return {
    before: place,
    after,
    record: { remove: record },
    remarks: gone.map(({ subjectId }) => ({
      row: student.studentId,
      text: newYearWordings.subjectGone(subjectId),
    })),
    audit: auditRow({
      subject: studentAuditSubject(student.studentId),
      changes: [
        { field: 'class', before: hasLeft ? null : student.classId, after: classId },
        ...(hasLeft ? [{ field: 'status', before: 'archived', after: 'current' }] : []),
      ],
      by: { caller: authorOfJob(job), request: { now: new Date(), idempotencyKey: `${job.run}-${student.studentId}` } },
      // One line for each student would flood the office log; the run has one for all (ADR 0016).
      logKind: null,
    }),
  };
}
