import * as z from 'zod/mini';
import type { CallRow } from '../../http/contract.ts';
import { moment, noInput, okAnswer } from '../../http/fields.ts';
import { requestWordings } from '../../http/wordings.ts';
import { everyAccountKind, ownerProofFields } from './second-factor.ts';

/** Minutes after a sign-in or {@link ownAccountCalls.confirmOwner} in which sessions can be ended. */
export const proofMinutes = 5;

/** Names a session or a device to its owner and to the office. It is no secret: only the cookie gives access. */
export const sessionOrDeviceId = z.lazy(() =>
  z.string().check(z.regex(/^[A-Za-z0-9_-]{22}$/, requestWordings.notValidId)),
);

/** A session of an account. */
export const listedSession = () =>
  z.strictObject({
    session_id: sessionOrDeviceId,
    /** Such as "Firefox on Windows"; null where it was opened before that was kept. */
    browser: z.nullable(z.string()),
    /** Such as 203.0.113.0/24: many share it. */
    network: z.nullable(z.string()),
    begun_at: moment,
    /** To the minute. */
    last_used_at: moment,
    /** The one that the call was made with. */
    is_this: z.boolean(),
  });
export type ListedSession = z.output<ReturnType<typeof listedSession>>;

const listedDevice = () =>
  z.strictObject({
    device_id: sessionOrDeviceId,
    browser: z.string(),
    network: z.string(),
    first_at: moment,
    last_at: moment,
    is_this: z.boolean(),
  });
export type ListedDevice = z.output<ReturnType<typeof listedDevice>>;

/** The kinds of access events, with what their owner reads. */
export const accessKindLabels = {
  'signed in': 'Signed in',
  'password due': 'Right password, a new one had to be chosen',
  refused: 'Refused: wrong password',
  'group differs': 'Refused: the sign-in is not set up correctly',
  'locked out': 'Refused: too many tries',
  'code due': 'Right password, a code was asked for',
  'code refused': 'Refused: wrong code',
  'recovery code used': 'Recovery code used',
  'second factor set up': 'Second factor set up',
  'second factor ended': 'Second factor ended',
  'second factor reset': 'Second factor reset by the office',
  'password changed': 'Password changed',
  'password reset': 'Password reset by the office',
  'signed out': 'Signed out',
  'session ended': 'Signed out from elsewhere',
} as const;
export type AccessKind = keyof typeof accessKindLabels;

const accessEvent = () =>
  z.strictObject({
    kind: z.literal(Object.keys(accessKindLabels) as AccessKind[]),
    at: moment,
    network: z.string(),
  });
export type ListedAccessEvent = z.output<ReturnType<typeof accessEvent>>;

const sessions = () => z.strictObject({ sessions: z.array(listedSession()) });

/** Students, too, where they sign in. */
const everybody = [...everyAccountKind, 'student'] as const;

/** Calls on the caller's own sign-in. None names an account: the session does (ADR 0089). */
export const ownAccountCalls = {
  /** Where the caller is signed in, known browsers, and recent sign-ins. */
  readMyAccount: {
    method: 'GET',
    path: '/api/my-account',
    who: everybody,
    input: noInput,
    output: () =>
      z.strictObject({
        user_name: z.string(),
        /** The last used first. */
        sessions: z.array(listedSession()),
        /** Browsers in which the user has signed in, the last used first. */
        devices: z.array(listedDevice()),
        /** The last thirty, the latest first. */
        events: z.array(accessEvent()),
      }),
    needs: { table: 'read', reads: ['steps', 'access events'] },
  },
  /**
   * The user of this session proves to be the owner of the account: the password, and where an app is set up its code
   * or a recovery code.
   */
  confirmOwner: {
    method: 'POST',
    path: '/api/confirm-owner',
    who: everybody,
    input: () => z.strictObject(ownerProofFields()),
    output: okAnswer,
    needs: {
      table: 'write',
      writes: ['second factors', 'sessions', 'steps'],
      signingKeys: 'make',
      identity: 'verify',
      secondFactor: ['answer'],
    },
  },
  /**
   * Ends one session, or without `session_id` all but the caller's; gives those that are left. 428 where the caller's
   * last proof is older than {@link proofMinutes} minutes.
   */
  endOwnSessions: {
    method: 'POST',
    path: '/api/end-own-sessions',
    who: everybody,
    input: () => z.strictObject({ session_id: z.optional(sessionOrDeviceId) }),
    output: sessions,
    needs: { table: 'write', writes: ['accounts', 'sessions'] },
  },
  /** A browser is no longer known: its tries to sign in count as a stranger's. Its session, if it has one, goes on. */
  forgetDevice: {
    method: 'POST',
    path: '/api/forget-device',
    who: everyAccountKind,
    input: () => z.strictObject({ device_id: sessionOrDeviceId }),
    output: () => z.strictObject({ devices: z.array(listedDevice()) }),
    needs: { table: 'write', writes: ['steps'] },
  },
} as const satisfies Record<string, CallRow>;
