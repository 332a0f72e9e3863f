export type Row = Record<string, unknown>;

/** By the title of a line of rights.md: what the answer shows, and of whom to each account. */
export type OwnAnswers = Readonly<
  Record<string, { shows: (body: unknown) => string[]; to: Readonly<Record<string, string[]>> }>
>;

/** Some fields of each row of an answer. */
export const listed =
  (...names: string[]) =>
  (body: unknown): string[] =>
    ([body].flat() as (Row | null)[]).flatMap((row) => (row ? [names.map((name) => row[name]).join(' ')] : []));
