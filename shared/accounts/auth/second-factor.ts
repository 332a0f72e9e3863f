import * as z from 'zod/mini';
import type { CallRow } from '../../http/contract.ts';
import { id, moment, noInput, okAnswer } from '../../http/fields.ts';

/** Whether the accounts of an area have no second factor, may have one, or must. */
export const secondFactorModes = ['off', 'offered', 'demanded'] as const;
export type SecondFactorMode = (typeof secondFactorModes)[number];

/** How many recovery codes are made at once. */
export const recoveryCodeCount = 10;

/** Days for which a trusted device is not asked for a code. */
export const trustedDeviceDays = 30;

/** The step after a right password: none, the code of the app, or the set-up of an app that the school demands. */
export const nextSignInStep = z.lazy(() => z.literal(['none', 'code', 'set up']));

/** Six digits; apps show them in two groups, and people copy the space. */
const appCode = z.lazy(() =>
  z.pipe(
    z.pipe(
      z.string().check(z.maxLength(20)),
      z.transform((typed) => typed.replace(/[ -]/g, '')),
    ),
    z.string().check(z.regex(/^[0-9]{6}$/, 'A code has six digits.')),
  ),
);
/** As typed: the app's or, of six times four letters and digits, a recovery code. */
const anyCode = z.lazy(() => z.string().check(z.minLength(1, 'Required.'), z.maxLength(40)));
const codeKind = z.lazy(() => z.literal(['app', 'recovery']));
/**
 * A password as typed: bounded, and not held to the rule, which would tell attackers the rule. Keyboards write é as one
 * character or as two; both are the same password (NFC).
 */
export const typedPassword = z.lazy(() =>
  z.string().check(z.minLength(1, 'Required.'), z.maxLength(256), z.normalize('NFC')),
);

/** The owner's proof: the password, and where an app is set up a code of it or a recovery code. */
export const ownerProofFields = () => ({
  current_password: typedPassword,
  code: z.optional(anyCode),
  kind: z.optional(codeKind),
});

/** The secret of an app, as text to type and as the address that a QR code holds. */
const appSecret = () => z.strictObject({ secret: z.string(), address: z.string() });

/** Shown once; null on a retry of an answered request. */
const recoveryCodes = z.lazy(() => z.nullable(z.array(z.string())));

const opened = { id, area: z.lazy(() => z.literal(['staff', 'admin'])) };

/** Everybody who works at the school: students have no second factor. */
export const everyAccountKind = ['Admin', 'PTA', 'teacher'] as const;

/** Needs of the calls that may open a session. */
export const signInNeeds = {
  table: 'write',
  writes: ['accounts', 'sessions', 'second factors', 'steps'],
  reads: ['user names'],
  signingKeys: 'make',
} as const;
const own = { table: 'write', writes: ['second factors', 'steps'], signingKeys: 'make' } as const;

/** The second factor (ADR 0089): the steps of a sign-in, and the calls on the caller's own one. */
export const secondFactorCalls = {
  /** The code opens the session, in the step that a right password has begun. */
  signInWithCode: {
    method: 'POST',
    path: '/api/sign-in-code',
    who: 'anyone',
    input: () => z.strictObject({ code: anyCode, kind: codeKind, trust_device: z.boolean() }),
    output: () => z.strictObject({ ...opened, recovery_codes_left: z.int() }),
    needs: { ...signInNeeds, identity: 'verify', secondFactor: ['answer'] },
  },
  /** In the step of a sign-in where the school demands a second factor and the account has none. */
  beginDemandedSetUp: {
    method: 'POST',
    path: '/api/sign-in-set-up',
    who: 'anyone',
    input: noInput,
    output: appSecret,
    needs: signInNeeds,
  },
  /** The first code of the app: sets it up and opens the session. */
  confirmDemandedSetUp: {
    method: 'POST',
    path: '/api/sign-in-set-up-code',
    who: 'anyone',
    input: () => z.strictObject({ code: appCode, trust_device: z.boolean() }),
    output: () => z.strictObject({ ...opened, recovery_codes: recoveryCodes }),
    needs: { ...signInNeeds, identity: 'verify' },
  },
  /** Whether an app is set up, and how many recovery codes are left. */
  readSecondFactorState: {
    method: 'GET',
    path: '/api/second-factor',
    who: everyAccountKind,
    input: noInput,
    output: () =>
      z.strictObject({
        rule: z.literal(secondFactorModes),
        /** Since when an app is asked for; null where none is. */
        since: z.nullable(moment),
        recovery_codes_left: z.int(),
      }),
    needs: { table: 'read' },
  },
  /** An owner who has an app already also gives a code of it, or a recovery code. */
  beginSetUp: {
    method: 'POST',
    path: '/api/second-factor-set-up',
    who: everyAccountKind,
    input: () => z.strictObject(ownerProofFields()),
    output: appSecret,
    needs: { ...own, identity: 'verify', secondFactor: ['answer', 'end'] },
  },
  /** The first code of the app: sets it up, and answers the recovery codes. */
  confirmSetUp: {
    method: 'POST',
    path: '/api/second-factor-set-up-code',
    who: everyAccountKind,
    input: () => z.strictObject({ code: appCode }),
    output: () => z.strictObject({ recovery_codes: recoveryCodes }),
    needs: { ...own, identity: 'verify' },
  },
  /** New ones in place of all that were made before. */
  makeRecoveryCodes: {
    method: 'POST',
    path: '/api/second-factor-recovery-codes',
    who: everyAccountKind,
    input: () => z.strictObject({ current_password: typedPassword, code: appCode }),
    output: () => z.strictObject({ recovery_codes: recoveryCodes }),
    needs: { ...own, identity: 'verify', secondFactor: ['answer'] },
  },
  /** Refused where the school demands one. */
  endSecondFactor: {
    method: 'POST',
    path: '/api/second-factor-end',
    who: everyAccountKind,
    input: () => z.strictObject({ current_password: typedPassword, code: anyCode, kind: codeKind }),
    output: okAnswer,
    needs: { ...own, identity: 'verify', secondFactor: ['answer', 'end'] },
  },
  /** Every device is asked for a code again. */
  forgetTrustedDevices: {
    method: 'POST',
    path: '/api/second-factor-devices',
    who: everyAccountKind,
    input: noInput,
    output: okAnswer,
    needs: own,
  },
} as const satisfies Record<string, CallRow>;
