import type { SheetLook } from './entries.ts';

/** What the hands ask of the menu over a sheet, by the column in which they are. */
export const arrangings = ['list', 'name', 'lowest', 'highest', 'missing first', 'missing only'] as const;
export type Arranging = (typeof arrangings)[number];

/**
 * What is wrong with the rows as they are shown after the menu, a sentence each. An answer of the server may have changed a value
 * meanwhile, so that two rows are wrong only where no value that was seen of them explains their order. Students' names go by their id.
 */
export function wrongArrangement({
  arranging,
  column,
  before,
  after,
  isFiltered,
}: {
  arranging: Arranging;
  column: string;
  before: SheetLook;
  after: SheetLook;
  /** Whether those without a value are shown alone now: asked for again, all are. */
  isFiltered: boolean;
}): string[] {
  const rows = [...new Set([...after.keys()].map((key) => key.split(' ')[0] ?? ''))];
  const values = (row: string): string[] =>
    [before, after].flatMap((look) => look.get(`${row} ${column}`)?.value ?? []);
  if (arranging === 'missing only') return isFiltered ? wrongFilter(rows, { before, column, values }) : [];
  const isInOrder = inOrder[arranging];
  return rows.slice(1).flatMap((row, index) => {
    const above = rows[index] ?? '';
    const isRight = values(above).some((one) => values(row).some((other) => isInOrder([one, above], [other, row])));
    return isRight
      ? []
      : [`sorted by ${column}, ${arranging}: ${above} (${values(above)}) is above ${row} (${values(row)})`];
  });
}

/** Who was there and has no value is shown; who has one is not. */
function wrongFilter(
  rows: readonly string[],
  { before, column, values }: { before: SheetLook; column: string; values: (row: string) => string[] },
): string[] {
  const hidden = [...new Set([...before.keys()].map((key) => key.split(' ')[0] ?? ''))].filter(
    (row) => !rows.includes(row),
  );
  return [
    ...hidden.filter((row) => values(row).includes('')).map((row) => `${row} is missing in ${column}, and is hidden`),
    ...rows.filter((row) => !values(row).includes('')).map((row) => `${row} is not missing in ${column}, and is shown`),
  ];
}

type Placed = readonly [value: string, row: string];

const byName = ([, one]: Placed, [, other]: Placed): boolean => one < other;
const byNumber =
  (sign: 1 | -1) =>
  (one: Placed, other: Placed): boolean => {
    if (one[0] === other[0]) return byName(one, other);
    if (one[0] === '' || other[0] === '') return other[0] === '';
    return sign * (Number(one[0]) - Number(other[0])) < 0;
  };

/** Whether the first may be above the second. Blank cells are last in either direction, and equal ones go by name. */
const inOrder: Readonly<Record<Exclude<Arranging, 'missing only'>, (one: Placed, other: Placed) => boolean>> = {
  list: byName,
  name: byName,
  lowest: byNumber(1),
  highest: byNumber(-1),
  'missing first': (one, other) => ((one[0] === '') === (other[0] === '') ? byName(one, other) : one[0] === ''),
};
