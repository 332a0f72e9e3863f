import type { Output, RawInput } from '#shared/http/contract.ts';
import type { transcriptsContract } from '#shared/options/transcripts/contract.ts';

type Preview = Output<typeof transcriptsContract.previewEarlierMarks>;

/** The rows that are stored: new ones, and those that were asked about and are taken. */
export const isChosen = ({ state, row }: Preview['rows'][number], taken: ReadonlySet<number>): boolean =>
  state === 'new' || (state === 'ask' && taken.has(row));

/** What a confirmation sends, by student. */
export function toChosenMarks(
  { rows, versions }: Preview,
  taken: ReadonlySet<number>,
): RawInput<typeof transcriptsContract.importEarlierMarks>['students'] {
  const version = new Map(versions.map((one) => [one.student_id, one.version]));
  const byStudent = Map.groupBy(
    rows.filter((row) => isChosen(row, taken)),
    ({ student_id }) => student_id,
  );
  return [...byStudent].map(([student_id, some]) => ({
    student_id,
    version: version.get(student_id) ?? 0,
    marks: some.flatMap(({ year, term, subject, mark, source }) =>
      year === null || term === null ? [] : [{ year, term, subject, mark, source }],
    ),
  }));
}
