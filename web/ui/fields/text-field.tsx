import type { ComponentProps } from 'react';
import styles from './field.module.css';
import { FieldFrame, type FieldProps } from './field.tsx';

export interface TextFieldProps
  extends FieldProps,
    Omit<ComponentProps<'input'>, 'className' | 'style' | 'id' | 'aria-describedby' | 'aria-invalid'> {
  /** Right keyboard on a phone and figures of one width; the value stays text. */
  numeric?: boolean | undefined;
}

/** One line of text. `ref` and the native attributes go to the input. */
export function TextField({ label, hint, error, isRequired, numeric = false, ...rest }: TextFieldProps) {
  return (
    <FieldFrame label={label} hint={hint} error={error} isRequired={isRequired}>
      {({ labelId: _labelId, ...control }) => (
        <input
          type="text"
          {...(numeric ? { inputMode: 'numeric', autoComplete: 'off' } : {})}
          {...rest}
          {...control}
          className={numeric ? `${styles.input} ${styles.number}` : styles.input}
        />
      )}
    </FieldFrame>
  );
}
