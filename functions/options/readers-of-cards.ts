import type { Caller } from '../platform/requests/caller.ts';

/** Who reads report cards of every class. */
export const cardReaderParts: Readonly<Record<string, (caller: Caller) => Promise<boolean>>> = {
  'sign-off': async (caller) => (await import('./sign-off/records/signing-posts.ts')).isPrincipalNow(caller),
};
