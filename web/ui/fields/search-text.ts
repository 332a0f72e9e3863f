import { withoutLeadingZeros } from '#shared/students/id-finder.ts';

/** Text as it is compared in a search: "emile" finds "Émile". */
export const foldForSearch = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/**
 * Makes the test of whether a text, made `plain`, has what was typed into a search. An id that was typed with zeros at the start finds the one that is
 * written without them (rule 55).
 */
export function createTextMatcher(typed: string): (text: string) => boolean {
  const wanted = foldForSearch(typed.trim());
  if (!/^0\d+$/.test(wanted)) return (text) => text.includes(wanted);
  const bare = withoutLeadingZeros(wanted);
  return (text) => text.includes(wanted) || text.split(/[^a-z0-9]+/).some((word) => withoutLeadingZeros(word) === bare);
}
