import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import styles from './field.module.css';

/** What every field of the design system takes. */
export interface FieldProps {
  label: string;
  /** Shown under the field while there is no error. */
  hint?: string | undefined;
  /** What is wrong with the value; undefined when nothing is. */
  error?: string | undefined;
  /** It may not be left blank. */
  isRequired?: boolean | undefined;
}

/** What the control inside the frame must carry, so that a screen reader says label, hint and error with it. */
export interface ControlIds {
  id: string;
  labelId: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  'aria-required': true | undefined;
}

interface FieldFrameProps extends FieldProps {
  /** What the user should know of the value, which is taken all the same. */
  warning?: string | undefined;
  /** Right end of the line under the field, such as a character count. */
  aside?: ReactNode;
  children: (control: ControlIds) => ReactNode;
}

/** Label above, control, then the error or the hint. Compose new fields with it; screens use the finished ones. */
export function FieldFrame({ label, hint, error, warning, isRequired = false, aside, children }: FieldFrameProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const note = error ?? warning ?? hint;
  return (
    <div className={styles.field}>
      <label className={styles.label} id={`${id}-label`} htmlFor={id} data-required={isRequired || undefined}>
        {label}
      </label>
      {children({
        id,
        labelId: `${id}-label`,
        'aria-describedby': note ? noteId : undefined,
        'aria-invalid': error === undefined ? undefined : true,
        'aria-required': isRequired || undefined,
      })}
      {(note || aside) && (
        <div className={styles.foot}>
          {error !== undefined ? (
            <span id={noteId} className={styles.error} role="alert">
              <CircleAlert size={14} aria-hidden />
              {error}
            </span>
          ) : (
            <span
              id={noteId}
              className={warning === undefined ? styles.hint : styles.warning}
              role={warning === undefined ? undefined : 'status'}
            >
              {warning ?? hint}
            </span>
          )}
          {aside}
        </div>
      )}
    </div>
  );
}
