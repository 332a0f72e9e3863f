import { VisuallyHidden } from '@aws-amplify/ui-react';
import { type CSSProperties, memo, startTransition, useEffect, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { levelName } from '#shared/people/form-level.ts';
import {
  type CompletenessRow,
  countMissing,
  isBoardRowComplete,
  teacherNamesOrNobody,
} from '#shared/term-reports/completeness-calls.ts';
import type { SiteAddress } from '../../../address/use-address-state.ts';
import { useTableCursor } from '../../../tables/use-table-cursor.ts';
import { Stack } from '../../../ui/layout/stack.tsx';
import { Muted } from '../../../ui/layout/text.tsx';
import styles from './completeness.module.css';

/** A class's subject or remarks, with the rows of all its teachers. */
interface MatrixCell {
  rows: readonly CompletenessRow[];
  /** The row that the cell links to: the first incomplete one. */
  toOpen: CompletenessRow;
  students: number;
  marks: number | null;
  texts: number;
}

interface MatrixColumn {
  key: string;
  title: string;
  abbr: string;
}

/** Arranges the board's rows as classes by subjects; the remarks of form teacher and dean come first. */
function toMatrix(rows: readonly CompletenessRow[]) {
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
      (byClass.get(classId) ?? []).reduce((sum, row) => sum + countMissing(row).marks + countMissing(row).texts, 0),
  };
}

const order: readonly CompletenessRow['part'][] = ['form teacher', 'dean', 'subject'];

const keyOf = ({ part, subject_id }: CompletenessRow): string => subject_id ?? part;

function cellFrom(rows: readonly CompletenessRow[]): MatrixCell | undefined {
  const toOpen = rows.find((row) => !isBoardRowComplete(row)) ?? rows[0];
  const sum = (of: (row: CompletenessRow) => number) => rows.reduce((total, row) => total + of(row), 0);
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

/** The figures of a cell: marks above, comments or remarks below. */
const figuresOf = ({ marks, texts, students }: MatrixCell) => [
  ...(marks === null ? [] : [{ kind: 'marks', entered: marks, of: students }]),
  { kind: 'texts', entered: texts, of: students },
];

/** How much is entered, for the colour of a figure. */
export const toFillState = (entered: number, of: number): 'all' | 'some' | 'none' =>
  entered >= of ? 'all' : entered === 0 ? 'none' : 'some';

/** A name that no column is broad enough for: it stands upright, and so do its neighbours. */
const hasLongWord = ({ abbr }: MatrixColumn): boolean => abbr.split(/[\s/-]/).some((word) => word.length > 7);

interface BoardMatrixProps {
  rows: readonly CompletenessRow[];
  linkOf: (row: CompletenessRow) => SiteAddress | null;
}

/**
 * The board as a table for each form, as forms have different subjects. The first is painted before the others are
 * rendered.
 */
export function BoardMatrix({ rows, linkOf }: BoardMatrixProps) {
  const levels = useMemo(() => [...Map.groupBy(rows, ({ form_level }) => form_level)], [rows]);
  const [rendered, setRendered] = useState(1);
  useEffect(() => {
    if (rendered >= levels.length) return undefined;
    // Effects after a click run before the frame is painted: the timer lets the first form be painted.
    let after: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      after = setTimeout(() => startTransition(() => setRendered(rendered + 1)));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(after);
    };
  }, [rendered, levels.length]);
  return levels.slice(0, rendered).map(([level, ofLevel]) => (
    <Stack as="section" gap={6} key={level} className={styles.level} shrinks>
      <h2>{levelName(level)}</h2>
      <LevelMatrix name={levelName(level)} rows={ofLevel} linkOf={linkOf} />
    </Stack>
  ));
}

/** All rows are rendered, and the page scrolls. */
const wholeMatrix = { current: { scrollTo: () => undefined, pageSize: () => 10 } };

/**
 * A row a class, a column a subject, remarks first. Each cell shows marks above and comments below, in numbers and
 * colours, and links to where the gap can be filled. The grid is one tab stop; arrows move in it, Enter opens.
 */
const LevelMatrix = memo(function LevelMatrix({ name, rows, linkOf }: BoardMatrixProps & { name: string }) {
  const { classes, columns, cellOf, missingOf } = useMemo(() => toMatrix(rows), [rows]);
  const grid = useRef<HTMLTableElement>(null);
  const cursor = useTableCursor({
    rows: classes.length,
    columns: columns.length + 1,
    grid,
    view: wholeMatrix,
    onEnter: (row) =>
      grid.current?.querySelector<HTMLElement>(`[data-index="${row}"] > [data-column="${cursor.column}"] a`)?.click(),
    onSpace: undefined,
    onSelectAll: undefined,
  });
  const place = (row: number, column: number) => ({
    'data-column': column,
    tabIndex: row === cursor.row && column === cursor.column ? 0 : -1,
  });
  return (
    <div className={styles.frame} style={{ '--subjects': columns.length } as CSSProperties}>
      <table
        ref={grid}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: arrows move between its cells
        role="grid"
        aria-readonly
        className={styles.matrix}
        data-dense={columns.length > mostWideColumns || undefined}
        data-upright={columns.length > mostWideColumns || columns.some(hasLongWord) || undefined}
        aria-label={`${name}: classes and subjects`}
        onKeyDown={cursor.onKeyDown}
      >
        <thead>
          <tr>
            <th scope="col">Class</th>
            {columns.map(({ key, title, abbr }) => (
              <th key={key} scope="col">
                <abbr title={title}>{abbr}</abbr>
              </th>
            ))}
          </tr>
        </thead>
        <tbody onFocus={cursor.onFocus}>
          {classes.map((classId, row) => (
            <tr key={classId} data-index={row}>
              <th scope="row" {...place(row, 0)}>
                <span>{classId}</span>
                <small>{missingOf(classId) === 0 ? 'complete' : `${missingOf(classId)} missing`}</small>
              </th>
              {columns.map(({ key }, column) => (
                <td key={key} {...place(row, column + 1)}>
                  <Figures cell={cellOf(classId, key)} linkOf={linkOf} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
});

/** Number of full-width columns that fit in the window of a laptop. */
const mostWideColumns = 16;

interface FiguresProps {
  cell: MatrixCell | undefined;
  linkOf: BoardMatrixProps['linkOf'];
}

/** Few elements, as a board has hundreds of cells. */
const Figures = memo(function Figures({ cell, linkOf }: FiguresProps) {
  if (!cell) return <Muted as="span">–</Muted>;
  const to = linkOf(cell.toOpen);
  const about = { title: describeCell(cell), className: styles.cell };
  const figures = (
    <>
      <VisuallyHidden>{`${nameOf(cell)}${cell.marks === null ? '' : ', marks and comments'}: `}</VisuallyHidden>
      {figuresOf(cell).map(({ kind, entered, of }) => (
        <span key={kind} className={styles.figure} data-state={toFillState(entered, of)}>
          {`${entered}/${of}`}
        </span>
      ))}
    </>
  );
  return to === null ? (
    <span {...about}>{figures}</span>
  ) : (
    <Link to={to} tabIndex={-1} {...about}>
      {figures}
    </Link>
  );
});

/** "1A Mathematics, Mona Núñez: 5 of 35 marks missing, 12 of 35 comments missing". */
function describeCell(cell: MatrixCell): string {
  const { students, texts, marks } = cell;
  const lacking = countMissing({ students, marks, texts });
  const parts = [
    ...(marks === null ? [] : [`${lacking.marks} of ${students} marks missing`]),
    `${lacking.texts} of ${students} ${wordOf(cell)} missing`,
  ];
  return `${nameOf(cell)}: ${parts.join(', ')}`;
}

const nameOf = ({ rows, toOpen }: MatrixCell): string =>
  `${toOpen.class_id} ${toOpen.title}, ${[...new Set(rows.map(teacherNamesOrNobody))].join(', ')}`;

const wordOf = ({ toOpen }: MatrixCell): string => (toOpen.part === 'subject' ? 'comments' : 'remarks');
