import {
  type Box,
  clipOf,
  containersOf,
  heightOf,
  intersect,
  isDrawn,
  isScroller,
  isSeen,
  nameOf,
  paddingBox,
  styleOf,
  type TextRun,
  widthOf,
  windowBox,
} from './boxes.ts';
import { isOnTop, middleOf } from './text-faults.ts';

const pressable =
  'button, a[href], input, select, textarea, summary, [role=combobox], [role=tab], [role=option], [role=menuitem], [role=menuitemradio], [role=menuitemcheckbox], [role=checkbox], [role=radio], [role=switch]';

function listControls(): Element[] {
  return [...document.querySelectorAll(pressable)].filter((one) => {
    const { width, height } = one.getBoundingClientRect();
    if (width < 2 || height < 2 || !isDrawn(one)) return false;
    return !one.closest('[inert]') && (one as HTMLInputElement).type !== 'hidden';
  });
}

/** What a press must hit: the control, with its label around or beside it, and what it draws around itself. */
function targetOf(control: Element): Box {
  const boxes = [control, ...((control as HTMLInputElement).labels ?? [])].map((one) => one.getBoundingClientRect());
  return {
    left: Math.min(...boxes.map(({ left }) => left)),
    top: Math.min(...boxes.map(({ top }) => top)),
    right: Math.max(...boxes.map(({ right }) => right)),
    bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
  };
}

/** A table of more columns than a window is broad has to be scrolled sideways. */
const isBroadTable = (box: Element) => box.querySelectorAll('th[scope=col], [role=columnheader]').length >= 9;

/**
 * A finger finds what is beside the window where a table goes on there; tools that are out of sight are not looked for.
 */
const isSwiped = (box: Element) => box.querySelector('table, [role=grid]') !== null;

/** Whether a control can be brought into the window along an axis by scrolling what is around it. */
function isReachable(control: Element, axis: 'x' | 'y', isSideways: boolean): boolean {
  const box = control.getBoundingClientRect();
  const [from, to] = axis === 'x' ? [box.left, box.right] : [box.top, box.bottom];
  const inside = windowBox();
  let isFixed = false;
  for (const around of containersOf(control)) {
    isFixed ||= styleOf(around).position === 'fixed';
    if (around === control || around === document.body || around === document.documentElement) continue;
    const overflow = axis === 'x' ? styleOf(around).overflowX : styleOf(around).overflowY;
    const limits = paddingBox(around);
    const [low, high] = axis === 'x' ? [limits.left, limits.right] : [limits.top, limits.bottom];
    const isOut = from < low - 1 || to > high + 1;
    if (isScroller(overflow) && (axis === 'y' || (isSideways && isSwiped(around)) || isBroadTable(around))) return true;
    if (overflow !== 'visible' && isOut) return false;
  }
  if (axis === 'x') return from >= inside.left - 1 && to <= inside.right + 1;
  return !isFixed || (from >= inside.top - 1 && to <= inside.bottom + 1);
}

/**
 * Controls that no hand reaches: out of the window, or cut by a box that does not scroll. `isSideways` allows boxes
 * that are swiped sideways, as a grid is on a phone.
 */
export function findUnreachable(isSideways: boolean): string[] {
  const headings = [...document.querySelectorAll('th, [role=columnheader]')].filter(
    (one) => isDrawn(one) && one.clientWidth > 2,
  );
  return [...listControls(), ...headings].flatMap((control) => {
    const axis = (['x', 'y'] as const).find((one) => !isReachable(control, one, isSideways));
    return axis ? [`out of the window (${axis}): ${nameOf(control)}`] : [];
  });
}

/** A link in a sentence is as high as its line. */
function isInSentence(control: Element): boolean {
  if (control.tagName !== 'A' && control.tagName !== 'BUTTON') return false;
  if (!styleOf(control).display.startsWith('inline')) return false;
  const own = (control.textContent ?? '').trim().length;
  const around = control.closest('p, li, td, dd, label, [role=status], [role=alert], span, div');
  const whole = around === control ? control.parentElement : around;
  return (whole?.textContent ?? '').trim().length > own + 3 && styleOf(control).display === 'inline';
}

/** Half of a target, a little less, as fingers are not exact. */
const reach = 21.5;

/** Whether a press that many pixels beside the middle of a control still hits it. */
function hits(control: Element, dx: number, dy: number): boolean {
  const { left, top, right, bottom } = control.getBoundingClientRect();
  const at = document.elementFromPoint((left + right) / 2 + dx, (top + bottom) / 2 + dy);
  const labels = [...((control as HTMLInputElement).labels ?? [])];
  return at !== null && [control, ...labels].some((one) => one.contains(at));
}

/** Targets smaller than 44 px. */
export function findSmallTargets(): string[] {
  return listControls().flatMap((control) => {
    const box = targetOf(control);
    if (Math.min(widthOf(box), heightOf(box)) > 42.9 || isInSentence(control)) return [];
    if (control.closest('[aria-hidden=true]') || (control as HTMLInputElement).tabIndex === -1) return [];
    const before = [window.scrollX, window.scrollY] as const;
    const { left, top, right, bottom } = control.getBoundingClientRect();
    const inside = windowBox();
    if (left < 0 || top < reach || right > inside.right || bottom > inside.bottom - reach)
      control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const isWide = widthOf(box) > 42.9 || (hits(control, -reach, 0) && hits(control, reach, 0));
    const isHigh = heightOf(box) > 42.9 || (hits(control, 0, -reach) && hits(control, 0, reach));
    window.scrollTo(...before);
    return isWide && isHigh
      ? []
      : [`small target ${Math.round(widthOf(box))} × ${Math.round(heightOf(box))}: ${nameOf(control)}`];
  });
}

/** Lists that scroll in a few lines although the window has room for more. */
export function findNarrowScrollers(): string[] {
  return [...document.querySelectorAll('*')].flatMap((box) => {
    if (
      box.scrollHeight <= box.clientHeight + 12 ||
      box.clientHeight < 20 ||
      box.tagName === 'TEXTAREA' ||
      box === document.body ||
      // What is not painted has its size from before, until it is scrolled to.
      !box.checkVisibility({ contentVisibilityAuto: true })
    )
      return [];
    if (!isScroller(styleOf(box).overflowY) || !isDrawn(box) || box === document.documentElement) return [];
    const { top, bottom } = box.getBoundingClientRect();
    const isRoomy = box.clientHeight >= Math.min(window.innerHeight * 0.45, box.scrollHeight);
    // It reaches from its field to the edge of the window.
    const isFull = isSeen(intersect(clipOf(box), windowBox())) && (window.innerHeight - bottom < 24 || top < 24);
    return isRoomy || isFull ? [] : [`${box.clientHeight} of ${box.scrollHeight} px shown: ${nameOf(box)}`];
  });
}

const field =
  'input:not([type=checkbox], [type=radio], [type=hidden], [type=range], [type=color]), select, [role=combobox], button[aria-haspopup=listbox]';

/** The window or open list that an element is in; null on the page. What lies behind a window is in no row with it. */
const windowOf = (element: Element) => element.closest('[role=dialog], [role=alertdialog], [data-base-ui-portal]');

/** Fields of one row that are not of one height. */
export function findUnevenFields(): string[] {
  const boxes = listControls()
    .filter((one) => one.matches(field) && !one.closest('[role=gridcell], td'))
    .map((element) => ({ element, box: element.getBoundingClientRect() }));
  return boxes.flatMap(({ element, box }, index) =>
    boxes.slice(index + 1).flatMap(({ element: other, box: beside }) => {
      const isInRow =
        Math.abs(box.top - beside.top) < 8 && !element.contains(other) && Math.abs(box.height - beside.height) < 12;
      return isInRow && windowOf(element) === windowOf(other) && Math.abs(box.height - beside.height) > 1.5
        ? [
            `uneven fields ${box.height.toFixed(1)} and ${beside.height.toFixed(1)}: ${nameOf(element)} and ${nameOf(other)}`,
          ]
        : [];
    }),
  );
}

/** Text that lies under a control of the same layer, which an opaque control would hide. */
export function findCoveredText(runs: readonly TextRun[]): string[] {
  const layerOf = (element: Element) =>
    containersOf(element).find((one) => /absolute|fixed|sticky/.test(styleOf(one).position));
  const controls = listControls().map((element) => ({
    element,
    box: intersect(clipOf(element), element.getBoundingClientRect()),
  }));
  return runs.flatMap(({ element, text, seen }) =>
    controls.flatMap(({ element: control, box }) => {
      const both = intersect(seen, box);
      if (widthOf(both) < 4 || heightOf(both) < 6 || control.contains(element) || element.contains(control)) return [];
      if ([...((control as HTMLInputElement).labels ?? [])].some((label) => label.contains(element))) return [];
      // A link goes on in the line in which the text beside it ends.
      if (isInSentence(control) && element.parentElement?.contains(control)) return [];
      return isSeen(both) && layerOf(element) === layerOf(control)
        ? [`“${text.slice(0, 40)}” lies under ${nameOf(control)}`]
        : [];
    }),
  );
}

/** Whether a button is in a field, as that of a calendar is. */
const isInField = (one: Box, other: Element, box: Box) =>
  other.matches(field) && one.left >= box.left - 2 && one.right <= box.right + 2 && heightOf(one) <= heightOf(box) + 4;

/** Two controls at one place, each of which is seen. */
export function findControlsOverControls(): string[] {
  const shown = listControls()
    .map((element) => ({ element, box: intersect(clipOf(element), element.getBoundingClientRect()) }))
    .map((one) => ({ ...one, box: intersect(one.box, windowBox()) }))
    .filter(({ box }) => isSeen(box));
  return shown.flatMap(({ element, box }, index) =>
    shown.slice(index + 1).flatMap(({ element: other, box: beside }) => {
      const both = intersect(box, beside);
      if (widthOf(both) < 5 || heightOf(both) < 5 || element.contains(other) || other.contains(element)) return [];
      if (isInField(box, other, beside) || isInField(beside, element, box)) return [];
      const stack = document.elementsFromPoint(...middleOf(both));
      return isOnTop(element, stack) && isOnTop(other, stack) ? [`${nameOf(element)} lies over ${nameOf(other)}`] : [];
    }),
  );
}

/** Parts of a window that hang out of it at its bottom. */
export function findOutOfWindow(): string[] {
  return [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].flatMap((popup) => {
    const { bottom } = popup.getBoundingClientRect();
    const parts = [...popup.children].flatMap((part) => [part, ...part.children]).filter(isDrawn);
    return parts.flatMap((part) => {
      const seen = intersect(clipOf(part), part.getBoundingClientRect());
      const isOut = seen.bottom > bottom + 1 && !/absolute|fixed/.test(styleOf(part).position);
      return isOut ? [`${Math.round(seen.bottom - bottom)} px out of its window: ${nameOf(part)}`] : [];
    });
  });
}

/** Rows that are folded into lines on a phone and are higher than what they show, or lower. */
export function findLooseRows(): string[] {
  return [...document.querySelectorAll('[data-folded] tbody tr')].flatMap((row) => {
    const lines = [...row.children].filter((cell) => isDrawn(cell) && styleOf(cell).position !== 'absolute');
    const bottoms = lines.map((cell) => cell.getBoundingClientRect().bottom);
    const room = Math.round(row.getBoundingClientRect().bottom - Math.max(...bottoms));
    return room >= 0 && room <= 16 ? [] : [`${room} px below the last line of a row: ${nameOf(row)}`];
  });
}

const isSentence = (item: Element) =>
  !item.matches('button, a') && (item.textContent ?? '').trim().length > 30 && !item.querySelector('button, a, input');

/** Rows of a few buttons that need a second line. */
export function findWrappedToolbars(): string[] {
  const rows = new Set(
    listControls()
      .filter((one) => one.matches('button, a'))
      .map((one) => one.parentElement),
  );
  return [...rows].flatMap((row) => {
    if (
      !row ||
      !/flex/.test(styleOf(row).display) ||
      styleOf(row).flexDirection !== 'row' ||
      row.closest('[role=grid], table, li, p, [role=group]')
    )
      return [];
    const items = [...row.children].filter((one) => isDrawn(one) && one.clientWidth > 2);
    // A sentence with its buttons is no toolbar.
    if (items.length < 2 || items.length > 9 || items.some(isSentence)) return [];
    const boxes = items.map((one) => one.getBoundingClientRect());
    const first = Math.max(...boxes.filter(({ top }) => top < (boxes[0]?.bottom ?? 0) - 4).map(({ bottom }) => bottom));
    return boxes.some(({ top }) => top >= first - 2) ? [`toolbar in two lines: ${nameOf(row)}`] : [];
  });
}
