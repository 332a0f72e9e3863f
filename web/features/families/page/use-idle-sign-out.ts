import { useEffect, useRef } from 'react';
import { sessionLimits } from '#shared/accounts/auth/session-limits.ts';

const signsOfUse = ['pointermove', 'pointerdown', 'keydown', 'scroll'] as const;

/** Calls back once when nobody has touched the page for a student's idle limit: a phone may be handed on, or lie on a table. */
export function useIdleSignOut(isOn: boolean, onIdle: () => void): void {
  const idle = useRef(onIdle);
  idle.current = onIdle;
  useEffect(() => {
    if (!isOn) return;
    let lastUse = Date.now();
    const use = () => {
      lastUse = Date.now();
    };
    // A timer of its own would stand still while the phone sleeps.
    const timer = setInterval(() => {
      if (Date.now() - lastUse < sessionLimits.student.idle) return;
      clearInterval(timer);
      idle.current();
    }, 5000);
    for (const sign of signsOfUse) addEventListener(sign, use, { passive: true });
    return () => {
      clearInterval(timer);
      for (const sign of signsOfUse) removeEventListener(sign, use);
    };
  }, [isOn]);
}
