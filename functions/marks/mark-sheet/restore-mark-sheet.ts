import type { TypedField } from '#shared/marks/field-names.ts';
import { markSheetContract, type SheetChange } from '#shared/marks/mark-sheet/contract.ts';
import { isMarkWord } from '#shared/marks/mark-words.ts';
import { examProblem } from '#shared/marks/marks.ts';
import type { Scheme } from '#shared/marks/scheme.ts';
import { markSheetRefusals } from '#shared/marks/wordings.ts';
import { lastFirst } from '#shared/people/shared-names.ts';
import { parseClassIds } from '../../people/records/class-list.ts';
import { ValidationError } from '../../platform/errors.ts';
import { inParallel } from '../../platform/in-parallel.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { type Authorship, isChangeDone, listChangesOfSheet } from '../../platform/table/audit.ts';
import type { FieldValue } from '../../platform/table/field-changes.ts';
import { retryRefused } from '../../platform/table/retry-refused.ts';
import { readItems } from '../../platform/table/table.ts';
import type { ListedStudent } from '../../students/records/term-lists.ts';
import { assignmentKey } from '../../subjects/records/store.ts';
import {
  markSheetAuditName,
  type RecordKey,
  type SubjectRecordItem,
  storedSumsOfRecord,
  subjectRecordAuditSubject,
  subjectRecordKey,
  toStoredFields,
  writeRecordFields,
} from '../records/subject-record.ts';
import {
  addSubjectToReportAction,
  decidePlacementInTerm,
  type TermReportItem,
  termReportKey,
} from '../records/term-report.ts';
import { keysToOpenSheet, readMarkSheet } from './opened-sheet.ts';
import { createSheetSnapshot, examMaximumBefore } from './sheet-snapshot.ts';

type Left = SheetChange & { reason: string };
interface Cell {
  field: TypedField;
  /** What the caller was shown. */
  now: FieldValue;
  was: FieldValue;
}

/** Students whose cells are written in parallel. */
const concurrency = 10;

/** Four requests, and a write for each student. A repeated call under the same key changes nothing. */
export const restoreMarkSheet = callHandler(markSheetContract.restoreMarkSheet, {
  prefetch: keysToOpenSheet,
  handle: async ({ input, caller, found, request }) => {
    const { subject_id: subjectId, form_level: formLevel, year, term, at } = input;
    const key = { subjectId, year, term };
    const sheet = await readMarkSheet({ sheet: input, caller, found });
    const changes = await listChangesOfSheet(markSheetAuditName({ ...key, formLevel }), at);
    const snapshot = createSheetSnapshot({ sheet, key, changes });
    const students = new Map(sheet.students.map((student) => [student.studentId, student]));
    const work = [...Map.groupBy(input.cells, (cell) => cell.student_id)].map(([studentId, cells]) => {
      const student = students.get(studentId);
      if (!student) throw new ValidationError({ cells: [markSheetRefusals.notOnSheet(studentId)] });
      const before = snapshot(student);
      return { student, cells: cells.map(({ field, now }) => ({ field, now, was: before[field] })) };
    });
    const left = await inParallel(work, {
      atOnce: concurrency,
      does: ({ student, cells }) => {
        const ofStudent = { ...key, studentId: student.studentId };
        const deleted = lastDeleted(changes, subjectRecordAuditSubject(ofStudent));
        return restore(
          { key: ofStudent, student, cells, deleted, outOf: examMaximumBefore(ofStudent, changes) },
          { classIds: parseClassIds(input), scheme: sheet.scheme },
          { caller, request, restoredTo: at },
        );
      },
    }).then((lists) => lists.flat());
    return {
      restored: input.cells.length - left.length,
      left,
      undo_at: new Date(request.now.getTime() - 1).toISOString(),
    };
  },
});

/** A student's cells, and what the record was then. */
interface CellsThen {
  key: RecordKey;
  student: ListedStudent;
  cells: readonly Cell[];
  /** The record at its deletion; undefined if it was not deleted. */
  deleted: DeletedRecord | undefined;
  /** What the exam mark was out of then; undefined if that has not changed. */
  outOf: number | undefined;
}

const restoringKeys = (key: RecordKey) => ({
  record: subjectRecordKey(key),
  report: termReportKey(key),
  assignment: assignmentKey(key.studentId, key.subjectId),
});

/** Restores a student's cells; returns those that stay as they are, with the reason. */
function restore(
  { key, student, cells, deleted, outOf }: CellsThen,
  { classIds, scheme }: { classIds: readonly string[]; scheme: Scheme },
  by: Authorship,
): Promise<Left[]> {
  return retryRefused({
    read: () => readItems(restoringKeys(key)),
    attempt: async (found): Promise<Left[] | 'refused'> => {
      const { record, report } = found;
      const examOutOf = outOf ?? record?.examOutOf ?? deleted?.examOutOf ?? scheme.exam?.max ?? null;
      const { value } = toStoredFields(record);
      const stored = ({ field }: Cell) => value(field);
      const placement = decidePlacementInTerm(key, found);
      // A student who has left the sheet's classes is on another sheet.
      const isHere = placement !== undefined && classIds.includes(placement.classId);
      const goes = cells.filter(
        (cell) => isHere && stored(cell) === cell.now && refusalReason(cell, { scheme, examOutOf }) === null,
      );
      const changes = goes
        .filter((cell) => cell.was !== cell.now)
        .map((cell) => ({ field: cell.field, before: cell.now, after: cell.was }));
      const stays = cells.filter((cell) => !goes.includes(cell) && stored(cell) !== cell.was);
      const left = stays.map((cell) =>
        toLeft({ cell, student, record, why: refusalReason(cell, { scheme, examOutOf }) }),
      );
      if (placement === undefined || changes.length === 0) {
        return left.length > 0 && (await isChangeDone(subjectRecordAuditSubject(key), by.request.idempotencyKey))
          ? []
          : left;
      }
      const outcome = await writeRecordFields({ key, placement, record, changes, examOutOf }, by, {
        // The sums are current: a change of the mark book would have created the record again.
        ...(record || !deleted ? {} : { sums: storedSumsOfRecord(deleted) }),
        ...(!record && deleted?.isListed && report && !isOnReport(report, key)
          ? { listing: addSubjectToReportAction(key, placement) }
          : {}),
      });
      if (outcome === 'done') return [];
      return outcome === 'written' ? left : 'refused';
    },
  });
}

type DeletedRecord = Partial<SubjectRecordItem> & { isListed?: boolean };

/** The record at its last deletion; undefined if it was restored since, or never deleted. */
function lastDeleted(
  changes: Awaited<ReturnType<typeof listChangesOfSheet>>,
  subject: string,
): DeletedRecord | undefined {
  const ofRecord = changes.filter((row) => row.subject === subject).flatMap((row) => row.changes);
  const last = ofRecord.findLast(({ field }) => field === 'record');
  return last && (last.after ?? null) === null ? (last.before as DeletedRecord | undefined) : undefined;
}

const isOnReport = ({ subjectIds = [] }: TermReportItem, { subjectId }: RecordKey): boolean =>
  subjectIds.includes(subjectId);

/**
 * Why a value cannot be restored, or null. An exam mark keeps the maximum of its entry; there must still be an exam.
 */
const refusalReason = ({ field, was }: Cell, { scheme, examOutOf }: { scheme: Scheme; examOutOf: number | null }) =>
  field === 'exam_mark' && (typeof was === 'number' || isMarkWord(was))
    ? examProblem(was, { ...scheme, exam: scheme.exam && { ...scheme.exam, max: examOutOf ?? scheme.exam.max } })
    : null;

function toLeft({
  cell,
  student,
  record,
  why,
}: {
  cell: Cell;
  student: ListedStudent;
  record: SubjectRecordItem | undefined;
  why: string | null;
}): Left {
  const stored = toStoredFields(record);
  return {
    student_id: student.studentId,
    name: lastFirst(student),
    field: cell.field,
    was: cell.was,
    now: stored.value(cell.field),
    ...stored.stamp(cell.field),
    reason: why ?? markSheetRefusals.changedMeanwhile,
  };
}
