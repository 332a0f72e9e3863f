import { type FileKind, fileNameExtension, fileTypeByName } from '#shared/students/files/file-kinds.ts';
import { studentFileRefusals } from '#shared/students/wordings.ts';
import { ConflictError } from '../../platform/errors.ts';
import { copyFile, deleteFile } from '../../platform/files/uploads.ts';
import { AuditRowEntity, type Author, auditRow, type WriteAttempt } from '../../platform/table/audit.ts';
import { retryRefused } from '../../platform/table/retry-refused.ts';
import { readItems } from '../../platform/table/table.ts';
import { changedSinceError, type UndoableActionOf } from '../../platform/undo/undoable-actions.ts';
import { changeStudent } from '../../students/records/change-student.ts';
import { fileKeyOf } from '../../students/records/files/file-keys.ts';
import { newFileName, restoreFile } from '../../students/records/files/replaced-files.ts';
import { claimCertificateNumbers } from '../../students/records/student-facts.ts';
import { registrationFileKey } from '../records/registration-files.ts';
import {
  changeProposalAction,
  isFileKind,
  proposalAuditSubject,
  registeredPart,
} from '../records/registration-proposals.ts';
import { attributeOf, readStudentAndProposal } from './accept-proposal.ts';
import { type Acceptance, type AcceptedRegistration, undoableAcceptances } from './undoable-acceptances.ts';

export type AcceptedAct = UndoableActionOf<Extract<Acceptance, { kind: 'registration accepted' }>>;

/**
 * Turns the record back to what it was, and lets the registration wait for the office again, in one transaction. Idempotent.
 * @throws ConflictError where record or registration has changed since, or it was undone already
 */
export async function undoAcceptance(
  act: AcceptedAct,
  { caller, request, ...logged }: { caller: Author; request: WriteAttempt; logKind?: null },
): Promise<void> {
  const { studentId, year, version, parts, earlier } = act.change.details;
  const readAct = async () => ((await readItems({ act: undoableAcceptances.key(act.key) })).act as AcceptedAct) ?? act;
  const subject = proposalAuditSubject(studentId, year);
  await retryRefused({
    first: act,
    read: readAct,
    what: 'this registration',
    attempt: async (stored) => {
      if (undoableAcceptances.wasUndone(stored, request)) return 'already done' as const;
      const { student, proposal } = await readStudentAndProposal(studentId, year);
      const isUntouched =
        proposal?.version === version && parts.every(({ part, after }) => registeredPart(student, part) === after);
      if (!proposal || !isUntouched) throw changedSinceError();
      const restored = await restoreParts(studentId, parts, request);
      const { action } = changeProposalAction({
        before: proposal,
        after: {
          ...proposal,
          ...earlier,
          state: 'handed in',
          files: { ...proposal.files, ...restored.sent },
        },
        request,
      });
      const changes = restored.parts.map(({ part, before, after }) => ({
        field: attributeOf(part),
        before: after,
        after: before,
      }));
      const papers = await claimCertificateNumbers(changes, student);
      return changeStudent({
        ...{ student, changes, caller, request, ...logged },
        more: [
          ...papers.claimActions(studentId, request),
          action,
          undoableAcceptances.undone(stored, request),
          AuditRowEntity.create(
            auditRow({
              ...{ subject, caller, request },
              changes: [{ field: 'state', before: 'accepted', after: 'handed in' }],
            }),
          ),
        ],
      });
    },
  });
  for (const { part, after } of parts)
    if (isFileKind(part) && fileTypeByName(after ?? undefined, studentId))
      await deleteFile(fileKeyOf(part, after ?? ''));
}

/** Copies the files back, each under a new name: the request that accepted them may still be deleting the old one. */
async function restoreParts(
  studentId: string,
  parts: AcceptedRegistration['parts'],
  { idempotencyKey }: WriteAttempt,
): Promise<{ parts: AcceptedRegistration['parts']; sent: { [K in FileKind]?: string } }> {
  const sent: { [K in FileKind]?: string } = {};
  const restored: AcceptedRegistration['parts'] = [];
  for (const one of parts) {
    const { part, before, after } = one;
    const type = isFileKind(part) ? fileTypeByName(after ?? undefined, studentId) : undefined;
    if (!isFileKind(part) || after === null || type === undefined) {
      restored.push(one);
      continue;
    }
    const usedOnce = `${idempotencyKey} ${part}`;
    const file = newFileName(studentId, `${usedOnce} sent`, fileNameExtension(type));
    if (!(await copyFile(fileKeyOf(part, after), registrationFileKey(studentId, part, file))))
      throw new ConflictError(studentFileRefusals.notKept);
    sent[part] = file;
    restored.push({ ...one, before: await restoreFile(studentId, part, before, usedOnce) });
  }
  return { parts: restored, sent };
}
