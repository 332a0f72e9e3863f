import { accountMessages } from '#shared/accounts/wordings.ts';
import { ConflictError, UnfinishedError } from '../platform/errors.ts';
import { newOneTimePassword } from '../platform/identity/one-time-password.ts';
import { forgetApp, makeUser, setEnabled, setPassword } from '../platform/identity/passwords.ts';
import { errorFacts, log } from '../platform/log.ts';
import { type Action, write, writeIf } from '../platform/table/action.ts';
import { stillAs } from '../platform/table/expression.ts';
import { Account, type AccountItem, accountById, foldUserName } from './accounts.ts';

/**
 * Accounts are in two systems, and no write is in both (ADR 0047). The table goes first and says what is due; then the identity
 * store is told from the record alone; then the table forgets what was due. An attempt that ends anywhere between is finished by
 * the next one, of the same person or another: it begins with what is due, and each step may be taken twice.
 */
const claimMilliseconds = 15_000;

/** True while a request tells the identity store: longer than a function runs, so that a killed one holds nothing up for long. */
const isBusy = ({ identityClaimedAt }: AccountItem, now: Date): boolean =>
  identityClaimedAt !== undefined && now.getTime() < identityClaimedAt + claimMilliseconds;

/**
 * The `identityDue` of a write that changes the sign-in. A password that is due stays due.
 * @throws ConflictError while another request is telling the identity store
 */
export function dueAfter(account: AccountItem, due: 'account' | 'password', now: Date): 'account' | 'password' {
  if (isBusy(account, now)) throw new ConflictError(accountMessages.busy);
  return account.identityDue === 'password' ? 'password' : due;
}

/** The optimistic lock of a change at the identity store: no other request makes one, and nothing has ended the account's sessions since it was read. */
const basis = ['identityDue', 'identityClaimedAt', 'isAppEnding', 'sessionsValidFrom', 'isDisabled'] as const;

/**
 * Tells the identity store something about an account, while no other request does. After that nothing is due any more, and all older sessions
 * and challenges are over, including those that somebody opened with the old password while this was going on.
 * @returns since when sessions of the account count
 * @throws ConflictError while another request tells it, or where another took over
 */
async function tellAlone<T>(account: AccountItem, now: Date, tell: () => Promise<T>): Promise<{ told: T; from: Date }> {
  const { accountId } = account;
  if (isBusy(account, now)) throw new ConflictError(accountMessages.busy);
  const identityClaimedAt = now.getTime();
  await writeUnlessBusy(Account.update({ accountId }, { set: { identityClaimedAt }, where: stillAs(account, basis) }));
  try {
    const told = await tell();
    // The moment after: one that was let in within this millisecond was let in before.
    const from = new Date(Date.now() + 1);
    await writeUnlessBusy(
      Account.update(
        { accountId },
        {
          set: { sessionsValidFrom: from.toISOString() },
          remove: ['identityDue', 'identityClaimedAt', 'isAppEnding'],
          where: stillAs({ ...account, identityClaimedAt }, basis),
        },
      ),
    );
    return { told, from };
  } catch (error) {
    if (!(error instanceof ConflictError)) await release(accountId, identityClaimedAt);
    throw error;
  }
}

/** A one-time password that the identity store was given. */
export interface MadePassword {
  password: string;
  /** The account's `sessionsValidFrom` as long as nobody has used it up, replaced it or closed the account. */
  from: string;
}

/**
 * Tells the identity store what is due of an account, where `may` says so of it. Gives the one-time password that was made on the way;
 * null where none was.
 * @throws ConflictError while another request does so, or where another took over
 * @throws UnfinishedError where a system did not answer: all of it is still due
 */
export async function tellIdentity(
  accountId: string,
  now: Date,
  may: (account: AccountItem) => boolean = () => true,
): Promise<MadePassword | null> {
  const account = await accountById(accountId);
  if (!account?.identityDue || !may(account)) return null;
  try {
    const { told, from } = await tellAlone(account, now, () => tell(account));
    return told === null ? null : { password: told, from: from.toISOString() };
  } catch (error) {
    if (error instanceof ConflictError) throw error;
    log('error', 'identity-unfinished', { account: accountId, due: account.identityDue, ...errorFacts(error) });
    throw new UnfinishedError(accountMessages.unfinished);
  }
}

/** As `tellIdentity`, with the password alone. */
export const finishIdentity = async (...account: Parameters<typeof tellIdentity>): Promise<string | null> =>
  (await tellIdentity(...account))?.password ?? null;

/**
 * Sets the password that the owner of an account has chosen (rule 17).
 * @param account as it was when the owner proved to be that
 * @returns since when sessions of the account count; all others are over
 * @throws ConflictError where somebody else changes the sign-in, or has done so since
 */
export async function choosePassword(account: AccountItem, password: string, now: Date): Promise<Date> {
  if (account.identityDue !== undefined) throw new ConflictError(accountMessages.busy);
  return (await tellAlone(account, now, () => setPassword(account.userName, password))).from;
}

async function writeUnlessBusy(action: Action): Promise<void> {
  if (!(await writeIf(action))) throw new ConflictError(accountMessages.busy);
}

/** Puts the identity store in the state that the record tells. */
async function tell({ formerUserNames = [], ...account }: AccountItem): Promise<string | null> {
  for (const former of formerUserNames) await setEnabled(foldUserName(former), false);
  const userName = foldUserName(account.userName);
  const isEnabled = account.isDisabled !== true;
  if (account.isAppEnding) await forgetApp(userName);
  const isThere = account.identityDue === 'account' && (await setEnabled(userName, isEnabled));
  if (isThere || (account.identityDue === 'account' && !isEnabled)) return null;
  const oneTimePassword = newOneTimePassword();
  await makeUser({ userName, role: account.role, oneTimePassword });
  await setEnabled(userName, isEnabled);
  // A closed account gets no password, not even from a reset that began before it was closed.
  return isEnabled ? oneTimePassword : null;
}

/** Releases the claim so that the next attempt can begin at once; if this fails, it begins when the claim expires. */
async function release(accountId: string, claim: number): Promise<void> {
  try {
    await write(Account.update({ accountId }, { remove: ['identityClaimedAt'], where: { identityClaimedAt: claim } }));
  } catch (error) {
    log('error', 'claim-kept', { account: accountId, ...errorFacts(error) });
  }
}

/**
 * An account with its sign-in open or closed, which the identity store has still to be told. One that nobody has used is opened with
 * another one-time password: the slip of the first one may be anywhere by now.
 */
export function withSignInOpen(account: AccountItem, isOpen: boolean, now: Date): AccountItem {
  const { isDisabled: _isDisabled, identityClaimedAt: _claim, ...rest } = account;
  const identityDue = dueAfter(account, isOpen && account.isUnused ? 'password' : 'account', now);
  return isOpen
    ? { ...rest, identityDue }
    : { ...rest, identityDue, isDisabled: true, sessionsValidFrom: now.toISOString() };
}
