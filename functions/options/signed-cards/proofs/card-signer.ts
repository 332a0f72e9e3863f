import { toVerificationMethodId } from '#shared/options/signed-cards/card-credential.ts';
import { executeActionIf } from '../../../platform/table/action.ts';
import { entity } from '../../../platform/table/entity.ts';
import { addressOfSite } from '../../../school/records/school.ts';
import { listPublicCardKeys, PublicCardKeyEntity } from '../records/public-card-keys.ts';
import { createSigner, generateKeys } from './ed25519-keys.ts';

/**
 * The secret half of a pair of keys, in the table of which there are no copies (ADR 0034): a lost one is replaced by
 * the next number.
 */
interface CardKeyItem {
  number: number;
  /** As `generateKeys` makes them. */
  publicKey: string;
  secretKey: string;
}

const CardKeyEntity = entity<CardKeyItem>()({
  name: 'card-key',
  table: 'keys',
  pk: 'card-key#${number}',
  sk: 'card-key',
});

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

let known: { secret: CardKeyItem; signer: CardSigner; lookedAt: number } | undefined;

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
  const lookedAt = now.getTime();
  if (known?.signer.address === address && (known.lookedAt === lookedAt || (await isStored(known.secret)))) {
    known.lookedAt = lookedAt;
    return known.signer;
  }
  const secret = (await readLatestKey()) ?? (makesKey ? await makeKey(now) : undefined);
  if (!secret) return null;
  const { credentialSigner } = await import('#shared/options/signed-cards/signatures.ts');
  const { number: key, secretKey } = secret;
  const signer = {
    key,
    address,
    ...credentialSigner({ id: toVerificationMethodId(address, key), sign: createSigner(secretKey) }),
  };
  known = { secret, signer, lookedAt };
  return signer;
}

async function isStored({ number, publicKey, secretKey }: CardKeyItem): Promise<boolean> {
  const [secret, published] = await Promise.all([CardKeyEntity.get({ number }), PublicCardKeyEntity.get({ number })]);
  return secret?.secretKey === secretKey && published?.publicKey === publicKey;
}

/** The school's latest key; undefined where there is none, or its secret half was deleted or lost with its table. */
async function readLatestKey(): Promise<CardKeyItem | undefined> {
  const latest = (await listPublicCardKeys()).at(-1);
  const secret = latest && (await CardKeyEntity.get({ number: latest.number }));
  return secret?.publicKey === latest?.publicKey ? secret : undefined;
}

/** The next key. */
async function makeKey(now: Date): Promise<CardKeyItem> {
  const number = ((await listPublicCardKeys()).at(-1)?.number ?? 0) + 1;
  await executeActionIf(CardKeyEntity.create({ number, ...generateKeys() }));
  // Another process may have been first, or an earlier one was stopped here.
  const made = await CardKeyEntity.get({ number });
  if (!made) throw new Error('The key that signs cards could not be stored');
  const { publicKey } = made;
  await executeActionIf(PublicCardKeyEntity.create({ number, publicKey, madeAt: now.toISOString() }));
  return made;
}
