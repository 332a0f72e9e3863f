import { FieldGroupIconButton } from '@aws-amplify/ui-react';
import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import styles from './field.module.css';
import { FieldFrame, type FieldProps, Input, type NativeInputProps } from './field.tsx';

export interface PasswordFieldProps extends FieldProps, Omit<NativeInputProps, 'id' | 'type' | 'autoComplete'> {
  /** Tells password managers which password is meant. */
  autoComplete: 'current-password' | 'new-password';
}

/** A password with a button to show it. */
export function PasswordField({ label, hint, error, isRequired, ...rest }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <FieldFrame label={label} hint={hint} error={error} isRequired={isRequired}>
      {(control) => (
        <div className={styles.group}>
          <Input autoCapitalize="none" spellCheck={false} {...rest} {...control} type={isShown ? 'text' : 'password'} />
          <FieldGroupIconButton
            variation="link"
            className={`${styles.inside}`}
            aria-label={`Show ${label.toLowerCase()}`}
            aria-pressed={isShown}
            onClick={() => setShown(!isShown)}
          >
            <Icon size={18} aria-hidden />
          </FieldGroupIconButton>
        </div>
      )}
    </FieldFrame>
  );
}
