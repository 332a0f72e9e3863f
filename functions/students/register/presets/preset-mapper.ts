import { mayReadField, type StudentField, studentFieldNames } from '#shared/students/fields.ts';
import type { ColumnPreset } from '#shared/students/register/preset-calls.ts';
import type { Caller } from '../../../platform/requests/caller.ts';
import type { PresetItem } from './preset-store.ts';

/** Those of the columns that the caller may read, in the order of the register. */
export const readable = ({ role }: Caller, columns: readonly string[]): StudentField[] =>
  studentFieldNames.filter(
    (field) => columns.includes(field) && mayReadField(field, role === 'Admin' ? 'Admin' : 'PTA'),
  );

export const toPreset = (caller: Caller, { name, columns, version }: PresetItem): ColumnPreset => ({
  name,
  columns: readable(caller, columns),
  version,
});
