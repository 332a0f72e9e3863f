import { useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { useBlocker } from 'react-router-dom';
import { confirmDiscard, type DirtyForm, dirtyForms } from './leave-guard.ts';

/** Asks before a form with changes is left; the address stays that of the form until the user has answered. */
export function LeaveQuestion() {
  const left = useRef<readonly DirtyForm[]>([]);
  const isAsking = useRef(false);
  const blocker = useBlocker(({ currentLocation: from, nextLocation: to }) => {
    const forms = [...dirtyForms].filter((form) => form.isLeft(from, to));
    if (forms.length > 0 && !isAsking.current) left.current = forms;
    return forms.length > 0;
  });
  useEffect(() => {
    if (blocker.state !== 'blocked' || isAsking.current) return;
    isAsking.current = true;
    void confirmDiscard().then((canLeave) => {
      isAsking.current = false;
      if (!canLeave) return blocker.reset();
      // Rendered before the next screen, so that the form that is left does not ask twice.
      flushSync(() => {
        for (const form of left.current) form.discard();
      });
      blocker.proceed();
    });
  }, [blocker]);
  return null;
}
