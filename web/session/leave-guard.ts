import { useEffect } from 'react';
import { flushSync } from 'react-dom';
import { useBlocker } from 'react-router-dom';
import { confirm } from '../ui/overlays/modal.tsx';
import { useUnsavedWork } from './unsaved-work.ts';

/**
 * While a form is dirty: leaving its screen, closing the tab and Logout ask first. `onDiscard` runs when the user chose to
 * leave, and makes the form clean. A form that a field of the address opens names it: Back closes such a form. A session that ends does not ask; keep a draft for that (`drafts.ts`).
 */
export function useLeaveGuard(isDirty: boolean, onDiscard: () => void, placeField?: string): void {
  useUnsavedWork(isDirty);
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) =>
      isDirty &&
      (from.pathname !== to.pathname ||
        (placeField !== undefined && fieldOf(from.search, placeField) !== fieldOf(to.search, placeField))),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks once for each navigation that was held up
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    void confirmDiscard().then((mayLeave) => {
      if (!mayLeave) return blocker.reset();
      // Drawn before the next screen is, so that the form that is left asks no second time.
      flushSync(onDiscard);
      blocker.proceed();
    });
  }, [blocker.state]);
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
