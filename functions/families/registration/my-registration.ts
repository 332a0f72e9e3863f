import { familiesContract } from '#shared/families/contract.ts';
import { type RegistrationField, requiredRegistrationFields } from '#shared/families/registration-fields.ts';
import { familyRegistrationWordings } from '#shared/families/wordings.ts';
import { requiredFactMessage } from '#shared/students/register/typed-facts.ts';
import { ValidationError } from '../../platform/errors.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { isChangeDone } from '../../platform/table/audit.ts';
import { decideAndWrite, decideChangesUnlessConflict, type ValueChange } from '../../platform/table/field-changes.ts';
import { readItems } from '../../platform/table/table.ts';
import { currentPeriodKey } from '../../school/records/periods.ts';
import { openWindowCheck, registrationWindowKey, type WindowItem } from '../../school/records/registration-windows.ts';
import { choicesByCodeList, schoolDay } from '../../school/records/school.ts';
import { studentOfAccount } from '../../sessions/student-accounts.ts';
import { requireCurrentStudent, type StudentItem, studentKey } from '../../students/records/store.ts';
import { parseFacts } from '../../students/records/student-facts.ts';
import {
  compareProposalWithRegister,
  type ProposalItem,
  proposalAuditSubject,
  proposalKey,
  proposedFact,
  writeProposal,
} from '../records/registration-proposals.ts';
import { requireStudentIdOfCaller } from '../reports/posted-report.ts';

const ofCaller = (accountId: string) => ({
  student: studentKey(studentOfAccount(accountId) ?? '-'),
  current: currentPeriodKey(),
});

/** Read with each request: the student's proposal of the year, and the window of the student's level. */
interface Registration {
  window: WindowItem | undefined;
  proposal: ProposalItem | undefined;
}

/** One request. */
const readRegistrationOf = async ({ studentId, formLevel }: StudentItem, year: number): Promise<Registration> =>
  readItems({ window: registrationWindowKey(formLevel), proposal: proposalKey(studentId, year) });

/** Closed while a save is under way, the window refuses it. */
const windowChecks = ({ window }: Pick<Registration, 'window'>) => (window ? [openWindowCheck(window)] : []);

const isWindowOpen = (window: WindowItem | undefined, now: Date): boolean =>
  window?.isOpen === true && (window.deadline === undefined || schoolDay(now) <= window.deadline);

const isTyped = (proposal: ProposalItem | undefined): boolean =>
  proposal === undefined || proposal.state === 'draft' || proposal.state === 'sent back';

/** With the session two requests. */
export const readMyRegistration = callHandler(familiesContract.readMyRegistration, {
  prefetch: (_input, accountId) => ofCaller(accountId),
  handle: async ({ found, request: { now } }) => {
    const student = requireCurrentStudent(found.student);
    const year = found.current?.year ?? null;
    const { window, proposal } = year === null ? none : await readRegistrationOf(student, year);
    const isOpen = year !== null && isWindowOpen(window, now);
    return {
      ...{ year, state: proposal?.state ?? ('none' as const), is_open: isOpen && isTyped(proposal) },
      deadline: isOpen ? (window?.deadline ?? null) : null,
      ...{
        note: proposal?.note ?? null,
        handed_in_on: proposal?.handedInAt === undefined ? null : schoolDay(new Date(proposal.handedInAt)),
      },
      fields: compareProposalWithRegister(proposal, student).map(({ proposed: value, ...fact }) => ({
        ...fact,
        value,
      })),
      codes: choicesByCodeList(),
      today: schoolDay(now),
    };
  },
});

const none: Registration = { window: undefined, proposal: undefined };

/** @throws ValidationError where nothing may be typed; the browser keeps what was typed, and says why */
function requireOpen({ window, proposal }: Registration, now: Date): void {
  if (!isTyped(proposal)) throw new ValidationError({ year: [familyRegistrationWordings.handedIn] });
  if (!isWindowOpen(window, now)) throw new ValidationError({ year: [familyRegistrationWordings.closed] });
}

/** @throws ValidationError where the form is of an earlier year */
function requireThisYear(year: number, current: { year: number } | undefined): void {
  if (current?.year !== year) throw new ValidationError({ year: [familyRegistrationWordings.closed] });
}

const savedAnswer = (year: number, proposal: ProposalItem | undefined) => ({
  ...{ year, state: proposal?.state ?? ('none' as const), version: proposal?.version ?? 0 },
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
          },
          ...{ changes, caller, request },
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
          ...{ caller, request },
        });
      },
      isDone: () => isChangeDone(subject, request.idempotencyKey),
    });
    return savedAnswer(year, proposal);
  },
});
