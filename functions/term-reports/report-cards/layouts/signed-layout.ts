import { actsPlace } from '#shared/place.ts';
import type { CardLayout, LayoutPage, SignatoryPost } from '#shared/term-reports/layouts/card-layout.ts';
import { school } from '../../../school/records/school.ts';
import type { Term } from '../../../school/records/term-locks.ts';
import type { LiveCards } from '../live-cards.ts';
import type { ContentsOfClass } from '../posting-guards.ts';
import type { ReportCard } from '../report-card.ts';

/**
 * Says of cards that are about to be frozen which posts have signed each, by student.
 * @param read what the class of all of them has, where it was read
 */
export type FindSignatures = (
  cards: readonly ReportCard[],
  ofTerm: Term,
  read?: ContentsOfClass,
) => Promise<ReadonlyMap<string, ReadonlySet<SignatoryPost>>>;

export const signaturesOfCards = /* @__PURE__ */ actsPlace<FindSignatures>('signatures of cards');

/**
 * Takes pictures of signatures off the layouts of cards that their posts have not signed (rule 65). Where no option has
 * reports signed, a layout stays as the office made it.
 */
export async function withSignedLayouts<C extends { card: ReportCard; layout: CardLayout }>(
  cards: readonly C[],
  ofTerm: Term,
): Promise<readonly C[]> {
  const [find] = signaturesOfCards.of(school().options);
  const pictured = cards.filter(({ layout }) => postsWithPicture(layout).length > 0);
  if (!find || pictured.length === 0) return cards;
  const signed = await find(
    pictured.map(({ card }) => card),
    ofTerm,
  );
  return cards.map((one) => ({ ...one, layout: withPicturesOf(one.layout, signed.get(one.card.student.id)) }));
}

/**
 * Students of a class whose cards the principal has not signed as they are, after form teacher and dean; null where no
 * option has reports signed.
 */
export async function findUnsigned(
  { cards, sources }: Pick<LiveCards, 'cards' | 'sources'>,
  ofTerm: Term,
): Promise<string[] | null> {
  const [find] = signaturesOfCards.of(school().options);
  if (!find) return null;
  const [first] = sources.values();
  const signed = await find(cards, ofTerm, first?.ofClass);
  return cards.flatMap(({ student: { id } }) => (signed.get(id)?.has('principal') ? [] : [id]));
}

const postsWithPicture = ({ front, back }: CardLayout): SignatoryPost[] =>
  [...front, ...(back ?? [])]
    .flat()
    .flatMap((block) => (block.block === 'signatures' ? block.of : []))
    .flatMap(({ post, picture }) => (picture === undefined ? [] : [post]));

/** A layout with the pictures of these posts alone. Pure. */
export function withPicturesOf(layout: CardLayout, posts: ReadonlySet<SignatoryPost> = new Set()): CardLayout {
  const unsigned = (rows: LayoutPage): LayoutPage =>
    rows.map((row) =>
      row.map((block) =>
        block.block === 'signatures'
          ? {
              ...block,
              of: block.of.map(({ picture, ...who }) =>
                picture !== undefined && posts.has(who.post) ? { ...who, picture } : who,
              ),
            }
          : block,
      ),
    );
  return { ...layout, front: unsigned(layout.front), back: layout.back && unsigned(layout.back) };
}
