import { actsPlace } from '#shared/place.ts';
import { school } from '../../school/records/school.ts';
import { askGuards, type CardToPost, type OfTerm, type PostingGuard } from './posting-guards.ts';

export const postingGuards = /* @__PURE__ */ actsPlace<PostingGuard>('guards of posting');

/** What the school's guards find, by student: nothing of it is posted (rule 64). */
export const findCertainFaults = (cards: readonly CardToPost[], ofTerm: OfTerm) =>
  askGuards(postingGuards.of(school().options), cards, ofTerm);
