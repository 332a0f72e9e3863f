import { familiesContract } from '#shared/options/families/contract.ts';
import { type FileKind, fileTypeByName, isTypeAllowed, maxFileBytes } from '#shared/students/files/file-kinds.ts';
import { studentFileRefusals, studentFileWordings } from '#shared/students/wordings.ts';
import { NotFoundError, ValidationError } from '../../../platform/errors.ts';
import { deleteFile } from '../../../platform/files/uploads.ts';
import { callHandler } from '../../../platform/requests/call-handler.ts';
import type { Authorship } from '../../../platform/table/audit.ts';
import { isChangeDone } from '../../../platform/table/audit.ts';
import { decideAndWrite } from '../../../platform/table/field-changes.ts';
import { readItems } from '../../../platform/table/table.ts';
import { requireCurrentStudent, type StudentItem } from '../../../students/records/store.ts';
import { permitUpload } from '../records/family-uploads.ts';
import { openFileOfRegistration, registrationFileKey } from '../records/registration-files.ts';
import { proposalAuditSubject, proposalKey, writeProposal } from '../records/registration-proposals.ts';
import {
  ofCaller,
  type Registration,
  readRegistrationOf,
  requireOpen,
  requireThisYear,
  windowChecks,
} from './open-registration.ts';

export const requestRegistrationFile = callHandler(familiesContract.requestRegistrationFile, {
  prefetch: (_input, accountId) => ofCaller(accountId),
  handle: async ({ input: { year, kind, type, bytes }, found, request }) => {
    requireThisYear(year, found.current);
    const student = requireCurrentStudent(found.student);
    if (!isTypeAllowed(kind, type)) throw new ValidationError({ type: [studentFileWordings.wrongTypeOfPicture] });
    if (bytes > maxFileBytes(kind, type))
      throw new ValidationError({ bytes: [studentFileWordings.tooLarge(kind, type)] });
    requireOpen(await readRegistrationOf(student, year), request.now);
    return permitUpload({ studentId: student.studentId, type, bytes, kind, year }, request);
  },
});

export const removeRegistrationFile = callHandler(familiesContract.removeRegistrationFile, {
  prefetch: (_input, accountId) => ofCaller(accountId),
  handle: async ({ input: { year, kind }, found, caller, request }) => {
    requireThisYear(year, found.current);
    const student = requireCurrentStudent(found.student);
    await replaceRegistrationFile({ student, year, kind, file: null, by: { caller, request } });
    return { kind, type: null };
  },
});

export const openMyRegistrationFile = callHandler(familiesContract.openMyRegistrationFile, {
  prefetch: (_input, accountId) => ofCaller(accountId),
  handle: async ({ input: { kind }, found, request }) => {
    const student = requireCurrentStudent(found.student);
    if (!found.current) throw new NotFoundError(studentFileRefusals.noFile);
    const { proposal } = await readItems({ proposal: proposalKey(student.studentId, found.current.year) });
    return openFileOfRegistration({ student, proposal, kind, request });
  },
});

interface FileChange {
  student: StudentItem;
  year: number;
  kind: FileKind;
  /** Name of the file that is stored already; null removes the one that is sent. */
  file: string | null;
  by: Authorship;
}

/**
 * Changes which file a registration names, and deletes the one that it named before. Idempotent.
 * @throws ValidationError where the registration is not open
 */
export async function replaceRegistrationFile({ student, year, kind, file, by }: FileChange): Promise<void> {
  const { studentId } = student;
  const read = () => readRegistrationOf(student, year);
  let replaced: string | undefined;
  await decideAndWrite<Registration, 'change'>({
    record: await read(),
    read,
    decide: async (now) => {
      const sent = now.proposal?.files?.[kind];
      if (
        (sent ?? null) === file ||
        (await isChangeDone(proposalAuditSubject(studentId, year), by.request.idempotencyKey))
      )
        return null;
      requireOpen(now, by.request.now);
      replaced = sent;
      return 'change';
    },
    write: (_what, { window, proposal: before }) => {
      const { [kind]: _replaced, ...files } = before?.files ?? {};
      return writeProposal({
        checks: windowChecks({ window }),
        before,
        after: {
          ...(before ?? { studentId, year, state: 'draft' as const, values: {} }),
          files: file === null ? files : { ...files, [kind]: file },
          basis: { ...before?.basis, [kind]: student[kind] ?? null },
        },
        changes: [{ field: kind, before: before?.files?.[kind] ?? null, after: file }],
        caller: by.caller,
        request: by.request,
      });
    },
    isDone: () => isChangeDone(proposalAuditSubject(studentId, year), by.request.idempotencyKey),
  });
  if (fileTypeByName(replaced, studentId) !== undefined && replaced !== undefined)
    await deleteFile(registrationFileKey(studentId, kind, replaced));
}
