/** Pixels that a hand moves in a press. */
const reach = 6;

const buttons = 'button, a[href], [role="button"], [role="menuitem"], [role="tab"], summary';

/**
 * A press counts for the button that it began on, also where that has moved away under it: a field that loses the focus
 * by the press may say that it is refused, and the window grows. Moving the pointer away takes the press back, as
 * anywhere.
 */
export function pressWhereItBegan(): void {
  let begun: { button: HTMLElement; place: DOMRect; x: number; y: number } | null = null;
  let isClicked = false;
  window.addEventListener(
    'pointerdown',
    ({ target, button: key, isPrimary, clientX: x, clientY: y }) => {
      const button = target instanceof Element ? target.closest<HTMLElement>(buttons) : null;
      begun = button && key === 0 && isPrimary ? { button, place: button.getBoundingClientRect(), x, y } : null;
      isClicked = false;
    },
    { capture: true },
  );
  window.addEventListener(
    'pointercancel',
    () => {
      begun = null;
    },
    { capture: true },
  );
  window.addEventListener(
    'click',
    ({ target }) => {
      if (begun && target instanceof Node && begun.button.contains(target)) isClicked = true;
    },
    { capture: true },
  );
  window.addEventListener(
    'pointerup',
    ({ clientX, clientY, isTrusted }) => {
      const press = begun;
      if (!press || !isTrusted || Math.hypot(clientX - press.x, clientY - press.y) > reach) return;
      // What opens over a button that stays, such as the list of a select, is what was meant.
      const { left, top } = press.button.getBoundingClientRect();
      if (left === press.place.left && top === press.place.top) return;
      if (press.button.contains(document.elementFromPoint(clientX, clientY))) return;
      // The browser's own click comes right after the end of the press.
      setTimeout(() => {
        if (!isClicked && press.button.isConnected && !press.button.matches(':disabled')) press.button.click();
      });
    },
    { capture: true },
  );
}
