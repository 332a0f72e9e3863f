/** Milliseconds between two keys, after which a new id begins. */
const longestPause = 300;
/** Milliseconds a key: scanners need 1 to 40, people more. */
const scannerPace = 60;
/** Shortest id without a final key: two keys may be pressed together by accident. */
const shortest = 3;

interface Burst {
  text: string;
  /** The focused field; null on the page. */
  field: Element | null;
  first: number;
  last: number;
}

/**
 * Reports each id that a USB scanner types on the page or into a field. A scanner is a keyboard: it types the id and
 * then Enter, Tab or nothing, as configured. On the page Enter and Tab also end an id that a person types; in a field
 * that is left to its form. Returns a function that stops listening.
 * @param onLine receives whether the id was typed into a field, where it still is
 */
export function listenToScanner(onLine: (line: string, isInField: boolean) => void): () => void {
  let burst: Burst | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = () => {
    clearTimeout(timer);
    const ended = burst;
    burst = undefined;
    return ended;
  };
  const take = (ended: Burst | undefined) => ended && onLine(ended.text, ended.field !== null);

  const read = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { target, key, timeStamp } = event;
    const field = target instanceof Element && target.matches('input, textarea, select') ? target : null;
    if (burst && (timeStamp - burst.last > longestPause || burst.field !== field)) end();
    // A key that is held down repeats as fast as a scanner types.
    if (key.length === 1 && !event.repeat) {
      burst ??= { text: '', field, first: timeStamp, last: timeStamp };
      burst.text += key;
      burst.last = timeStamp;
      clearTimeout(timer);
      timer = setTimeout(() => {
        const ended = end();
        if (ended && isScanner(ended)) take(ended);
      }, longestPause);
      if (!field) event.preventDefault();
    } else if (burst && (key === 'Enter' ? !field : key === 'Tab' && (!field || isScanner(burst)))) {
      // Enter would press the focused button, and Tab move the focus.
      event.preventDefault();
      take(end());
    } else if (key === 'Enter') end();
  };
  window.addEventListener('keydown', read, { capture: true });
  return () => {
    clearTimeout(timer);
    window.removeEventListener('keydown', read, { capture: true });
  };
}

const isScanner = ({ text, first, last }: Burst): boolean =>
  text.length >= shortest && (last - first) / (text.length - 1) <= scannerPace;
