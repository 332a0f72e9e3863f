import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Counted,
  cellKey,
  chooseHidden,
  type EarlierFiles,
  levelKey,
  schoolKey,
  subjectKey,
} from '#functions/options/district/figures/choose-hidden.ts';
import type { GroupTable } from '#functions/options/district/figures/group-table.ts';
import { determined, type PublishedTable, publish, rangesOf, toSystem } from './attack.ts';

const noFiles: EarlierFiles = { hidden: new Set(), shownTotals: new Set() };

/** Students of each form, and of each subject by form: [students, with a figure]. */
type Plain = { forms: Record<number, [number, number]>; subjects: Record<string, Record<number, [number, number]>> };

const counted = ([students, with_]: [number, number]): Counted => ({ students, counted: with_ });
const sum = (all: readonly Counted[]): Counted => ({
  students: all.reduce((total, one) => total + one.students, 0),
  counted: all.reduce((total, one) => total + one.counted, 0),
});
function toTable({ forms, subjects }: Plain): GroupTable<Counted> {
  const mapOf = (of: Record<number, [number, number]>) =>
    new Map(Object.entries(of).map(([level, one]) => [Number(level), counted(one)]));
  const levels = mapOf(forms);
  return {
    school: sum([...levels.values()]),
    levels,
    subjects: new Map(
      Object.entries(subjects).map(([title, of]) => {
        const cells = mapOf(of);
        return [title, { title, all: sum([...cells.values()]), levels: cells }];
      }),
    ),
  };
}

/** "Art 4", "Art", "Form 4" and "School", for reading. */
const named = (hidden: ReadonlySet<string>): string[] =>
  [...hidden]
    .map((key) => {
      const [kind = '', first, level] = key.split('\n');
      if (kind === 'school') return 'School';
      return kind === 'level' ? `Form ${first}` : [first, level].filter(Boolean).join(' ');
    })
    .sort();
const hide = (plain: Plain, earlier = noFiles) => named(chooseHidden(toTable(plain), earlier));

const keyOf = (title?: string, level?: number): string => {
  if (title === undefined) return level === undefined ? schoolKey : levelKey(level);
  return level === undefined ? subjectKey(title) : cellKey(title, level);
};

function publishedOf(table: GroupTable<Counted>, hidden: ReadonlySet<string>): PublishedTable {
  return publish(table, (title, level) => hidden.has(keyOf(title, level)));
}

const trueNumbers = (table: GroupTable<Counted>): Map<string, number> =>
  new Map([
    ['N', table.school.students],
    ...[...table.levels].map(([level, { students }]): [string, number] => [`n${level}`, students]),
    ...[...table.subjects].flatMap(([title, { all, levels }]): [string, number][] => [
      [title, all.students],
      ...[...levels].map(([level, { students }]): [string, number] => [`${title}${level}`, students]),
    ]),
  ]);

const sizes = fc.oneof(
  fc.integer({ min: 1, max: 12 }),
  fc.integer({ min: 8, max: 40 }),
  fc.integer({ min: 90, max: 130 }),
);
/** Schools in which small groups, whole forms and half-entered marks are frequent. */
const schools: fc.Arbitrary<Plain> = fc
  .array(sizes, { minLength: 1, maxLength: 5 })
  .chain((forms) =>
    fc.record({
      forms: fc.constant(forms),
      subjects: fc.array(
        fc.tuple(
          ...forms.map((size) =>
            fc.oneof(
              fc.constant(0),
              fc.constant(size),
              fc.integer({ min: 1, max: size }),
              fc.integer({ min: 1, max: Math.min(size, 12) }),
            ),
          ),
        ),
        { minLength: 1, maxLength: 4 },
      ),
      marks: fc.constantFrom('all', 'none', 'half', 'few' as const),
    }),
  )
  .map(({ forms, subjects, marks }) => {
    const of = (size: number): [number, number] => [
      size,
      { all: size, none: 0, half: Math.floor(size / 2), few: Math.min(size, 4) }[marks],
    ];
    return {
      forms: Object.fromEntries(forms.map((size, index) => [index + 1, of(size)])),
      subjects: Object.fromEntries(
        subjects.flatMap((cells, number) => {
          const taken = cells.flatMap((size, index) => (size > 0 ? [[index + 1, of(size)] as const] : []));
          return taken.length > 0 ? [[`S${number}`, Object.fromEntries(taken)] as const] : [];
        }),
      ),
    };
  });

/** Every hidden group may have eleven numbers of students at least, or all that forms that are shown allow. */
function expectNothingComputable(table: GroupTable<Counted>, hidden: ReadonlySet<string>): void {
  const published = publishedOf(table, hidden);
  const system = toSystem(published);
  expect(determined(system)).toEqual([]);
  const students = trueNumbers(table);
  for (const [name, [least, most]] of rangesOf(system, students)) {
    const [, title = '', form] = /^(S\d)(\d)?$/.exec(name) ?? [];
    // A total is hidden for its parts.
    if (form === undefined && (students.get(name) ?? 0) >= 10) continue;
    const forms = form === undefined ? [...(published.subjects.get(title)?.levels.keys() ?? [])] : [Number(form)];
    const room = forms.reduce((sum, one) => sum + (published.levels.get(one) ?? Number.POSITIVE_INFINITY) - 1, 0);
    const needed = title === '' ? 10 : Math.min(10, room);
    expect(most - least, `${name} is from ${least} to ${most}`).toBeGreaterThanOrEqual(needed);
  }
}

describe('what a file hides', () => {
  it('is nothing where every group has ten students', () => {
    expect(hide({ forms: { 1: [30, 30], 2: [10, 10] }, subjects: { Art: { 1: [30, 30], 2: [10, 10] } } })).toEqual([]);
  });

  it('is a small group, and the smallest other one that is not a whole form', () => {
    const forms: Plain['forms'] = { 1: [60, 60], 2: [60, 60], 3: [60, 60] };
    const art: Plain['subjects'][string] = { 1: [9, 9], 2: [20, 20], 3: [30, 30] };
    expect(hide({ forms, subjects: { Art: art } })).toEqual(['Art 1', 'Art 2']);
    // All of form 2 take it, which anybody at the school knows.
    expect(hide({ forms: { ...forms, 2: [20, 20] }, subjects: { Art: art } })).toEqual(['Art 1', 'Art 3']);
  });

  it('is the total where every other group is a whole form', () => {
    const forms: Plain['forms'] = { 1: [60, 60], 2: [60, 60], 3: [30, 30] };
    expect(hide({ forms, subjects: { Latin: { 1: [60, 60], 2: [60, 60], 3: [5, 5] } } })).toEqual(['Latin', 'Latin 3']);
  });

  it('is another subject of the form, with its total, where everybody takes as many subjects', () => {
    const forms: Plain['forms'] = { 5: [60, 60], 6: [60, 60] };
    const subjects: Plain['subjects'] = {
      English: { 5: [60, 60], 6: [60, 60] },
      Latin: { 6: [9, 9] },
      Physics: { 5: [30, 30], 6: [51, 51] },
    };
    const hidden = hide({ forms, subjects });
    expect(hidden).toEqual(['Latin', 'Latin 6', 'Physics', 'Physics 6']);
    // Two subjects each: what is shown of form 6 leaves sixty for two subjects, and 9 for Latin if Physics were shown.
    const leftFor = (shown: readonly string[]) =>
      2 * 60 - shown.reduce((sum, title) => sum + (subjects[title]?.[6]?.[0] ?? 0), 0);
    expect(leftFor(['English', 'Latin', 'Physics'].filter((title) => !hidden.includes(`${title} 6`)))).toBe(60);
    expect(leftFor(['English', 'Physics'])).toBe(9);
    // Where all others are whole forms, nine take one subject more, and nobody knows how many those are.
    expect(hide({ forms, subjects: { English: { 6: [60, 60] }, Latin: { 6: [9, 9] } } })).toEqual(['Latin', 'Latin 6']);
  });

  it('is a form of nine with all its subjects, and the number of the school', () => {
    const forms: Plain['forms'] = { 5: [60, 60], 7: [9, 9] };
    expect(hide({ forms, subjects: { Art: { 5: [40, 40], 7: [9, 9] }, Music: { 5: [60, 60] } } })).toEqual([
      'Art 5',
      'Art 7',
      'Form 7',
      'School',
    ]);
  });

  it('is a group of thirty where nine have a mark: their average would be that of nine', () => {
    const forms: Plain['forms'] = { 1: [60, 60], 2: [60, 60] };
    expect(hide({ forms, subjects: { Art: { 1: [30, 9], 2: [50, 50] } } })).toEqual(['Art 1', 'Art 2']);
    expect(hide({ forms, subjects: { Art: { 1: [30, 0], 2: [50, 50] } } })).toEqual([]);
  });

  it('is more where two hidden groups are too few together', () => {
    const forms: Plain['forms'] = { 1: [60, 60], 2: [60, 60], 3: [60, 60] };
    expect(hide({ forms, subjects: { Art: { 1: [2, 2], 2: [3, 3], 3: [30, 30] } } })).toEqual([
      'Art 1',
      'Art 2',
      'Art 3',
    ]);
    expect(hide({ forms, subjects: { Art: { 1: [2, 2], 2: [3, 3] } } })).toEqual(['Art', 'Art 1', 'Art 2']);
  });

  it('can be computed by nobody: linear algebra and linear programs on any school', () => {
    fc.assert(
      fc.property(schools, (plain) => {
        const table = toTable(plain);
        const hidden = chooseHidden(table, noFiles);
        for (const [name, students] of trueNumbers(table)) {
          const [, title, level] = /^(?:N|n|(S\d))(\d)?$/.exec(name) ?? [];
          const key = keyOf(title, level === undefined ? undefined : Number(level));
          if (students < 10) expect(hidden.has(key), `${name} has ${students}`).toBe(true);
        }
        expectNothingComputable(table, hidden);
      }),
      { numRuns: 400 },
    );
  });

  it('would be found by that attack: without the complementary groups hidden ones are computed', () => {
    const table = toTable({
      forms: { 1: [60, 60], 2: [60, 60] },
      subjects: { S0: { 1: [9, 9], 2: [20, 20] } },
    });
    const small = new Set([cellKey('S0', 1)]);
    expect(determined(toSystem(publishedOf(table, small)))).toEqual(['S01']);
    expect(() => expectNothingComputable(table, small)).toThrow();
    // Two hidden groups in narrow forms: no equation has one unknown, and the bounds say too much all the same.
    const narrow = toTable({
      forms: { 1: [12, 12], 2: [12, 12] },
      subjects: { S0: { 1: [9, 9], 2: [11, 11] } },
    });
    const both = new Set([cellKey('S0', 1), cellKey('S0', 2)]);
    expect(determined(toSystem(publishedOf(narrow, both)))).toEqual([]);
    expect(() => expectNothingComputable(narrow, both)).toThrow(/S01 is from 8 to 12/);
  });
});

describe('a second file of the year', () => {
  const forms: Plain['forms'] = { 1: [60, 60], 2: [60, 60], 3: [60, 60] };
  const filesAfter = (plain: Plain, earlier = noFiles): EarlierFiles => {
    const table = toTable(plain);
    const hidden = chooseHidden(table, earlier);
    const totals = [schoolKey, ...Object.keys(plain.subjects).map((title) => subjectKey(title))];
    return {
      hidden: new Set([...earlier.hidden, ...hidden]),
      shownTotals: new Set([...earlier.shownTotals, ...totals.filter((key) => !hidden.has(key))]),
    };
  };

  it('hides the same groups when they have grown', () => {
    const first = filesAfter({ forms, subjects: { Art: { 1: [9, 9], 2: [20, 20], 3: [30, 30] } } });
    const grown: Plain = { forms, subjects: { Art: { 1: [11, 11], 2: [20, 20], 3: [15, 15] } } };
    expect(hide(grown, first)).toEqual(['Art 1', 'Art 2']);
    // Without the first file all would be shown, and the two files together tell who was hidden.
    expect(hide(grown)).toEqual([]);
  });

  it('has no total of a line where a group has become small: the first file shows the others', () => {
    const first = filesAfter({ forms, subjects: { Art: { 1: [10, 10], 2: [20, 20], 3: [30, 30] } } });
    expect(hide({ forms, subjects: { Art: { 1: [9, 9], 2: [20, 20], 3: [30, 30] } } }, first)).toEqual([
      'Art',
      'Art 1',
    ]);
  });

  it('has no total of a line where a hidden group is gone, or one more is hidden', () => {
    const first = filesAfter({ forms, subjects: { Art: { 1: [9, 9], 2: [20, 20], 3: [30, 30] } } });
    expect(hide({ forms, subjects: { Art: { 2: [20, 20], 3: [30, 30] } } }, first)).toEqual(['Art', 'Art 2']);
    const more: Plain = {
      forms: { ...forms, 4: [50, 50] },
      subjects: { Art: { 1: [9, 9], 2: [20, 20], 3: [30, 30], 4: [4, 4] } },
    };
    expect(hide(more, first)).toEqual(['Art', 'Art 1', 'Art 2', 'Art 4']);
  });

  it('tells, with the first, of no hidden group more than each alone', () => {
    fc.assert(
      fc.property(schools, schools, fc.integer({ min: 0, max: 3 }), (one, other, kept) => {
        // Groups of the first that are unchanged in the second, beside others that are not.
        const titles = Object.keys(one.subjects);
        const second: Plain = {
          forms: one.forms,
          subjects: Object.fromEntries(
            titles.map((title, index) => {
              const cells = Object.entries(one.subjects[title] ?? {});
              const changed = cells.map(([level, cell], at): [string, [number, number]] => {
                if ((index + at) % 4 < kept) return [level, cell];
                const size = Math.min(other.subjects.S0?.[1]?.[0] ?? 5, one.forms[Number(level)]?.[0] ?? 0);
                return [level, [size, Math.min(size, cell[1])]];
              });
              return [title, Object.fromEntries(changed)];
            }),
          ),
        };
        const [was, is] = [toTable(one), toTable(second)];
        const firstHidden = chooseHidden(was, noFiles);
        const earlier = filesAfter(one);
        const hidden = chooseHidden(is, earlier);
        expectNothingComputable(is, hidden);
        const [then, now] = [publishedOf(was, firstHidden), publishedOf(is, hidden)];
        for (const key of firstHidden)
          if (!key.startsWith('level') || is.levels.size > 0) expect(hidden.has(key)).toBe(true);
        // With what the first file showed of groups that are hidden now, nothing else is computed either.
        const filled: PublishedTable = {
          school: now.school ?? then.school,
          levels: new Map([...now.levels].map(([level, value]) => [level, value ?? then.levels.get(level) ?? null])),
          subjects: new Map(
            [...now.subjects].map(([title, { all, levels }]) => [
              title,
              {
                all,
                levels: new Map(
                  [...levels].map(([level, value]) => [
                    level,
                    value ?? then.subjects.get(title)?.levels.get(level) ?? null,
                  ]),
                ),
              },
            ]),
          ),
        };
        const found = determined(toSystem(filled)).filter((name) => !titles.includes(name));
        expect(found).toEqual([]);
        // The difference of two totals of a line is that of the same hidden groups.
        for (const title of titles) {
          const [a, b] = [then.subjects.get(title), now.subjects.get(title)];
          if (!a || !b || a.all === null || b.all === null) continue;
          const hiddenIn = (of: typeof a) =>
            [...of.levels].flatMap(([level, value]) => (value === null ? [level] : []));
          expect(hiddenIn(b)).toEqual(hiddenIn(a));
        }
      }),
      { numRuns: 400 },
    );
  });
});
