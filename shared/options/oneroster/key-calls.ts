import * as z from 'zod/mini';
import type { CallRow } from '../../http/contract.ts';
import { moment, noInput } from '../../http/fields.ts';
import { keyWordings } from './key-wordings.ts';
import { keyRecords } from './rest/partitions.ts';
import { keyParts } from './rest/scopes.ts';

const ofOffice = {
  path: '/api/oneroster-keys',
  who: ['Admin'],
  menu: ['employees'],
  kind: 'documents',
} as const satisfies Partial<CallRow>;

const keyId = z.lazy(() => z.string().check(z.regex(/^[A-Za-z0-9]{1,40}$/, keyWordings.noSuchKey)));
const part = () => z.literal([...keyParts]);

/** A key in the office's list. Times are UTC. */
const key = () =>
  z.strictObject({
    id: keyId,
    name: z.string(),
    reads: z.array(part()),
    made_at: moment,
    made_by: z.string(),
    /** To the minute; null before its first call. */
    last_used: z.nullable(moment),
    ended_at: z.nullable(moment),
    /** What was read with it in the last seven days, most records first. */
    readings: z.array(z.strictObject({ list: z.string(), requests: z.int(), records: z.int() })),
  });

/** Keys by which other systems read the school (OneRoster REST 1.2). */
export const keyCalls = {
  /** Every key, and what a key may be let read: dates of birth only where the school file gives them out. */
  listRosterKeys: {
    ...ofOffice,
    method: 'GET',
    input: noInput,
    output: () =>
      z.strictObject({
        keys: z.array(key()),
        parts: z.array(part()),
        /** What another system needs to know: null where the school has no address of its own. */
        address: z.nullable(z.string()),
      }),
    needs: { table: 'read', own: { reads: keyRecords.writes } },
  },
  /** Answers the secret once; it is not stored. Only who manages administrators. Repeating the request is a 409. */
  addRosterKey: {
    ...ofOffice,
    method: 'POST',
    input: () =>
      z.strictObject({
        name: z
          .string()
          .check(z.trim(), z.minLength(1, keyWordings.nameIt), z.maxLength(40, keyWordings.longName))
          .check(z.refine((name) => !/\p{Cc}/u.test(name), keyWordings.oneLine)),
        reads: z.array(part()).check(z.minLength(1, keyWordings.chooseOne), z.maxLength(keyParts.length)),
      }),
    output: () => z.strictObject({ key: key(), secret: z.string() }),
    needs: { table: 'write', own: keyRecords },
  },
  /** Ends a key and its tokens at once, for good. Only who manages administrators. Idempotent. */
  endRosterKey: {
    ...ofOffice,
    method: 'DELETE',
    input: () => z.strictObject({ id: keyId }),
    output: key,
    needs: { table: 'write', own: keyRecords },
  },
} as const satisfies Record<string, CallRow>;
