import { authRefusals } from '#shared/accounts/wordings.ts';
import { pluralize } from '#shared/pluralize.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { termReportWordings } from '#shared/term-reports/wordings.ts';
import { listLessonsOfClass } from '../../people/records/store.ts';
import { ConflictError, ForbiddenError, ValidationError } from '../../platform/errors.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { hasMenu } from '../../platform/requests/caller.ts';
import { decideChangesUnlessConflict } from '../../platform/table/field-changes.ts';
import { readItems } from '../../platform/table/table.ts';
import { readCurrentPeriod } from '../../school/records/periods.ts';
import { requireFormLevel } from '../../school/records/school.ts';
import { resumeMove } from '../../students/records/placement/move-remaining.ts';
import { moveStudent } from '../../students/records/placement/move-student.ts';
import type { MovingSubject } from '../../students/records/placement/moving-subjects.ts';
import type { SubjectChanges } from '../../students/records/placement/subject-changes.ts';
import {
  requireCurrentStudent,
  type StudentItem,
  studentAuditSubject,
  studentKey,
  studentName,
} from '../../students/records/store.ts';
import { undoableTermReportActs } from './report-acts.ts';

export const changeClass = callHandler(termReportsContract.changeClass, {
  prefetch: (input) => ({ student: studentKey(input.student_id) }),
  handle: async ({ input, caller, found, request }) => {
    const { student_id: studentId, class_id: to, take_up: takeUp = [], give_up: giveUp = [] } = input;
    if (takeUp.length + giveUp.length > 0 && !hasMenu(caller, ['studentSubjects'])) {
      throw new ForbiddenError(authRefusals.forbidden);
    }
    const student = requireCurrentStudent(found.student);
    requireFormLevel(to, 'class_id');
    const answer = { student_id: studentId, class_id: to };
    if (student.classId === to || student.classId !== input.was?.class_id) {
      const { action } = await readItems({ action: undoableTermReportActs.key(request.idempotencyKey) });
      if (action?.change.kind === 'class changed') {
        await resumeMove({ studentId, from: action.change.details.from, by: { caller, request } });
        return { ...answer, undo: request.idempotencyKey };
      }
      if (student.classId === to) return { ...answer, undo: null };
      await refuseOtherClass(student, input);
    }
    const from = student.classId;
    await requireTaught(takeUp, to);
    const isMoved = await moveStudent(
      { studentId, from, to },
      {
        subjects: (followers) => ({
          takeUp: takeUp.filter((id) => !isTaken(followers, id)).map((subjectId) => ({ subjectId })),
          giveUp: followers.flatMap(({ subjectId, assignment }) =>
            assignment && giveUp.includes(subjectId) ? [assignment] : [],
          ),
        }),
        action: (lost, along) => {
          const details = { studentId, from, to, ...lost, along };
          return undoableTermReportActs.create({
            change: { kind: 'class changed', details },
            what: `${studentName(student, studentId)}: ${from} → ${to}${describeSubjects(along)}`,
            by: { caller, request },
          });
        },
      },
      { caller, request },
    );
    if (!isMoved) {
      const { now } = await readItems({ now: studentKey(studentId) });
      if (now?.status === 'current') await refuseOtherClass(now, { class_id: to, was: { class_id: from } });
      throw new ConflictError(termReportWordings.studentBusy);
    }
    return { ...answer, undo: request.idempotencyKey };
  },
});

const isTaken = (followers: readonly MovingSubject[], subjectId: string): boolean =>
  followers.some((one) => one.subjectId === subjectId && one.assignment !== undefined);

/** ", with 2 subjects taken up and 1 given up". */
function describeSubjects({ takeUp, giveUp }: SubjectChanges): string {
  const changes = [
    ...(takeUp.length > 0 ? [`${pluralize(takeUp.length, 'subject')} taken up`] : []),
    ...(giveUp.length > 0 ? [`${pluralize(giveUp.length, 'subject')} given up`] : []),
  ];
  return changes.length > 0 ? `, with ${changes.join(' and ')}` : '';
}

/** @throws ValidationError for a subject that nobody teaches in the class this year */
async function requireTaught(subjectIds: readonly string[], classId: string): Promise<void> {
  const period = subjectIds.length > 0 ? await readCurrentPeriod() : null;
  const lessons = period ? await listLessonsOfClass(classId, period.year) : [];
  const isTaught = (id: string) => lessons.some(({ subjectId }) => subjectId === id);
  if (!subjectIds.every(isTaught)) throw new ValidationError({ take_up: [termReportWordings.notTaught(classId)] });
}

/**
 * Refuses to move a student who is no longer in the class that the caller saw.
 * @throws ConflictError with both classes, and who moved the student and when
 */
const refuseOtherClass = (
  { studentId, classId }: StudentItem,
  { class_id, was }: { class_id: string; was?: { class_id: string } | undefined },
) =>
  decideChangesUnlessConflict({
    save: { values: { class_id }, was },
    value: () => classId,
    trail: { subject: studentAuditSubject(studentId), names: () => ['class', 'classId'] },
  });
