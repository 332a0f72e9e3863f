import { authRefusals } from '#shared/accounts/wordings.ts';
import { markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import { markSheetRefusals } from '#shared/marks/wordings.ts';
import { canPickAnyone, isTaughtByTeacher } from '../../people/records/class-list.ts';
import { classPostKeys, employeeKey, lessonKey } from '../../people/records/store.ts';
import { ForbiddenError, NotFoundError } from '../../platform/errors.ts';
import { type CallContext, callHandler } from '../../platform/requests/call-handler.ts';
import { listAuditTrail } from '../../platform/table/audit.ts';
import type { FieldValue } from '../../platform/table/field-changes.ts';
import { readItems } from '../../platform/table/table.ts';
import { assignmentKey } from '../../subjects/records/store.ts';
import { changesOnCurrentPage } from '../records/course-work.ts';
import {
  type CallField,
  storedNamesOfCallFields,
  subjectRecordAuditSubject,
  subjectRecordKey,
} from '../records/subject-record.ts';
import { termReportKey } from '../records/term-report.ts';

type History = CallContext<typeof markSheetContract.readMarkHistory, Record<never, never>>;

const maxChanges = 200;

/** A mark of the mark book. */
const isInBook = (field: string): boolean => field.startsWith('assessment ');

const keyOf = (input: History['input']) => ({
  studentId: input.student_id,
  year: input.year,
  term: input.term,
  subjectId: input.subject_id,
});

/**
 * For everybody who sees the cell: the subject's teacher, the form teacher and dean of the class, and callers who may
 * pick any sheet. Two requests if the class is named.
 */
export const readMarkHistory = callHandler(markSheetContract.readMarkHistory, {
  prefetch: (input, accountId) => ({
    assignment: assignmentKey(input.student_id, input.subject_id),
    record: subjectRecordKey(keyOf(input)),
    report: termReportKey(keyOf(input)),
    own: employeeKey(accountId),
    ...rightKeys(input, accountId, input.class_id),
  }),
  handle: async ({ input, caller, found }) => {
    const { assignment } = found;
    const seesAnyone = canPickAnyone(caller, found.own);
    const student = found.report ?? found.record ?? assignment;
    if (!student) throw seesAnyone ? new NotFoundError(markSheetRefusals.notTaking) : forbidden();
    if (!seesAnyone) {
      const { lessons, posts } =
        input.class_id === student.classId
          ? found
          : await readItems(rightKeys(input, caller.accountId, student.classId));
      const isTaught =
        lessons.length > 0 &&
        assignment !== undefined &&
        isTaughtByTeacher({ ...assignment, formLevel: student.formLevel }, caller.accountId);
      if (!isTaught && posts.length === 0) throw forbidden();
    }
    const field = storedNamesOfCallFields[input.field as CallField] ?? input.field;
    const whole = await listAuditTrail(subjectRecordAuditSubject(keyOf(input)));
    const trail = isInBook(field) ? changesOnCurrentPage(whole) : whole;
    const changes = trail.flatMap(({ at, name: by, changes, restoredTo }) =>
      changes
        .filter((change) => change.field === field || change.field === `${field} note`)
        .map(({ before, after }) => ({
          at,
          by,
          before: (before ?? null) as FieldValue,
          after: (after ?? null) as FieldValue,
          restored_to: restoredTo ?? null,
        })),
    );
    return { changes: changes.slice(-maxChanges).reverse() };
  },
});

/** Keys of the lessons and posts that let a teacher see a student of a class. */
const rightKeys = (input: History['input'], employeeId: string, classId: string | undefined) => {
  const named = classId === undefined ? [] : [classId];
  return {
    lessons: named.map((id) => lessonKey({ employeeId, year: input.year, subjectId: input.subject_id, classId: id })),
    posts: named.flatMap((id) => classPostKeys({ employeeId, year: input.year, classId: id })),
  };
};

const forbidden = () => new ForbiddenError(authRefusals.forbidden);
