import { Check, Circle } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { passwordRule } from '#shared/auth/password.ts';
import { ApiError, messageOf, NetworkError } from '../../api/errors.ts';
import { goTo } from '../../session/page.ts';
import { changePassword } from '../../session/sign-in.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Alert } from '../../ui/display/alert.tsx';
import { VisuallyHidden } from '../../ui/display/visually-hidden.tsx';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { LoginErrorDialog } from './login-error-dialog.tsx';
import styles from './sign-in.module.css';

interface NewPasswordStepProps {
  userName: string;
  /** Back to the first step; with the server's sentence when the challenge is over. */
  onStartOver: (message: string | null) => void;
}

/** What is wrong with a password, in the words of the shared rule. */
const broken = (password: string): string[] =>
  passwordRule.safeParse(password).error?.issues.map((issue) => issue.message) ?? [];

/** What an empty password breaks is what to tell in advance; the upper limit shows only when it is passed. */
const hints = broken('');

/** Step 3 of the sign-in. Both fields are required and equal, else nothing is sent (product §5). */
export default function NewPasswordStep({ userName, onStartOver }: NewPasswordStepProps) {
  const [password, setPassword] = useState('');
  const [repeated, setRepeated] = useState('');
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isServerAway, setServerAway] = useState(false);
  const passwordInput = useRef<HTMLInputElement>(null);
  const repeatedInput = useRef<HTMLInputElement>(null);
  const faults = broken(password);
  const isEqual = password === repeated;
  useEffect(() => passwordInput.current?.focus(), []);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setTried(true);
    setRefusal(null);
    if (faults.length > 0) return passwordInput.current?.focus();
    if (!isEqual) return repeatedInput.current?.focus();
    setBusy(true);
    try {
      goTo((await changePassword({ name: userName, password })).goTo);
    } catch (error) {
      setBusy(false);
      if (error instanceof NetworkError) setServerAway(true);
      else if (error instanceof ApiError && error.status === 401) onStartOver(error.message);
      else setRefusal(messageOf(error));
    }
  };

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      {refusal !== null && <Alert tone="error">{refusal}</Alert>}
      <input type="text" name="username" autoComplete="username" value={userName} readOnly hidden />
      <PasswordField
        ref={passwordInput}
        label="New Password"
        autoComplete="new-password"
        value={password}
        error={isTried && faults[0] !== undefined ? faults[0] : undefined}
        onChange={(event) => setPassword(event.target.value)}
      />
      <ul className={styles.rules} aria-label="A password has">
        {hints.map((hint) => {
          const isMet = password !== '' && !faults.includes(hint);
          const Icon = isMet ? Check : Circle;
          return (
            <li key={hint} data-met={isMet || undefined}>
              <Icon size={14} aria-hidden />
              {hint}
              <VisuallyHidden>{isMet ? ' Met.' : ' Not met yet.'}</VisuallyHidden>
            </li>
          );
        })}
      </ul>
      <PasswordField
        ref={repeatedInput}
        label="Confirm Password"
        autoComplete="new-password"
        value={repeated}
        error={isTried && faults.length === 0 && !isEqual ? 'The two passwords are not the same.' : undefined}
        onChange={(event) => setRepeated(event.target.value)}
      />
      <Button type="submit" variant="primary" wide busy={isBusy}>
        CHANGE PASSWORD
      </Button>
      <button type="button" className={styles.link} onClick={() => onStartOver(null)}>
        Back to sign in
      </button>
      <LoginErrorDialog open={isServerAway} onClose={() => setServerAway(false)} />
    </form>
  );
}
