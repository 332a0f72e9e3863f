import { recordsPlace } from '#shared/place.ts';
import { fileKinds } from '#shared/students/files/file-kinds.ts';
import { placementWordings } from '#shared/students/wordings.ts';
import { listReportsOfStudent } from '../../../marks/records/term-report.ts';
import { deleteDocument } from '../../../platform/files/kept-documents.ts';
import { deleteFile } from '../../../platform/files/uploads.ts';
import { authorOfJob, deleteJob, type JobItem, readJob } from '../../../platform/jobs/store.ts';
import type { JobWorker } from '../../../platform/jobs/worker.ts';
import { executeAction, replaceItemAction } from '../../../platform/table/action.ts';
import { isRefused } from '../../../platform/table/acts/carry-out-act.ts';
import { commit } from '../../../platform/table/acts/commit.ts';
import { whereUnchanged } from '../../../platform/table/expression.ts';
import { readItems } from '../../../platform/table/table.ts';
import { removeStudentAccounts } from '../../../sessions/remove-student-accounts.ts';
import { listCopyNumbers } from '../../../term-reports/report-cards/posting/posted-reports.ts';
import {
  classCardsFileKey,
  postedCardFileKey,
  printingJobKey,
  schoolCardsFileKey,
} from '../../../term-reports/report-cards/print/card-files.ts';
import { ErasedStudentEntity, erasedStudentKey } from '../../records/erased-student.ts';
import { findKeptFile } from '../../records/files/file-keys.ts';
import { studentKey } from '../../records/store.ts';
import { parseEraseDueStep } from '../erasure/erasure-steps.ts';
import { whyNotErased } from '../erasure/why-not-erased.ts';
import { eraseRows } from './rows-to-erase.ts';

/**
 * Keys of a student's files that records of options name and that the erasure deletes, whether their option is on or
 * off.
 */
export const filesOfOptions = recordsPlace<(studentId: string) => Promise<readonly string[]>>('files of the erasure');

export const listFilesOfOptions = async (studentId: string): Promise<string[]> =>
  (await Promise.all(filesOfOptions.all().map((list) => list(studentId)))).flat();

/**
 * Removes everything that identifies a student (ADR 0060). Each step is idempotent.
 */
export const eraseStudentWorker: JobWorker = {
  workBatch: async ({ job, rows: [step = ''] }) => {
    const studentId = job.key;
    if (step === 'record') {
      const kept = await eraseRecord(job, { studentId, idempotencyKey: job.run });
      return { remarks: kept === undefined ? [] : [{ row: 'record', text: kept }] };
    }
    // The record was changed after the confirmation, and is kept.
    if (!(await isErased(studentId))) return {};
    if (step === 'files') {
      await eraseAccount(studentId, job);
      await eraseFiles(studentId);
      return {};
    }
    const left = await eraseRows([studentId], Number(step.split(' ')[1]));
    return { remarks: left.map((text) => ({ row: step, text })) };
  },
};

/** The same for all students whose retention has ended (ADR 0060); the table is scanned for many at once. */
export const eraseStudentsDueWorker: JobWorker = {
  workBatch: async ({ job, rows: [text = ''] }) => {
    const step = parseEraseDueStep(text);
    if (step.kind === 'rows') {
      const erased = await readItems({ some: step.students.map(erasedStudentKey) });
      const ids = erased.some.map(({ studentId }) => studentId);
      const left = ids.length > 0 ? await eraseRows(ids, step.segment) : [];
      return { remarks: left.map((text) => ({ row: '', text })) };
    }
    const { student: studentId } = step;
    if (step.kind === 'record') {
      const kept = await eraseRecord(job, { studentId, idempotencyKey: `${job.run}/${studentId}` });
      return { remarks: kept === undefined ? [] : [{ row: studentId, text: kept }] };
    }
    if (await isErased(studentId)) {
      await eraseAccount(studentId, job);
      await eraseFiles(studentId);
    }
    return {};
  },
};

const isErased = async (studentId: string): Promise<boolean> =>
  (await readItems({ erased: erasedStudentKey(studentId) })).erased !== undefined;

/** Ends the student's sign-in, of which no session is open since the record was erased. */
async function eraseAccount(studentId: string, job: JobItem): Promise<void> {
  const request = { now: new Date(), idempotencyKey: `${job.run}/account/${studentId}` };
  await removeStudentAccounts([studentId], { may: () => true, by: { caller: authorOfJob(job), request } });
}

/** Deletes the files that the record and those of options named, and stored prints. */
async function eraseFiles(studentId: string): Promise<void> {
  const { erased } = await readItems({ erased: erasedStudentKey(studentId) });
  if (!erased) return;
  await Promise.all(erased.files.map(deleteFile));
  await erasePrints(studentId);
  const cards = (await listCopyNumbers(studentId)).map((copy) => postedCardFileKey(studentId, copy));
  await Promise.all(cards.map(deleteDocument));
  if (erased.files.length > 0) await executeAction(ErasedStudentEntity.update({ studentId }, { set: { files: [] } }));
}

/**
 * Replaces the record by one without personal data, with an audit row that stays, on the condition that the record is
 * as it was judged.
 * @returns the reason where the record is kept
 */
async function eraseRecord(
  job: JobItem,
  { studentId, idempotencyKey }: { studentId: string; idempotencyKey: string },
): Promise<string | undefined> {
  const { run } = job;
  const { student, erased } = await readItems({ student: studentKey(studentId), erased: erasedStudentKey(studentId) });
  if (erased) return undefined;
  const now = new Date();
  const [reason] = student ? await whyNotErased(student, now) : [placementWordings.notOnRegister];
  if (!student || reason !== undefined) return reason ?? '';
  const nobody = ErasedStudentEntity.item({
    studentId,
    run,
    erasedAt: now.toISOString(),
    erasedBy: job.startedBy,
    // Who left with a promotion was there to the end of the term.
    ...(student.archivedIn === undefined ? {} : { leftOn: student.date_of_leaving }),
    files: [
      ...fileKinds.flatMap((kind) => findKeptFile(student, kind)?.key ?? []),
      ...(await listFilesOfOptions(studentId)),
    ],
  });
  // `archivedIn` differs after every restore and archive.
  const judged = ['status', 'date_of_leaving', 'archivedIn', ...fileKinds] as const;
  const outcome = await commit({
    by: { caller: authorOfJob(job), request: { now, idempotencyKey } },
    changes: [replaceItemAction(nobody, whereUnchanged(student, judged))],
    trail: { subject: 'erased-students', changes: [{ field: 'student', before: studentId, after: null }] },
  });
  return isRefused(outcome) ? placementWordings.keptUnerased : undefined;
}

/**
 * Deletes the stored prints of the student's terms, of the whole school: they have to be printed again without the
 * student.
 */
async function erasePrints(studentId: string): Promise<void> {
  for (const { year, term, classId } of await listReportsOfStudent(studentId)) {
    const printing = await readJob('print-report-cards', printingJobKey({ year, term }));
    if (!printing) continue;
    const { run } = printing;
    await Promise.all([classCardsFileKey(run, classId), schoolCardsFileKey(run)].map(deleteDocument));
    await deleteJob(printing);
  }
}
