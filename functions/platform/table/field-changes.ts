import { ConflictError } from '../errors.ts';
import { auditTrail, type Outcome } from './audit.ts';
import { retryRefused } from './retry-refused.ts';

/** A field's value as a call writes it; null is blank. */
export type FieldValue = number | string | null;

/** A save of some fields of a record (rule 8). */
export interface FieldSave<F extends string> {
  /** The new values; a field that is absent is not saved. */
  values: Partial<Record<F, FieldValue>>;
  /** What the user saw, where the caller says it. */
  was: Partial<Record<F, FieldValue>> | undefined;
}

/** What is stored of a record, by the call's names. */
export interface StoredFields<F extends string> {
  value: (field: F) => FieldValue;
  /** Display name and UTC time of a field's last change; null when unknown. */
  stamp: (field: F) => { by: string | null; at: string | null };
}

export interface ValueChange<F extends string> {
  field: F;
  before: FieldValue;
  after: FieldValue;
}

/** Those of the named fields that a call gives, each as `normal` writes it. */
export const givenFields = <F extends string>(
  input: { readonly [K in F]?: FieldValue | undefined },
  names: readonly F[],
  normal: (field: F, value: FieldValue) => FieldValue,
): Partial<Record<F, FieldValue>> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = input[name];
      return value === undefined ? [] : [[name, normal(name, value)]];
    }),
  ) as Partial<Record<F, FieldValue>>;

/** The fields that the user means to change: a value that is what the user saw is none. */
export const meantFields = <F extends string>({ values, was }: FieldSave<F>): F[] =>
  (Object.keys(values) as F[]).filter((field) => was?.[field] === undefined || was[field] !== values[field]);

/** What a save would change of what is stored, in the given fields. */
export function changesOf<F extends string>(
  fields: readonly F[],
  { values }: FieldSave<F>,
  stored: StoredFields<F>,
): ValueChange<F>[] {
  return fields.flatMap((field) => {
    const after = values[field];
    const before = stored.value(field);
    return after === undefined || after === before ? [] : [{ field, before, after }];
  });
}

/** Throws for the first change of a field that holds something else than the user saw (rule 9). */
export function refuseConflicts<F extends string>(
  changes: readonly ValueChange<F>[],
  was: FieldSave<F>['was'],
  stored: StoredFields<F>,
): void {
  for (const { field, before, after } of changes) {
    const seen = was?.[field];
    if (seen === undefined || seen === before) continue;
    throw new ConflictError('Somebody else has changed this since you opened it.', {
      field,
      yours: after,
      theirs: before,
      ...stored.stamp(field),
    });
  }
}

/**
 * What a save changes of the fields that the user means to change. Where the user saw something else in one of them, throws the
 * conflict with who wrote it and when, which is read from the record's trail: one query, and only then.
 * @param trail the record's subject, and a field's names in the trail where they are not the field's own
 */
export async function changesUnlessConflict<F extends string>({
  save,
  meant = meantFields(save),
  value,
  trail,
}: {
  save: FieldSave<F>;
  /** The fields that the user means, where that is more than what differs from what was seen. */
  meant?: readonly F[];
  value: StoredFields<F>['value'];
  trail: { subject: string; names?: (field: F) => readonly string[] };
}): Promise<ValueChange<F>[]> {
  const unstamped = { value, stamp: () => ({ by: null, at: null }) };
  const changes = changesOf(meant, save, unstamped);
  const isSeen = ({ field, before }: ValueChange<F>) => [undefined, before].includes(save.was?.[field]);
  if (changes.every(isSeen)) return changes;
  const rows = await auditTrail(trail.subject);
  const stamp = (field: F) => {
    const names = trail.names?.(field) ?? [field];
    const last = rows.findLast((row) => row.changes.some((change) => names.includes(change.field)));
    return { by: last?.name ?? null, at: last?.at ?? null };
  };
  refuseConflicts(changes, save.was, { value, stamp });
  return changes;
}

/**
 * Decides and writes; when somebody else was faster it reads and decides again (`retryRefused`). `decide` gives null where
 * nothing is left to write, and throws what it refuses: a conflict counts only if this very request has not been carried out
 * before. Gives the record as it is afterwards: as `applied` works it out where there is one, else as it was last read.
 */
export function writeDecided<R, W>({
  record,
  read,
  decide,
  write,
  applied,
  isDone,
}: {
  record: R;
  read: () => Promise<R>;
  decide: (record: R) => W | null | Promise<W | null>;
  write: (what: W, record: R) => Promise<Outcome>;
  applied?: (what: W, record: R) => R;
  isDone: () => Promise<boolean>;
}): Promise<R> {
  return retryRefused({
    first: record,
    read,
    attempt: async (current): Promise<R | 'refused'> => {
      let what: W | null;
      try {
        what = await decide(current);
      } catch (error) {
        if (error instanceof ConflictError && (await isDone())) return current;
        throw error;
      }
      if (what === null) return current;
      const outcome = await write(what, current);
      if (outcome === 'refused') return outcome;
      return outcome === 'written' && applied ? applied(what, current) : read();
    },
  });
}
