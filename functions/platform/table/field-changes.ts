import { serverWordings } from '#shared/http/wordings.ts';
import { ConflictError, isRefusalOfValues } from '../errors.ts';
import { type ActOutcome, isRefused } from './acts/carry-out-act.ts';
import { listAuditTrail } from './audit.ts';
import { retryRefused } from './retry-refused.ts';

/** A field's value as a call writes it; null is blank. */
export type FieldValue = number | string | null;

/** A save of some fields of a record (rule 8). */
export interface FieldSave<F extends string> {
  /** The new values; a field that is absent is not saved. */
  values: Partial<Record<F, FieldValue>>;
  /** The values that the user saw, if the caller sends them. */
  was: Partial<Record<F, FieldValue>> | undefined;
}

/** Who wrote a field last, and when, UTC; null when unknown. */
type Stamp = { by: string | null; at: string | null };

/** What is stored of a record, by the call's names. */
export interface StoredFields<F extends string> {
  value: (field: F) => FieldValue;
  /** Who wrote a field last, where the record keeps that. */
  stamp?: (field: F) => Stamp;
}

export interface ValueChange<F extends string> {
  field: F;
  before: FieldValue;
  after: FieldValue;
}

type Fields<F extends string> = { readonly [K in F]?: FieldValue | undefined };

/** The named fields that the input has, new values and seen ones, each normalized. */
export function toFieldSave<F extends string>(
  input: Fields<F> & { was?: Fields<F> | undefined },
  names: readonly F[],
  normal: (value: FieldValue, field: F) => FieldValue = (value) => value,
): FieldSave<F> {
  const given = (fields: Fields<F>) =>
    Object.fromEntries(
      names.flatMap((name) => {
        const value = fields[name];
        return value === undefined ? [] : [[name, normal(value, name)]];
      }),
    ) as Partial<Record<F, FieldValue>>;
  return { values: given(input), was: input.was && given(input.was) };
}

/** The fields that the user means to change: those whose value differs from what the user saw. */
export const fieldsMeantToChange = <F extends string>({ values, was }: FieldSave<F>): F[] =>
  (Object.keys(values) as F[]).filter((field) => was?.[field] === undefined || was[field] !== values[field]);

/** Where the trail tells of a record: its subject, and the names of a field there where they differ. */
export interface TrailOfFields<F extends string> {
  subject: string;
  names?: (field: F) => readonly string[];
}

/**
 * The changes of a save in the fields that the user means to change. A field whose stored value is not what the user
 * saw is a conflict (rule 9). It names the author and the time of the stored value: those in the record, else those in
 * the trail, which is one query, only then.
 */
export async function decideChangesUnlessConflict<F extends string>({
  save: { values, was },
  meant = fieldsMeantToChange({ values, was }),
  value,
  stamp,
  trail,
}: {
  save: FieldSave<F>;
  /** The fields that the user means, where they are others than `fieldsMeantToChange`. */
  meant?: readonly F[] | undefined;
  trail: TrailOfFields<F>;
} & StoredFields<F>): Promise<ValueChange<F>[]> {
  const changes = meant.flatMap((field) => {
    const [before, after] = [value(field), values[field]];
    return after === undefined || after === before ? [] : [{ field, before, after }];
  });
  const unseen = changes.find(({ field, before }) => ![undefined, before].includes(was?.[field]));
  if (!unseen) return changes;
  const { field, before, after } = unseen;
  const by = stamp?.(field) ?? (await readLastStamp(field, trail));
  throw new ConflictError(serverWordings.changedSinceOpened, { field, yours: after, theirs: before, ...by });
}

async function readLastStamp<F extends string>(field: F, { subject, names }: TrailOfFields<F>): Promise<Stamp> {
  const own = names?.(field) ?? [field];
  const rows = await listAuditTrail(subject);
  const last = rows.findLast(({ changes }) => changes.some((change) => own.includes(change.field)));
  return { by: last?.name ?? null, at: last?.at ?? null };
}

/**
 * Decides and writes under an optimistic lock (`retryRefused`). `decide` returns null when nothing is left to write,
 * and throws to refuse; a refusal of values, seen or new ones, is ignored when this very request was carried out
 * before. Returns the record afterwards: `applied`, or else read again.
 */
export function decideAndWrite<R, W>({
  record,
  read,
  decide,
  write,
  applied,
  isDone,
  what: changing,
}: {
  record?: R | undefined;
  read: () => Promise<R>;
  decide: (record: R) => W | null | Promise<W | null>;
  write: (what: W, record: R) => Promise<ActOutcome | 'refused'>;
  applied?: (what: W, record: R) => R | undefined;
  isDone: () => Promise<boolean>;
  /** What the others are changing, for the message. */
  what?: string | undefined;
}): Promise<R> {
  return retryRefused({
    ...(record === undefined ? {} : { first: record }),
    ...(changing === undefined ? {} : { what: changing }),
    read,
    attempt: async (current): Promise<R | 'refused'> => {
      let what: W | null;
      try {
        what = await decide(current);
      } catch (error) {
        if (isRefusalOfValues(error) && (await isDone())) return current;
        throw error;
      }
      if (what === null) return current;
      const outcome = await write(what, current);
      if (isRefused(outcome)) return 'refused';
      return (outcome === 'written' ? applied?.(what, current) : undefined) ?? read();
    },
  });
}
