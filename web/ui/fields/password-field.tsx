import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import styles from './field.module.css';
import { FieldFrame, type FieldProps } from './field.tsx';

export interface PasswordFieldProps
  extends FieldProps,
    Omit<ComponentProps<'input'>, 'className' | 'style' | 'id' | 'type' | 'autoComplete'> {
  /** Tells password managers which password is meant. */
  autoComplete: 'current-password' | 'new-password';
}

/** A password with a button to show it. */
export function PasswordField({ label, hint, error, isRequired, ...rest }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <FieldFrame label={label} hint={hint} error={error} isRequired={isRequired}>
      {({ labelId: _labelId, ...control }) => (
        <div className={styles.group}>
          <input
            autoCapitalize="none"
            spellCheck={false}
            {...rest}
            {...control}
            type={isShown ? 'text' : 'password'}
            className={styles.input}
          />
          <button
            type="button"
            className={styles.inside}
            aria-label={`Show ${label.toLowerCase()}`}
            aria-pressed={isShown}
            onClick={() => setShown(!isShown)}
          >
            <Icon size={18} aria-hidden />
          </button>
        </div>
      )}
    </FieldFrame>
  );
}
