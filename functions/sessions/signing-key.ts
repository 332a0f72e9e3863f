import { newSecret, sign } from '../platform/identity/secrets.ts';
import { executeActionIf } from '../platform/table/action.ts';
import { entity } from '../platform/table/entity.ts';

/**
 * A key that signs cookies, made by the first process that needs it. In a table of its own, of which there are no
 * copies (ADR 0034).
 */
interface SigningKeyItem {
  name: string;
  key: string;
}

const SigningKeyEntity = entity<SigningKeyItem>()({
  name: 'signing-key',
  table: 'keys',
  pk: 'signing-key#${name}',
  sk: 'signing-key',
});

/**
 * Each purpose has its own key, so that a cookie of one kind cannot be used as another. `outbox` makes the keys of what
 * is typed and not saved, `report links` the addresses of the links for parents, `exports` is the seed of the key that
 * signs files which leave the school (`signContent`).
 */
type Purpose = 'csrf' | 'device' | 'trusted device' | 'outbox' | 'report links' | 'exports';

const known = new Map<Purpose, Promise<string>>();

/** The key for a purpose; read once per process, created by the first process that needs it. */
export function readOrMakeSigningKey(name: Purpose): Promise<string> {
  const key = known.get(name) ?? readOrMake(name);
  known.set(name, key);
  key.catch(() => known.delete(name));
  return key;
}

/**
 * Encrypts what an account's browsers keep of its typing until it is saved: 256 bits in base64url. The same after each
 * sign-in, so that the owner's next session decrypts what an earlier one left. Only the account's own calls may answer
 * it (rule 67, ADR 0013).
 */
export const outboxKeyOf = async (accountId: string): Promise<string> =>
  sign(await readOrMakeSigningKey('outbox'), accountId);

/**
 * The key that verifies CSRF tokens. Where none was made yet, no token was given either: a random key, which verifies
 * none.
 */
export async function readCsrfKeyIfMade(): Promise<string> {
  const made = known.get('csrf');
  if (made) return made;
  const stored = await read('csrf');
  if (stored === undefined) return newSecret();
  known.set('csrf', Promise.resolve(stored));
  return stored;
}

async function read(name: Purpose): Promise<string | undefined> {
  return (await SigningKeyEntity.get({ name }))?.key;
}

async function readOrMake(name: Purpose): Promise<string> {
  const stored = await read(name);
  if (stored !== undefined) return stored;
  // Two processes may create the key at the same time; the first one's is kept.
  await executeActionIf(SigningKeyEntity.create({ name, key: newSecret() }));
  const made = await read(name);
  if (made === undefined) throw new Error(`The ${name} key could not be stored`);
  return made;
}
