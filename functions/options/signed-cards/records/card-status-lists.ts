import { entity } from '../../../platform/table/entity.ts';

/** A signed status list, as everybody may fetch it. */
interface CardStatusListItem {
  /** As in its address. */
  name: string;
  /** JSON of the credential. */
  content: string;
}

export const CardStatusListEntity = entity<CardStatusListItem>()({
  name: 'card-status-list',
  pk: 'card-status-lists',
  sk: '${name}',
});
