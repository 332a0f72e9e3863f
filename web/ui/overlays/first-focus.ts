import { isAnythingDoneSince, isByTouch } from './typing-idle.ts';

const focusable =
  'a[href], button, input, select, textarea, summary, [tabindex], [contenteditable]:not([contenteditable="false"])';
const fields =
  'input:not([readonly]), textarea:not([readonly]), select, [role="combobox"], [role="checkbox"], [role="radio"], [role="switch"], [contenteditable]';

/** What does something at once: a key that was meant for the page must not set it off. */
const acts = '[data-main], [data-danger]';

/** What scrolls, such as the frame of a table: it takes the focus to be scrolled by keys, and nobody is led there. */
const frames = 'section, [role="region"]';

/** A button of a row does at once what is done to that row, such as printing its slip. */
const ofRow = 'tr button, [role="row"] button, li button';

/** Whether an element takes the focus now. */
export const canHaveFocus = (element: HTMLElement): boolean =>
  element.isConnected && !element.matches(':disabled') && (element.checkVisibility?.() ?? true);

/**
 * What gets the focus first in a window: the first field of its body, else the first control there that is in sight,
 * else the first button of its foot, which leaves it. Never a button that does what the window is for, nor one of a
 * row; the window itself where there is nothing but those and the close button, where the field is out of sight, and
 * where somebody who opened it by touch would write.
 */
export function findFirstControl(popup: HTMLElement): HTMLElement {
  const controls = [...popup.querySelectorAll<HTMLElement>(focusable)].filter(
    (one) => one.tabIndex >= 0 && canHaveFocus(one) && !one.matches(acts),
  );
  const partOf = (control: HTMLElement) =>
    [...popup.children].find((part) => part.contains(control))?.tagName.toLowerCase();
  const body = controls.filter((one) => !['header', 'footer'].includes(partOf(one) ?? ''));
  const field = body.find((one) => one.matches(fields));
  // Its keyboard takes up half of a phone; and what stands before it would be scrolled away.
  if (field) return isByTouch() || !isInSight(field, popup) ? popup : field;
  const control = body.find((one) => !one.matches(`${frames}, ${ofRow}`) && isInSight(one, popup));
  return control ?? controls.find((one) => partOf(one) === 'footer') ?? popup;
}

/** Without scrolling what stands before it away. */
const isInSight = (control: HTMLElement, popup: HTMLElement): boolean =>
  control.getBoundingClientRect().bottom <= popup.getBoundingClientRect().bottom;

/**
 * What a window shows may come later than the window: a better place for the focus, while nothing was pressed or typed
 * since it opened.
 */
export function findBetterFocus(popup: HTMLElement, since: number): HTMLElement | null {
  const { activeElement } = document;
  if (isAnythingDoneSince(since) || activeElement?.matches(fields)) return null;
  const better = findFirstControl(popup);
  return better === activeElement || better === popup ? null : better;
}
