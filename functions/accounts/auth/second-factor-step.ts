import { decrypt, encrypt } from '../../platform/identity/encryption.ts';
import { hashSecret, newSecret } from '../../platform/identity/secrets.ts';
import { cookieNames, formatCookie } from '../../platform/requests/cookies.ts';
import { executeAction, executeActionIf } from '../../platform/table/action.ts';
import { entity } from '../../platform/table/entity.ts';
import { below } from '../../platform/table/expression.ts';
import { readItems } from '../../platform/table/table.ts';
import { type AccountItem, isSessionEndedByAccount, readAccount } from '../../sessions/accounts.ts';

/** As long as the identity store waits for a code (`infra/constructs/staff-directory.ts`). */
const stepMinutes = 5;
/** Codes that may be tried in one step. */
const mostTries = 5;

const purposes = ['code', 'demanded set-up', 'own set-up'] as const;

/**
 * The step after a right password: typing a code, or setting up an app. Single use, five minutes, five tries. It
 * belongs to one account and to the browser that has its secret.
 *
 * @secret a sign-in under way
 */
interface StepItem {
  hash: string;
  accountId: string;
  purpose: (typeof purposes)[number];
  startedAt: number;
  /** The identity store's answer to the password, encrypted with the secret, which is not in the table. */
  proof: string;
  tries: number;
  expires: number;
}

const StepEntity = entity<StepItem>()({
  name: 'second-factor-step',
  pk: 'second-factor-step#${hash}',
  sk: 'second-factor-step',
});

export type StepPurpose = (typeof purposes)[number];

export interface OpenStep {
  secret: string;
  account: AccountItem;
  /** The identity store's session of a code, or the access token of a set-up. */
  proof: string;
}

/** Begins a step and gives its cookie. */
export async function beginStep(
  { accountId }: { accountId: string },
  { purpose, proof, now }: { purpose: StepPurpose; proof: string; now: Date },
): Promise<string> {
  const secret = newSecret();
  const startedAt = now.getTime();
  await executeAction(
    StepEntity.create({
      hash: hashSecret(secret),
      accountId,
      purpose,
      startedAt,
      tries: 0,
      proof: encrypt(secret, proof),
      expires: Math.ceil(startedAt / 1000) + stepMinutes * 60,
    }),
  );
  return formatCookie(cookieNames.step, secret, { seconds: stepMinutes * 60 });
}

/**
 * Reads the browser's step without consuming it; undefined where it expired, has another purpose, or the account was
 * disabled or reset since.
 */
export async function readStep(
  cookies: ReadonlyMap<string, string>,
  purpose: StepPurpose,
  now: Date,
): Promise<OpenStep | undefined> {
  const secret = cookies.get(cookieNames.step);
  if (!secret) return undefined;
  const { step } = await readItems({ step: StepEntity.key({ hash: hashSecret(secret) }) });
  if (step?.purpose !== purpose || now.getTime() >= step.startedAt + stepMinutes * 60_000) return undefined;
  const account = await readAccount(step.accountId);
  if (!account || account.identityDue !== undefined || isSessionEndedByAccount(account, step.startedAt))
    return undefined;
  return { secret, account, proof: decrypt(secret, step.proof) };
}

/** Counts a try before the code is verified. False after too many tries: the step has ended. */
export const countStepTry = (secret: string): Promise<boolean> =>
  executeActionIf(
    StepEntity.update({ hash: hashSecret(secret) }, { add: { tries: 1 }, where: { tries: below(mostTries) } }),
  );

/** Consumes a step. False when another request did so first. */
export const consumeStep = async (secret: string): Promise<boolean> =>
  (await StepEntity.take({ hash: hashSecret(secret) })) !== undefined;

/** Deletes the cookie. */
export const clearStepCookie = (): string => formatCookie(cookieNames.step, '', { seconds: 0 });
