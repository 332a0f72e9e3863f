import { createWriteTransaction, type EntityItem } from 'electrodb';
import type { RequestFacts } from '../../platform/requests/call-handler.ts';
import type { Caller } from '../../platform/requests/caller.ts';
import { AuditRow, auditRow, type Outcome, writeAudited } from '../../platform/table/audit.ts';
import { entity, itemKey, readItems, stillAs } from '../../platform/table/table.ts';

/** Whether students of a form level may fill in their registration, and until when. Absent: closed. */
export const RegistrationWindow = entity({
  model: { entity: 'registration-window', version: '1', service: 'formroom' },
  attributes: {
    formLevel: { type: 'number', required: true },
    isOpen: { type: 'boolean', required: true },
    /** The last day, yyyy-MM-dd. */
    deadline: { type: 'string' },
  },
  indexes: {
    record: {
      pk: { field: 'pk', composite: [], template: 'terms', casing: 'none' },
      sk: { field: 'sk', composite: ['formLevel'], template: 'window#${formLevel}', casing: 'none' },
    },
  },
});

const withAudit = { RegistrationWindow, AuditRow };

export type WindowItem = EntityItem<typeof RegistrationWindow>;

export const windowKey = (formLevel: number) => itemKey(RegistrationWindow, { formLevel });

/** The windows of up to 100 form levels, those that were ever set. One request. */
export async function windowsOf(formLevels: readonly number[]): Promise<WindowItem[]> {
  const { windows } = await readItems({ windows: formLevels.map(windowKey) });
  return windows;
}

/** Names a window in the audit trail. */
export const windowSubject = (formLevel: number): string => `window#${formLevel}`;

/** Opens or closes a form level. `refused`: it is no longer as it was read. */
export function saveWindow(
  window: WindowItem,
  { before, caller, request }: { before: WindowItem; caller: Caller; request: RequestFacts },
): Promise<Outcome> {
  const changes = (['isOpen', 'deadline'] as const)
    .filter((field) => window[field] !== before[field])
    .map((field) => ({ field, before: before[field], after: window[field] }));
  const row = auditRow({ subject: windowSubject(window.formLevel), changes, caller, request });
  return writeAudited(
    createWriteTransaction(withAudit, (entities) => [
      entities.RegistrationWindow.put(window)
        .where((attributes, operations) => {
          const isSame = stillAs(before, ['isOpen', 'deadline'])(attributes, operations);
          // A window that was never stored is closed.
          return before.isOpen || before.deadline !== undefined
            ? isSame
            : `(${isSame} OR ${operations.notExists(attributes.isOpen)})`;
        })
        .commit(),
      entities.AuditRow.create(row).commit(),
    ]),
  );
}
