import { recordsPlace } from '#shared/place.ts';
import { fillTemplate, IndexKeys } from '../../platform/table/key-templates.ts';
import { kindAttribute } from '../../platform/table/table.ts';
import type { RecordKind } from './record-kind.ts';
import { recordKinds } from './record-kinds.generated.ts';

/** Kinds of the options' records: a school's file has them, whether their option is on or off. */
export const kindsOfOptions = recordsPlace<readonly RecordKind[]>('kinds of records');

/** Every kind of record by its name, in order. */
export function allRecordKinds(): ReadonlyMap<string, RecordKind> {
  const kinds = [...recordKinds, ...kindsOfOptions.all().flat()];
  return new Map(kinds.sort((a, b) => (a.name < b.name ? -1 : 1)).map((kind) => [kind.name, kind]));
}

/** A record as it is stored, without DynamoDB's types. Sets are sets. */
export type StoredRecord = Readonly<Record<string, unknown>>;

/** What records of no entity are called in a school's file: their lines have their keys and their kind. */
export const withoutKind = 'other';

/** In a line, before the names of attributes that are stored as sets where no declaration says so. */
const setsName = '$sets';
/** In a line, before the names of attributes that are stored as bytes where no schema says so. */
const bytesName = '$bytes';
/** In a line, the keys that do not follow from the attributes. */
const keysName = '$keys';

/** The keys of a record that follow from its attributes. */
function declaredKeys(kind: RecordKind, attributes: object): Record<string, string> {
  return {
    pk: fillTemplate(kind.pk, attributes),
    sk: fillTemplate(kind.sk, attributes),
    ...new IndexKeys(kind.indexes).keysOf(attributes),
  };
}

const keyNames = ['pk', 'sk', 'gsi1pk', 'gsi1sk', 'gsi2pk', 'gsi2sk', 'gsi3pk', 'gsi3sk'];

/** A line of a school's file, and the kind whose file it belongs into. */
export interface RecordLine {
  kind: string;
  line: string;
}

/**
 * A stored record as a line: its attributes in the order of their names, without its keys, which follow from them, and
 * without what is secret. A key that does not follow is kept beside.
 */
export function toLine(stored: StoredRecord, kinds: ReadonlyMap<string, RecordKind>): RecordLine {
  const kind = kinds.get(String(stored[kindAttribute]));
  if (!kind) return { kind: withoutKind, line: JSON.stringify(plain(stored, undefined)) };
  const attributes = Object.fromEntries(
    Object.entries(stored).filter(([name]) => name !== kindAttribute && !keyNames.includes(name)),
  );
  const keys = Object.fromEntries(keyNames.flatMap((name) => (name in stored ? [[name, stored[name]]] : [])));
  const record = plain(attributes, kind);
  for (const secret of Object.keys(kind.secretAttributes)) delete record[secret];
  const odd = isSame(keys, keysIfDeclared(kind, attributes)) ? {} : { [keysName]: keys };
  return { kind: kind.name, line: JSON.stringify({ ...record, ...odd }) };
}

function keysIfDeclared(kind: RecordKind, attributes: object): Record<string, string> | undefined {
  try {
    return declaredKeys(kind, attributes);
  } catch {
    return undefined;
  }
}

const isSame = (a: Record<string, unknown>, b: Record<string, unknown> | undefined): boolean =>
  b !== undefined &&
  Object.keys(a).length === Object.keys(b).length &&
  Object.entries(a).every(([name, value]) => b[name] === value);

/** Whether the schema says that an attribute is bytes, which a line has in base64. */
const isBytes = (kind: RecordKind | undefined, name: string): boolean =>
  (kind?.schema.properties?.[name] as { contentEncoding?: string } | undefined)?.contentEncoding === 'base64';

/**
 * With lists in place of sets, and base64 in place of bytes, in order. Which are sets or bytes is named by the kind,
 * and of others in the line.
 */
function plain(record: StoredRecord, kind: RecordKind | undefined): Record<string, unknown> {
  const sets: string[] = [];
  const bytes: string[] = [];
  const entries = Object.entries(record)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => {
      if (value instanceof Uint8Array) {
        if (!isBytes(kind, name)) bytes.push(name);
        return [name, Buffer.from(value).toString('base64')];
      }
      if (!(value instanceof Set)) return [name, value];
      if (!kind?.sets.includes(name)) sets.push(name);
      return [name, [...value].sort()];
    });
  return {
    ...Object.fromEntries(entries),
    ...(sets.length > 0 ? { [setsName]: sets } : {}),
    ...(bytes.length > 0 ? { [bytesName]: bytes } : {}),
  };
}

/** The attributes of a line, without what it says of keys, sets and bytes: what the schema describes. */
export function attributesOfLine(line: Record<string, unknown>): Record<string, unknown> {
  const { [keysName]: _keys, [setsName]: _sets, [bytesName]: _bytes, ...attributes } = line;
  return attributes;
}

/**
 * The record of a line as it was stored.
 * @param kind undefined for a line of `withoutKind`
 * @throws Error where the line lacks an attribute of its keys
 */
export function toStored(line: Record<string, unknown>, kind: RecordKind | undefined): StoredRecord {
  const { [keysName]: odd, [setsName]: sets = [], [bytesName]: bytes = [] } = line;
  const attributes = attributesOfLine(line);
  const isSet = (name: string) => kind?.sets.includes(name) || (sets as string[]).includes(name);
  const isOfBytes = (name: string) => isBytes(kind, name) || (bytes as string[]).includes(name);
  const stored = Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => {
      if (isSet(name) && Array.isArray(value)) return [name, new Set(value)];
      return [name, isOfBytes(name) && typeof value === 'string' ? Buffer.from(value, 'base64') : value];
    }),
  );
  if (!kind) return stored;
  return { ...stored, ...(odd ?? declaredKeys(kind, attributes)), [kindAttribute]: kind.name };
}
