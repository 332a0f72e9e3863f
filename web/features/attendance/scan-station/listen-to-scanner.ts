/** Milliseconds between two keys of one id: what comes later begins another. */
const longestPause = 300;
/** A scanner needs fewer milliseconds for a key, some 1 to 40; nobody types an id so fast. */
const scannerPace = 60;
/** Fewer letters than that are no id that a scanner would end without a key: two keys are pressed together by accident. */
const shortest = 3;

interface Burst {
  text: string;
  /** The field that it is typed into; null where it is typed on the page. */
  field: Element | null;
  first: number;
  last: number;
}

/**
 * Gives each id that is typed on the page or into a field by a scanner, which at a USB port is a keyboard: it types a card and then Enter,
 * Tab or nothing, as it is set. On the page, Enter and Tab end what a person has typed, too; in a field that is left to its form. Gives
 * back what ends the listening.
 * @param onLine told whether the id was typed into a field, and is still there
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
      // Or it would press the button that has the focus, or move the focus.
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
