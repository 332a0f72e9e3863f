import type { PublicKey } from '#shared/options/signed-cards/card-credential.ts';
import { entity } from '../../../platform/table/entity.ts';

/** The public half of a pair of keys, kept with the school's records for as long as there are cards that it signed. */
interface PublicCardKeyItem extends PublicKey {
  /** ISO 8601. */
  madeAt: string;
}

export const PublicCardKeyEntity = entity<PublicCardKeyItem>()({
  name: 'public-card-key',
  pk: 'card-keys',
  sk: '${number:4}',
});

/** The key of every card that the school has signed, the newest last. One query. */
export const listPublicCardKeys = (): Promise<PublicKey[]> => PublicCardKeyEntity.query({});
