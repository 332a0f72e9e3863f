import { type BoardRow, isComplete, lackingOf } from '#shared/term-reports/completeness-calls.ts';

/** A class's subject or remarks with all who share it. */
export interface MatrixCell {
  rows: readonly BoardRow[];
  /** The row that a press opens: the first that is not complete. */
  toOpen: BoardRow;
  students: number;
  marks: number | null;
  texts: number;
}

interface MatrixColumn {
  key: string;
  title: string;
  abbr: string;
}

/** The rows of the board as classes by subjects; what form teacher and dean write comes first. */
export function matrixOf(rows: readonly BoardRow[]) {
  const byClass = Map.groupBy(rows, ({ class_id }) => class_id);
  const columns = [...Map.groupBy(rows, keyOf).values()]
    .flatMap(([first]) =>
      first ? [{ key: keyOf(first), title: first.title, abbr: first.abbr, part: first.part }] : [],
    )
    .sort((a, b) => order.indexOf(a.part) - order.indexOf(b.part) || a.title.localeCompare(b.title));
  const cells = new Map(
    [...Map.groupBy(rows, (row) => `${row.class_id} ${keyOf(row)}`)].map(([key, shared]) => [key, cellFrom(shared)]),
  );
  return {
    classes: [...byClass.keys()],
    columns: columns as readonly MatrixColumn[],
    cellOf: (classId: string, column: string) => cells.get(`${classId} ${column}`),
    /** Marks and texts together. */
    missingOf: (classId: string): number =>
      (byClass.get(classId) ?? []).reduce((sum, row) => sum + lackingOf(row).marks + lackingOf(row).texts, 0),
  };
}

const order: readonly BoardRow['part'][] = ['form teacher', 'dean', 'subject'];

const keyOf = ({ part, subject_id }: BoardRow): string => subject_id ?? part;

function cellFrom(rows: readonly BoardRow[]): MatrixCell | undefined {
  const toOpen = rows.find((row) => !isComplete(row)) ?? rows[0];
  const sum = (of: (row: BoardRow) => number) => rows.reduce((total, row) => total + of(row), 0);
  return (
    toOpen && {
      rows,
      toOpen,
      students: sum(({ students }) => students),
      marks: toOpen.marks === null ? null : sum(({ marks }) => marks ?? 0),
      texts: sum(({ texts }) => texts),
    }
  );
}

/** What a cell shows: marks above, comments or remarks below. */
export const sharesOf = ({ marks, texts, students }: MatrixCell) => [
  ...(marks === null ? [] : [{ kind: 'marks', entered: marks, of: students }]),
  { kind: 'texts', entered: texts, of: students },
];

/** The colour of a figure. */
export const classOf = (entered: number, of: number): 'all' | 'some' | 'none' =>
  entered >= of ? 'all' : entered === 0 ? 'none' : 'some';
