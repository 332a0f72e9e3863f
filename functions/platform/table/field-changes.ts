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

/** The named fields that the input has, each normalized. */
export const normalizedInputFields = <F extends string>(
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

/** The fields that the user means to change: those whose value differs from what the user saw. */
export const fieldsMeantToChange = <F extends string>({ values, was }: FieldSave<F>): F[] =>
  (Object.keys(values) as F[]).filter((field) => was?.[field] === undefined || was[field] !== values[field]);

/** The changes of a save to what is stored, in the given fields. */
export function changesOfSave<F extends string>(
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

/** @throws ConflictError for the first field whose stored value is not what the user saw (rule 9) */
export function refuseConflicts<F extends string>(
  changes: readonly ValueChange<F>[],
  was: FieldSave<F>['was'],
  stored: StoredFields<F>,
): void {
  for (const { field, before, after } of changes) {
    const seen = was?.[field];
    if (seen === undefined || seen === before) continue;
    throw new ConflictError(serverWordings.changedSinceOpened, {
      field,
      yours: after,
      theirs: before,
      ...stored.stamp(field),
    });
  }
}

/**
 * The changes of a save in the fields that the user means to change. A conflict is thrown with author and time of the stored value, which
 * are read from the record's trail: one query, only then.
 * @param trail the record's subject, and a field's names in the trail where they differ
 */
export async function decideChangesUnlessConflict<F extends string>({
  save,
  meant = fieldsMeantToChange(save),
  value,
  trail,
}: {
  save: FieldSave<F>;
  /** The fields that the user means, where they are more than `fieldsMeantToChange`. */
  meant?: readonly F[];
  value: StoredFields<F>['value'];
  trail: { subject: string; names?: (field: F) => readonly string[] };
}): Promise<ValueChange<F>[]> {
  const unstamped = { value, stamp: () => ({ by: null, at: null }) };
  const changes = changesOfSave(meant, save, unstamped);
  const isSeen = ({ field, before }: ValueChange<F>) => [undefined, before].includes(save.was?.[field]);
  if (changes.every(isSeen)) return changes;
  const rows = await listAuditTrail(trail.subject);
  const stamp = (field: F) => {
    const names = trail.names?.(field) ?? [field];
    const last = rows.findLast((row) => row.changes.some((change) => names.includes(change.field)));
    return { by: last?.name ?? null, at: last?.at ?? null };
  };
  refuseConflicts(changes, save.was, { value, stamp });
  return changes;
}

/**
 * Decides and writes under an optimistic lock (`retryRefused`). `decide` returns null when nothing is left to write, and throws to refuse; a
 * refusal of values, seen or new ones, is ignored when this very request was carried out before. Returns the record afterwards: `applied`, or else read again.
 */
export function decideAndWrite<R, W>({
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
  write: (what: W, record: R) => Promise<ActOutcome | 'refused'>;
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
        if (isRefusalOfValues(error) && (await isDone())) return current;
        throw error;
      }
      if (what === null) return current;
      const outcome = await write(what, current);
      if (isRefused(outcome)) return 'refused';
      return outcome === 'written' && applied ? applied(what, current) : read();
    },
  });
}
