import { type FileKind, fileKinds, fileNameExtension, fileTypeByName } from '#shared/students/files/file-kinds.ts';
import { studentFileRefusals } from '#shared/students/wordings.ts';
import { AppError, ConflictError } from '../../../platform/errors.ts';
import { copyFile, deleteFile } from '../../../platform/files/uploads.ts';
import { AuditRowEntity, type Authorship, auditRow } from '../../../platform/table/audit.ts';
import { retryRefused } from '../../../platform/table/retry-refused.ts';
import { readItems } from '../../../platform/table/table.ts';
import { changedSinceError, type UndoableActionOf } from '../../../platform/undo/undoable-actions.ts';
import { changeStudent } from '../../../students/records/change-student.ts';
import { fileKeyOf } from '../../../students/records/files/file-keys.ts';
import { nameOfRestoredFile, newFileName, restoreFile } from '../../../students/records/files/replaced-files.ts';
import { claimCertificateNumbers } from '../../../students/records/student-facts.ts';
import { registrationFileKey } from '../records/registration-files.ts';
import {
  changeProposalAction,
  isFileKind,
  type ProposalItem,
  proposalAuditSubject,
  registeredPart,
} from '../records/registration-proposals.ts';
import { attributeOf, readStudentAndProposal } from './accept-proposal.ts';
import { type Acceptance, type AcceptedRegistration, undoableAcceptances } from './acceptance-acts.ts';

export type AcceptedAct = UndoableActionOf<Extract<Acceptance, { kind: 'registration accepted' }>>;

/**
 * Turns the record back to what it was, and lets the registration wait for the office again, in one transaction. Files
 * are copied back before it, and the accepted ones are deleted after it. Idempotent.
 * @throws ConflictError where record or registration has changed since, or it was undone already
 */
export async function undoAcceptance(
  act: AcceptedAct,
  { by, ...logged }: { by: Authorship; logKind?: null },
): Promise<void> {
  const { studentId, year, version, parts, earlier } = act.change.details;
  const readAct = async () => ((await readItems({ act: undoableAcceptances.key(act.key) })).act as AcceptedAct) ?? act;
  const subject = proposalAuditSubject(studentId, year);
  try {
    await retryRefused({
      first: act,
      read: readAct,
      what: 'this registration',
      attempt: async (stored) => {
        if (undoableAcceptances.wasUndone(stored, by.request)) return 'done' as const;
        const { student, proposal } = await readStudentAndProposal(studentId, year);
        const isUntouched =
          proposal?.version === version && parts.every(({ part, after }) => registeredPart(student, part) === after);
        if (!proposal || !isUntouched) throw changedSinceError();
        const restored = await restoreParts(act);
        const { action } = changeProposalAction({
          before: proposal,
          after: {
            ...proposal,
            ...earlier,
            state: 'handed in',
            files: { ...proposal.files, ...restored.sent },
            ...(proposal.basis
              ? { basis: { ...proposal.basis, ...renamedFiles(proposal.basis, restored.names) } }
              : {}),
          },
          request: by.request,
        });
        const changes = restored.parts.map(({ part, before, after }) => ({
          field: attributeOf(part),
          before: after,
          after: before,
        }));
        const papers = await claimCertificateNumbers(changes, student);
        return changeStudent({
          student,
          changes,
          by,
          ...logged,
          more: [
            ...papers.claimActions(studentId, by.request),
            action,
            undoableAcceptances.undone(stored, by.request),
            AuditRowEntity.create(
              auditRow({
                subject,
                by,
                changes: [{ field: 'state', before: 'accepted', after: 'handed in' }],
              }),
            ),
          ],
        });
      },
    });
  } catch (error) {
    // Of another failure nobody knows what was written: the next attempt makes the same copies, or deletes them.
    if (error instanceof AppError && error.status < 500) await deleteUnnamedFiles(await readAct());
    throw error;
  }
  await deleteUnnamedFiles({ ...act, undoneAt: by.request.now.toISOString() });
}

/**
 * A file that was accepted, and the names of its copies. They follow from the act alone, so that every attempt to undo
 * it uses the same.
 */
function planCopies({ key, change: { details } }: AcceptedAct) {
  const { studentId, parts } = details;
  return parts.flatMap(({ part, before, after }) => {
    const type = isFileKind(part) ? fileTypeByName(after ?? undefined, studentId) : undefined;
    if (!isFileKind(part) || after === null || type === undefined) return [];
    const usedOnce = `${key} undone ${part}`;
    const isRestored = before !== null && fileTypeByName(before, studentId) !== undefined;
    return {
      kind: part,
      before,
      usedOnce,
      accepted: after,
      sent: newFileName(studentId, `${usedOnce} sent`, fileNameExtension(type)),
      restored: isRestored ? nameOfRestoredFile(studentId, before, usedOnce) : undefined,
    };
  });
}

type FileNames = { [K in FileKind]?: string };

/** Copies the files back, each under a new name: the request that accepted them may still be deleting the old one. */
async function restoreParts(
  act: AcceptedAct,
): Promise<{ parts: AcceptedRegistration['parts']; sent: FileNames; names: ReadonlyMap<string, string> }> {
  const { studentId, parts } = act.change.details;
  const sent: FileNames = {};
  const names = new Map<string, string>();
  for (const { kind, before, usedOnce, accepted, sent: file } of planCopies(act)) {
    if (!(await copyFile(fileKeyOf(kind, accepted), registrationFileKey(studentId, kind, file))))
      throw new ConflictError(studentFileRefusals.notKept);
    sent[kind] = file;
    const restored = await restoreFile(studentId, kind, before, usedOnce);
    if (before !== null && restored !== null) names.set(before, restored);
  }
  return { parts: parts.map((one) => ({ ...one, before: names.get(one.before ?? '') ?? one.before })), sent, names };
}

/**
 * A restored file is the one that the register had when the family sent another: by its new name nobody has changed it
 * since.
 */
const renamedFiles = (basis: NonNullable<ProposalItem['basis']>, names: ReadonlyMap<string, string>) =>
  Object.fromEntries(
    fileKinds.flatMap((kind) => (names.has(basis[kind] ?? '') ? [[kind, names.get(basis[kind] ?? '')]] : [])),
  );

/**
 * Deletes what nothing names: the accepted files of an act that was undone; the copies of one that was not, also those
 * of an attempt that stopped.
 */
async function deleteUnnamedFiles(act: AcceptedAct): Promise<void> {
  const { studentId } = act.change.details;
  for (const { kind, accepted, sent, restored } of planCopies(act)) {
    if (act.undoneAt !== undefined) await deleteFile(fileKeyOf(kind, accepted));
    else {
      await deleteFile(registrationFileKey(studentId, kind, sent));
      if (restored !== undefined) await deleteFile(fileKeyOf(kind, restored));
    }
  }
}
