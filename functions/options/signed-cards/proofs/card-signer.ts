import { toVerificationMethodId } from '#shared/options/signed-cards/card-credential.ts';
import { addressOfSite } from '../../../school/records/school.ts';
import type { CardKey, CardKeys } from './card-keys.ts';
import { numberOfKeyInKms } from './settings.ts';

/** Signs credentials in the name of the school. */
export interface CardSigner {
  /** The number of its key. */
  key: number;
  /** The school's own address, without a slash at the end. */
  address: string;
  signCard: Signing['signCard'];
  sign: Signing['sign'];
}
type Signing = Awaited<ReturnType<typeof import('#shared/options/signed-cards/signatures.ts')['credentialSigner']>>;

let known: { keys: CardKeys; key: CardKey; signer: CardSigner; lookedAt: number } | undefined;

/**
 * The signer of cards; null for a school without an address of its own, whose cards nobody could look up. Two requests
 * for each `now`, and none for the rest of its cards: a key of which either half was deleted signs for no further
 * posting, in no process.
 * @param now of the posting: the same for all of its cards
 * @param makesKey false for functions that may make none: null, too, where the school has no key now
 */
export async function createCardSigner(now: Date, { makesKey = true } = {}): Promise<CardSigner | null> {
  const address = addressOfSite();
  if (address === null) return null;
  const keys = await loadKeys();
  const lookedAt = now.getTime();
  const isKnown = known?.keys === keys && known.signer.address === address;
  if (known && isKnown && (known.lookedAt === lookedAt || (await known.key.isStored()))) {
    known.lookedAt = lookedAt;
    return known.signer;
  }
  const key = (await keys.readKey()) ?? (makesKey ? await keys.makeKey(now) : undefined);
  if (!key) return null;
  const { credentialSigner } = await import('#shared/options/signed-cards/signatures.ts');
  const { number, sign } = key;
  const signer = { key: number, address, ...credentialSigner({ id: toVerificationMethodId(address, number), sign }) };
  known = { keys, key, signer, lookedAt };
  return signer;
}

/** The client of KMS is loaded where the school's key is there. */
const loadKeys = async (): Promise<CardKeys> =>
  numberOfKeyInKms() === null
    ? (await import('./keys-in-table.ts')).keysInTable
    : (await import('./keys-in-kms.ts')).keysInKms;
