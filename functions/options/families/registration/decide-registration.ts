import { familiesContract } from '#shared/options/families/contract.ts';
import { callHandler } from '../../../platform/requests/call-handler.ts';
import { isChangeDone } from '../../../platform/table/audit.ts';
import { decideAndWrite } from '../../../platform/table/field-changes.ts';
import { type ProposalItem, proposalAuditSubject, writeProposal } from '../records/registration-proposals.ts';
import { acceptProposal, type Reviewed, readStudentAndProposal, requireSeen } from './accept-proposal.ts';

const decidedAnswer = (studentId: string, proposal: ProposalItem | undefined) => ({
  student_id: studentId,
  state: proposal?.state ?? ('none' as const),
  version: proposal?.version ?? 0,
});

export const acceptRegistration = callHandler(familiesContract.acceptRegistration, {
  handle: async ({ input, caller, request }) => {
    const { student_id: studentId, year, version, fields, was, files, was_files: wasFiles } = input;
    const parts = [
      ...fields.map((part) => ({ part, was: was[part] ?? null })),
      ...files.map((part) => ({ part, was: wasFiles[part] ?? null })),
    ];
    const proposal = await acceptProposal({ studentId, year, version, partsOf: () => parts }, { caller, request });
    return { ...decidedAnswer(studentId, proposal), undo: request.idempotencyKey };
  },
});

/** After an acceptance too: what was taken over stays in the record. */
export const sendBackRegistration = callHandler(familiesContract.sendBackRegistration, {
  handle: async ({ input: { student_id: studentId, year, version, note, fields, files }, caller, request }) => {
    const subject = proposalAuditSubject(studentId, year);
    const read = () => readStudentAndProposal(studentId, year);
    const { proposal } = await decideAndWrite<Reviewed, ProposalItem>({
      record: await read(),
      read,
      decide: ({ proposal }) => requireSeen(proposal, { version, states: ['handed in', 'accepted'] }),
      write: (before) =>
        writeProposal({
          before,
          after: {
            ...before,
            state: 'sent back',
            note,
            asked: [...fields, ...files],
            decidedAt: request.now.toISOString(),
            decidedBy: caller.name,
          },
          changes: [
            { field: 'state', before: before.state, after: 'sent back' },
            { field: 'note', before: before.note ?? null, after: note },
          ],
          caller,
          request,
        }),
      isDone: () => isChangeDone(subject, request.idempotencyKey),
    });
    return decidedAnswer(studentId, proposal);
  },
});
