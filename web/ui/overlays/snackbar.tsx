import { Suspense, useEffect, useState } from 'react';
import { onActSent } from '../../api/call.ts';
import { lazyWithRetry, loadUntilAvailable, onWaitingForCode } from '../display/lazy-with-retry.ts';
import { connectionWordings } from '../wordings.ts';
import type { SnackbarOptions } from './snackbar-stack.tsx';
import { isAnythingDoneSince } from './typing-idle.ts';

export const preloadSnackbars = () => import('./snackbar-stack.tsx');
const Stack = lazyWithRetry(preloadSnackbars);

let onFirst: (() => void) | undefined;

interface Said {
  isError: boolean;
  /** Of `performance.now()`. */
  at: number;
  isEnded: boolean;
  close: () => void;
}

/** The message on the page: it belongs to the latest act. */
let said: Said | null = null;

/**
 * Says one sentence at the lower edge, from anywhere in the site, in place of the one before. It ends with its cause: a
 * failure with the next act that is sent or when somebody corrects what was typed, everything when another screen
 * opens, and an offer when it is taken. Needs a {@link SnackbarOutlet} on the page.
 */
export function snackbar(text: string, options: SnackbarOptions = {}): void {
  onFirst?.();
  endSnackbar();
  const one: Said = { isError: options.tone === 'error', at: performance.now(), isEnded: false, close: () => {} };
  said = one;
  const { action } = options;
  const taken = action && {
    label: action.label,
    onPress: () => {
      if (one.isEnded) return;
      end(one);
      action.onPress();
    },
  };
  void loadUntilAvailable(preloadSnackbars, true).then(({ addSnackbar }) => {
    if (!one.isEnded) one.close = addSnackbar(text, { ...options, action: taken });
  });
}

onWaitingForCode(() => {
  snackbar(connectionWordings.opensLater, { tone: 'error', duration: 0 });
  const mine = said;
  return () => mine && !mine.isEnded && end(mine);
});

/** Ends the message on the page, which is true no longer. */
export function endSnackbar(): void {
  if (said) end(said);
}

function end(one: Said): void {
  one.isEnded = true;
  one.close();
  if (said === one) said = null;
}

/** Another screen, or another class or student on it, has opened. What an act says that leads there itself stays. */
export function endSnackbarOfScreen(): void {
  if (said && isAnythingDoneSince(said.at)) end(said);
}

const endFailure = () => {
  if (said?.isError) end(said);
};
onActSent(endFailure);

/** Milliseconds in which a message is read, even by somebody who types on. */
const readFor = 1_000;
// In a grid the message is beside the cell, and typing goes on elsewhere.
document.addEventListener('input', ({ target }) => {
  const isInGrid = target instanceof Element && target.closest('[role="grid"], [data-over]') !== null;
  if (!isInGrid && said && performance.now() - said.at > readFor) endFailure();
});

/** Where snackbars appear; once a shell. Its code comes with the first of them. */
export function SnackbarOutlet() {
  const [isNeeded, setNeeded] = useState(false);
  useEffect(() => {
    onFirst = () => setNeeded(true);
    return () => {
      onFirst = undefined;
    };
  }, []);
  return (
    isNeeded && (
      <Suspense fallback={null}>
        <Stack />
      </Suspense>
    )
  );
}
