import type { BlockerFnArgs, RouterHistory } from '@tanstack/history';
import { useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { useHistory } from '../place/here.ts';
import { confirm } from '../ui/overlays/modal.tsx';
import { useUnsavedWork } from './unsaved-work.ts';

/**
 * While a form is dirty: leaving its screen, closing the tab and Logout ask first. `onDiscard` runs when the user chose to
 * leave, and makes the form clean. A form that a field of the address opens names it: Back closes such a form. With `isKept` a
 * draft is on the device (`drafts.ts`): a session that ends then takes the page away without asking.
 */
export function useLeaveGuard(
  isDirty: boolean,
  onDiscard: () => void,
  { placeField, isKept = false }: { placeField?: string | undefined; isKept?: boolean } = {},
): void {
  useUnsavedWork(isDirty, { isKept });
  const history = useHistory();
  const discard = useRef(onDiscard);
  discard.current = onDiscard;
  useEffect(() => {
    if (!isDirty) return;
    let isAsking = false;
    const ask = async (leave: () => void) => {
      if (isAsking) return;
      isAsking = true;
      const mayLeave = await confirmDiscard();
      isAsking = false;
      if (!mayLeave) return;
      // Drawn before the next screen is, so that the form that is left asks no second time.
      flushSync(() => discard.current());
      leave();
    };
    return history.block({
      enableBeforeUnload: false,
      blockerFn: ({ currentLocation: from, nextLocation: to, action }) => {
        const isLeft =
          from.pathname !== to.pathname ||
          (placeField !== undefined && fieldOf(from.search, placeField) !== fieldOf(to.search, placeField));
        // The address stays that of the form until the user has answered: what goes there afterwards begins again.
        if (isLeft) void ask(() => goAgain(history, { currentLocation: from, nextLocation: to, action }));
        return isLeft;
      },
    });
  }, [history, isDirty, placeField]);
}

function goAgain(history: RouterHistory, { currentLocation: from, nextLocation: to, action }: BlockerFnArgs): void {
  const asked = { ignoreBlocker: true };
  if (action === 'PUSH') history.push(to.href, undefined, asked);
  else if (action === 'REPLACE') history.replace(to.href, undefined, asked);
  else history.go(to.state.__TSR_index - from.state.__TSR_index, asked);
}

const fieldOf = (search: string, field: string): string | null => new URLSearchParams(search).get(field);

/** The one question before typed changes are thrown away. */
export const confirmDiscard = (): Promise<boolean> =>
  confirm({
    title: 'Discard changes?',
    text: 'What you changed here has not been saved.',
    confirmLabel: 'Discard changes',
    closeLabel: 'Keep editing',
    danger: true,
  });
