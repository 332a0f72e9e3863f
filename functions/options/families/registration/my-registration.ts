import { familiesContract } from '#shared/options/families/contract.ts';
import { type RegistrationField, requiredRegistrationFields } from '#shared/options/families/registration-fields.ts';
import { requiredFactMessage } from '#shared/students/register/typed-facts.ts';
import { ValidationError } from '../../../platform/errors.ts';
import { callHandler } from '../../../platform/requests/call-handler.ts';
import { isChangeDone } from '../../../platform/table/audit.ts';
import {
  decideAndWrite,
  decideChangesUnlessConflict,
  type ValueChange,
} from '../../../platform/table/field-changes.ts';
import { choicesByCodeList, schoolDay } from '../../../school/records/school.ts';
import { requireCurrentStudent } from '../../../students/records/store.ts';
import { parseFacts, storedFact } from '../../../students/records/student-facts.ts';
import { toRegistrationFileRows } from '../records/registration-files.ts';
import {
  compareProposalWithRegister,
  type ProposalItem,
  proposalAuditSubject,
  proposedFact,
  writeProposal,
} from '../records/registration-proposals.ts';
import { requireStudentIdOfCaller } from '../reports/posted-report.ts';
import {
  ofCaller,
  type Registration,
  readRegistrationOf,
  requireOpen,
  requireThisYear,
  toRegistrationStanding,
  windowChecks,
} from './open-registration.ts';

/**
 * What a student's form shows: the proposed facts and files, and whether they can be changed. It takes two requests of
 * the table, the session's among them.
 */
export const readMyRegistration = callHandler(familiesContract.readMyRegistration, {
  prefetch: (_input, accountId) => ofCaller(accountId),
  handle: async ({ found, request: { now } }) => {
    const student = requireCurrentStudent(found.student);
    const registration = await readRegistrationOf(student, found.current?.year);
    const { proposal } = registration;
    return {
      year: found.current?.year ?? null,
      ...toRegistrationStanding(registration, now),
      note: proposal?.note ?? null,
      handed_in_on: proposal?.handedInAt === undefined ? null : schoolDay(new Date(proposal.handedInAt)),
      fields: compareProposalWithRegister(proposal, student).map(({ proposed: value, ...fact }) => ({
        ...fact,
        value,
      })),
      files: toRegistrationFileRows(proposal, student).map(({ registered, ...file }) => ({
        ...file,
        is_registered: registered !== null,
      })),
      codes: choicesByCodeList(),
      today: schoolDay(now),
    };
  },
});

const savedAnswer = (year: number, proposal: ProposalItem | undefined) => ({
  year,
  state: proposal?.state ?? ('none' as const),
  version: proposal?.version ?? 0,
});

type Change = ValueChange<RegistrationField>;

export const saveMyRegistration = callHandler(familiesContract.saveMyRegistration, {
  prefetch: (_input, accountId) => ofCaller(accountId),
  handle: async ({ input: { year, values: typed, was }, found, caller, request }) => {
    requireThisYear(year, found.current);
    const student = requireCurrentStudent(found.student);
    const studentId = requireStudentIdOfCaller(caller);
    const subject = proposalAuditSubject(studentId, year);
    const save = {
      values: parseFacts(typed, request.now) as { [F in RegistrationField]?: string | null },
      was: was as Partial<Record<RegistrationField, string | null>> | undefined,
    };
    const read = () => readRegistrationOf(student, year);
    const { proposal } = await decideAndWrite<Registration, Change[]>({
      record: await read(),
      read,
      decide: async (now) => {
        if (await isChangeDone(subject, request.idempotencyKey)) return null;
        requireOpen(now, request.now);
        const changes = await decideChangesUnlessConflict<RegistrationField>({
          save,
          value: (field) => proposedFact(now.proposal, student, field),
          trail: { subject },
        });
        return changes.length > 0 ? changes : null;
      },
      write: (changes, { window, proposal: before }) =>
        writeProposal({
          checks: windowChecks({ window }),
          before,
          after: {
            ...(before ?? { studentId, year, state: 'draft' as const }),
            values: { ...before?.values, ...Object.fromEntries(changes.map(({ field, after }) => [field, after])) },
            basis: {
              ...before?.basis,
              ...Object.fromEntries(changes.map(({ field }) => [field, storedFact(student, field)])),
            },
          },
          changes,
          caller,
          request,
        }),
      isDone: () => isChangeDone(subject, request.idempotencyKey),
    });
    return savedAnswer(year, proposal);
  },
});

export const handInMyRegistration = callHandler(familiesContract.handInMyRegistration, {
  prefetch: (_input, accountId) => ofCaller(accountId),
  handle: async ({ input: { year }, found, caller, request }) => {
    requireThisYear(year, found.current);
    const student = requireCurrentStudent(found.student);
    const studentId = requireStudentIdOfCaller(caller);
    const subject = proposalAuditSubject(studentId, year);
    const read = () => readRegistrationOf(student, year);
    const { proposal } = await decideAndWrite<Registration, 'hand in'>({
      record: await read(),
      read,
      decide: async (now) => {
        // By another phone, or by an earlier attempt.
        if (now.proposal?.state === 'handed in' || (await isChangeDone(subject, request.idempotencyKey))) return null;
        requireOpen(now, request.now);
        const blank = requiredRegistrationFields.filter((field) => proposedFact(now.proposal, student, field) === null);
        if (blank.length > 0)
          throw new ValidationError(Object.fromEntries(blank.map((field) => [field, [requiredFactMessage]])));
        return 'hand in';
      },
      write: (_what, { window, proposal: before }) => {
        const { note: _note, asked: _asked, ...kept } = before ?? { studentId, year, values: {} };
        return writeProposal({
          checks: windowChecks({ window }),
          before,
          after: { ...kept, state: 'handed in', handedInAt: request.now.toISOString() },
          changes: [{ field: 'state', before: before?.state ?? null, after: 'handed in' }],
          caller,
          request,
        });
      },
      isDone: () => isChangeDone(subject, request.idempotencyKey),
    });
    return savedAnswer(year, proposal);
  },
});
