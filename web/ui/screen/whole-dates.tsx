import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { keepText } from '../../jsx/keep-texts.ts';
import { useMedia } from './use-media.ts';
import styles from './whole-dates.module.css';

/** A date, a school year, the code of a card; a word such as E-mail. */
const whole = /(\b\d{1,2}-[A-Z][a-z]{2}-\d{4}\b|\b\d{4}-\d{4}\b|\b[A-Z\d]{5}-[A-Z\d]{5}\b|\b[A-Z]-[a-z]+\b)/;

const narrow = '(max-width: 800px)';

/**
 * A text in which no line ends at a hyphen of a date, a school year or a code. In the cells of a table that holds for
 * narrow windows alone: a column of a wide one would grow with it. What is not a text stays as it is.
 */
export function WholeDates({ children }: { children: ReactNode }): ReactNode {
  if (typeof children !== 'string') return children;
  return whole.test(children) ? <Sentence text={children} /> : keepText(children);
}

/** The same into an element that React does not draw, and does not draw again in another window. */
export function setWholeDates(element: HTMLElement, text: string): void {
  if (!whole.test(text)) {
    element.textContent = text;
    return;
  }
  const parts = text.split(whole).map((part, place) => {
    const span = document.createElement('span');
    span.textContent = part;
    if (place % 2 === 1) span.className = styles.whole;
    return span;
  });
  element.replaceChildren(...parts);
}

function Sentence({ text }: { text: string }): ReactNode {
  const isNarrow = useMedia(narrow);
  const [hasLines, setHasLines] = useState(false);
  const onOneLine = useRef<HTMLSpanElement>(null);
  // A wide window has one text in place of some elements, until it takes more than one line: in a panel, a note.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text may take more lines
  useLayoutEffect(() => {
    const element = onOneLine.current;
    const around = element?.parentElement;
    if (!element || !around || isNarrow || around.closest('td, th')) return;
    const look = () => {
      // A rectangle a line, whatever box the element is.
      const inside = document.createRange();
      inside.selectNodeContents(element);
      setHasLines(inside.getClientRects().length > 1);
    };
    look();
    const observer = new ResizeObserver(look);
    observer.observe(around);
    return () => observer.disconnect();
  }, [isNarrow, text]);
  if (!isNarrow && !hasLines) return <span ref={onOneLine}>{text}</span>;
  return (
    <span>
      {text.split(whole).map((part, place) =>
        place % 2 === 1 ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts have nothing but their place
          <span key={place} className={styles.whole}>
            {part}
          </span>
        ) : (
          part
        ),
      )}
    </span>
  );
}
