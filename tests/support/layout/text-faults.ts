import {
  type Box,
  clipOf,
  containersOf,
  heightOf,
  intersect,
  isCutter,
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

const short = (text: string) => `“${text.slice(0, 40)}”`;

/** From 0, clear, to 1. */
function opacityOf(color: string): number {
  const alpha = /\/\s*([\d.]+)(%?)\s*\)/.exec(color) ?? /^rgba\(.*,\s*([\d.]+)()\)/.exec(color);
  if (alpha) return Number(alpha[1]) / (alpha[2] === '%' ? 100 : 1);
  return color === 'transparent' ? 0 : 1;
}

function isOpaque(element: Element): boolean {
  if (/^(IMG|CANVAS|VIDEO|IFRAME|EMBED|OBJECT)$/.test(element.tagName)) return true;
  const { backgroundColor, opacity } = styleOf(element);
  return opacityOf(backgroundColor) > 0.95 && Number(opacity) > 0.95;
}

/**
 * Whether the text of an element is seen at a point, of which `stack` has all elements: nothing opaque lies over it.
 */
export function isOnTop(element: Element, stack: readonly Element[]): boolean {
  const depth = stack.indexOf(element);
  return depth >= 0 && !stack.slice(0, depth).some((over) => !over.contains(element) && isOpaque(over));
}

export const middleOf = (box: Box): [number, number] => [(box.left + box.right) / 2, (box.top + box.bottom) / 2];

/** Two texts at one place, each of which is seen. What is under an opaque layer is not. */
export function findTextOverText(runs: readonly TextRun[]): string[] {
  const shown = runs
    .map((run) => ({ ...run, seen: intersect(run.seen, windowBox()) }))
    .filter(({ seen }) => isSeen(seen))
    .sort((a, b) => a.seen.top - b.seen.top);
  const found: string[] = [];
  for (const [index, one] of shown.entries())
    for (const other of shown.slice(index + 1)) {
      if (other.seen.top >= one.seen.bottom) break;
      const both = intersect(one.seen, other.seen);
      const least = Math.min(heightOf(one.seen), heightOf(other.seen));
      // Lines of one paragraph may touch, and so may the words of one line.
      if (widthOf(both) < 2 || heightOf(both) < Math.max(3, least * 0.3) || one.element === other.element) continue;
      const stack = document.elementsFromPoint(...middleOf(both));
      if (isOnTop(one.element, stack) && isOnTop(other.element, stack))
        found.push(`text over text: ${short(one.text)} and ${short(other.text)}`);
    }
  return found;
}

/** A word without a hyphen, a slash or the like, where a line may end. */
const words = /[\p{L}\p{N}'’]+/gu;
/**
 * The same, and a date, a school year, the code of a card, a word such as E-mail: no line ends in them, but for the
 * cells of a table in a wide window.
 */
const wholeWords = /\d{1,2}-[A-Z][a-z]{2}-\d{4}|\d{4}-\d{4}|[A-Z\d]{5}-[A-Z\d]{5}|\b[A-Z]-[a-z]+|[\p{L}\p{N}'’]+/gu;

/** What no column is wide enough for may break: codes, addresses, somebody's longest name. */
const longestWhole = 20;

/** Words that begin on one line and end on the next. */
export function findBrokenWords(isNarrow: boolean): string[] {
  const found: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    const text = node.textContent ?? '';
    if (!element || text.trim() === '' || !isDrawn(element) || element.closest('code')) continue;
    range.selectNodeContents(node);
    if (new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top))).size < 2) continue;
    // An e-mail address may end a line anywhere; what else a word is, `words` has.
    for (const match of text
      .replace(/\S+@\S+/g, (address) => ' '.repeat(address.length))
      .matchAll(isNarrow || !element.closest('td, th') ? wholeWords : words)) {
      if (match[0].length < 2 || match[0].length > longestWhole) continue;
      range.setStart(node, match.index);
      range.setEnd(node, match.index + match[0].length);
      const rects = [...range.getClientRects()].filter(({ width }) => width > 0);
      const [first] = rects;
      if (
        first &&
        rects.some(({ top, height }) => Math.abs(top - first.top) > height / 2) &&
        isSeen(intersect(clipOf(element), first))
      )
        found.push(`word broken: ${short(match[0])} in ${short(text.trim())}`);
    }
  }
  return found;
}

/** Whether an ellipsis stands where a box ends a line: only for what lies in a block, not in a flex box or grid. */
function hasEllipsis(element: Element): boolean {
  const { textOverflow, display, webkitLineClamp } = styleOf(element);
  if (webkitLineClamp !== 'none' && webkitLineClamp !== '') return true;
  return textOverflow !== 'clip' && !/flex|grid/.test(display);
}

/** Whether the text under an element is said in a tooltip. */
const hasTitle = (element: Element, upTo: Element): boolean => {
  for (let at: Element | null = element; at; at = at === upTo ? null : at.parentElement)
    if (at.hasAttribute('title')) return true;
  return false;
};

const missing = (run: Box, inside: Box, axis: 'x' | 'y') =>
  axis === 'x'
    ? Math.max(inside.left - run.left, run.right - inside.right)
    : Math.max(inside.top - run.top, run.bottom - inside.bottom);

/** Text whose end nobody can see, by scrolling either, and that does not say so. */
export function findCutText(runs: readonly TextRun[]): string[] {
  return runs.flatMap(({ element, text, whole, seen }) => {
    if (element instanceof HTMLInputElement) {
      // Who types sees the end of it; who reads does not.
      const isRead = element !== document.activeElement;
      const isCut = isRead && whole.right - seen.right > 2 && styleOf(element).textOverflow === 'clip';
      return isCut && element.title === ''
        ? [`text cut: ${element.value === '' ? 'hint' : 'value'} ${short(text)}`]
        : [];
    }
    const open = { x: true, y: true };
    for (const around of containersOf(element)) {
      if (around === document.body || around === document.documentElement) break;
      const { overflowX, overflowY } = styleOf(around);
      for (const [axis, overflow] of [
        ['x', overflowX],
        ['y', overflowY],
      ] as const) {
        if (
          open[axis] &&
          isCutter(overflow) &&
          around.clientWidth > 2 &&
          missing(whole, paddingBox(around), axis) > (axis === 'x' ? 1.5 : heightOf(whole) / 3)
        ) {
          if (
            !hasTitle(element, around) &&
            !containersOf(element).some((one) => around.contains(one) && hasEllipsis(one))
          )
            return [`text cut: ${short(text)} by ${nameOf(around)}`];
          open[axis] = false;
        }
        if (isScroller(overflow)) open[axis] = false;
      }
    }
    return [];
  });
}

/**
 * Headings of columns that end in an ellipsis and do not say the whole: a column has room for its heading, in two lines
 * if need be.
 */
export function findCutHeads(): string[] {
  return [...document.querySelectorAll('th[scope=col], [role=columnheader]')].flatMap((head) => {
    const cut = [head, ...head.querySelectorAll('*')].find(
      (one) =>
        isDrawn(one) &&
        one.clientWidth > 2 &&
        hasEllipsis(one) &&
        !hasTitle(one, head) &&
        (one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 2),
    );
    return cut ? [`heading cut: ${short((cut.textContent ?? '').trim())}`] : [];
  });
}

/** Whether an element is drawn as a card or a cell: with an edge on its right. */
function hasEdge(element: Element): boolean {
  const { borderRightWidth, borderRightStyle, borderRightColor } = styleOf(element);
  return Number.parseFloat(borderRightWidth) > 0 && borderRightStyle !== 'none' && opacityOf(borderRightColor) > 0;
}

/** Text that reaches over the edge of the card, field or cell that it is in. */
export function findTextOutOfFrame(runs: readonly TextRun[]): string[] {
  return runs.flatMap(({ element, text, seen }) => {
    for (const around of containersOf(element)) {
      const { right, left, width } = around.getBoundingClientRect();
      if (hasEdge(around) && width > 2 && (seen.right > right + 2 || seen.left < left - 2)) {
        return [
          `out of its frame by ${Math.round(Math.max(seen.right - right, left - seen.left))} px: ${short(text)} of ${nameOf(around)}`,
        ];
      }
      if (isScroller(styleOf(around).overflowX)) return [];
    }
    return [];
  });
}

/**
 * Texts that a program that translates would leave behind: React writes into the node itself (it knows it), not into an
 * element that has the text alone (`web/jsx/keep-texts.ts`). Ours is in `text-part`; a component that returns a bare
 * text, or a library's element, is not.
 */
export function findLooseTexts(): string[] {
  const found: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent ?? '';
    if (text.trim() !== '' && Object.keys(node).some((name) => name.startsWith('__react')))
      found.push(
        `text that a translation leaves behind: ${short(text.trim())} in ${nameOf(node.parentElement ?? document.body)}`,
      );
  }
  return found;
}
