import { executeActionIf } from '../../../platform/table/action.ts';
import { entity } from '../../../platform/table/entity.ts';
import { listPublicCardKeys, PublicCardKeyEntity } from '../records/public-card-keys.ts';
import type { CardKey, CardKeys } from './card-keys.ts';
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

export const keysInTable: CardKeys = {
  // Undefined, too, where the secret half of the latest was deleted or lost with its table.
  readKey: async () => {
    const latest = (await listPublicCardKeys()).at(-1);
    const secret = latest && (await CardKeyEntity.get({ number: latest.number }));
    return secret && secret.publicKey === latest?.publicKey ? toKey(secret) : undefined;
  },
  makeKey: async (now) => {
    const number = ((await listPublicCardKeys()).at(-1)?.number ?? 0) + 1;
    await executeActionIf(CardKeyEntity.create({ number, ...generateKeys() }));
    // Another process may have been first, or an earlier one was stopped here.
    const made = await CardKeyEntity.get({ number });
    if (!made) throw new Error('The key that signs cards could not be stored');
    const { publicKey } = made;
    await executeActionIf(PublicCardKeyEntity.create({ number, publicKey, madeAt: now.toISOString() }));
    return toKey(made);
  },
};

const toKey = ({ number, publicKey, secretKey }: CardKeyItem): CardKey => ({
  number,
  sign: createSigner(secretKey),
  isStored: async () => {
    const [secret, published] = await Promise.all([CardKeyEntity.get({ number }), PublicCardKeyEntity.get({ number })]);
    return secret?.secretKey === secretKey && published?.publicKey === publicKey;
  },
});
