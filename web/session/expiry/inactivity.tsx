import { useCallback, useEffect, useState } from 'react';
import { type Area, countdownSeconds, sessionLimits } from '#shared/accounts/auth/session-limits.ts';
import { authWordings } from '#shared/accounts/wordings.ts';
import { onSessionContact } from '../../api/session-signals.ts';
import { Button } from '../../ui/controls/button.tsx';
import { refreshSession } from '../restore-session.ts';
import { signOutForInactivity } from '../sign-out.ts';
import { sessionWordings } from '../wordings.ts';
import { TopBarMessage } from './session-expired-message.tsx';

/** product §4: mouse move, key press, scroll; and a finger, for phones. */
const activity = ['mousemove', 'keydown', 'scroll', 'wheel', 'pointerdown', 'touchstart'] as const;
/** Deliberate activity, unlike a knock against the desk: it answers the warning. */
const meant: ReadonlySet<string> = new Set(['keydown', 'pointerdown', 'touchstart']);

/** When anybody last did something, in milliseconds of the clock: one value for all tabs, so that they agree. */
const activityKey = 'formroom.last-activity';
const markActivity = (): void => localStorage.setItem(activityKey, String(Date.now()));
const lastActivity = (): number => Number(localStorage.getItem(activityKey));

/**
 * Milliseconds between two reads of the clock. Times are compared, not counted, so that a machine that slept is noticed
 * at once.
 */
const tickLength = 1000;

/**
 * Signs the user out after the area's idle limit, in all tabs together, and warns a minute before in a band, as the
 * user may be typing (ADR 0033). Stay signed in, any key or any press keeps the session.
 */
export default function InactivityWatch({ area }: { area: Area }) {
  const { seconds, stay } = useCountdown(area);
  if (seconds === null) return null;
  return (
    <TopBarMessage
      said={`Are you still there? ${authWordings.countdown(countdownSeconds)}. What you have typed is kept.`}
      action={
        <Button variant="primary" onClick={stay}>
          {sessionWordings.staySignedIn}
        </Button>
      }
    >
      <span>{authWordings.countdown(seconds)}</span> <small>What you have typed is kept.</small>
    </TopBarMessage>
  );
}

/** `seconds` are left while the warning shows; null while there is none. */
function useCountdown(area: Area): { seconds: number | null; stay: () => void } {
  const limit = sessionLimits[area].idle;
  const [seconds, setSeconds] = useState<number | null>(null);
  const stay = useCallback(() => {
    markActivity();
    setSeconds(null);
    touchServer(area);
  }, [area]);
  useEffect(() => {
    markActivity();
    let isWarning = false;
    let lastContact = Date.now();
    const tick = () => {
      const left = Math.ceil((limit - (Date.now() - lastActivity())) / 1000);
      isWarning = left <= countdownSeconds;
      setSeconds(isWarning ? Math.max(left, 0) : null);
      if (left > 0) return;
      stop();
      void signOutForInactivity();
    };
    const act = ({ type }: Event) => {
      if (isWarning && meant.has(type)) {
        isWarning = false;
        stay();
      }
      if (isWarning || Date.now() - lastActivity() < tickLength) return;
      markActivity();
      // The server has the same limit and only sees calls: activity without calls is reported to it.
      if (Date.now() - lastContact > limit / 3) touchServer(area);
    };

    const clock = setInterval(tick, tickLength);
    const stopContact = onSessionContact(() => {
      lastContact = Date.now();
    });
    for (const event of activity) window.addEventListener(event, act, { capture: true, passive: true });
    window.addEventListener('storage', tick);
    const stop = () => {
      clearInterval(clock);
      stopContact();
      for (const event of activity) window.removeEventListener(event, act, { capture: true });
      window.removeEventListener('storage', tick);
    };
    return stop;
  }, [area, limit, stay]);
  return { seconds, stay };
}

/**
 * A failure shows elsewhere: 401 ends the session by its own signal, and without a connection there is nothing to
 * touch.
 */
function touchServer(area: Area): void {
  void refreshSession(area).catch(() => undefined);
}
