/** "Term 1" as the school file calls it; a term that the file no longer knows has its number. */
export const titleOfTerm = (terms: readonly { id: number; title: string }[], term: number): string =>
  terms.find(({ id }) => id === term)?.title ?? `Term ${term}`;
