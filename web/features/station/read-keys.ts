/** Between two letters of a scanner pass a few milliseconds; what comes later than this is somebody at a keyboard. */
const longestPause = 300;

/**
 * Gives each line that is typed on the page outside of a field: a scanner at a USB port is a keyboard that types a card and Enter.
 * Gives back what ends the listening.
 */
export function readKeys(onLine: (line: string) => void, now: () => number = () => performance.now()): () => void {
  let line = '';
  let last = 0;
  const read = (event: KeyboardEvent) => {
    const isInField = event.target instanceof Element && event.target.matches('input, textarea, select');
    if (isInField || event.ctrlKey || event.metaKey || event.altKey) return;
    const at = now();
    if (at - last > longestPause) line = '';
    last = at;
    if (event.key === 'Enter') {
      if (line === '') return;
      // Or it would press the button that has the focus.
      event.preventDefault();
      onLine(line);
      line = '';
    } else if (event.key.length === 1) {
      line += event.key;
      event.preventDefault();
    }
  };
  window.addEventListener('keydown', read, { capture: true });
  return () => window.removeEventListener('keydown', read, { capture: true });
}
