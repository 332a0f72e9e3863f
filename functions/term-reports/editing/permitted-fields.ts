import { authRefusals } from '#shared/accounts/wordings.ts';
import { joinActivities, splitActivities } from '#shared/term-reports/limits.ts';
import type { ReportPart, ReportPermissions } from '#shared/term-reports/permissions.ts';
import { ForbiddenError } from '../../platform/errors.ts';
import { type FieldSave, type FieldValue, fieldsMeantToChange } from '../../platform/table/field-changes.ts';

/**
 * The fields that the user means to change and the caller may write. In an old whole record, which has no `was` and
 * carries every field whether it was changed or not, fields of other roles are left out (rule 8).
 * @throws ForbiddenError for a field of another role
 */
export function permittedFields<F extends string>(
  save: FieldSave<F>,
  { parts, permissions }: { parts: Readonly<Record<F, ReportPart>>; permissions: ReportPermissions },
): F[] {
  const names = Object.keys(parts) as F[];
  const isWhole = save.was === undefined && names.every((name) => save.values[name] !== undefined);
  const meant = fieldsMeantToChange(save);
  const permitted = meant.filter((field) => permissions[parts[field]]);
  if (permitted.length < meant.length && !isWhole) throw new ForbiddenError(authRefusals.forbidden);
  return permitted;
}

/** One form for equal values: an empty text is null, activities are joined by commas without spaces. */
export function normalizeReportValue(value: FieldValue, field: string): FieldValue {
  if (value === '') return null;
  return field === 'cocurricular' && typeof value === 'string' ? joinActivities(splitActivities(value)) : value;
}
