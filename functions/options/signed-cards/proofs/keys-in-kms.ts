import { readPublicKeyInKms, signInKms } from '../../../platform/identity/key-in-kms.ts';
import { executeActionIf } from '../../../platform/table/action.ts';
import { PublicCardKeyEntity } from '../records/public-card-keys.ts';
import type { CardKey, CardKeys } from './card-keys.ts';
import { toPublicKey } from './ed25519-keys.ts';
import { numberOfKeyInKms } from './settings.ts';

/**
 * The key that the school's stacks have made in KMS, under the number that its file has: after a restore the same key
 * has the same number again. Its secret half never leaves KMS; everybody knows its public half once something is
 * signed.
 */
export const keysInKms: CardKeys = {
  readKey: async () => {
    const { number, key } = findKey();
    const [published, publicKey] = await Promise.all([PublicCardKeyEntity.get({ number }), readPublicKey(key)]);
    return published?.publicKey === publicKey ? toKey({ number, key, publicKey }) : undefined;
  },
  makeKey: async (now) => {
    const { number, key } = findKey();
    const publicKey = await readPublicKey(key);
    await executeActionIf(PublicCardKeyEntity.create({ number, publicKey, madeAt: now.toISOString() }));
    // Another process may have been first, with the same key.
    const published = await PublicCardKeyEntity.get({ number });
    if (published?.publicKey !== publicKey)
      throw new Error(`Number ${number} is that of another key: the school file must name a higher one`);
    return toKey({ number, key, publicKey });
  },
};

function findKey(): { number: number; key: string } {
  const [number, key] = [numberOfKeyInKms(), process.env.CARD_KEY];
  if (number === null || !key) throw new Error('The school file names a key in KMS, and no deployment has made it');
  return { number, key };
}

const readPublicKey = async (key: string): Promise<string> => toPublicKey(await readPublicKeyInKms(key));

const toKey = ({ number, key, publicKey }: { number: number; key: string; publicKey: string }): CardKey => ({
  number,
  sign: (data) => signInKms(key, data),
  // A secret half that is disabled or gone signs nothing anyway.
  isStored: async () => {
    const named = findKey();
    const isNamed = named.key === key && named.number === number;
    return isNamed && (await PublicCardKeyEntity.get({ number }))?.publicKey === publicKey;
  },
});
