import { storedAttributeName, studentFieldNames, studentFields } from '#shared/students/fields.ts';
import { placementWordings } from '#shared/students/wordings.ts';
import { authorOfJob, type JobItem, type JobRemark } from '../../../platform/jobs/store.ts';
import type { JobWorker } from '../../../platform/jobs/worker.ts';
import type { Action } from '../../../platform/table/action.ts';
import { actOfAll, carryOutAct } from '../../../platform/table/acts/carry-out-act.ts';
import { commit } from '../../../platform/table/acts/commit.ts';
import { type Author, auditKey, type WriteAttempt } from '../../../platform/table/audit.ts';
import { retryRefused } from '../../../platform/table/retry-refused.ts';
import { readItems } from '../../../platform/table/table.ts';
import { readCurrentPeriod } from '../../../school/records/periods.ts';
import { findStudentsWithReportInTerm } from '../../records/placement/registration.ts';
import { removeStudentAct } from '../../records/remove-student.ts';
import { type StudentItem, studentAuditSubject, studentKey } from '../../records/store.ts';
import type { UndoneRow } from '../upload-acts.ts';
import { undoableUploads } from '../upload-acts.ts';
import { rowIdempotencyKey } from './row-keys.ts';
import { undoRowChange } from './undo-row-change.ts';

/** Removes students that an upload added and that were not changed since, and restores the facts that it changed of others. */
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
      const reason = await undoRowChange(row.id, { key, caller: doing.caller, request: attemptOf(doing, row) });
      if (reason !== null) remarks.push({ row: JSON.stringify(row), text: reason });
    }
    return { remarks };
  },
  finish: async (job) => {
    const request = { now: new Date(), idempotencyKey: job.run };
    const undone: Action = undoableUploads.undone({ key: job.key }, request);
    await commit({
      by: authorOfJob(job),
      under: request,
      changes: [undone],
      trail: { subject: 'student-uploads', changes: [{ field: 'upload', before: { upload: job.key }, after: null }] },
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
        const reason = reasonToKeep(student, { changes, isRegistered: reports.has(row.id) });
        if (reason === null) return removeStudentAct(student, { period, caller, request: attemptOf(doing, row) });
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
const unauditedFields = new Set(['studentId', 'status', 'formLevel', 'roster']);
const labels = new Map(studentFieldNames.map((field) => [storedAttributeName(field), studentFields[field].label]));

function reasonToKeep(
  student: StudentItem,
  { changes, isRegistered }: { changes: readonly { field: string; after?: unknown }[]; isRegistered: boolean },
): string | null {
  if (student.status === 'archived') return placementWordings.archivedSince;
  if (isRegistered) return placementWordings.registeredSince;
  if (student.givenBy !== undefined) return placementWordings.subjectSince;
  const added = new Map(changes.map(({ field, after }) => [field, after]));
  const names = new Set([...added.keys(), ...Object.keys(student).filter((name) => !unauditedFields.has(name))]);
  for (const name of names) {
    const value = student[name as keyof StudentItem];
    if ((value ?? null) !== (added.get(name) ?? null))
      return placementWordings.changedSince(labels.get(name) ?? 'The record');
  }
  return null;
}
