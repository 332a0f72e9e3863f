import { createElement, Fragment, isValidElement, type ReactNode } from 'react';

/** The element around a text. In a flex box or a grid it is the item that the text alone would be. */
const around = 'text-part';

/**
 * Keeps each text in an element that a program that translates the page does not take away. Such a program puts other
 * elements for text nodes: React would go on writing into a node that is in the page no longer, so that the old name or
 * mark stays beside the new one, or would end the screen where it removes that node or puts an element before it.
 *
 * Children that are texts alone, `{given} of {total}`, become one, which React writes by replacing all that the element
 * holds. So do texts that follow each other beside elements, and get an element around them.
 */
export function keepTexts(type: unknown, props: object): object {
  if (!('children' in props)) return props;
  const { children } = props;
  const isFragment = type === Fragment;
  if (isText(children)) return isFragment ? { ...props, children: wrap(String(children), 0) } : props;
  if (!Array.isArray(children) || !hasText(children)) return props;
  return { ...props, children: !isFragment && isTextOrNothing(children) ? textOf(children) : wrapRuns(children) };
}

/** A text that a component returns: JSX does not see it. */
export const keepText = (text: string): ReactNode => wrap(text, 0);

/** The text that a component was given beside elements; anything else as it is. */
export const unwrapText = (child: ReactNode): ReactNode =>
  isValidElement<{ children: string }>(child) && child.type === around ? child.props.children : child;

/**
 * Texts that follow each other become one, where the first was; all others keep their places, by which React tells them
 * apart.
 */
function wrapRuns(children: readonly ReactNode[]): ReactNode[] {
  const kept: ReactNode[] = [];
  for (let at = 0; at < children.length; ) {
    let end = at;
    while (end < children.length && isTextOrNothing(children[end])) end += 1;
    if (end === at) {
      const child = children[at++];
      kept.push(Array.isArray(child) && hasText(child) ? wrapRuns(child) : child);
    } else {
      kept.push(wrap(textOf(children.slice(at, end)), at), ...Array<null>(end - at - 1).fill(null));
      at = end;
    }
  }
  return kept;
}

/** Blank texts stay: nobody translates those. */
const wrap = (text: string, place: number): ReactNode =>
  text.trim() === '' ? text : createElement(around, { key: `text ${place}` }, text);

const isText = (child: unknown): child is string | number => typeof child === 'string' || typeof child === 'number';
/** React shows nothing for null and false, as `{isLate && 'late'}` gives. */
const isTextOrNothing = (child: unknown): boolean =>
  isText(child) ||
  child == null ||
  typeof child === 'boolean' ||
  (Array.isArray(child) && child.every(isTextOrNothing));
const hasText = (children: readonly unknown[]): boolean =>
  children.some((child) => isText(child) || (Array.isArray(child) && hasText(child)));
const textOf = (children: readonly unknown[]): string => children.flat(9).filter(isText).join('');
