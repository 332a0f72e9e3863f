import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { logger } from '../../platform/log.ts';
import { type Action, executeAction } from '../../platform/table/action.ts';
import { entity } from '../../platform/table/entity.ts';
import { readItems } from '../../platform/table/table.ts';
import { schoolDay } from '../../school/records/school.ts';
import { isPerhapsArchived } from './archived-half-year.ts';
import { type AttendanceItem, halfYearOf, lastDayOfHalfYear } from './attendance-record.ts';

/**
 * How often records of a day were changed after the day, by day: `d0105`. Each write of such a record counts itself in
 * its transaction.
 */
interface DayChangesItem {
  half: string;
  [day: `d${string}`]: number | undefined;
}

const DayChangesEntity = entity<DayChangesItem>()({
  name: 'attendance-day-changes',
  pk: 'attendance-kept#${half}',
  sk: 'changes',
});

/** Days of a month as reports count them, compressed. */
interface KeptMonthItem {
  /** yyyy-MM. */
  month: string;
  /** What is kept: the `of` of a {@link DaySource}. */
  of: string;
  half: string;
  format: number;
  content: Uint8Array;
  /** Epoch seconds: it names students, and goes before the records can be archived or erased with their files. */
  expires: number;
}

const KeptMonthEntity = entity<KeptMonthItem>()({
  name: 'attendance-kept-month',
  pk: 'attendance-kept#${half}',
  sk: '${of}#${month}',
});

/** Values by name, such as a student's id. */
export type DayValues<V> = Readonly<Record<string, V>>;

/** By day: the values, and how often the day had been changed when they were read. */
type MonthContent<V> = Record<string, { changes: number; values: DayValues<V> }>;

/** What is kept of days, and how it is read from the records. */
export interface DaySource<V> {
  /** Begins its sort key. */
  of: string;
  /** Another number for other values: what has an earlier one is read again. */
  format: number;
  /** A day has every name that there is, whatever names are asked for. */
  hasAllNames?: boolean;
  /** The values of these days, strongly consistent: of every day, and of each of the names. */
  read: (dates: readonly string[], names: readonly string[]) => Promise<ReadonlyMap<string, DayValues<V>>>;
}

/**
 * Bytes of the largest month that is kept: DynamoDB takes 400 KB. Thirty classes' counts have 4 KB, the days of 120
 * students 2 KB.
 */
const largestKept = 200_000;
const millisecondsOfDay = 86_400_000;

const changesOf = (date: string) => `d${date.slice(5, 7)}${date.slice(8)}` as const;

/**
 * Of a change of a record its action in the transaction: past days are counted as changed. A change of today's or a
 * later day needs none, because nothing is kept of a day before the day after the next.
 */
export function dayChangeActions(changes: readonly { before: AttendanceItem | undefined; after: AttendanceItem }[]) {
  const today = schoolDay(new Date());
  const dates = new Set(
    changes.filter(({ before, after }) => counted(before) !== counted(after)).map(({ after: { date } }) => date),
  );
  const past = [...dates].filter((date) => date < today);
  return [...Map.groupBy(past, halfYearOf)].map(
    ([half, days]): Action =>
      DayChangesEntity.upsert({ half }, { add: Object.fromEntries(days.map((date) => [changesOf(date), 1])) }),
  );
}

/** Everything of a record that is kept of it, in its class's counts or for its student. */
function counted(record: AttendanceItem | undefined): string {
  if (!record || record.deletedAt !== undefined) return '';
  const { am, pm, late, excused, excusedSessions, classId } = record;
  return JSON.stringify([am, pm, late === true, excused === true, excusedSessions ?? 0, classId]);
}

/**
 * The values of days, with those of `names` at least: of days that are over for a day, less than a year, as they are
 * kept, unless a record of the day was changed since; of the others from the records. What was read of such days is
 * kept for the next reader. One request where all is kept.
 */
export async function readKeptDays<V>(
  source: DaySource<V>,
  { dates, names = [] }: { dates: readonly string[]; names?: readonly string[] },
): Promise<ReadonlyMap<string, DayValues<V>>> {
  const yesterday = schoolDay(new Date(Date.now() - millisecondsOfDay));
  const settled = dates.filter((date) => date < yesterday && !isPerhapsArchived(halfYearOf(date)));
  const { contents, changes } = await readContents(source, settled);
  const found = new Map<string, DayValues<V>>();
  for (const date of settled) {
    const kept = contents.get(monthOf(date))?.[date];
    if (kept && kept.changes === changes(date)) found.set(date, kept.values);
  }
  const keptDates = [...found.keys()];
  const added = names.filter((name) => keptDates.some((date) => !(name in (found.get(date) ?? {}))));
  const others = dates.filter((date) => !found.has(date));
  const none: ReadonlyMap<string, DayValues<V>> = new Map();
  const [fresh, more] = await Promise.all([
    others.length > 0 ? source.read(others, names) : none,
    added.length > 0 ? source.read(keptDates, added) : none,
  ]);
  for (const [date, values] of fresh) found.set(date, values);
  for (const [date, values] of more) found.set(date, { ...found.get(date), ...values });
  const readDates = settled.filter((date) => fresh.has(date) || more.has(date));
  await Promise.all(
    [...Map.groupBy(readDates, monthOf)].map(([month, days]) => {
      const content = { ...contents.get(month) };
      for (const date of days) content[date] = { changes: changes(date), values: found.get(date) ?? {} };
      return keepMonth(source, { month, content });
    }),
  );
  return found;
}

const monthOf = (date: string): string => date.slice(0, 7);

/** What is kept of the months of these days, and how often each day was changed, read before any record. */
async function readContents<V>({ of, format }: DaySource<V>, dates: readonly string[]) {
  const months = [...new Set(dates.map(monthOf))];
  const halves = [...new Set(dates.map(halfYearOf))];
  const { changed, kept } = await readItems({
    changed: halves.map((half) => DayChangesEntity.key({ half })),
    kept: months.map((month) => KeptMonthEntity.key({ of, month, half: halfYearOf(`${month}-01`) })),
  });
  const byHalf = new Map(changed.map((one) => [one.half, one]));
  const contents = kept.flatMap((one) => {
    const content = one.format === format ? parseContent<V>(one.content) : undefined;
    return content ? [[one.month, content] as const] : [];
  });
  return {
    contents: new Map(contents),
    changes: (date: string) => byHalf.get(halfYearOf(date))?.[changesOf(date)] ?? 0,
  };
}

/** Undefined for a damaged one, which is made again. */
function parseContent<V>(content: Uint8Array): MonthContent<V> | undefined {
  try {
    return JSON.parse(inflateRawSync(content).toString()) as MonthContent<V>;
  } catch {
    return undefined;
  }
}

/**
 * Keeps a month. Of two readers at once either is kept: each day has the changes that it was read after. Without it
 * reports are only slower.
 */
async function keepMonth<V>(
  { of, format }: DaySource<V>,
  { month, content }: { month: string; content: MonthContent<V> },
): Promise<void> {
  const half = halfYearOf(`${month}-01`);
  const bytes = deflateRawSync(JSON.stringify(content));
  const expires = Math.ceil((Date.parse(lastDayOfHalfYear(half)) + 366 * millisecondsOfDay) / 1000);
  try {
    if (bytes.length > largestKept) throw new Error(`${bytes.length} bytes are too many to be kept`);
    await executeAction(KeptMonthEntity.put({ of, month, half, format, content: bytes, expires }));
  } catch (error) {
    logger.warn('attendance of a month not kept', { of, month, error });
  }
}

/**
 * Compares what is kept of a half year with the records, and corrects it: a restored table may leave it behind. Returns
 * what was wrong, such as `class#1A 2026-05`.
 */
export async function repairKeptMonths(half: string, sourceOf: (of: string) => DaySource<unknown>): Promise<string[]> {
  const { changed } = await readItems({ changed: DayChangesEntity.key({ half }) });
  const wrong: string[] = [];
  for (const { of, month, format, content: bytes } of await KeptMonthEntity.query({ half })) {
    const source = sourceOf(of);
    const content = format === source.format ? (parseContent<unknown>(bytes) ?? {}) : {};
    const current = Object.entries(content).filter(
      ([date, { changes }]) => changes === (changed?.[changesOf(date)] ?? 0),
    );
    const names = new Set(current.flatMap(([, { values }]) => Object.keys(values)));
    const read = await source.read(current.map(([date]) => date).sort(), [...names]);
    const different = current.flatMap(([date, { changes, values }]) => {
      const found = read.get(date) ?? {};
      const compared = source.hasAllNames
        ? new Set([...Object.keys(values), ...Object.keys(found)])
        : Object.keys(values);
      const isEqual = [...compared].every((name) => JSON.stringify(values[name]) === JSON.stringify(found[name]));
      return isEqual ? [] : [[date, { changes, values: found }] as const];
    });
    if (different.length === 0) continue;
    wrong.push(`${of} ${month}`);
    await keepMonth(source, { month, content: { ...content, ...Object.fromEntries(different) } });
  }
  return wrong;
}
