/**
 * What may stand in a cell. `guid`: 1 to 255 of letters, digits and `. - _ / @`. `date`: yyyy-MM-dd. `dateTime`: UTC
 * with milliseconds, `2025-10-01T08:00:00.000Z`. `year`: four digits. `boolean`: the words `true` and `false`. A list
 * has its members between commas within one quoted cell.
 */
export type ColumnType = 'guid' | 'string' | 'date' | 'dateTime' | 'year' | 'boolean' | 'integer' | 'float' | 'choice';

export interface Column {
  name: string;
  type: ColumnType;
  isList: boolean;
  /** `delta`: required in a file of changes, and blank in a whole one. */
  required: 'yes' | 'no' | 'delta';
  /** Words of a `choice`. */
  words: readonly string[];
  /** Whether words of one's own are allowed, which begin with `ext:`. */
  mayExtend: boolean;
  /** The file that a GUID points into, without `.csv`; null where it points nowhere. */
  pointsTo: string | null;
}

type Parts = Partial<Omit<Column, 'name' | 'required'>>;

const make = (name: string, required: Column['required'], parts: Parts): Column => ({
  name,
  required,
  type: 'string',
  isList: false,
  words: [],
  mayExtend: false,
  pointsTo: null,
  ...parts,
});

/** A column that each row fills in. */
export const must = (name: string, parts: Parts = {}): Column => make(name, 'yes', parts);
/** One that a row may leave blank. */
export const may = (name: string, parts: Parts = {}): Column => make(name, 'no', parts);

export const to = (pointsTo: string): Parts => ({ type: 'guid', pointsTo });
export const list = (of: Parts = {}): Parts => ({ ...of, isList: true });
/** One of these words alone. */
export const oneOf = (...words: string[]): Parts => ({ type: 'choice', words });
/** One of these words, or one of one's own behind `ext:`. */
export const oneOfOrOwn = (...words: string[]): Parts => ({ type: 'choice', words, mayExtend: true });
export const date: Parts = { type: 'date' };
export const year: Parts = { type: 'year' };
export const boolean: Parts = { type: 'boolean' };
export const integer: Parts = { type: 'integer' };
export const float: Parts = { type: 'float' };

/** The first three of every file. */
export const common: readonly Column[] = [
  must('sourcedId', { type: 'guid' }),
  make('status', 'delta', oneOf('active', 'tobedeleted')),
  make('dateLastModified', 'delta', { type: 'dateTime' }),
];

/** Columns of a file in their order, the common ones first. */
export const columns = (...own: Column[]): readonly Column[] => [...common, ...own];

/** Columns of one's own stand behind all others, and are named so. */
export const ownColumnPrefix = 'metadata.';
