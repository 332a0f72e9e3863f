import type { RegistrationState } from '#shared/options/families/registration-calls.ts';
import { familyRegistrationWordings } from '#shared/options/families/wordings.ts';
import { ValidationError } from '../../../platform/errors.ts';
import { readItems } from '../../../platform/table/table.ts';
import { currentPeriodKey } from '../../../school/records/periods.ts';
import {
  openWindowCheck,
  registrationWindowKey,
  type WindowItem,
} from '../../../school/records/registration-window.ts';
import { schoolDay } from '../../../school/records/school.ts';
import { studentOfAccount } from '../../../sessions/student-accounts.ts';
import { type StudentItem, studentKey } from '../../../students/records/store.ts';
import { type ProposalItem, proposalKey } from '../records/registration-proposals.ts';

/** What each call about one’s registration reads with the session. */
export const ofCaller = (accountId: string) => ({
  student: studentKey(studentOfAccount(accountId) ?? '-'),
  current: currentPeriodKey(),
});

/** Read with each request: the student's proposal of the year, and the window of the student's level. */
export interface Registration {
  window: WindowItem | undefined;
  proposal: ProposalItem | undefined;
}

/** One request; nothing before the school has set a term. */
export const readRegistrationOf = async (
  { studentId, formLevel }: StudentItem,
  year: number | undefined,
): Promise<Registration> =>
  year === undefined
    ? { window: undefined, proposal: undefined }
    : readItems({ window: registrationWindowKey(formLevel), proposal: proposalKey(studentId, year) });

/** Where a family's registration stands, and whether anything may be typed. */
export function toRegistrationStanding(
  { window, proposal }: Registration,
  now: Date,
): { state: RegistrationState; is_open: boolean; deadline: string | null } {
  const isOpen = isWindowOpen(window, now);
  return {
    state: proposal?.state ?? 'none',
    is_open: isOpen && isTyped(proposal),
    deadline: isOpen ? (window?.deadline ?? null) : null,
  };
}

/** Closed while a save is under way, the window refuses it. */
export const windowChecks = ({ window }: Pick<Registration, 'window'>) => (window ? [openWindowCheck(window)] : []);

const isWindowOpen = (window: WindowItem | undefined, now: Date): boolean =>
  window?.isOpen === true && (window.deadline === undefined || schoolDay(now) <= window.deadline);

export const isTyped = (proposal: ProposalItem | undefined): boolean =>
  proposal === undefined || proposal.state === 'draft' || proposal.state === 'sent back';

/** @throws ValidationError where nothing may be typed; the browser keeps what was typed, and says why */
export function requireOpen({ window, proposal }: Registration, now: Date): void {
  if (!isTyped(proposal)) throw new ValidationError({ year: [familyRegistrationWordings.handedIn] });
  if (!isWindowOpen(window, now)) throw new ValidationError({ year: [familyRegistrationWordings.closed] });
}

/** @throws ValidationError where the form is of an earlier year */
export function requireThisYear(year: number, current: { year: number } | undefined): void {
  if (current?.year !== year) throw new ValidationError({ year: [familyRegistrationWordings.closed] });
}
