/**
 * Joins children that are texts alone, `{given} of {total}`, into one. React then replaces all that an element holds when a part changes, where it would
 * change or remove one text node of several: after a program has translated the page, that node is not in it any more, and the old name or mark would stay
 * beside the new one. Texts beside elements stay as they are: one that changes there has an element of its own.
 */
export function joinTexts(props: object): object {
  if (!('children' in props)) return props;
  const { children } = props;
  return Array.isArray(children) && children.every(isTextOrNothing)
    ? { ...props, children: children.filter(isText).join('') }
    : props;
}

const isText = (child: unknown): child is string | number => typeof child === 'string' || typeof child === 'number';
/** React shows nothing for null and false, as `{isLate && 'late'}` gives. */
const isTextOrNothing = (child: unknown): boolean => isText(child) || child == null || typeof child === 'boolean';
