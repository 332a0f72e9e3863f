import { errorFacts, log } from '../platform/log.ts';
import type { RequestFacts } from '../platform/requests/call-handler.ts';
import { entity } from '../platform/table/table.ts';
import { shortNetworkOf } from './network.ts';

const kinds = [
  'signed in',
  /** The right password, which must be changed first. */
  'password due',
  /** A wrong name or password, or an account that is disabled or of the other area. */
  'refused',
  /** The first try beyond those that a name, a device or an address has in fifteen minutes. */
  'locked out',
  'password changed',
  /** An administrator gave the account a one-time password; the account is the one that got it. */
  'password reset',
  'signed out',
  /** A call that the caller has no right to. */
  'forbidden',
  /** A PDF or spreadsheet was given out. */
  'document opened',
] as const;

/**
 * What happened at the door (rule 48): rows are only ever added, and are gone after 400 days. They hold no names, nothing that
 * was typed, and of the address its network alone. The functions' IAM policy denies changing or deleting them.
 */
export const AccessEvent = entity({
  model: { entity: 'access-event', version: '1', service: 'formroom' },
  attributes: {
    /** UTC, yyyy-MM: a month is read by one query. */
    month: { type: 'string', required: true },
    /** ISO 8601, UTC. */
    at: { type: 'string', required: true },
    requestId: { type: 'string', required: true },
    kind: { type: kinds, required: true },
    /** Absent where no account has the name that was typed. */
    accountId: { type: 'string' },
    /** Method and path as the contract has them, without what was asked for: of `forbidden` and `document opened`. */
    call: { type: 'string' },
    /** Such as 203.0.113.0/24 or 2001:db8:0::/48. */
    network: { type: 'string', required: true },
    /** Seconds since 1970, for DynamoDB's own clearing. */
    expires: { type: 'number', required: true },
  },
  indexes: {
    record: {
      pk: { field: 'pk', composite: ['month'], template: 'access#${month}', casing: 'none' },
      sk: {
        field: 'sk',
        composite: ['at', 'requestId', 'kind'],
        template: '${at}#${requestId}#${kind}',
        casing: 'none',
      },
    },
  },
});

const keptDays = 400;

export interface AccessNote {
  kind: (typeof kinds)[number];
  accountId?: string | undefined;
  call?: string;
}

/**
 * Keeps an event. One write. An event that cannot be kept is told to the operators and stops nobody: a school must not wait
 * before a closed door because its log is full.
 */
export async function noteAccess(
  { kind, accountId, call }: AccessNote,
  { id, now, address }: Pick<RequestFacts, 'id' | 'now' | 'address'>,
): Promise<void> {
  const at = now.toISOString();
  try {
    await AccessEvent.create({
      ...{ month: at.slice(0, 7), at, requestId: id, kind, network: shortNetworkOf(address) },
      ...(accountId === undefined ? {} : { accountId }),
      ...(call === undefined ? {} : { call }),
      expires: Math.ceil(now.getTime() / 1000) + keptDays * 86_400,
    }).go();
  } catch (error) {
    log('error', 'access-event-lost', { request_id: id, kind, ...errorFacts(error) });
  }
}
