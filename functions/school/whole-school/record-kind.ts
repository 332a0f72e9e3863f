import type { FilledKeys } from '../../platform/table/key-templates.ts';

/** A JSON Schema, as far as records need one. */
export interface RecordSchema {
  readonly [keyword: string]: unknown;
  readonly properties?: Readonly<Record<string, object>>;
}

/** What an entity declares of its records, as data: what a school's file says of a kind, and how a line is a record. */
export interface RecordKind {
  name: string;
  table: 'records' | 'trail';
  pk: string;
  sk: string;
  indexes: Readonly<Record<string, FilledKeys & { index: string }>>;
  /** Attributes that the table holds as sets. */
  sets: readonly string[];
  /** Attributes that no file has, and why. */
  secretAttributes: Readonly<Record<string, string>>;
  /** Why no file has a record of this kind; absent for the others. */
  secret?: string;
  schema: RecordSchema;
}
