import { canHaveFocus, findBetterFocus, findFirstControl } from './first-focus.ts';

/** A window that is open. */
export interface OpenWindow {
  popup: HTMLElement;
  /** What gets the focus where nothing in the window had it before. */
  first: () => HTMLElement | null | undefined;
}

/** The last lies over the others. */
const windows: OpenWindow[] = [];
/** Closed, and perhaps still on the page while they fade: nothing in them takes the focus any more. */
const closed = new WeakSet<HTMLElement>();
/** What a window gave the focus to of itself, and when (`performance.now()`); none where it names what gets it. */
const given = new WeakMap<HTMLElement, { to: HTMLElement; since: number }>();

interface Focused {
  element: HTMLElement;
  /** The window that it was in; null on the page. */
  within: HTMLElement | null;
}
/** What had the focus, the latest last: where it goes when a window closes, or the element that has it is gone. */
let trail: Focused[] = [];
const trailLength = 24;

/** Layers that may take the focus over a window: open lists and menus, snackbars. A window further down is none. */
const layers = '[data-base-ui-portal], [data-over-windows]';

/**
 * Opens a window over the others, and gives it the focus in the same moment. Returns what closes it and gives the focus
 * back.
 */
export function openWindow(entry: OpenWindow): (giveBack: (() => boolean) | undefined) => void {
  windows.push(entry);
  closed.delete(entry.popup);
  focusIn(entry);
  // An element that is taken away or disabled loses the focus without a word.
  const changes = new MutationObserver(() => {
    bringBack();
    improveFocus(entry);
  });
  changes.observe(entry.popup, { subtree: true, childList: true, attributeFilter: ['disabled', 'hidden'] });
  return (giveBack) => {
    changes.disconnect();
    windows.splice(windows.indexOf(entry), 1);
    closed.add(entry.popup);
    // React gives the focus back to where it was when it began to change the page: after that.
    queueMicrotask(() => {
      const { activeElement } = document;
      const isElsewhere = activeElement !== document.body && !entry.popup.contains(activeElement);
      if (giveBack?.() || (isElsewhere && !isBehindTop(activeElement))) return;
      giveFocusBack();
    });
  };
}

function giveFocusBack(): void {
  const top = windows.at(-1);
  const target = findLastFocused(top?.popup ?? null);
  if (target) target.focus({ preventScroll: true });
  else if (top) focusIn(top);
}

/**
 * Gives the focus back before an element goes that has it, such as a message with a button: to where it was, or to the
 * screen.
 */
export function giveFocusBackFrom(leaving: Element | null): void {
  if (!leaving?.contains(document.activeElement)) return;
  trail = trail.filter(({ element }) => !leaving.contains(element));
  giveFocusBack();
  if (leaving.contains(document.activeElement)) document.getElementById('content')?.focus({ preventScroll: true });
}

let answered: Event | null = null;

/** Whether Escape or a press outside is meant for this window: the one on top, and one window for one event. */
export function isMeantFor(popup: HTMLElement | null, event: Event): boolean {
  if (windows.at(-1)?.popup !== popup || answered === event) return false;
  answered = event;
  return true;
}

/**
 * What had the focus last in a window, or on the page; drawn again where that is gone, such as in a list that was
 * fetched again.
 */
function findLastFocused(within: HTMLElement | null): HTMLElement | undefined {
  const there = trail.filter((one) => one.within === within).map(({ element }) => element);
  const last = there.at(-1);
  if (last && !last.isConnected && last.matches('button, a')) {
    const words = wordsOf(last);
    const again = [...document.querySelectorAll<HTMLElement>(last.tagName)].find(
      (one) => wordsOf(one) === words && canHaveFocus(one) && (within ?? document).contains(one),
    );
    if (again) return again;
  }
  return there.findLast(canHaveFocus);
}

const wordsOf = (element: HTMLElement): string =>
  (element.getAttribute('aria-label') ?? element.textContent ?? '').trim();

function focusIn(entry: OpenWindow): void {
  const { popup } = entry;
  if (popup.contains(document.activeElement)) return;
  const wanted = findLastFocused(popup) ?? entry.first();
  const target = wanted ?? findFirstControl(popup);
  if (!wanted) given.set(popup, { to: target, since: performance.now() });
  target.focus({ preventScroll: target === popup });
}

/** Whether an element lies behind the window on top. */
function isBehindTop(element: Element | null): boolean {
  const top = windows.at(-1);
  if (!top || !element || top.popup.contains(element)) return false;
  if (element === document.body) return true;
  return windows.some(({ popup }) => popup.contains(element)) || element.closest(layers) === null;
}

function bringBack(): void {
  const top = windows.at(-1);
  if (top && isBehindTop(document.activeElement)) focusIn(top);
}

/** What a window shows may come later than the window. */
function improveFocus({ popup }: OpenWindow): void {
  const last = given.get(popup);
  if (!last || document.activeElement !== last.to || windows.at(-1)?.popup !== popup) return;
  const better = findBetterFocus(popup, last.since);
  if (!better) return;
  given.set(popup, { ...last, to: better });
  better.focus();
}

function noteFocus(element: Element | null): void {
  if (!(element instanceof HTMLElement) || element === document.body) return;
  const within = windows.findLast(({ popup }) => popup.contains(element))?.popup ?? null;
  trail = [...trail.filter((one) => one.element !== element), { element, within }].slice(-trailLength);
}

noteFocus(document.activeElement);
document.addEventListener('focusin', ({ target }) => {
  const popup = (target as Element).closest<HTMLElement>('[role="dialog"], [role="alertdialog"]');
  if (popup && closed.has(popup)) giveFocusBack();
  else if (isBehindTop(target as Element)) bringBack();
  else noteFocus(target as Element);
});
document.addEventListener('focusout', ({ relatedTarget }) => {
  if (relatedTarget === null && windows.length > 0) setTimeout(bringBack);
});
