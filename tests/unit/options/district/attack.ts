import type { Counted } from '#functions/options/district/figures/choose-hidden.ts';
import type { GroupTable } from '#functions/options/district/figures/group-table.ts';

/**
 * What somebody with a file can compute, written without the product: the unknowns are the hidden groups, and all that
 * is known are equations and inequalities. Linear algebra names those that are determined; a linear program has the
 * least and the most of each.
 */
export interface System {
  unknowns: string[];
  /** Σ coefficient × unknown = value. */
  equal: Row[];
  /** Σ coefficient × unknown ≤ value. */
  atMost: Row[];
}
interface Row {
  of: Map<string, number>;
  value: number;
}

/** What a file publishes: numbers of students, null where hidden. */
export interface PublishedTable {
  school: number | null;
  levels: Map<number, number | null>;
  subjects: Map<string, { all: number | null; levels: Map<number, number | null> }>;
}

export function publish(table: GroupTable<Counted>, isHidden: (...of: [string?, number?]) => boolean): PublishedTable {
  const show = (students: number, ...of: [string?, number?]) => (isHidden(...of) ? null : students);
  return {
    school: show(table.school.students),
    levels: new Map([...table.levels].map(([level, { students }]) => [level, show(students, undefined, level)])),
    subjects: new Map(
      [...table.subjects].map(([title, { all, levels }]) => [
        title,
        {
          all: show(all.students, title),
          levels: new Map([...levels].map(([level, { students }]) => [level, show(students, title, level)])),
        },
      ]),
    ),
  };
}

/** The equations and inequalities of a published table. */
export function toSystem(published: PublishedTable): System {
  const unknowns: string[] = [];
  const equal: Row[] = [];
  const atMost: Row[] = [];
  const term = (row: Row, name: string, value: number | null, sign: number) => {
    if (value === null) row.of.set(name, (row.of.get(name) ?? 0) + sign);
    else row.value -= sign * value;
  };
  const add = (rows: Row[], terms: [string, number | null, number][]) => {
    const row: Row = { of: new Map(), value: 0 };
    for (const one of terms) term(row, ...one);
    if (row.of.size > 0) rows.push(row);
  };
  const know = (name: string, value: number | null) => {
    if (value !== null) return;
    unknowns.push(name);
    atMost.push({ of: new Map([[name, -1]]), value: -1 });
  };
  know('N', published.school);
  for (const [level, students] of published.levels) know(`n${level}`, students);
  add(equal, [
    ['N', published.school, -1],
    ...[...published.levels].map(([level, value]): [string, number | null, number] => [`n${level}`, value, 1]),
  ]);
  for (const [title, { all, levels }] of published.subjects) {
    know(title, all);
    for (const [level, students] of levels) know(`${title}${level}`, students);
    add(equal, [
      [title, all, -1],
      ...[...levels].map(([level, value]): [string, number | null, number] => [`${title}${level}`, value, 1]),
    ]);
    add(atMost, [
      [title, all, 1],
      ['N', published.school, -1],
    ]);
    for (const [level, students] of levels)
      add(atMost, [
        [`${title}${level}`, students, 1],
        [`n${level}`, published.levels.get(level) ?? null, -1],
      ]);
  }
  return { unknowns, equal, atMost };
}

/** The unknowns that the equations alone determine: Gauss's elimination, then rows with one unknown left. */
export function determined({ unknowns, equal }: System): string[] {
  const rows = equal.map(({ of, value }) => [...unknowns.map((name) => of.get(name) ?? 0), value]);
  let rank = 0;
  for (let column = 0; column < unknowns.length; column += 1) {
    const pivot = rows.findIndex((row, index) => index >= rank && Math.abs(row[column] ?? 0) > 1e-9);
    if (pivot < 0) continue;
    [rows[rank], rows[pivot]] = [rows[pivot] ?? [], rows[rank] ?? []];
    const top = rows[rank] ?? [];
    const by = top[column] ?? 1;
    for (let index = 0; index < top.length; index += 1) top[index] = (top[index] ?? 0) / by;
    for (const [index, row] of rows.entries()) {
      const factor = row[column] ?? 0;
      if (index === rank || Math.abs(factor) < 1e-9) continue;
      for (let at = 0; at < row.length; at += 1) row[at] = (row[at] ?? 0) - factor * (top[at] ?? 0);
    }
    rank += 1;
  }
  return rows.flatMap((row) => {
    const left = unknowns.filter((_, index) => Math.abs(row[index] ?? 0) > 1e-9);
    return left.length === 1 ? left : [];
  });
}

/**
 * The most that an unknown can be, by Dantzig's simplex with Bland's rule on x = 1 + y, y ≥ 0. Infinity where nothing
 * bounds it. Equations are two inequalities; a first phase finds a point, as `feasible` is one.
 */
export function most(system: System, unknown: string, sign: 1 | -1, feasible: ReadonlyMap<string, number>): number {
  const { unknowns, equal, atMost } = system;
  // Around a point that fits, which the attacker does not need to know: y = x − point may be of both signs, so it is
  // split, and every right side is what the point leaves, never below 0: no first phase is needed.
  const sides = [...atMost, ...equal, ...equal.map(({ of, value }) => ({ of: negate(of), value: -value }))];
  const columns = unknowns.length * 2;
  const rows = sides.map(({ of, value }, index) => {
    const coefficients = unknowns.map((name) => of.get(name) ?? 0);
    const slack = sides.map((_, other) => (other === index ? 1 : 0));
    const left =
      value - unknowns.reduce((sum, name, at) => sum + (coefficients[at] ?? 0) * (feasible.get(name) ?? 0), 0);
    return [...coefficients, ...coefficients.map((one) => -one), ...slack, Math.max(0, left)];
  });
  const width = columns + sides.length;
  const goal = Array.from({ length: width + 1 }, () => 0);
  const at = unknowns.indexOf(unknown);
  goal[at] = -sign;
  goal[at + unknowns.length] = sign;
  const basis = sides.map((_, index) => columns + index);
  for (let step = 0; step < 5000; step += 1) {
    const enter = goal.findIndex((one, index) => index < width && one < -1e-9);
    if (enter < 0) return (feasible.get(unknown) ?? 0) * sign + (goal[width] ?? 0);
    let leave = -1;
    let ratio = Number.POSITIVE_INFINITY;
    for (const [index, row] of rows.entries()) {
      const one = row[enter] ?? 0;
      if (one <= 1e-9) continue;
      const own = (row[width] ?? 0) / one;
      const isBetter = own < ratio - 1e-12 || (own < ratio + 1e-12 && (basis[index] ?? 0) < (basis[leave] ?? 0));
      if (isBetter) [ratio, leave] = [own, index];
    }
    if (leave < 0) return Number.POSITIVE_INFINITY;
    const pivot = rows[leave] ?? [];
    const by = pivot[enter] ?? 1;
    for (let index = 0; index <= width; index += 1) pivot[index] = (pivot[index] ?? 0) / by;
    for (const row of [...rows, goal]) {
      const factor = row[enter] ?? 0;
      if (row === pivot || Math.abs(factor) < 1e-12) continue;
      for (let index = 0; index <= width; index += 1) row[index] = (row[index] ?? 0) - factor * (pivot[index] ?? 0);
    }
    basis[leave] = enter;
  }
  throw new Error('The simplex did not end');
}

const negate = (of: ReadonlyMap<string, number>) => new Map([...of].map(([name, value]) => [name, -value]));

/** The least and the most that each unknown can be. */
export const rangesOf = (system: System, feasible: ReadonlyMap<string, number>): Map<string, [number, number]> =>
  new Map(
    system.unknowns.map((name) => [
      name,
      [Math.round(-most(system, name, -1, feasible)), Math.round(most(system, name, 1, feasible))],
    ]),
  );
