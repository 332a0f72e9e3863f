import { withPlaces } from './fill-in.ts';

export interface Comment {
  text: string;
  firstName: string;
}

/** Share of their words that two comments have in common before they count as similar. */
const alike = 0.7;

/** How many comments of the class say nearly the same, names left out. Fewer than three words are like anything and count as nothing. */
export function similarComments(comment: Comment, others: readonly Comment[]): number {
  const words = wordsOf(comment);
  if (words.size < 3) return 0;
  return others.filter((other) => {
    const theirs = wordsOf(other);
    const shared = [...words].filter((word) => theirs.has(word)).length;
    return shared / (words.size + theirs.size - shared) >= alike;
  }).length;
}

const wordsOf = ({ text, firstName }: Comment): Set<string> =>
  new Set(
    withPlaces(text, firstName)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu),
  );
