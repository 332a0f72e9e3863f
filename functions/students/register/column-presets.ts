import { canReadField, type StudentField, studentFieldNames } from '#shared/students/fields.ts';
import { studentRegisterContract } from '#shared/students/register/contract.ts';
import { type ColumnPreset as Preset, presetLimit } from '#shared/students/register/preset-calls.ts';
import { recordWordings } from '#shared/students/wordings.ts';
import { ConflictError, ForbiddenError, ValidationError } from '../../platform/errors.ts';
import { callHandler, type RequestFacts } from '../../platform/requests/call-handler.ts';
import type { Caller } from '../../platform/requests/caller.ts';
import type { Action } from '../../platform/table/action.ts';
import { type ActOutcome, isRefused } from '../../platform/table/acts/carry-out-act.ts';
import { commit } from '../../platform/table/acts/commit.ts';
import { entity } from '../../platform/table/entity.ts';

export const listColumnPresets = callHandler(studentRegisterContract.listColumnPresets, {
  handle: async ({ caller }) => {
    const presets = await presetsOf(caller.accountId);
    return presets.map((preset) => toPreset(caller, preset)).filter(({ columns }) => columns.length > 0);
  },
});

export const saveColumnPreset = callHandler(studentRegisterContract.saveColumnPreset, {
  handle: async ({ input: { name, columns, version: seen }, caller, request }) => {
    const allowed = readableColumns(caller, columns);
    if (allowed.length < new Set(columns).size) throw new ForbiddenError(recordWordings.officeColumns);
    const presets = await presetsOf(caller.accountId);
    const before = presets.find((preset) => preset.name === name);
    if (!before && presets.length >= presetLimit) {
      throw new ValidationError({ name: [recordWordings.presetsFull(presetLimit)] });
    }
    const outcome = await savePreset({ name, before, caller, request }, { columns: allowed, seen });
    if (isRefused(outcome)) {
      throw new ConflictError(recordWordings.presetChanged(name));
    }
    const [stored] = (await presetsOf(caller.accountId)).filter((preset) => preset.name === name);
    return stored ? toPreset(caller, stored) : { name, columns: allowed, version: (seen ?? 0) + 1 };
  },
});

export const deleteColumnPreset = callHandler(studentRegisterContract.deleteColumnPreset, {
  handle: async ({ input: { name, version: seen }, caller, request }) => {
    const before = (await presetsOf(caller.accountId)).find((preset) => preset.name === name);
    // Deleted by an earlier attempt, or on another device: the caller's aim is reached.
    if (!before) return { name };
    const outcome = await removePreset({ name, before, caller, request }, seen);
    if (isRefused(outcome)) {
      throw new ConflictError(recordWordings.presetChanged(name));
    }
    return { name };
  },
});

/** The columns that the caller may read, in the order of the register. */
export const readableColumns = ({ role }: Caller, columns: readonly string[]): StudentField[] =>
  studentFieldNames.filter(
    (field) => columns.includes(field) && canReadField(field, role === 'Admin' ? 'Admin' : 'PTA'),
  );

const toPreset = (caller: Caller, { name, columns, version }: PresetItem): Preset => ({
  name,
  columns: readableColumns(caller, columns),
  version,
});

/** Columns of the register that an account saved under a name. */
interface PresetItem {
  accountId: string;
  name: string;
  columns: string[];
  /** Counts the changes. */
  version: number;
}

const ColumnPresetEntity = entity<PresetItem>()({
  name: 'column-preset',
  pk: 'column-presets#${accountId}',
  sk: 'preset#${name}',
});

/** An account's presets by name; strongly consistent. One query. */
const presetsOf = (accountId: string): Promise<PresetItem[]> => ColumnPresetEntity.query({ accountId });

interface PresetChange {
  name: string;
  /** The stored preset; undefined where there is none. */
  before: PresetItem | undefined;
  caller: Caller;
  request: RequestFacts;
}

const writePreset = (
  { name, before, caller, request }: PresetChange,
  { change, after }: { change: Action; after: readonly string[] | null },
): Promise<ActOutcome> =>
  commit({
    by: { caller, request },
    changes: [change],
    trail: {
      subject: `column-presets#${caller.accountId}#${name}`,
      changes: [{ field: 'columns', before: before?.columns.join(',') ?? null, after: after?.join(',') ?? null }],
    },
  });

/** Condition: the stored version is the one seen, or there is none where `seen` is null. */
const savePreset = (
  change: PresetChange,
  { columns, seen }: { columns: readonly string[]; seen: number | null },
): Promise<ActOutcome> =>
  writePreset(change, {
    change: ColumnPresetEntity.put(
      { accountId: change.caller.accountId, name: change.name, columns: [...columns], version: (seen ?? 0) + 1 },
      seen === null ? { version: null } : { version: seen },
    ),
    after: columns,
  });

const removePreset = (change: PresetChange, seen: number): Promise<ActOutcome> =>
  writePreset(change, {
    change: ColumnPresetEntity.delete({ accountId: change.caller.accountId, name: change.name }, { version: seen }),
    after: null,
  });
