/**
 * What a person sees of a page, for the layout audit. This folder's files but `layout-faults.ts` and `identifiers.ts`
 * run in the page (`layout-faults.ts` bundles them).
 */

/** In pixels of the window. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** One line of a text. */
export interface TextRun {
  element: Element;
  text: string;
  /** As laid out, before anything cuts it. */
  whole: Box;
  /** What the boxes around it leave of it. */
  seen: Box;
}

const everywhere: Box = { left: -1e6, top: -1e6, right: 1e6, bottom: 1e6 };

export const intersect = (one: Box, other: Box): Box => ({
  left: Math.max(one.left, other.left),
  top: Math.max(one.top, other.top),
  right: Math.min(one.right, other.right),
  bottom: Math.min(one.bottom, other.bottom),
});

export const widthOf = ({ left, right }: Box): number => right - left;
export const heightOf = ({ top, bottom }: Box): number => bottom - top;

/** A pixel or less is how text for screen readers is hidden. */
export const isSeen = (box: Box): boolean => widthOf(box) > 2 && heightOf(box) > 2;

export const windowBox = (): Box => ({
  left: 0,
  top: 0,
  right: document.documentElement.clientWidth,
  bottom: window.innerHeight,
});

let styles = new Map<Element, CSSStyleDeclaration>();
let clips = new Map<Element, Clips>();

/** Before each look at the page: what the one before has read is stale. */
export function forgetStyles(): void {
  styles = new Map();
  clips = new Map();
}

export function styleOf(element: Element): CSSStyleDeclaration {
  const known = styles.get(element) ?? getComputedStyle(element);
  styles.set(element, known);
  return known;
}

const isPositioned = (element: Element) => {
  const { position, transform, filter, contain } = styleOf(element);
  return (
    position !== 'static' || transform !== 'none' || filter !== 'none' || /paint|layout|strict|content/.test(contain)
  );
};

/**
 * The element whose box an element is laid out in and cut by; undefined at the root, and for what is fixed to the
 * window.
 */
export function containerOf(element: Element): Element | undefined {
  const { position } = styleOf(element);
  let around = element.parentElement;
  if (position === 'fixed')
    while (around && styleOf(around).transform === 'none' && styleOf(around).filter === 'none')
      around = around.parentElement;
  if (position === 'absolute') while (around && !isPositioned(around)) around = around.parentElement;
  return around ?? undefined;
}

/** The chain of containers from an element up, itself first. */
export function containersOf(element: Element): Element[] {
  const chain: Element[] = [];
  for (let at: Element | undefined = element; at; at = containerOf(at)) chain.push(at);
  return chain;
}

export const isScroller = (overflow: string): boolean => overflow === 'auto' || overflow === 'scroll';
export const isCutter = (overflow: string): boolean => overflow === 'hidden' || overflow === 'clip';

/** The inside of the border. */
export function paddingBox(element: Element): Box {
  const { left, top } = element.getBoundingClientRect();
  const x = left + element.clientLeft;
  const y = top + element.clientTop;
  return { left: x, top: y, right: x + element.clientWidth, bottom: y + element.clientHeight };
}

interface Clips {
  box: Box;
  isHidden: boolean;
}

/**
 * What all boxes from an element up leave to be seen of what is in it; and whether one of them is how text for screen
 * readers is hidden.
 */
function clipsOf(element: Element): Clips {
  const known = clips.get(element);
  if (known) return known;
  const isRoot = element === document.documentElement || element === document.body;
  const container = containerOf(element);
  const outer = container ? clipsOf(container) : { box: everywhere, isHidden: false };
  const { overflowX, overflowY, clipPath, clip } = styleOf(element);
  let { box } = outer;
  // An inline box has no padding box and cuts nothing.
  if (
    !isRoot &&
    (overflowX !== 'visible' || overflowY !== 'visible') &&
    (element.clientWidth > 0 || element.clientHeight > 0)
  ) {
    const inside = paddingBox(element);
    box = intersect(box, {
      left: overflowX === 'visible' ? -1e6 : inside.left,
      right: overflowX === 'visible' ? 1e6 : inside.right,
      top: overflowY === 'visible' ? -1e6 : inside.top,
      bottom: overflowY === 'visible' ? 1e6 : inside.bottom,
    });
  }
  const isHidden = outer.isHidden || clipPath === 'inset(50%)' || clipPath === 'inset(100%)' || /^rect\(/.test(clip);
  const result = { box, isHidden };
  clips.set(element, result);
  return result;
}

export const clipOf = (element: Element): Box => clipsOf(element).box;

/** Whether an element is drawn at all, wherever it is. */
export function isDrawn(element: Element): boolean {
  if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
  return !clipsOf(element).isHidden;
}

const boxOf = ({ left, top, right, bottom }: DOMRect): Box => ({ left, top, right, bottom });

const ruler = () => document.createElement('canvas').getContext('2d');

/** The text of a field that is typed into lies in no text node: its value, or else what it says while it is empty. */
function runOfField(field: HTMLInputElement | HTMLTextAreaElement, context: CanvasRenderingContext2D): TextRun[] {
  const text = field.value || field.placeholder;
  if (text === '' || field.type === 'password' || /^(checkbox|radio|file|range|color|hidden)$/.test(field.type))
    return [];
  const { font, paddingLeft, paddingRight, lineHeight, fontSize } = styleOf(field);
  context.font = font;
  const inside = paddingBox(field);
  const left = inside.left + Number.parseFloat(paddingLeft);
  const right = inside.right - Number.parseFloat(paddingRight);
  const height = Number.parseFloat(lineHeight) || Number.parseFloat(fontSize) * 1.25;
  const middle = field instanceof HTMLTextAreaElement ? inside.top + height : (inside.top + inside.bottom) / 2;
  const width = context.measureText(text).width;
  const whole = { left, right: left + width, top: middle - height / 2, bottom: middle + height / 2 };
  const seen = intersect(clipOf(field), { ...whole, right: Math.min(whole.right, right) });
  return isSeen(seen) ? [{ element: field, text, whole, seen }] : [];
}

/** Every line of text that is drawn, and is not scrolled out of a box. */
export function listTextRuns(): TextRun[] {
  const runs: TextRun[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    const text = (node.textContent ?? '').replace(/\s+/g, ' ').trim();
    if (!element || text === '' || /^(SCRIPT|STYLE|NOSCRIPT|OPTION|TITLE|TEXTAREA)$/.test(element.tagName)) continue;
    if (!isDrawn(element)) continue;
    range.selectNodeContents(node);
    for (const rect of range.getClientRects()) {
      const whole = boxOf(rect);
      const seen = intersect(clipOf(element), whole);
      if (isSeen(seen)) runs.push({ element, text, whole, seen });
    }
  }
  const context = ruler();
  if (context)
    for (const field of document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea'))
      if (isDrawn(field)) runs.push(...runOfField(field, context));
  return runs;
}

/** A name for an element that a person finds again. */
export function nameOf(element: Element): string {
  const own =
    element.getAttribute('aria-label') ?? (element as HTMLInputElement).labels?.[0]?.textContent ?? element.textContent;
  const text = (own || element.getAttribute('title') || '').replace(/\s+/g, ' ').trim();
  return `${element.getAttribute('role') ?? element.tagName.toLowerCase()} “${text.slice(0, 40)}”`;
}
