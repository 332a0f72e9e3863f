import type { Action } from '../../platform/table/action.ts';
import type { ActOutcome } from '../../platform/table/acts/carry-out-act.ts';
import { commit } from '../../platform/table/acts/commit.ts';
import type { Authorship } from '../../platform/table/audit.ts';
import { entity } from '../../platform/table/entity.ts';
import { whereUnchanged } from '../../platform/table/expression.ts';
import { readItems } from '../../platform/table/table.ts';

/** Whether students of a form level may fill in their registration, and until when. Absent: closed. */
export interface WindowItem {
  formLevel: number;
  isOpen: boolean;
  /** The last day, yyyy-MM-dd. */
  deadline?: string | undefined;
}

const RegistrationWindowEntity = entity<WindowItem>()({
  name: 'registration-window',
  pk: 'terms',
  sk: 'window#${formLevel}',
});

export const registrationWindowKey = (formLevel: number) => RegistrationWindowEntity.key({ formLevel });

/** The windows of up to 100 form levels, those that were ever set. One request. */
export async function readRegistrationWindows(formLevels: readonly number[]): Promise<WindowItem[]> {
  const { windows } = await readItems({ windows: formLevels.map(registrationWindowKey) });
  return windows;
}

/** Makes a transaction conditional on the window being open until the day that was read. */
export const openWindowCheck = (window: WindowItem): Action =>
  RegistrationWindowEntity.check(
    { formLevel: window.formLevel },
    { isOpen: true, ...whereUnchanged(window, ['deadline']) },
  );

/** Names a window in the audit trail. */
export const windowAuditSubject = (formLevel: number): string => `window#${formLevel}`;

/** Opens or closes a form level. `refused`: it is no longer as it was read. */
export function writeRegistrationWindow(
  window: WindowItem,
  { before, by }: { before: WindowItem; by: Authorship },
): Promise<ActOutcome> {
  const changes = (['isOpen', 'deadline'] as const)
    .filter((field) => window[field] !== before[field])
    .map((field) => ({ field, before: before[field], after: window[field] }));
  const isSame = whereUnchanged(before, ['isOpen', 'deadline']);
  return commit({
    by,
    changes: [
      // A window that was never stored is closed.
      RegistrationWindowEntity.put(
        window,
        before.isOpen || before.deadline !== undefined ? isSame : [isSame, { isOpen: null }],
      ),
    ],
    trail: { subject: windowAuditSubject(window.formLevel), changes },
  });
}
