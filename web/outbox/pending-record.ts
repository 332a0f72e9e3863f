/** A field's value as the server has it; null is blank. */
export type TypedValue = number | string | null;
type Fields = Readonly<Record<string, TypedValue>>;

/** New values of a record's fields, and the value that the user saw before in each (rule 8). */
export interface FieldsChange {
  fields: Fields;
  was: Fields;
  /** By field, where the user knowingly replaces another person's entry: the moment of that entry. */
  over?: Fields;
}

/**
 * The values of one record that the server has not acknowledged. `sent` is the request under its idempotency key; it
 * never changes, because only the same request may be sent again under that key. Values typed meanwhile gather in
 * `open`, whose `was` holds what the user saw: the server's values once `sent` has arrived.
 */
export interface PendingRecord {
  /** The save's kind and the keys of its record; together they make `id`. */
  save: string;
  record: Readonly<Record<string, string | number>>;
  id: string;
  /** The record in the user's words, such as the student's name. */
  about: string;
  /** Version of the shape of `record` and the fields, counted by the kind of save; 1 where absent. */
  version?: number;
  /** Path and query of the screen where it was typed last. */
  place?: string;
  /** Names for the labels of the fields, by the ids in them: of a record that is about many people. */
  names?: Readonly<Record<string, string>>;
  open: FieldsChange;
  sent: (FieldsChange & { key: string }) | null;
  /** Refused texts by field, never sent (rule 40). */
  refused?: Readonly<Record<string, RefusedText>>;
}

/** A text that is not a value of its field, and the reason. */
export interface RefusedText {
  typed: string;
  message: string;
}

/** The record that a save changes. */
export type SaveTarget = Pick<PendingRecord, 'save' | 'record' | 'id' | 'about' | 'version' | 'place' | 'names'>;

export interface PendingField {
  field: string;
  value: TypedValue;
  /** The value that the user saw before. */
  was: TypedValue;
  /** The moment of another person's entry that the user saw and replaces. */
  over?: string | undefined;
  /**
   * The field holds a refused text. Null: it no longer does, and has its earlier value again. Absent: `value` replaces
   * a refused text too.
   */
  refused?: RefusedText | null;
}

/** Typed values of one record. */
export interface TypedChange {
  target: SaveTarget;
  typed: readonly PendingField[];
}

/** A change with the page that typed it; that page's draft is older. */
export interface PageChange extends TypedChange {
  page: string;
}

const nothing: FieldsChange = { fields: {}, was: {} };

/** A record without unacknowledged values. */
export const createPendingRecord = (target: SaveTarget): PendingRecord => ({
  ...target,
  open: nothing,
  sent: null,
});

/** The pending record, or a new one, with the screen where it is typed now and the names of what is typed. */
export const ensurePendingRecord = (waiting: PendingRecord | undefined, target: SaveTarget): PendingRecord => ({
  ...(waiting ?? createPendingRecord(target)),
  ...(target.place === undefined ? {} : { place: target.place }),
  ...(target.names === undefined ? {} : { names: { ...waiting?.names, ...target.names } }),
});

/**
 * Adds a typed value. The save names the value seen first; when the user types that value again it names the one seen
 * last, because somebody may have stored another since, and a save of the seen value would raise no conflict. A value
 * that is already sent counts as seen, whatever the open one names: the same changes may come twice, once from a page
 * that was closed.
 */
export function applyTyped(before: PendingRecord, { field, value, was, over, refused }: PendingField): PendingRecord {
  const waiting = withRefused(before, field, refused ?? undefined);
  if (refused !== undefined && value === was) return waiting;
  const first = fieldOr(waiting.sent?.fields ?? {}, field, fieldOr(waiting.open.was, field, was));
  const isUnchanged = value === first && !Object.hasOwn(waiting.open.fields, field);
  return isUnchanged
    ? waiting
    : { ...waiting, open: withField(waiting.open, { field, value, was: seenBefore(value, first, was), over }) };
}

function withRefused(waiting: PendingRecord, field: string, refused: RefusedText | undefined): PendingRecord {
  if (!refused && !waiting.refused?.[field]) return waiting;
  const { refused: before = {}, ...others } = waiting;
  const { [field]: _replaced, ...kept } = before;
  const all = refused ? { ...kept, [field]: refused } : kept;
  return Object.keys(all).length === 0 ? others : { ...others, refused: all };
}

/** The value that a save names as seen: the first, or the last where the user typed the first again. */
const seenBefore = (value: TypedValue, first: TypedValue, last: TypedValue): TypedValue =>
  value === first ? last : first;

/** Turns the open fields, except those in `held`, into a request under `key`. An existing request stays. */
export function startRequest(
  waiting: PendingRecord,
  { key, held }: { key: string; held: ReadonlySet<string> },
): PendingRecord {
  if (waiting.sent) return waiting;
  const goes = (field: string) => !held.has(field);
  const sent = { ...pickChange(waiting.open, goes), key };
  if (Object.keys(sent.fields).length === 0) return waiting;
  const stays = (field: string) => held.has(field);
  return { ...waiting, sent, open: pickChange(waiting.open, stays) };
}

/** Removes the request that the server has acknowledged. */
export const removeAcknowledgedRequest = (waiting: PendingRecord, key: string): PendingRecord =>
  waiting.sent?.key === key ? { ...waiting, sent: null } : waiting;

/** Reopens the fields of a request that the server refused; newer typing wins. */
export function reopenRequest(waiting: PendingRecord, key: string): PendingRecord {
  if (waiting.sent?.key !== key) return waiting;
  const { sent, open } = waiting;
  let merged: FieldsChange = pickChange(sent, () => true);
  for (const [field, value] of Object.entries(open.fields)) {
    const last = fieldOr(open.was, field, null);
    merged = withField(merged, {
      field,
      value,
      was: seenBefore(value, fieldOr(sent.was, field, last), last),
      over: overOf(open, field),
    });
  }
  return { ...waiting, sent: null, open: merged };
}

/** Keeps the typed value in a conflict: the other's value counts as seen. */
export function resolveConflictWithTyped(
  waiting: PendingRecord,
  { field, theirs, at }: { field: string; theirs: TypedValue; at?: string | null },
): PendingRecord {
  const value = waiting.open.fields[field];
  if (value === undefined) return waiting;
  return { ...waiting, open: withField(waiting.open, { field, value, was: theirs, over: at ?? undefined }) };
}

/** Discards a field's refused text. */
export const dropRefused = (waiting: PendingRecord, field: string): PendingRecord =>
  withRefused(waiting, field, undefined);

/** Discards a field's typed value. */
export function dropField(waiting: PendingRecord, field: string): PendingRecord {
  const others = (name: string) => name !== field;
  return { ...waiting, open: pickChange(waiting.open, others) };
}

/** The newest typed value of every field. */
export const newestTypedValues = (waiting: PendingRecord): Fields => ({
  ...waiting.sent?.fields,
  ...waiting.open.fields,
});

/** Whether the record has values to send, or sent and not acknowledged. */
export const hasUnacknowledgedValues = ({ sent, open }: PendingRecord): boolean =>
  sent !== null || Object.keys(open.fields).length > 0;

export const isEmptyRecord = (waiting: PendingRecord): boolean =>
  !hasUnacknowledgedValues(waiting) && waiting.refused === undefined;

const fieldOr = (fields: Fields, field: string, otherwise: TypedValue): TypedValue =>
  Object.hasOwn(fields, field) ? (fields[field] ?? null) : otherwise;

const withField = (
  { fields, was: seen, over: shown }: FieldsChange,
  { field, value, was, over }: PendingField,
): FieldsChange => ({
  fields: { ...fields, [field]: value },
  was: { ...seen, [field]: was },
  ...(shown || over !== undefined
    ? {
        over: {
          ...pickFields(shown ?? {}, (name) => name !== field),
          ...(over === undefined ? {} : { [field]: over }),
        },
      }
    : {}),
});

const overOf = ({ over }: FieldsChange, field: string): string | undefined => {
  const at = over?.[field];
  return typeof at === 'string' ? at : undefined;
};

/** The part of a change whose fields are picked. */
const pickChange = ({ fields, was, over }: FieldsChange, isPicked: (field: string) => boolean): FieldsChange => ({
  fields: pickFields(fields, isPicked),
  was: pickFields(was, isPicked),
  ...(over && Object.keys(pickFields(over, isPicked)).length > 0 ? { over: pickFields(over, isPicked) } : {}),
});

const pickFields = (fields: Fields, isPicked: (field: string) => boolean): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([field]) => isPicked(field)));
