import { whyTooLong } from '#shared/typed-text.ts';
import styles from './field.module.css';
import { FieldFrame, type FieldProps, Input, type NativeInputProps } from './field.tsx';
import { usePasteWithoutHidden } from './use-paste-without-hidden.ts';

export interface TextFieldProps extends FieldProps, Omit<NativeInputProps, 'id' | 'aria-describedby' | 'aria-invalid'> {
  /** Most characters that will be taken: more stay as they were typed, and are said to be too many. */
  limit?: number | undefined;
  /** Right keyboard on a phone and figures of one width; the value stays text. */
  numeric?: boolean | undefined;
}

/** One line of text. `ref` and the native attributes go to the input. */
export function TextField(props: TextFieldProps) {
  const { label, hint, error, isRequired, isLabelHidden, limit, numeric = false, ...rest } = props;
  const { leftOut, handlers } = usePasteWithoutHidden();
  const over = limit === undefined ? null : whyTooLong(String(rest.value ?? ''), limit);
  return (
    <FieldFrame
      label={label}
      hint={hint}
      error={over ?? error}
      warning={leftOut}
      isRequired={isRequired}
      isLabelHidden={isLabelHidden}
    >
      {(control) => (
        <Input
          {...(numeric ? { inputMode: 'numeric', autoComplete: 'off' } : {})}
          {...handlers}
          {...rest}
          {...control}
          className={numeric ? styles.number : undefined}
        />
      )}
    </FieldFrame>
  );
}
