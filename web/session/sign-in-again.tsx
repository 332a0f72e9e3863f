import { type FormEvent, useRef, useState } from 'react';
import type { Area } from '#shared/auth/inactivity.ts';
import { authMessages } from '#shared/auth/messages.ts';
import { messageOf } from '../api/errors.ts';
import { Button } from '../ui/controls/button.tsx';
import { Alert } from '../ui/display/alert.tsx';
import { PasswordField } from '../ui/fields/password-field.tsx';
import { TextField } from '../ui/fields/text-field.tsx';
import { Dialog } from '../ui/overlays/dialog.tsx';
import { useLapse } from './lapse.ts';
import { goTo } from './page.ts';
import { signInOf } from './places.ts';
import { useSession } from './session.ts';
import { signInAgain } from './sign-in.ts';
import styles from './sign-in-again.module.css';
import { interrupt, shownUserName } from './sign-out.ts';

/**
 * Asks for the password over the page whose session ended, so that nobody loses their place (DECISIONS 10, 19). It covers
 * the page: whoever sits there now need not be the one who was signed in.
 */
export default function SignInAgain({ area }: { area: Area }) {
  const lapse = useLapse();
  const session = useSession();
  const [knownName] = useState(shownUserName);
  const [typedName, setTypedName] = useState('');
  const [password, setPassword] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const passwordInput = useRef<HTMLInputElement>(null);
  const nameInput = useRef<HTMLInputElement>(null);
  const name = knownName || typedName.trim();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    if (name === '') return nameInput.current?.focus();
    if (password === '') return passwordInput.current?.focus();
    setBusy(true);
    setFailure(null);
    try {
      const outcome = await signInAgain(area, { name, password });
      if (outcome === 'must-change-password') interrupt('ended');
      else if (outcome !== 'here') goTo(outcome.goTo);
    } catch (error) {
      setFailure(messageOf(error));
      setPassword('');
      passwordInput.current?.focus();
    } finally {
      setBusy(false);
    }
  };

  return (
    <Dialog
      open={lapse !== null}
      mustAnswer
      cover
      size="small"
      title="Please sign in again"
      text={lapse?.reason === 'inactivity' ? authMessages.signedOutForInactivity : authMessages.notSignedIn}
      onClose={() => undefined}
      initialFocus={knownName ? passwordInput : nameInput}
      footer={
        <>
          <Button variant="quiet" onClick={() => goTo(signInOf[area])}>
            Not {session?.name ?? 'you'}?
          </Button>
          <Button type="submit" form="sign-in-again" variant="primary" busy={isBusy}>
            LOGIN
          </Button>
        </>
      }
    >
      <form id="sign-in-again" className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        <p>What you have typed is kept on this device, for you alone, and is saved when you are back.</p>
        {failure !== null && <Alert tone="error">{failure}</Alert>}
        {knownName ? (
          <input type="text" name="username" autoComplete="username" value={knownName} readOnly hidden />
        ) : (
          <TextField
            ref={nameInput}
            label="Username"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={64}
            value={typedName}
            onChange={(event) => setTypedName(event.target.value)}
          />
        )}
        <PasswordField
          ref={passwordInput}
          label={knownName ? `Password of ${knownName}` : 'Password'}
          autoComplete="current-password"
          maxLength={256}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </form>
    </Dialog>
  );
}
