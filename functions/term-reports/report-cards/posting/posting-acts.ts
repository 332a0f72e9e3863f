import { termTitle } from '#shared/school/academic-year.ts';
import { type ActionOf, undoableActions } from '../../../platform/undo/undoable-actions.ts';
import { editionsOf, type PostingItem } from './posting-record.ts';

/** A term's posting before and after an act on it; undefined where it was never posted. */
interface PostingChanged {
  kind: 'posting changed';
  details: { before?: PostingItem | undefined; after: PostingItem };
}

/** The acts of Post Term Reports that can be undone. */
export const postingActs = undoableActions<PostingChanged>('posting');
export type PostingAct = ActionOf<PostingChanged>;

/** For the list: "Term 1, 2025-2026: posting removed". */
export const whatOf = ({ year, term }: Pick<PostingItem, 'year' | 'term'>, what: string): string =>
  `${termTitle({ year, term })}: ${what}`;

/** Whether the term is posted with the same copies, whichever acts and undos lie between. */
export const isSamePosting = (one: PostingItem, other: PostingItem): boolean =>
  one.isPosted === other.isPosted && editionsOf(one).join() === editionsOf(other).join();

/**
 * The posting as it was before an act. Its version is a new one, so that a request which read the earlier posting cannot
 * write over it, and copies that the act made are not taken for a later posting's.
 */
export function asBefore({ before, after }: PostingChanged['details'], stored: PostingItem): PostingItem {
  const then = before ?? { ...after, isPosted: false };
  return { ...then, editions: editionsOf(then), version: stored.version + 1 };
}
