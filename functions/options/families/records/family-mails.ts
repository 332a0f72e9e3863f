import { createHash } from 'node:crypto';
import type { MailFailure, MailOccasion } from '#shared/options/families/mail-settings.ts';
import { newSecret } from '../../../platform/identity/secrets.ts';
import { executeActionIf } from '../../../platform/table/action.ts';
import type { ActOutcome } from '../../../platform/table/acts/carry-out-act.ts';
import { commit } from '../../../platform/table/acts/commit.ts';
import type { Authorship } from '../../../platform/table/audit.ts';
import { entity } from '../../../platform/table/entity.ts';

/** What an e-mail is about: one event, and those that are counted with it. */
export interface MailSubject {
  occasion: MailOccasion;
  /** `posted-2026-1-3`, `absent-2026-09-07` with a Monday, `registration-2026-4` with the proposal's version. */
  event: string;
  /** The event without what tells students' events apart: `registration-2026`. */
  group: string;
}

/** An event of a student. */
export type StudentEvent = MailSubject & { studentId: string };

/**
 * An e-mail to one address about one student and event. It is created before the e-mail is handed to SES, on the
 * condition that there is none: so whatever fails, no e-mail is handed over twice. What a crash between claim and
 * answer leaves stays `claimed`: nobody knows whether it was sent, and the office decides (`releaseMail`).
 */
export interface FamilyMailItem extends StudentEvent {
  address: string;
  state: 'claimed' | 'sent';
  /** Unguessable; SES returns it as a tag with a bounce or complaint. */
  claim: string;
  /** UTC. */
  claimedAt: string;
  sentAt?: string | undefined;
  /** SES's id of the e-mail. */
  messageId?: string | undefined;
  /** Why the address gets nothing more, and when that was learnt. */
  failure?: MailFailure | undefined;
  failedAt?: string | undefined;
  /** Epoch seconds, the TTL of the table. */
  expires: number;
}

export const FamilyMailEntity = entity<FamilyMailItem>()({
  name: 'family-mail',
  pk: 'family-mails#${studentId}',
  sk: '${event}#${address}',
  indexes: {
    ofClaim: { index: 'gsi1', pk: 'mail#${claim}', sk: '${studentId}' },
    ofGroup: { index: 'gsi2', pk: 'mails#${group}', sk: '${studentId}#${address}' },
  },
});

/** An address that gets nothing more, whichever student's parents have it. */
interface FailedAddressItem {
  address: string;
  failure: MailFailure;
  /** The student whose e-mail failed first: with the student it is erased. */
  studentId: string;
  /** UTC. */
  failedAt: string;
  expires: number;
}

export const FailedAddressEntity = entity<FailedAddressItem>()({
  name: 'failed-address',
  pk: 'failed-addresses',
  sk: '${address}',
});

/** Days for which it is known what was sent, and which addresses failed. */
const keptDays = 400;

/**
 * After so long without an answer of SES a claim's sender is dead. Milliseconds; a worker's process lives no longer.
 */
const claimMilliseconds = 120_000;

export const isPerhapsSent = ({ state, claimedAt, failure }: FamilyMailItem, now: Date): boolean =>
  state === 'claimed' && failure === undefined && now.getTime() - Date.parse(claimedAt) >= claimMilliseconds;

export const mailKey = (of: Pick<FamilyMailItem, 'studentId' | 'event' | 'address'>) => FamilyMailEntity.key(of);

/** Claims an e-mail before it is sent. Undefined where it was claimed before. */
export async function claimMail(
  of: MailSubject & Pick<FamilyMailItem, 'studentId' | 'address'>,
  now: Date,
): Promise<FamilyMailItem | undefined> {
  const mail: FamilyMailItem = {
    ...of,
    state: 'claimed',
    claim: newSecret(),
    claimedAt: now.toISOString(),
    expires: Math.ceil(now.getTime() / 1000) + keptDays * 86_400,
  };
  return (await executeActionIf(FamilyMailEntity.create(mail))) ? mail : undefined;
}

const keyOf = ({ studentId, event, address }: FamilyMailItem) => ({ studentId, event, address });

/** Notes that SES took the e-mail. */
export const noteMailSent = (mail: FamilyMailItem, { messageId, now }: { messageId: string; now: Date }) =>
  executeActionIf(
    FamilyMailEntity.update(keyOf(mail), {
      set: { state: 'sent', sentAt: now.toISOString(), messageId },
      where: { claim: mail.claim },
    }),
  );

/** Gives up the claim of an e-mail that SES certainly did not take: it is due again. */
export const unclaimMail = (mail: FamilyMailItem) =>
  executeActionIf(FamilyMailEntity.delete(keyOf(mail), { claim: mail.claim, state: 'claimed' }));

/** Notes why nothing more is sent to the address. The address first: a repeated note does what is left. */
export async function noteMailFailed(
  mail: FamilyMailItem,
  { failure, now }: { failure: MailFailure; now: Date },
): Promise<void> {
  const { address, studentId, expires } = mail;
  const failedAt = now.toISOString();
  await executeActionIf(FailedAddressEntity.create({ address, failure, studentId, failedAt, expires }));
  await executeActionIf(
    FamilyMailEntity.update(keyOf(mail), { set: { failure, failedAt }, where: { claim: mail.claim, failure: null } }),
  );
}

/** The e-mail of a claim; undefined for one that is not ours, or was released since. Eventually consistent. */
export async function readClaimedMail(claim: string): Promise<FamilyMailItem | undefined> {
  return (await FamilyMailEntity.queryBy('ofClaim', { claim }))[0];
}

/** The addresses that nothing more is sent to, and why. One query. */
export async function listFailedAddresses(): Promise<ReadonlyMap<string, MailFailure>> {
  const failed = await FailedAddressEntity.query({});
  return new Map(failed.map(({ address, failure }) => [address, failure]));
}

/** E-mails of the events that are counted together, eventually consistent. One query. */
export const listMailsOfGroup = (group: string): Promise<FamilyMailItem[]> =>
  FamilyMailEntity.queryBy('ofGroup', { group });

const shortHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);

/**
 * Makes an e-mail that was perhaps not sent due again, audited: the office accepts that it may arrive twice. The trail
 * has the address as a hash, for it is kept for longer than addresses are.
 */
export const releaseMail = (mail: FamilyMailItem, by: Authorship): Promise<ActOutcome> => {
  const changes = [{ field: `${mail.event} ${shortHash(mail.address)}`, before: mail.claimedAt, after: null }];
  return commit({
    by,
    changes: [FamilyMailEntity.remove(keyOf(mail), { claim: mail.claim, state: 'claimed', failure: null })],
    trail: { subject: mailAuditSubject(mail.studentId), changes },
  });
};

/** A student's part of the trail, which the erasure of the student removes. */
export const mailAuditSubject = (studentId: string): string => `student#${studentId}#family-mail`;
