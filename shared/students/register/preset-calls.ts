import * as z from 'zod/mini';
import { noInput } from '../../http/fields.ts';
import { type StudentField, studentFieldNames } from '../fields.ts';

/** Most column presets of an account. */
export const presetLimit = 50;

const presetName = z.lazy(() =>
  z.string().check(z.trim(), z.minLength(1, 'Required.'), z.maxLength(60, 'At most 60 characters.')),
);
const columns = z.lazy(() =>
  z
    .array(z.literal(studentFieldNames as StudentField[]))
    .check(z.minLength(1, 'Choose a column first.'), z.maxLength(studentFieldNames.length)),
);
/** Counts the changes of a preset; null where none has that name yet. */
const version = z.lazy(() => z.nullable(z.int().check(z.gte(1))));

const preset = () => z.strictObject({ name: z.string(), columns, version: z.int() });
export type ColumnPreset = z.output<ReturnType<typeof preset>>;

const own = { who: ['Admin', 'PTA'], menu: ['students'] } as const;

/** Choices of columns, saved under a name. They belong to one account: nobody else sees or changes them. */
export const columnPresetCalls = {
  /** By name. Columns that the account may not read are left out. */
  listColumnPresets: {
    method: 'GET',
    path: '/api/student-columns',
    ...own,
    input: noInput,
    output: () => z.array(preset()),
    needs: { table: 'read' },
  },
  /** Saves columns under a name. `version` is the one that the caller saw; 409 where the stored one differs. */
  saveColumnPreset: {
    method: 'POST',
    path: '/api/student-columns',
    ...own,
    input: () => z.strictObject({ name: presetName, columns, version }),
    output: preset,
    needs: { table: 'write' },
  },
  /** Undone by saving the preset again with {@link columnPresetCalls.saveColumnPreset}. */
  deleteColumnPreset: {
    method: 'DELETE',
    path: '/api/student-columns',
    ...own,
    input: () => z.strictObject({ name: presetName, version: z.int() }),
    output: () => z.strictObject({ name: z.string() }),
    needs: { table: 'write' },
  },
} as const;
