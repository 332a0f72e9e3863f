import { useEffect } from 'react';
import { flushSync } from 'react-dom';
import { useBlocker } from 'react-router-dom';
import { confirm } from '../ui/overlays/modal.tsx';
import { useUnsavedWork } from './unsaved-work.ts';

/**
 * While a form is dirty: leaving its screen, closing the tab and Logout ask first. `onDiscard` runs when the user chose to
 * leave, and makes the form clean. A session that ends does not ask; keep a draft for that (`drafts.ts`).
 */
export function useLeaveGuard(isDirty: boolean, onDiscard: () => void): void {
  useUnsavedWork(isDirty);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isDirty && currentLocation.pathname !== nextLocation.pathname,
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

/** The one question before typed changes are thrown away. */
export const confirmDiscard = (): Promise<boolean> =>
  confirm({
    title: 'Discard changes?',
    text: 'What you changed here has not been saved.',
    confirmLabel: 'Discard changes',
    closeLabel: 'Keep editing',
    danger: true,
  });
