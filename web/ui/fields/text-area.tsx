import type { ComponentProps } from 'react';
import styles from './field.module.css';
import { FieldFrame, type FieldProps } from './field.tsx';

export interface TextAreaProps
  extends FieldProps,
    Omit<ComponentProps<'textarea'>, 'className' | 'style' | 'id' | 'value' | 'onChange' | 'maxLength' | 'onInput'> {
  value: string;
  onValueChange: (value: string) => void;
  /** Most characters, in UTF-16 units as the server counts; the rest is not taken. Shows what is left. */
  limit: number;
}

/** Several lines with a limit. */
export function TextArea({ label, hint, error, isRequired, limit, value, onValueChange, ...rest }: TextAreaProps) {
  return (
    <FieldFrame
      label={label}
      hint={hint ?? `Max ${limit} Characters`}
      error={error}
      isRequired={isRequired}
      aside={<span className={styles.count}>{limit - value.length} left</span>}
    >
      {({ labelId: _labelId, ...control }) => (
        <textarea
          // Spelt in the language of the browser, whatever the page is written in.
          spellCheck
          lang={navigator.language}
          {...rest}
          {...control}
          className={`${styles.input} ${styles.area}`}
          maxLength={limit}
          value={value}
          onChange={(event) => onValueChange(event.target.value)}
        />
      )}
    </FieldFrame>
  );
}
