import { improbableWordings as say } from '../wordings.ts';
import type { Warning } from './class-to-judge.ts';
import type { SubjectColumn } from './columns-of-class.ts';
import { mean, median } from './numbers.ts';

/** Rows that two columns must have in common, or that must be shifted, before their order says anything. */
const fewestRows = 8;

/**
 * Where columns are swapped: the part of the distance from its own marks of last term that a column may have from the
 * other's, and by how many standard errors it must be less, student by student.
 */
const nearer = { part: 0.88, errors: 1.5 } as const;

/** Two columns, each of which goes with the other's marks of last term, better than with its own and all others. */
export function findSwappedColumns(columns: readonly SubjectColumn[]): Warning[] {
  const nearest = columns.map((one) => nearestLastTerm(one, columns));
  return columns.flatMap((one, index): Warning[] => {
    const other = nearest[index];
    if (!other || columns.indexOf(other) <= index || nearest[columns.indexOf(other)] !== one) return [];
    if (!areSwapped(one, other)) return [];
    const text = say.columnsSwapped(one.title, other.title);
    return [one, other].map(({ subjectId }) => ({
      rule: 'columnsSwapped',
      studentId: null,
      subjectId,
      field: 'total',
      text,
    }));
  });
}

/** The column whose marks of last term are nearest to the marks of one now. */
function nearestLastTerm(one: SubjectColumn, columns: readonly SubjectColumn[]): SubjectColumn | undefined {
  let best: { column: SubjectColumn; distance: number } | undefined;
  for (const column of columns) {
    const moves = one.rows.flatMap(({ total }, row) => {
      const was = column.rows[row]?.before ?? null;
      return total === null || was === null ? [] : [total - was];
    });
    if (moves.length < fewestRows) continue;
    const distance = mean(distances(moves));
    if (!best || distance < best.distance) best = { column, distance };
  }
  return best?.column;
}

function areSwapped(one: SubjectColumn, other: SubjectColumn): boolean {
  const rows = one.rows.flatMap((row, place) => {
    const beside = other.rows[place];
    const marks = [row.total, row.before, beside?.total ?? null, beside?.before ?? null];
    return marks.every((mark) => mark !== null) ? [marks as [number, number, number, number]] : [];
  });
  if (rows.length < fewestRows) return false;
  const ofOwn = distances(rows.map(([a, was]) => a - was));
  const ofOther = distances(rows.map(([, , b, was]) => b - was));
  const turned = distances(rows.map(([a, , , was]) => a - was));
  const turnedToo = distances(rows.map(([, was, b]) => b - was));
  const own = rows.map((_, row) => (ofOwn[row] ?? 0) + (ofOther[row] ?? 0));
  const beside = rows.map((_, row) => (turned[row] ?? 0) + (turnedToo[row] ?? 0));
  if (sum(own) === 0 || sum(beside) >= nearer.part * sum(own)) return false;
  const gained = own.map((cost, row) => cost - (beside[row] ?? 0));
  const middle = mean(gained);
  const spread = Math.sqrt(mean(gained.map((gain) => (gain - middle) ** 2)));
  return spread === 0 || middle > (nearer.errors * spread) / Math.sqrt(rows.length);
}

/** How far each mark has moved beyond what the whole class has. */
function distances(moves: readonly number[]): number[] {
  const middle = median(moves);
  return moves.map((move) => Math.abs(move - middle));
}

/** Where rows are shifted: the part of their distance from what is expected that they may have from the neighbours'. */
const shiftedNearer = 0.55;

/** A column that fits the students one row above or below, from some row on. */
export function findShiftedRows(columns: readonly SubjectColumn[]): Warning[] {
  return columns.flatMap(({ subjectId, title, rows }): Warning[] => {
    const found = [1, -1].flatMap((step) => shiftedFrom(rows, step) ?? []).sort((a, b) => b.saved - a.saved);
    const [best] = found;
    if (!best) return [];
    const studentId = rows[best.from]?.studentId ?? null;
    return [{ rule: 'rowsShifted', studentId, subjectId, field: 'total', text: say.rowsShifted(title) }];
  });
}

/** The row from which marks are those of the row before (`step` 1) or after (-1), which makes most nearer. */
function shiftedFrom(rows: SubjectColumn['rows'], step: number): { from: number; saved: number } | undefined {
  const compared = rows.map(({ total, expected }, row) => {
    const beside = rows[row - step]?.expected ?? null;
    if (total === null || expected === null || beside === null) return null;
    return { own: Math.abs(total - expected), beside: Math.abs(total - beside) };
  });
  let best: { from: number; saved: number } | undefined;
  for (const [from] of rows.entries()) {
    const below = compared.slice(from).flatMap((one) => one ?? []);
    if (below.length < fewestRows) break;
    const [own, beside] = [sum(below.map((one) => one.own)), sum(below.map((one) => one.beside))];
    const saved = own - beside;
    if (beside < shiftedNearer * own && (!best || saved > best.saved)) best = { from, saved };
  }
  return best;
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);
