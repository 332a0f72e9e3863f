import { serverWordings } from '#shared/http/wordings.ts';
import type { RegistrationPart } from '#shared/options/families/registration-fields.ts';
import { familyRegistrationWordings } from '#shared/options/families/wordings.ts';
import { storedAttributeName } from '#shared/students/fields.ts';
import { type FileKind, fileTypeByName } from '#shared/students/files/file-kinds.ts';
import { studentFileRefusals } from '#shared/students/wordings.ts';
import { ConflictError } from '../../../platform/errors.ts';
import { copyFile, deleteFile } from '../../../platform/files/uploads.ts';
import { AuditRowEntity, type Authorship, auditRow, isChangeDone } from '../../../platform/table/audit.ts';
import { decideAndWrite } from '../../../platform/table/field-changes.ts';
import { readItems } from '../../../platform/table/table.ts';
import { changeStudent } from '../../../students/records/change-student.ts';
import type { readAllIdentities } from '../../../students/records/duplicates.ts';
import { fileKeyOf } from '../../../students/records/files/file-keys.ts';
import { moveToReplacedFiles, newFileName } from '../../../students/records/files/replaced-files.ts';
import { requireCurrentStudent, type StudentItem, studentKey, studentName } from '../../../students/records/store.ts';
import { claimCertificateNumbers } from '../../../students/records/student-facts.ts';
import { registrationFileKey } from '../records/registration-files.ts';
import {
  changeProposalAction,
  isFileKind,
  type ProposalItem,
  proposalAuditSubject,
  proposalKey,
  registeredPart,
} from '../records/registration-proposals.ts';
import { type AcceptedRegistration, undoableAcceptances } from './acceptance-acts.ts';

/** A proposal with the record of the student whom it is about. */
export interface Reviewed {
  student: StudentItem;
  proposal: ProposalItem | undefined;
}

/** @throws NotFoundError where the student is not on the register, or archived */
export async function readStudentAndProposal(studentId: string, year: number): Promise<Reviewed> {
  const { student, proposal } = await readItems({
    student: studentKey(studentId),
    proposal: proposalKey(studentId, year),
  });
  return { student: requireCurrentStudent(student), proposal };
}

/** @throws ConflictError where it is not what the office saw, or not in one of these states */
export function requireSeen(
  proposal: ProposalItem | undefined,
  { version, states }: { version: number; states: readonly ProposalItem['state'][] },
): ProposalItem {
  if (!proposal || !states.includes(proposal.state)) throw new ConflictError(familyRegistrationWordings.notHandedIn);
  if (proposal.version !== version) throw new ConflictError(familyRegistrationWordings.changedSince);
  return proposal;
}

interface AcceptanceRequest {
  studentId: string;
  year: number;
  /** Of the proposal that the office saw. */
  version: number;
  /** The parts to take over, with what the office saw in the register; decided again where the record has changed. */
  partsOf: (
    reviewed: Reviewed & { proposal: ProposalItem },
  ) => readonly { part: RegistrationPart; was: string | null }[];
  /** Where the act is listed; of a run under the run. */
  place?: string | undefined;
  /** Everybody to compare certificate numbers with, where many are accepted; read once for each otherwise. */
  identities?: typeof readAllIdentities | undefined;
}

/**
 * Takes parts of a proposal over into the record: one transaction, on the condition of what the office saw of both,
 * with the act that undoes it. The files are copied before, under names of this request alone, and leave the
 * registration's folder after it. Idempotent.
 * @throws ConflictError where the office saw something else, ValidationError where a certificate number is another
 * student's
 */
export async function acceptProposal(
  { studentId, year, version, partsOf, place, identities }: AcceptanceRequest,
  by: Authorship,
): Promise<ProposalItem | undefined> {
  const subject = proposalAuditSubject(studentId, year);
  const isDone = () => isChangeDone(subject, by.request.idempotencyKey);
  const read = () => readStudentAndProposal(studentId, year);
  const copied = new Map<FileKind, string>();
  try {
    const { proposal } = await decideAndWrite<Reviewed, { seen: ProposalItem; parts: AcceptedRegistration['parts'] }>({
      record: await read(),
      read,
      decide: async ({ student, proposal }) => {
        const seen = requireSeen(proposal, { version, states: ['handed in'] });
        const parts: AcceptedRegistration['parts'] = [];
        for (const { part, was } of partsOf({ student, proposal: seen })) {
          refuseChangedPart({ student, proposal: seen, part, was });
          if (!isFileKind(part)) parts.push({ part, before: was, after: seen.values[part] ?? null });
          else {
            const sent = seen.files?.[part] ?? '';
            const after = newFileName(
              studentId,
              `${by.request.idempotencyKey} ${part}`,
              sent.slice(sent.lastIndexOf('.') + 1),
            );
            parts.push({ part, before: was, after, sent });
          }
        }
        return { seen, parts };
      },
      write: async ({ seen, parts }, { student }) => {
        for (const { part, after, sent } of parts) {
          if (!isFileKind(part) || after === null || sent === undefined || copied.has(part)) continue;
          if (!(await copyFile(registrationFileKey(studentId, part, sent), fileKeyOf(part, after))))
            throw new ConflictError(studentFileRefusals.notKept);
          copied.set(part, after);
        }
        return writeAcceptance(
          {
            student,
            before: seen,
            parts,
            place,
            identities,
          },
          by,
        );
      },
      isDone,
    });
    await finishFiles(by.request.idempotencyKey);
    return proposal;
  } catch (error) {
    await deleteUnnamedCopies(studentId, copied);
    throw error;
  }
}

interface AcceptanceWrite extends Pick<AcceptanceRequest, 'place' | 'identities'> {
  student: StudentItem;
  before: ProposalItem;
  parts: AcceptedRegistration['parts'];
}

async function writeAcceptance({ student, before, parts, place, identities }: AcceptanceWrite, by: Authorship) {
  const { studentId } = student;
  const { year } = before;
  const taken = new Set(parts.map(({ part }) => part));
  const files = Object.fromEntries(Object.entries(before.files ?? {}).filter(([kind]) => !taken.has(kind as FileKind)));
  const { next, action } = changeProposalAction({
    before,
    after: {
      ...before,
      state: 'accepted',
      accepted: [...taken],
      files,
      decidedAt: by.request.now.toISOString(),
      decidedBy: by.caller.name,
    },
    request: by.request,
  });
  const { accepted, decidedAt, decidedBy } = before;
  const act = undoableAcceptances.create({
    change: {
      kind: 'registration accepted',
      details: { studentId, year, version: next.version, parts, earlier: { accepted, decidedAt, decidedBy } },
    },
    what: familyRegistrationWordings.acceptedOf(studentName(student, studentId), parts.length),
    ...(place === undefined ? {} : { place }),
    by,
  });
  const decision = [{ field: 'state', before: before.state, after: 'accepted' }];
  const subject = proposalAuditSubject(studentId, year);
  const changes = parts.map(({ part, before, after }) => ({ field: attributeOf(part), before, after }));
  const papers = await claimCertificateNumbers(changes, student, identities);
  return changeStudent({
    student,
    changes,
    by,
    // One line of the office log is that of the run.
    ...(place === undefined ? {} : { logKind: null }),
    more: [
      ...papers.claimActions(studentId, by.request),
      action,
      act,
      AuditRowEntity.create(auditRow({ subject, changes: decision, by })),
    ],
  });
}

/** The record's attribute that keeps a part. */
export const attributeOf = (part: RegistrationPart): string => (isFileKind(part) ? part : storedAttributeName(part));

/** @throws ConflictError where the register has another text than the office saw, or the family does not propose one */
function refuseChangedPart({
  student,
  proposal,
  part,
  was,
}: Reviewed & { proposal: ProposalItem; part: RegistrationPart; was: string | null }): void {
  const stored = registeredPart(student, part);
  const proposed = isFileKind(part) ? proposal.files?.[part] : proposal.values[part];
  if (stored === was && proposed !== undefined) return;
  throw new ConflictError(serverWordings.changedSinceOpened, {
    field: part,
    yours: proposed ?? null,
    theirs: stored,
    by: null,
    at: null,
  });
}

/**
 * Moves the files that the record no longer names, and deletes those that were taken over. Also for the repeated
 * request of one that stopped.
 */
async function finishFiles(idempotencyKey: string): Promise<void> {
  const { act } = await readItems({ act: undoableAcceptances.key(idempotencyKey) });
  if (act?.change.kind !== 'registration accepted' || act.undoneAt !== undefined) return;
  const { studentId, parts } = act.change.details;
  for (const { part, before, sent } of parts) {
    if (!isFileKind(part) || sent === undefined) continue;
    await moveToReplacedFiles(studentId, part, before);
    await deleteFile(registrationFileKey(studentId, part, sent));
  }
}

/**
 * The acceptance was refused: nothing names these copies. The same request, sent twice at once, may have been carried
 * out.
 */
async function deleteUnnamedCopies(studentId: string, copied: ReadonlyMap<FileKind, string>): Promise<void> {
  if (copied.size === 0) return;
  const { student } = await readItems({ student: studentKey(studentId) });
  for (const [kind, file] of copied)
    if (student?.[kind] !== file && fileTypeByName(file, studentId) !== undefined)
      await deleteFile(fileKeyOf(kind, file));
}
