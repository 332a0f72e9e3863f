import { actsPlace } from '#shared/place.ts';
import { school } from '../../school/records/school.ts';
import { askGuards, type CardToPost, type FactsOfPosting, type OfTerm, type PostingGuard } from './posting-guards.ts';

/** The quick half of the guards: figures alone, for the check before posting. */
export const figureChecks = /* @__PURE__ */ actsPlace<PostingGuard>('checks of figures');

/** What is seen without printing. @param ofTerm.leavers of the classes of the cards */
export const findWrongFigures = (cards: readonly CardToPost[], ofTerm: OfTerm & Pick<FactsOfPosting, 'leavers'>) =>
  askGuards(figureChecks.of(school().options), cards, ofTerm);

/** Whether the school has figures looked at before they are posted: then a posting is held to what was looked at. */
export const isFigureChecked = (): boolean => figureChecks.of(school().options).length > 0;
