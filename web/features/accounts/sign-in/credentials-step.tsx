import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { Area } from '#shared/accounts/auth/inactivity.ts';
import { authMessages } from '#shared/accounts/wordings.ts';
import { messageOf, NetworkError } from '../../../api/errors.ts';
import { goTo } from '../../../session/page.ts';
import { type NextStep, signIn } from '../../../session/sign-in.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { PasswordField } from '../../../ui/fields/password-field.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { focusAtRest } from '../../../ui/overlays/typing-idle.ts';
import styles from './sign-in.module.css';

interface CredentialsStepProps {
  area: Area;
  /** Step 2: only the password is asked. Null: step 1. */
  knownUserName: string | null;
  /** Why the user is back here, such as a challenge that ran out. */
  notice: string | null;
  /** The page opened by itself, perhaps while the user was typing: no field takes the focus. */
  isUnasked: boolean;
  onNextStep: (step: NextStep, userName: string) => void;
  onOtherAccount: () => void;
}

type Failure = { kind: 'no-server' } | { kind: 'refused'; message: string };

/** Steps 1 and 2 of the sign-in. */
export function CredentialsStep(props: CredentialsStepProps) {
  const { area, knownUserName, notice, isUnasked, onNextStep, onOtherAccount } = props;
  const [typedName, setTypedName] = useState('');
  const [password, setPassword] = useState('');
  const [isEmptyShown, setEmptyShown] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(notice === null ? null : { kind: 'refused', message: notice });
  const nameInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);
  const login = useRef<HTMLButtonElement>(null);
  const userName = knownUserName ?? typedName.trim();

  useEffect(() => {
    if (isUnasked) return;
    return focusAtRest(() => (knownUserName === null ? nameInput : passwordInput).current);
  }, [knownUserName, isUnasked]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setEmptyShown(true);
    if (userName === '') return void focusAtRest(() => nameInput.current);
    if (password === '') return void focusAtRest(() => passwordInput.current);
    setBusy(true);
    setFailure(null);
    // Sent by Enter it would stay in a field, and no answer may open over that (ADR 0033).
    login.current?.focus();
    try {
      const outcome = await signIn(area, { name: userName, password });
      if (typeof outcome === 'string') onNextStep(outcome, userName);
      else goTo(outcome.goTo);
    } catch (error) {
      setBusy(false);
      // Without an answer nothing was wrong with what was typed.
      if (error instanceof NetworkError) return setFailure({ kind: 'no-server' });
      setFailure({ kind: 'refused', message: messageOf(error) });
      // The user may have begun to correct it: only the refused password is cleared, and the focus stays while they type.
      setPassword((typed) => (typed === password ? '' : typed));
      if (document.activeElement === login.current) focusAtRest(() => passwordInput.current);
    }
  };

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      {failure?.kind === 'refused' && <Alert tone="error">{failure.message}</Alert>}
      {knownUserName === null ? (
        <TextField
          ref={nameInput}
          label="Username"
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={64}
          value={typedName}
          error={isEmptyShown && userName === '' ? authMessages.userNameEmpty : undefined}
          onChange={(event) => setTypedName(event.target.value)}
          onKeyDown={(event) => {
            // product §2: Enter in the username field moves on. With a password already there it signs in, as a filled form does.
            if (event.key !== 'Enter' || password !== '') return;
            event.preventDefault();
            passwordInput.current?.focus();
          }}
        />
      ) : (
        <div className={styles.account}>
          <strong>{knownUserName}</strong>
          <button type="button" className={styles.link} onClick={onOtherAccount}>
            Not you?
          </button>
          {/* For password managers: which account the password below belongs to. */}
          <input type="text" name="username" autoComplete="username" value={knownUserName} readOnly hidden />
        </div>
      )}
      <PasswordField
        ref={passwordInput}
        label="Password"
        name="password"
        autoComplete="current-password"
        maxLength={256}
        value={password}
        error={isEmptyShown && userName !== '' && password === '' && !failure ? 'Required.' : undefined}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Button ref={login} type="submit" variant="primary" wide busy={isBusy}>
        LOGIN
      </Button>
      <LoginErrorDialog open={failure?.kind === 'no-server'} onClose={() => setFailure(null)} />
    </form>
  );
}

/** product §2. The page is not shown before the code of its window is there (`main.tsx`): when it is needed, there is no server to fetch it from. */
export function LoginErrorDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      openedBy="answer"
      open={open}
      mustAnswer
      size="small"
      title={authMessages.loginErrorTitle}
      text={authMessages.noServer}
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          OK
        </Button>
      }
    />
  );
}
