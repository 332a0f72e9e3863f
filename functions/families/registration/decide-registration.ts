import { familiesContract } from '#shared/families/contract.ts';
import type { RegistrationField } from '#shared/families/registration-fields.ts';
import { familyRegistrationWordings } from '#shared/families/wordings.ts';
import { serverWordings } from '#shared/http/wordings.ts';
import { storedAttributeName } from '#shared/students/fields.ts';
import { ConflictError } from '../../platform/errors.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { AuditRowEntity, auditRow, isChangeDone } from '../../platform/table/audit.ts';
import { decideAndWrite } from '../../platform/table/field-changes.ts';
import { readItems } from '../../platform/table/table.ts';
import { changeStudent } from '../../students/records/change-student.ts';
import { requireCurrentStudent, type StudentItem, studentKey } from '../../students/records/store.ts';
import { claimCertificateNumbers, storedFact } from '../../students/records/student-facts.ts';
import {
  changeProposalAction,
  type ProposalItem,
  proposalAuditSubject,
  proposalKey,
  writeProposal,
} from '../records/registration-proposals.ts';

/** A proposal with the record of the student whom it is about. */
interface Reviewed {
  student: StudentItem;
  proposal: ProposalItem | undefined;
}

async function readReviewed(studentId: string, year: number): Promise<Reviewed> {
  const { student, proposal } = await readItems({
    student: studentKey(studentId),
    proposal: proposalKey(studentId, year),
  });
  return { student: requireCurrentStudent(student), proposal };
}

/** @throws ConflictError where it is not what the office saw, or not in one of these states */
function requireSeen(
  proposal: ProposalItem | undefined,
  { version, states }: { version: number; states: readonly ProposalItem['state'][] },
): ProposalItem {
  if (!proposal || !states.includes(proposal.state)) throw new ConflictError(familyRegistrationWordings.notHandedIn);
  if (proposal.version !== version) throw new ConflictError(familyRegistrationWordings.changedSince);
  return proposal;
}

const decidedAnswer = (studentId: string, proposal: ProposalItem | undefined) => ({
  ...{ student_id: studentId, state: proposal?.state ?? ('none' as const), version: proposal?.version ?? 0 },
});

/** One transaction: the record, on the condition of the facts that the office saw, and the proposal, on that of its version. */
export const acceptRegistration = callHandler(familiesContract.acceptRegistration, {
  handle: async ({ input: { student_id: studentId, year, version, fields, was }, caller, request }) => {
    const subject = proposalAuditSubject(studentId, year);
    const read = () => readReviewed(studentId, year);
    const { proposal } = await decideAndWrite<Reviewed, ProposalItem>({
      record: await read(),
      read,
      decide: async ({ student, proposal }) => {
        const seen = requireSeen(proposal, { version, states: ['handed in'] });
        for (const field of fields) refuseChangedFact({ student, proposal: seen, field, was: was[field] ?? null });
        return seen;
      },
      write: async (before, { student }) => {
        const { action } = changeProposalAction({
          before,
          after: {
            ...before,
            ...{ state: 'accepted', accepted: [...fields] },
            ...{ decidedAt: request.now.toISOString(), decidedBy: caller.name },
          },
          request,
        });
        const decision = [{ field: 'state', before: before.state, after: 'accepted' }];
        const row = AuditRowEntity.create(auditRow({ subject, changes: decision, caller, request }));
        const changes = fields.map((field) => ({
          field: storedAttributeName(field),
          before: storedFact(student, field),
          after: before.values[field] ?? null,
        }));
        const papers = await claimCertificateNumbers(changes, student);
        return changeStudent({
          ...{ student, changes, caller, request },
          more: [...papers.claimActions(studentId, request), action, row],
        });
      },
      isDone: () => isChangeDone(subject, request.idempotencyKey),
    });
    return decidedAnswer(studentId, proposal);
  },
});

/** @throws ConflictError where the register has another fact than the office saw, or the family proposes none */
function refuseChangedFact({
  student,
  proposal,
  field,
  was,
}: Reviewed & { proposal: ProposalItem; field: RegistrationField; was: string | null }): void {
  const stored = storedFact(student, field);
  const proposed = proposal.values[field];
  if (stored === was && proposed !== undefined) return;
  throw new ConflictError(serverWordings.changedSinceOpened, {
    ...{ field, yours: proposed ?? null, theirs: stored, by: null, at: null },
  });
}

/** After an acceptance too: what was taken over stays in the record. */
export const sendBackRegistration = callHandler(familiesContract.sendBackRegistration, {
  handle: async ({ input: { student_id: studentId, year, version, note, fields }, caller, request }) => {
    const subject = proposalAuditSubject(studentId, year);
    const read = () => readReviewed(studentId, year);
    const { proposal } = await decideAndWrite<Reviewed, ProposalItem>({
      record: await read(),
      read,
      decide: ({ proposal }) => requireSeen(proposal, { version, states: ['handed in', 'accepted'] }),
      write: (before) =>
        writeProposal({
          before,
          after: {
            ...before,
            ...{ state: 'sent back', note, asked: [...fields] },
            ...{ decidedAt: request.now.toISOString(), decidedBy: caller.name },
          },
          changes: [
            { field: 'state', before: before.state, after: 'sent back' },
            { field: 'note', before: before.note ?? null, after: note },
          ],
          ...{ caller, request },
        }),
      isDone: () => isChangeDone(subject, request.idempotencyKey),
    });
    return decidedAnswer(studentId, proposal);
  },
});
