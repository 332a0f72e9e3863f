import { createWriteTransaction, type EntityItem } from 'electrodb';
import type { RequestFacts } from '../../../platform/requests/call-handler.ts';
import type { Caller } from '../../../platform/requests/caller.ts';
import { AuditRow, auditRow, type Outcome, writeAudited } from '../../../platform/table/audit.ts';
import { entity } from '../../../platform/table/table.ts';

/** Columns of the register that an account keeps under a name. */
const ColumnPreset = entity({
  model: { entity: 'column-preset', version: '1', service: 'formroom' },
  attributes: {
    accountId: { type: 'string', required: true },
    name: { type: 'string', required: true },
    columns: { type: 'list', items: { type: 'string' }, required: true },
    /** Counts the changes. */
    version: { type: 'number', required: true },
  },
  indexes: {
    record: {
      pk: { field: 'pk', composite: ['accountId'], template: 'column-presets#${accountId}', casing: 'none' },
      sk: { field: 'sk', composite: ['name'], template: 'preset#${name}', casing: 'none' },
    },
  },
});

export type PresetItem = EntityItem<typeof ColumnPreset>;

/** An account's presets by name; strongly consistent. One query. */
export async function presetsOf(accountId: string): Promise<PresetItem[]> {
  const { data } = await ColumnPreset.query.record({ accountId }).go({ pages: 'all', consistent: true });
  return data;
}

interface Change {
  name: string;
  /** What is stored; undefined where nothing is. */
  before: PresetItem | undefined;
  caller: Caller;
  request: RequestFacts;
}

const together = { ColumnPreset, AuditRow };

const rowOf = ({ name, before, caller, request }: Change, after: readonly string[] | null) =>
  auditRow({
    subject: `column-presets#${caller.accountId}#${name}`,
    changes: [{ field: 'columns', before: before?.columns.join(',') ?? null, after: after?.join(',') ?? null }],
    caller,
    request,
  });

/** On the condition that the stored preset is the version seen, or that there is none where `seen` is null. */
export const savePreset = (
  change: Change,
  { columns, seen }: { columns: readonly string[]; seen: number | null },
): Promise<Outcome> =>
  writeAudited(
    createWriteTransaction(together, (entities) => [
      entities.ColumnPreset.put({
        ...{ accountId: change.caller.accountId, name: change.name },
        ...{ columns: [...columns], version: (seen ?? 0) + 1 },
      })
        .where(({ version }, { eq, notExists }) => (seen === null ? notExists(version) : eq(version, seen)))
        .commit(),
      entities.AuditRow.create(rowOf(change, columns)).commit(),
    ]),
  );

export const removePreset = (change: Change, seen: number): Promise<Outcome> =>
  writeAudited(
    createWriteTransaction(together, (entities) => [
      entities.ColumnPreset.delete({ accountId: change.caller.accountId, name: change.name })
        .where(({ version }, { eq }) => eq(version, seen))
        .commit(),
      entities.AuditRow.create(rowOf(change, null)).commit(),
    ]),
  );
