import { pressWhereItBegan } from './moved-press.ts';

/** Milliseconds and pixels between the two presses of a double click; a finger is less exact. */
const time = 500;
const reach = { mouse: 6, touch: 24 };

const controls =
  'button, a[href], input, select, textarea, summary, label, [role="button"], [role="menuitem"], [role="option"], [role="tab"], [role="radio"], [role="checkbox"], [role="gridcell"]';
/** What they do is done once; by class on the families' pages and where a card is checked. */
const acts = '[data-main], [data-danger], [type="submit"], button.primary, button.plain';
const texts =
  'input:not([type]), input[type="text"], input[type="search"], input[type="password"], input[inputmode], textarea';
/** A press there enters nothing: it sets the cursor, or chooses a cell. */
const harmless = `${texts}, [role="gridcell"]`;

interface Press {
  at: number;
  x: number;
  y: number;
  control: Element | null;
  /** What it said when it was pressed. */
  said: string;
}

const kinds = ['pointerdown', 'touchstart', 'mousedown', 'pointerup', 'touchend', 'mouseup', 'click', 'dblclick'];

/**
 * The second press of a double click does nothing but what the first did: where another control has come under the
 * pointer meanwhile, or the same one says something else by now, it is for nobody. Main buttons act once; what is
 * pressed again and again, such as Next, takes every press.
 */
function ignoreSecondPresses(): void {
  let first: Press | null = null;
  let isIgnored = false;
  const begin = (event: PointerEvent) => {
    isIgnored = false;
    const target = event.target instanceof Element ? event.target : null;
    const control = target?.closest(controls) ?? null;
    const press = { at: event.timeStamp, x: event.clientX, y: event.clientY, control, said: wordsOf(control) };
    const isSecond =
      first !== null &&
      press.at - first.at < time &&
      Math.hypot(press.x - first.x, press.y - first.y) <= (event.pointerType === 'mouse' ? reach.mouse : reach.touch);
    isIgnored = isSecond && first?.control != null && !canPressAgain(first, press);
    if (!isIgnored) first = press;
  };
  for (const kind of kinds) {
    window.addEventListener(
      kind,
      (event) => {
        // What a program sends has no second press.
        if (!event.isTrusted) return;
        if (kind === 'pointerdown') begin(event as PointerEvent);
        // A key presses a button by a click without a press.
        const isByKey = kind === 'click' && (event as MouseEvent).detail === 0;
        if (!isIgnored || isByKey) return;
        event.stopImmediatePropagation();
        if (event.cancelable && !kind.endsWith('start') && kind !== 'pointerdown') event.preventDefault();
      },
      { capture: true, passive: false },
    );
  }
  // Who has typed something since is not in the middle of a double click.
  window.addEventListener(
    'input',
    ({ target }) => {
      if (target instanceof Element && target.matches(texts)) first = null;
    },
    { capture: true },
  );
  // A key that is held down presses one thing once, and not what gets the focus by that.
  window.addEventListener(
    'keydown',
    (event) => {
      if (!event.isTrusted || !event.repeat || (event.key !== 'Enter' && event.key !== ' ')) return;
      if (!(event.target instanceof Element) || !event.target.matches('button, a[href], summary, [role="menuitem"]'))
        return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    { capture: true },
  );
}

const canPressAgain = (first: Press, { control, said }: Press): boolean =>
  control !== null &&
  (control.matches(harmless) || (control === first.control && said === first.said && !control.matches(acts)));

/** Its words, and whether what it opens is open. */
const wordsOf = (control: Element | null): string =>
  control
    ? [control.getAttribute('aria-label') ?? control.textContent, control.getAttribute('aria-expanded')].join(' ')
    : '';

/** For every page, once: what a hand presses is done, and done once. */
export function guardPresses(): void {
  ignoreSecondPresses();
  pressWhereItBegan();
}
