import * as z from 'zod/mini';
import type { CallRow } from '../../http/contract.ts';
import { done, id, moment, nothing } from '../../http/fields.ts';

/** What a school file says of second factors, of administrators and of staff: asked for, allowed, or not there. */
export const secondFactorRules = ['off', 'offered', 'demanded'] as const;
export type SecondFactorRule = (typeof secondFactorRules)[number];

/** How many recovery codes are made at once. */
export const recoveryCodeCount = 10;

/** Days for which a device need not be asked for a code again. */
export const trustedDays = 30;

/** What follows a right password: nothing, the question for a code, or the setting up that the school demands. */
export const nextStep = z.lazy(() => z.literal(['none', 'code', 'set up']));

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
const password = z.lazy(() => z.string().check(z.minLength(1, 'Required.'), z.maxLength(256)));

/** What the owner of an account shows: the password, and where an app is set up a code of it or a recovery code. */
export const ownProof = () => ({
  current_password: password,
  code: z.optional(anyCode),
  kind: z.optional(codeKind),
});

/** The secret of an app, as text to type and as the address that a QR code holds. */
const appSecret = () => z.strictObject({ secret: z.string(), address: z.string() });

/** Shown once; null where this very request was answered before. */
const recoveryCodes = z.lazy(() => z.nullable(z.array(z.string())));

const opened = { id, area: z.lazy(() => z.literal(['staff', 'admin'])) };

const everybody = ['Admin', 'PTA', 'teacher'] as const;

/** What may end in an open session. */
export const signingIn = {
  table: 'write',
  writes: ['accounts', 'sessions', 'second factors', 'steps'],
  signingKeys: 'make',
} as const;
const own = { table: 'write', writes: ['second factors', 'steps'], signingKeys: 'make' } as const;

/** The second factor (ADR 0089): the steps of a sign-in, and what everybody does with the own one. */
export const secondFactorCalls = {
  /** With the step that a right password has begun: the code opens the session. */
  signInWithCode: {
    method: 'POST',
    path: '/api/sign-in-code',
    who: 'anyone',
    input: () => z.strictObject({ code: anyCode, kind: codeKind, trust_device: z.boolean() }),
    output: () => z.strictObject({ ...opened, recovery_codes_left: z.int() }),
    needs: { ...signingIn, identity: 'verify', secondFactor: ['answer'] },
  },
  /** With the step of a sign-in where the school demands a second factor and there is none. */
  beginDemandedSetUp: {
    method: 'POST',
    path: '/api/sign-in-set-up',
    who: 'anyone',
    input: nothing,
    output: appSecret,
    needs: signingIn,
  },
  /** The first code of the app: sets it up and opens the session. */
  confirmDemandedSetUp: {
    method: 'POST',
    path: '/api/sign-in-set-up-code',
    who: 'anyone',
    input: () => z.strictObject({ code: appCode, trust_device: z.boolean() }),
    output: () => z.strictObject({ ...opened, recovery_codes: recoveryCodes }),
    needs: signingIn,
  },
  secondFactor: {
    method: 'GET',
    path: '/api/second-factor',
    who: everybody,
    input: nothing,
    output: () =>
      z.strictObject({
        rule: z.literal(secondFactorRules),
        /** Since when an app is asked for; null where none is. */
        since: z.nullable(moment),
        recovery_codes_left: z.int(),
      }),
    needs: { table: 'read' },
  },
  /** Whoever has an app already proves it by a code of it, or by a recovery code. */
  beginSetUp: {
    method: 'POST',
    path: '/api/second-factor-set-up',
    who: everybody,
    input: () => z.strictObject(ownProof()),
    output: appSecret,
    needs: { ...own, identity: 'verify', secondFactor: ['answer', 'end'] },
  },
  confirmSetUp: {
    method: 'POST',
    path: '/api/second-factor-set-up-code',
    who: everybody,
    input: () => z.strictObject({ code: appCode }),
    output: () => z.strictObject({ recovery_codes: recoveryCodes }),
    needs: own,
  },
  /** New ones in place of all that were made before. */
  makeRecoveryCodes: {
    method: 'POST',
    path: '/api/second-factor-recovery-codes',
    who: everybody,
    input: () => z.strictObject({ current_password: password, code: appCode }),
    output: () => z.strictObject({ recovery_codes: recoveryCodes }),
    needs: { ...own, identity: 'verify', secondFactor: ['answer'] },
  },
  /** Refused where the school demands one. */
  endSecondFactor: {
    method: 'POST',
    path: '/api/second-factor-end',
    who: everybody,
    input: () => z.strictObject({ current_password: password, code: anyCode, kind: codeKind }),
    output: done,
    needs: { ...own, identity: 'verify', secondFactor: ['answer', 'end'] },
  },
  /** Every device is asked for a code again. */
  forgetTrustedDevices: {
    method: 'POST',
    path: '/api/second-factor-devices',
    who: everybody,
    input: nothing,
    output: done,
    needs: own,
  },
} as const satisfies Record<string, CallRow>;
