import { authRefusals } from '#shared/accounts/wordings.ts';
import { joinActivities, splitActivities } from '#shared/term-reports/limits.ts';
import type { ReportPart, ReportPermissions } from '#shared/term-reports/permissions.ts';
import { ForbiddenError } from '../../platform/errors.ts';
import {
  changesOfSave,
  type FieldValue,
  fieldsMeantToChange,
  normalizedInputFields,
  refuseConflicts,
  type StoredFields,
  type ValueChange,
} from '../../platform/table/field-changes.ts';

type Fields<F extends string> = { readonly [K in F]?: FieldValue | undefined };

/**
 * What a save changes of the fields that the caller may write. In the spec's whole record, which has no `was` and carries every field
 * whether it was changed or not, fields of other roles are left out (rule 8).
 * @throws ForbiddenError for a field of another role, ConflictError where somebody else has changed a field since
 */
export function requirePermittedChanges<F extends string>(
  input: Fields<F> & { was?: Fields<F> | undefined },
  {
    parts,
    permissions,
    stored,
  }: { parts: Readonly<Record<F, ReportPart>>; permissions: ReportPermissions; stored: StoredFields<F> },
): ValueChange<F>[] {
  const names = Object.keys(parts) as F[];
  const given = (fields: Fields<F>) => normalizedInputFields(fields, names, normalizeValue);
  const save = { values: given(input), was: input.was && given(input.was) };
  const isWhole = input.was === undefined && names.every((name) => save.values[name] !== undefined);
  const meant = fieldsMeantToChange(save);
  const permitted = meant.filter((field) => permissions[parts[field]]);
  if (permitted.length < meant.length && !isWhole) throw new ForbiddenError(authRefusals.forbidden);
  const changes = changesOfSave(permitted, save, stored);
  refuseConflicts(changes, save.was, stored);
  return changes;
}

/** One form for equal values: an empty text is null, activities are joined by commas without spaces. */
function normalizeValue(field: string, value: FieldValue): FieldValue {
  if (value === '') return null;
  return field === 'cocurricular' && typeof value === 'string' ? joinActivities(splitActivities(value)) : value;
}
