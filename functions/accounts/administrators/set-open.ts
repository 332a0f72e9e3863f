import type { Caller } from '../../platform/requests/caller.ts';
import type { Attempt } from '../../platform/table/audit.ts';
import { opened } from '../opened.ts';
import { changeAdministrator, type Pair } from './administrator-store.ts';
import { answerOf } from './answer.ts';

/** Opens or closes an administrator's sign-in; closing ends every session at once. */
export async function setOpen(
  pair: Pair,
  { isOpen, caller, request }: { isOpen: boolean; caller: Caller; request: Attempt },
) {
  await changeAdministrator(pair, {
    ...{ caller, request },
    decide: async ({ target }) => {
      const wasDisabled = target.isDisabled === true;
      if (wasDisabled !== isOpen) return null;
      return {
        next: opened(target, isOpen, request.now),
        changes: [{ field: 'isDisabled', before: wasDisabled, after: !isOpen }],
      };
    },
  });
  return answerOf(pair.target.accountId, request.now);
}
