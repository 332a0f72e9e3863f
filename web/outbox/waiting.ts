/** A field's value as the server has it; null is blank. */
export type FieldValue = number | string | null;
type Fields = Readonly<Record<string, FieldValue>>;

/** New values of a record's fields, and for each the value that the user saw before (rule 8). */
export interface Change {
  fields: Fields;
  was: Fields;
  /** Of fields in which the user replaces somebody's entry, having been shown it: the moment when that was made. */
  over?: Fields;
}

/**
 * What one record of the server has not acknowledged yet. `sent` went out, or was about to, under its idempotency key and
 * never changes any more: only the very same request may be sent again under that key. What is typed meanwhile gathers in
 * `open`: its `was` holds what the user saw, and so what the server has once `sent` arrived.
 */
export interface Waiting {
  /** Which save, and what names its record; both together are `id`. */
  save: string;
  record: Readonly<Record<string, string | number>>;
  id: string;
  /** The record in the user's words, such as the student's name. */
  about: string;
  /** Of the shape of `record` and the fields, as the kind of save counts them; 1 where absent. */
  version?: number;
  /** Address of the screen where something of it was typed last, as path and query. */
  place?: string;
  open: Change;
  sent: (Change & { key: string }) | null;
  /** Texts that are no value of their fields, by field: they are never sent (rule 40). */
  refused?: Readonly<Record<string, Refused>>;
}

/** A text that its field does not take, and why. */
export interface Refused {
  typed: string;
  message: string;
}

/** The record that a save changes. */
export type Target = Pick<Waiting, 'save' | 'record' | 'id' | 'about' | 'version' | 'place'>;

export interface Typed {
  field: string;
  value: FieldValue;
  /** What the user saw in its place. */
  was: FieldValue;
  /** The moment of somebody's entry that the user was shown and replaces. */
  over?: string | undefined;
  /**
   * The field holds a text that it does not take; null: no longer, and its value is what it was. Where absent `value` was taken, which
   * takes the place of such a text too.
   */
  refused?: Refused | null;
}

/** Typed values of one record, as they are handed to `Outbox.take`. */
export interface Take {
  target: Target;
  typed: readonly Typed[];
}

/** A take, and the page that typed it: what that page was last known to be typing is older. */
export interface Left extends Take {
  page: string;
}

const nothing: Change = { fields: {}, was: {} };

/** A record for which nothing waits yet. */
export const waitingFor = (target: Target): Waiting => ({
  ...target,
  open: nothing,
  sent: null,
});

/** What waits for a record into which somebody types now: what waited before, and the screen of this moment. */
export const typedAt = (waiting: Waiting | undefined, target: Target): Waiting => ({
  ...(waiting ?? waitingFor(target)),
  ...(target.place === undefined ? {} : { place: target.place }),
});

/**
 * Takes a typed value. The value seen first is the one that the save names; where it is typed back to that one, the value in its
 * place: somebody else may have stored another since, and a save of what was seen would not be asked about. Where the field is on its
 * way already, what is on its way counts as seen: the same take may come twice, once from a page that died.
 */
export function type(before: Waiting, { field, value, was, over, refused }: Typed): Waiting {
  const waiting = withRefused(before, field, refused ?? undefined);
  if (refused !== undefined && value === was) return waiting;
  const first = read(waiting.open.was, field, read(waiting.sent?.fields ?? {}, field, was));
  const isUnchanged = value === first && !Object.hasOwn(waiting.open.fields, field);
  return isUnchanged
    ? waiting
    : { ...waiting, open: put(waiting.open, { field, value, was: seenOf(value, first, was), over }) };
}

function withRefused(waiting: Waiting, field: string, refused: Refused | undefined): Waiting {
  if (!refused && !waiting.refused?.[field]) return waiting;
  const { refused: before = {}, ...others } = waiting;
  const { [field]: _replaced, ...kept } = before;
  const all = refused ? { ...kept, [field]: refused } : kept;
  return Object.keys(all).length === 0 ? others : { ...others, refused: all };
}

/** What a save of a value names as seen: what was seen first, or last where the value is that again. */
const seenOf = (value: FieldValue, first: FieldValue, last: FieldValue): FieldValue => (value === first ? last : first);

/** Makes the open fields, those of `held` excepted, a request under a key; a request that is there already stays. */
export function seal(waiting: Waiting, { key, held }: { key: string; held: ReadonlySet<string> }): Waiting {
  if (waiting.sent) return waiting;
  const goes = (field: string) => !held.has(field);
  const sent = { ...part(waiting.open, goes), key };
  if (Object.keys(sent.fields).length === 0) return waiting;
  const stays = (field: string) => held.has(field);
  return { ...waiting, sent, open: part(waiting.open, stays) };
}

/** The server has the request. */
export const acknowledge = (waiting: Waiting, key: string): Waiting =>
  waiting.sent?.key === key ? { ...waiting, sent: null } : waiting;

/** The server refused the request, and so did not carry it out: its fields are open again, newer typing on top. */
export function giveBack(waiting: Waiting, key: string): Waiting {
  if (waiting.sent?.key !== key) return waiting;
  const { sent, open } = waiting;
  let merged: Change = part(sent, () => true);
  for (const [field, value] of Object.entries(open.fields)) {
    const last = read(open.was, field, null);
    merged = put(merged, {
      field,
      value,
      was: seenOf(value, read(sent.was, field, last), last),
      over: overOf(open, field),
    });
  }
  return { ...waiting, sent: null, open: merged };
}

/** The user keeps the typed value over another's, which now counts as seen. */
export function keepMine(
  waiting: Waiting,
  { field, theirs, at }: { field: string; theirs: FieldValue; at?: string | null },
): Waiting {
  const value = waiting.open.fields[field];
  if (value === undefined) return waiting;
  return { ...waiting, open: put(waiting.open, { field, value, was: theirs, over: at ?? undefined }) };
}

/** The user gives up the text that a field did not take. */
export const dropRefused = (waiting: Waiting, field: string): Waiting => withRefused(waiting, field, undefined);

/** The user gives the typed value of a field up. */
export function drop(waiting: Waiting, field: string): Waiting {
  const others = (name: string) => name !== field;
  return { ...waiting, open: part(waiting.open, others) };
}

/** The newest typed value of every field that waits. */
export const typedValues = (waiting: Waiting): Fields => ({ ...waiting.sent?.fields, ...waiting.open.fields });

/** Whether some value of the record is to be sent, or is on its way. */
export const hasValues = ({ sent, open }: Waiting): boolean => sent !== null || Object.keys(open.fields).length > 0;

export const isNothingWaiting = (waiting: Waiting): boolean => !hasValues(waiting) && waiting.refused === undefined;

const read = (fields: Fields, field: string, otherwise: FieldValue): FieldValue =>
  Object.hasOwn(fields, field) ? (fields[field] ?? null) : otherwise;

const put = ({ fields, was: seen, over: shown }: Change, { field, value, was, over }: Typed): Change => ({
  fields: { ...fields, [field]: value },
  was: { ...seen, [field]: was },
  ...(shown || over !== undefined
    ? { over: { ...pick(shown ?? {}, (name) => name !== field), ...(over === undefined ? {} : { [field]: over }) } }
    : {}),
});

const overOf = ({ over }: Change, field: string): string | undefined => {
  const at = over?.[field];
  return typeof at === 'string' ? at : undefined;
};

/** The fields of a change that are picked. */
const part = ({ fields, was, over }: Change, isPicked: (field: string) => boolean): Change => ({
  fields: pick(fields, isPicked),
  was: pick(was, isPicked),
  ...(over && Object.keys(pick(over, isPicked)).length > 0 ? { over: pick(over, isPicked) } : {}),
});

const pick = (fields: Fields, isPicked: (field: string) => boolean): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([field]) => isPicked(field)));
