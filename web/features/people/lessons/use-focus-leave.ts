import { useEffect, useRef } from 'react';

/**
 * Calls `onLeave` when the focus has left a part of the page. A list that opens over the page belongs to the part where it was
 * opened: React passes its focus events on to there.
 */
export function useFocusLeave(onLeave: () => void) {
  const leave = useRef(onLeave);
  leave.current = onLeave;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    onFocus: () => clearTimeout(timer.current),
    onBlur: () => {
      clearTimeout(timer.current);
      // The focus is nowhere between leaving one thing and reaching the next, a frame or two while a list opens.
      timer.current = setTimeout(() => leave.current(), 100);
    },
  };
}
