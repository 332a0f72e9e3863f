import { oneTimePasswordDays } from '#shared/accounts/auth/password.ts';
import { accountRefusals } from '#shared/accounts/wordings.ts';
import { ConflictError, UnfinishedError } from '../platform/errors.ts';
import {
  forgetApp,
  makeUser,
  setGroup,
  setOneTimePassword,
  setPassword,
  setUserEnabled,
} from '../platform/identity/passwords.ts';
import { newOneTimePassword } from '../platform/identity/secrets.ts';
import { logger } from '../platform/log.ts';
import { type Action, executeAction, executeActionIf } from '../platform/table/action.ts';
import { whereUnchanged } from '../platform/table/expression.ts';
import { AccountEntity, type AccountItem, foldUserName, readAccount } from './accounts.ts';
import { sessionKindOf } from './sessions.ts';

/**
 * Accounts are in two systems, and no transaction spans both (ADR 0047). The table is written first and says which
 * update is due; the identity store is updated from that record alone; then the mark is removed. The next attempt, of
 * the same person or another, finishes an interrupted one: it begins with the due update, and each step is idempotent.
 */
const claimMilliseconds = 15_000;

/**
 * True while a request updates the identity store. The claim expires soon after the longest run of a function, so a
 * killed one blocks nobody for long.
 */
const isBusy = ({ identityClaimedAt }: AccountItem, now: Date): boolean =>
  identityClaimedAt !== undefined && now.getTime() < identityClaimedAt + claimMilliseconds;

/**
 * The `identityDue` of a write that changes the sign-in. A due password stays due.
 * @throws ConflictError while another request updates the identity store
 */
export function identityDueAfter(account: AccountItem, due: 'account' | 'password', now: Date): 'account' | 'password' {
  if (isBusy(account, now)) throw new ConflictError(accountRefusals.busy);
  return account.identityDue === 'password' ? 'password' : due;
}

/**
 * The optimistic lock of an update of the identity store: no other request makes one, and nothing has ended the
 * account's sessions since.
 */
const basis = ['identityDue', 'identityClaimedAt', 'isAppEnding', 'sessionsValidFrom', 'isDisabled'] as const;

/**
 * Updates the identity store while no other request does. Afterwards nothing is due, and all older sessions and
 * challenges have ended, including those that were opened with the old password meanwhile.
 * @returns since when sessions of the account count
 * @throws ConflictError while another request updates it, or when another took over
 */
async function updateExclusively<T>(
  account: AccountItem,
  now: Date,
  update: () => Promise<T>,
): Promise<{ result: T; from: Date }> {
  const { accountId } = account;
  if (isBusy(account, now)) throw new ConflictError(accountRefusals.busy);
  const identityClaimedAt = now.getTime();
  await writeUnlessBusy(
    AccountEntity.update({ accountId }, { set: { identityClaimedAt }, where: whereUnchanged(account, basis) }),
  );
  try {
    const result = await update();
    // The moment after: one that was let in within this millisecond was let in before.
    const from = new Date(Date.now() + 1);
    await writeUnlessBusy(
      AccountEntity.update(
        { accountId },
        {
          set: {
            sessionsValidFrom: from.toISOString(),
            // An update without a result sets no one-time password.
            ...(typeof result === 'string' ? { passwordIssuedAt: from.toISOString() } : {}),
          },
          remove: ['identityDue', 'identityClaimedAt', 'isAppEnding'],
          where: whereUnchanged({ ...account, identityClaimedAt }, basis),
        },
      ),
    );
    return { result, from };
  } catch (error) {
    if (!(error instanceof ConflictError)) await release(accountId, identityClaimedAt);
    throw error;
  }
}

/** A one-time password that was set in the identity store. */
export interface IssuedPassword {
  password: string;
  /** The account's `sessionsValidFrom` until the password is used or replaced, or the account closed. */
  from: string;
}

/**
 * True once the one-time password of an account is too old for its kind: the identity store has one limit for all
 * accounts, that of students. Of passwords issued before accounts had the time, `sessionsValidFrom` is when they were
 * issued.
 */
export function isOneTimePasswordOver({ role, passwordIssuedAt, sessionsValidFrom }: AccountItem, now: Date): boolean {
  const issuedAt = Date.parse(passwordIssuedAt ?? sessionsValidFrom ?? '');
  // Over, too, where neither time is there.
  return !(now.getTime() < issuedAt + oneTimePasswordDays[sessionKindOf(role)] * 86_400_000);
}

/**
 * Makes the due update of an account in the identity store, if `may` allows it. Returns the one-time password if one
 * was set, else null.
 * @throws ConflictError while another request does so, or when another took over
 * @throws UnfinishedError when a system did not answer; the update remains due
 */
export async function updateIdentity(
  accountId: string,
  now: Date,
  may: (account: AccountItem) => boolean = () => true,
): Promise<IssuedPassword | null> {
  const account = await readAccount(accountId);
  if (!account?.identityDue || !may(account)) return null;
  try {
    const { result, from } = await updateExclusively(account, now, () => update(account));
    return result === null ? null : { password: result, from: from.toISOString() };
  } catch (error) {
    if (error instanceof ConflictError) throw error;
    logger.error('identity-unfinished', { account: accountId, due: account.identityDue, error });
    throw new UnfinishedError(accountRefusals.unfinished);
  }
}

/** As `updateIdentity`, but returns only the password. */
export const finishIdentityUpdate = async (...account: Parameters<typeof updateIdentity>): Promise<string | null> =>
  (await updateIdentity(...account))?.password ?? null;

/**
 * The same in a job. A worker that died may have claimed the update: waits until the claim expires, and the job is
 * repeated only where that does not help.
 */
export async function updateIdentityInJob(
  accountId: string,
  may: (account: AccountItem) => boolean = () => true,
): Promise<void> {
  try {
    await updateIdentity(accountId, new Date(), may);
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
    await new Promise((resolve) => setTimeout(resolve, claimMilliseconds));
    await updateIdentity(accountId, new Date(), may);
  }
}

/**
 * Sets the password that the owner of an account has chosen (rule 17).
 * @param account as it was when its owner authenticated
 * @returns since when sessions of the account count; all others are over
 * @throws ConflictError when another request changes the sign-in, or has done so since
 */
export async function setChosenPassword(account: AccountItem, password: string, now: Date): Promise<Date> {
  if (account.identityDue !== undefined) throw new ConflictError(accountRefusals.busy);
  return (await updateExclusively(account, now, () => setPassword(account.userName, password))).from;
}

async function writeUnlessBusy(action: Action): Promise<void> {
  if (!(await executeActionIf(action))) throw new ConflictError(accountRefusals.busy);
}

/** Brings the identity store into the state of the record. */
async function update({ formerUserNames = [], ...account }: AccountItem): Promise<string | null> {
  for (const former of formerUserNames) await setUserEnabled(foldUserName(former), false);
  const userName = foldUserName(account.userName);
  const isEnabled = account.isDisabled !== true;
  if (account.isAppEnding) await forgetApp(userName);
  const isThere = account.identityDue === 'account' && (await setUserEnabled(userName, isEnabled));
  // A closed account's group decides nothing: opening it sets the group.
  if (isThere && isEnabled) await setGroup(userName, account.role);
  if (isThere || (account.identityDue === 'account' && !isEnabled)) return null;
  const oneTimePassword = newOneTimePassword();
  // A class's letters take one request of the identity store a student: its quotas are those of the whole AWS account.
  if (account.role === 'student' && isEnabled && (await setOneTimePassword(userName, oneTimePassword)))
    return oneTimePassword;
  await makeUser({ userName, role: account.role, oneTimePassword });
  await setUserEnabled(userName, isEnabled);
  // A closed account gets no password, not even from a reset that began before it was closed.
  return isEnabled ? oneTimePassword : null;
}

/** Releases the claim so that the next attempt can begin at once; if this fails, it begins when the claim expires. */
async function release(accountId: string, claim: number): Promise<void> {
  try {
    await executeAction(
      AccountEntity.update({ accountId }, { remove: ['identityClaimedAt'], where: { identityClaimedAt: claim } }),
    );
  } catch (error) {
    logger.error('claim-kept', { account: accountId, error });
  }
}

/**
 * An account with its sign-in open or closed, and the update of the identity store due. An unused account is opened
 * with a new one-time password, because the slip with the first one may be in anybody's hands.
 */
export function withSignInOpen(account: AccountItem, isOpen: boolean, now: Date): AccountItem {
  const { isDisabled: _isDisabled, identityClaimedAt: _claim, ...rest } = account;
  const identityDue = identityDueAfter(account, isOpen && account.isUnused ? 'password' : 'account', now);
  return isOpen
    ? { ...rest, identityDue }
    : { ...rest, identityDue, isDisabled: true, sessionsValidFrom: now.toISOString() };
}
