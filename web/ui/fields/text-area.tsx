import type { ComponentProps } from 'react';
import { findUnprintable } from '#shared/printed-text.ts';
import { whyTooLong } from '#shared/typed-text.ts';
import styles from './field.module.css';
import { FieldFrame, type FieldProps } from './field.tsx';
import { usePasteWithoutHidden } from './use-paste-without-hidden.ts';

export interface TextAreaProps
  extends FieldProps,
    Omit<ComponentProps<'textarea'>, 'className' | 'style' | 'id' | 'value' | 'onChange' | 'maxLength' | 'onInput'> {
  value: string;
  onValueChange: (value: string) => void;
  /**
   * Most characters, in UTF-16 units as the server counts. More are kept as they were typed, counted red, and not to be
   * saved.
   */
  limit: number;
  /** What the user should know of the text, which is taken all the same. */
  warning?: string | undefined;
}

/** What is said of characters for which a box is printed, or undefined. */
function boxesIn(text: string): string | undefined {
  const characters = findUnprintable(text);
  if (characters.length === 0) return undefined;
  const more = characters.length > mostNamed ? ' …' : '';
  return `Will not print: ${characters.slice(0, mostNamed).join(' ')}${more}`;
}

/** Characters that are named, of those that will not print. */
const mostNamed = 8;

/** Several lines with a limit. What is too long, or will not print, is said while it is typed. */
export function TextArea(props: TextAreaProps) {
  const { label, hint, error, warning, isRequired, limit, value, onValueChange, ...rest } = props;
  const { leftOut, handlers } = usePasteWithoutHidden();
  const left = limit - value.length;
  const [long, boxes] = [whyTooLong(value, limit), boxesIn(value)];
  return (
    <FieldFrame
      label={label}
      hint={hint ?? `Max ${limit} Characters`}
      error={long === null ? error : [long, boxes].filter(Boolean).join(' ')}
      warning={leftOut ?? boxes ?? warning}
      isRequired={isRequired}
      aside={
        <span className={styles.count} data-over={left < 0 || undefined}>
          {left < 0 ? `${value.length} of ${limit}` : `${left} left`}
        </span>
      }
    >
      {(control) => (
        <textarea
          // Spelt in the language of the browser, whatever the page is written in.
          spellCheck
          lang={navigator.language}
          {...handlers}
          {...rest}
          {...control}
          className={`amplify-input ${styles.area}`}
          value={value}
          onChange={(event) => onValueChange(event.target.value)}
        />
      )}
    </FieldFrame>
  );
}
