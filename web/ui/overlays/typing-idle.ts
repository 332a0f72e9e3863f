/** Milliseconds without a key or a press after which hands count as at rest. */
const restLength = 1_500;
/** Milliseconds without a key after which somebody waits for the answer to a press. */
const pauseLength = 700;
/** How often it is looked whether something may open by now, in milliseconds. */
const lookEvery = 200;

let lastKey = Number.NEGATIVE_INFINITY;
let lastPress = Number.NEGATIVE_INFINITY;
/** A key was used after the last press, or that was into a cell, to type there. */
let isTypingLast = false;
let isTouchLast = false;
const noteKey = () => {
  lastKey = performance.now();
  isTypingLast = true;
  isTouchLast = false;
};
const notePress = ({ target, type, pointerType }: Event & { pointerType?: string }) => {
  if (type === 'pointerdown') isTouchLast = pointerType === 'touch';
  lastPress = performance.now();
  isTypingLast = target instanceof Element && isInCell(target);
};
// The keyboard of a phone sends no keys that say anything: there what is entered counts.
for (const kind of ['keydown', 'beforeinput']) window.addEventListener(kind, noteKey, { capture: true, passive: true });
// A button is pressed by key as well: that is a click alone, after its key.
for (const kind of ['pointerdown', 'click']) window.addEventListener(kind, notePress, { capture: true, passive: true });

/** Milliseconds since somebody last used the keyboard or pressed anything on this page. */
export const countMillisecondsIdle = (): number => performance.now() - Math.max(lastKey, lastPress);

/** Whether anything was pressed or typed since a moment of `performance.now()`. */
export const isAnythingDoneSince = (moment: number): boolean => Math.max(lastKey, lastPress) > moment;

/** Whether the last press was one of a finger, and no key was used since. */
export const isByTouch = (): boolean => isTouchLast;

/** Whether a key was used since a moment of `performance.now()`. */
export const isKeyUsedSince = (moment: number): boolean => lastKey > moment;

/** Whether somebody has begun to type since a moment of `performance.now()`, or has pressed into a field to do so. */
export const isTypingBegunSince = (moment: number): boolean =>
  lastKey > moment || (lastPress > moment && isTypedInto(document.activeElement));

/**
 * What opens an overlay:
 * - `act`: the press or key of this moment, which asks for it. It opens at once.
 * - `answer`: what a press has set off is done, and somebody waits for it. It opens as soon as no key is used and the
 *   focus is nowhere where one types or chooses; until then a line says that it is there, with a button to show it. A
 *   grid that has got the focus back after the press does not hold it, until something is typed there.
 * - `itself`: anything else, such as a save that failed. It opens while the hands rest and the focus is nowhere where
 *   one types or chooses; until then, say it beside what is typed (ADR 0033).
 */
export type OverlayTrigger = 'act' | 'answer' | 'itself';

interface Resting {
  /** After so many milliseconds without a key or a press nobody is there; for what opens by itself. */
  unattended?: number | undefined;
  /** Told, while it waits, whether the focus is where one types or chooses: then it may be long. */
  onHeld?: ((isHeld: boolean) => void) | undefined;
}

/** Calls back once what has to open will not take the keyboard from anybody. Returns the function that stops it. */
export function callWhenNobodyTypes(
  openedBy: 'answer' | 'itself',
  act: () => void,
  { unattended = Number.POSITIVE_INFINITY, onHeld }: Resting = {},
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    const active = document.activeElement;
    const isBack = openedBy === 'answer' && isBackAfterPress(active);
    const isHeld = (isTypedInto(active) && !isBack) || isChosenFrom(active);
    const canOpen =
      openedBy === 'answer'
        ? !isHeld && performance.now() - lastKey >= pauseLength
        : countMillisecondsIdle() >= (isHeld ? unattended : restLength);
    if (canOpen) return act();
    onHeld?.(isHeld);
    timer = setTimeout(look, lookEvery);
  };
  look();
  return () => clearTimeout(timer);
}

/**
 * Gives the focus to a field that comes next, as soon as no key is used, so that nothing that was meant for elsewhere
 * is typed into it. It stays where it is when it has gone elsewhere meanwhile, or when more is typed into the field
 * that has it. Returns the function that stops it.
 */
export function focusWhenNobodyTypes(next: () => HTMLElement | null | undefined): () => void {
  const from = document.activeElement;
  const asked = performance.now();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    if (document.activeElement !== from || (isTypedInto(from) && isKeyUsedSince(asked))) return;
    if (performance.now() - lastKey >= pauseLength) next()?.focus();
    else timer = setTimeout(look, lookEvery);
  };
  look();
  return () => clearTimeout(timer);
}

/** A grid of cells that take what is typed; a table of rows to look at and open takes nothing. */
const typedGrid = '[role="grid"]:not([aria-readonly="true"])';

/** Whether the focus has gone to a grid by itself, after a press elsewhere: nothing is typed there yet. */
const isBackAfterPress = (active: Element | null): boolean => active?.closest(typedGrid) != null && !isTypingLast;

const isInCell = (element: Element): boolean =>
  element.closest(typedGrid) !== null && element.closest('button, a, [role="button"]') === null;

const noText = new Set(['button', 'checkbox', 'radio', 'range', 'color', 'file', 'image', 'submit', 'reset']);

/** Whether keys enter something there: a field, or any cell of a grid, from which they go on to the next. */
export function isTypedInto(element: Element | null): boolean {
  if (element instanceof HTMLInputElement) return !noText.has(element.type);
  return element?.closest(`textarea, select, [contenteditable=""], [contenteditable="true"], ${typedGrid}`) != null;
}

/** Whether keys go through an open menu or list: a window would lie under it, and take its keys. */
const isChosenFrom = (element: Element | null): boolean => element?.closest('[role="menu"], [role="listbox"]') != null;
