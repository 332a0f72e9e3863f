import { type StudentField, storedAttributeName, studentFieldNames, studentFields } from '#shared/students/fields.ts';
import { identityKeys } from '#shared/students/identity-keys.ts';
import { placementWordings, sheetWordings } from '#shared/students/wordings.ts';
import { authorOfJob, type JobItem, type JobRemark } from '../../../platform/jobs/store.ts';
import type { JobWorker } from '../../../platform/jobs/worker.ts';
import { actOfAll, carryOutAct, isRefused } from '../../../platform/table/acts/carry-out-act.ts';
import {
  type AuditFieldChange,
  AuditRowEntity,
  type Author,
  type Authorship,
  auditKey,
  auditRow,
  type WriteAttempt,
} from '../../../platform/table/audit.ts';
import { retryRefused } from '../../../platform/table/retry-refused.ts';
import { readItems } from '../../../platform/table/table.ts';
import { markActOfJobUndone } from '../../../platform/undo/job-acts.ts';
import { readCurrentPeriod } from '../../../school/records/periods.ts';
import { changeStudent } from '../../records/change-student.ts';
import { createDuplicateFinder, readAllIdentities } from '../../records/duplicates.ts';
import { type ClaimsFound, certificateNumbersIn, readClaims } from '../../records/identity-claims.ts';
import { resumeMove } from '../../records/placement/move-remaining.ts';
import { moveStudent } from '../../records/placement/move-student.ts';
import { findStudentsWithReportInTerm } from '../../records/placement/registered-student.ts';
import { removeStudentAct } from '../../records/remove-student.ts';
import { type StudentItem, studentAuditSubject, studentKey } from '../../records/store.ts';
import { outcomeOfUploadUndo } from '../undo-outcome.ts';
import { type UndoneRow, undoableUploads } from '../upload-acts.ts';
import { type ClassChange, factsIdempotencyKey, rowIdempotencyKey, uploadMovesAuditSubject } from './row-keys.ts';

/**
 * Removes students that an upload added and that were not changed since, and restores the facts that it changed of
 * others.
 */
export const undoUploadWorker: JobWorker = {
  workBatch: async ({ job, rows }) => {
    const { run } = job.input as { run: string | null };
    if (run === null) return {};
    const undone = rows.map((text) => JSON.parse(text) as UndoneRow);
    const doing: UploadUndo = { run, job, caller: authorOfJob(job) };
    const remarks = await removeAddedStudents(
      undone.filter(({ kind }) => kind === 'add'),
      doing,
    );
    for (const row of undone) {
      if (row.kind !== 'change') continue;
      const key = rowIdempotencyKey({ run }, row.row);
      const left = await undoRowChange(row.id, { key, by: { caller: doing.caller, request: attemptOf(doing, row) } });
      if (left !== null)
        remarks.push({ row: JSON.stringify(left.isPart ? { ...row, isPart: true } : row), text: left.text });
    }
    return { remarks };
  },
  finish: async (job) => {
    const trail = { field: 'upload', before: { upload: job.key }, after: null };
    const outcome = await outcomeOfUploadUndo(job);
    await markActOfJobUndone(job, {
      acts: undoableUploads,
      outcome,
      trail: { subject: 'student-uploads', changes: [trail] },
    });
  },
};

interface UploadUndo {
  /** The run of the upload. */
  run: string;
  job: JobItem;
  caller: Author;
}

const attemptOf = ({ job }: UploadUndo, { row }: UndoneRow): WriteAttempt => ({
  now: new Date(),
  idempotencyKey: rowIdempotencyKey(job, row),
});

/** In one transaction. A student who is gone was removed by an earlier attempt. */
async function removeAddedStudents(rows: readonly UndoneRow[], doing: UploadUndo): Promise<JobRemark[]> {
  if (rows.length === 0) return [];
  const { caller, run } = doing;
  const period = await readCurrentPeriod();
  return retryRefused({
    read: async () => {
      const [{ students, trail }, reports] = await Promise.all([
        readItems({
          students: rows.map(({ id }) => studentKey(id)),
          trail: rows.map(({ id, row }) => auditKey(studentAuditSubject(id), rowIdempotencyKey({ run }, row))),
        }),
        period
          ? findStudentsWithReportInTerm(
              period,
              rows.map(({ id }) => id),
            )
          : new Set<string>(),
      ]);
      return {
        students: new Map(students.map((student) => [student.studentId, student])),
        added: new Map(trail.map(({ subject, changes }) => [subject, changes])),
        reports,
      };
    },
    attempt: async ({ students, added, reports }): Promise<JobRemark[] | 'refused'> => {
      const remarks: JobRemark[] = [];
      const acts = rows.flatMap((row) => {
        const student = students.get(row.id);
        const changes = added.get(studentAuditSubject(row.id));
        if (!student || !changes) return [];
        const reason = reasonToKeep(student, { changes, isRegistered: reports.has(row.id), run });
        if (reason === null)
          return removeStudentAct(student, { period, by: { caller, request: attemptOf(doing, row) } });
        remarks.push({ row: JSON.stringify(row), text: reason });
        return [];
      });
      if (acts.length === 0) return remarks;
      return (await carryOutAct(actOfAll(acts))) === 'written' ? remarks : 'refused';
    },
    what: 'these students',
  });
}

/** Attributes that an added student has without a change in the trail. */
const unauditedFields = new Set(['studentId', 'status', 'formLevel', 'roster', 'givenBy']);
const labels = new Map(studentFieldNames.map((field) => [storedAttributeName(field), studentFields[field].label]));

function reasonToKeep(
  student: StudentItem,
  {
    changes,
    isRegistered,
    run,
  }: { changes: readonly { field: string; after?: unknown }[]; isRegistered: boolean; run: string },
): string | null {
  if (student.status === 'archived') return placementWordings.archivedSince;
  if (isRegistered) return placementWordings.registeredSince;
  // What the run itself gave was taken back before.
  if (student.givenBy !== undefined && !student.givenBy.startsWith(run)) return placementWordings.subjectSince;
  const added = new Map(changes.map(({ field, after }) => [field, after]));
  const names = new Set([...added.keys(), ...Object.keys(student).filter((name) => !unauditedFields.has(name))]);
  for (const name of names) {
    const value = student[name as keyof StudentItem];
    if ((value ?? null) !== (added.get(name) ?? null))
      return placementWordings.changedSince(labels.get(name) ?? 'The record');
  }
  return null;
}

interface RowUndo {
  /** Idempotency key of the row in the upload. */
  key: string;
  by: Authorship;
}

/**
 * Undoes what a row of an upload changed. Facts that were changed since stay.
 * @returns the sentence that names those facts, and whether others went back; null where there are none
 */
async function undoRowChange(
  studentId: string,
  { key, by }: RowUndo,
): Promise<{ text: string; isPart: boolean } | null> {
  const { facts, moved } = await readItems({
    facts: auditKey(studentAuditSubject(studentId), factsIdempotencyKey(key)),
    moved: auditKey(uploadMovesAuditSubject, key),
  });
  const left: string[] = [];
  if (facts) left.push(...(await undoFacts(studentId, { changes: facts.changes as AuditFieldChange[], by })));
  const [move] = (moved?.changes ?? []) as AuditFieldChange[];
  if (move && !(await undoMove(studentId, { move, by }))) left.push('Class');
  if (left.length === 0) return null;
  const isPart = left.length < (facts?.changes.length ?? 0) + (move ? 1 : 0);
  return { text: sheetWordings.leftChanged(left.join(', ')), isPart };
}

interface Facts {
  changes: readonly AuditFieldChange[];
  by: Authorship;
}

/** @returns the labels of facts that stay. A fact with its earlier value was restored by an earlier attempt. */
function undoFacts(studentId: string, { changes, by }: Facts): Promise<string[]> {
  return retryRefused({
    read: async () => (await readItems({ student: studentKey(studentId) })).student,
    attempt: async (student): Promise<string[] | 'refused'> => {
      if (!student) return ['the whole record, which is gone'];
      const now = ({ field }: AuditFieldChange) => student[field as keyof StudentItem] ?? null;
      const meant = changes
        .filter((change) => now(change) === change.after && change.before !== change.after)
        .map(({ field, before, after }) => ({ field, before: after, after: before }));
      const changed = changes.filter((change) => now(change) !== change.after && now(change) !== change.before);
      const { back, papers, taken } = await excludeTakenNumbers(studentId, meant);
      if (back.length > 0) {
        const attempt = { ...by.request, idempotencyKey: factsIdempotencyKey(by.request.idempotencyKey) };
        const more = papers.claimActions(studentId, by.request);
        const outcome = await changeStudent({
          student,
          changes: back,
          more,
          by: { caller: by.caller, request: attempt },
        });
        if (isRefused(outcome)) return 'refused';
      }
      const labelOf = (field: string) => labels.get(field) ?? field;
      return [
        ...changed.map(({ field }) => labelOf(field)),
        ...taken.map((field) => `${labelOf(field)} (somebody else has the number)`),
      ];
    },
    what: 'this student',
  });
}

interface RestorableFacts {
  back: readonly AuditFieldChange[];
  papers: ClaimsFound;
  /** Facts that stay, because another student has the number by now. */
  taken: string[];
}

/** Excludes certificate numbers that another student was given since. */
async function excludeTakenNumbers(studentId: string, meant: readonly AuditFieldChange[]): Promise<RestorableFacts> {
  const wanted = certificateNumbersIn(meant);
  const papers = await readClaims(wanted, { withName: false });
  const known =
    identityKeys(wanted).length > 0 ? createDuplicateFinder(await readAllIdentities())({ ...wanted, studentId }) : [];
  const others = [...known, ...papers.duplicates.filter(({ student }) => student.studentId !== studentId)];
  const taken = others.map(({ same }) => storedAttributeName(same as StudentField));
  if (taken.length === 0) return { back: meant, papers, taken };
  const rest = await excludeTakenNumbers(
    studentId,
    meant.filter(({ field }) => !taken.includes(field)),
  );
  return { ...rest, taken: [...new Set([...taken, ...rest.taken])] };
}

/** False where the student is no longer in the class of the upload. */
async function undoMove(studentId: string, { move, by }: { move: AuditFieldChange; by: Authorship }): Promise<boolean> {
  const { from, teachers, pages } = move.before as ClassChange;
  const { student } = await readItems({ student: studentKey(studentId) });
  if (student?.classId === from) {
    // Moved by an earlier attempt, which may have stopped halfway.
    await resumeMove({ studentId, from: String(move.after), teachers, pages, by });
    return true;
  }
  const row = auditRow({
    subject: uploadMovesAuditSubject,
    changes: [{ field: studentId, before: move.after, after: from }],
    by,
  });
  return moveStudent(
    { studentId, from: String(move.after), to: from, teachers, pages },
    { action: () => AuditRowEntity.create(row) },
    by,
  );
}
