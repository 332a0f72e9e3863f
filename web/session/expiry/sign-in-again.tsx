import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { Area } from '#shared/accounts/auth/session-limits.ts';
import { authWordings } from '#shared/accounts/wordings.ts';
import { messageOf } from '../../api/errors.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Alert } from '../../ui/display/alert.tsx';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { Stack } from '../../ui/layout/stack.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { countMillisecondsIdle, focusWhenNobodyTypes } from '../../ui/overlays/typing-idle.ts';
import { loadPage } from '../page-loading.ts';
import { useSession } from '../session.ts';
import { signInAgain } from '../sign-in.ts';
import { findUserNameToAskPasswordFor, interruptSession } from '../sign-out.ts';
import { signInPages } from '../site-paths.ts';
import { sessionWordings } from '../wordings.ts';
import { SessionExpiredMessage, useWhatBecomesOfTyped } from './session-expired-message.tsx';
import { chooseAfterExpiry, useSessionExpiry } from './session-expiry.ts';

/**
 * Milliseconds without a key or a press after which the page is covered: the next person at it need not be its user.
 */
const unattended = 5 * 60_000;

/**
 * Over a page whose session ended, so that nobody loses their place (rules 10, 19): a band while somebody is at work,
 * and the question for the password, which covers the page, when they ask for it, when their hands rest outside every
 * field, and when nobody is there. What is typed before somebody has chosen the password's field never goes there (ADR
 * 0033).
 */
export default function SignInAgain({ area }: { area: Area }) {
  const expiry = useSessionExpiry();
  const session = useSession();
  const [knownName] = useState(findUserNameToAskPasswordFor);
  const [typedName, setTypedName] = useState('');
  const [password, setPassword] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const passwordInput = useRef<HTMLInputElement>(null);
  const nameInput = useRef<HTMLInputElement>(null);
  const login = useRef<HTMLButtonElement>(null);
  const name = knownName || typedName.trim();
  const becomesOfTyped = useWhatBecomesOfTyped();
  const isAsked = expiry?.answer === 'sign-in';
  useEffect(() => {
    if (expiry?.answer !== 'later') return;
    const timer = setInterval(() => countMillisecondsIdle() >= unattended && chooseAfterExpiry(null), 1_000);
    return () => clearInterval(timer);
  }, [expiry]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    if (name === '') return void focusWhenNobodyTypes(() => nameInput.current);
    if (password === '') return void focusWhenNobodyTypes(() => passwordInput.current);
    setBusy(true);
    setFailure(null);
    login.current?.focus();
    try {
      const outcome = await signInAgain(area, { name, password });
      // The second factor has a page of its own: the entrance, which leads back here.
      if (typeof outcome === 'string' && outcome !== 'here') interruptSession('ended');
      else if (outcome !== 'here') loadPage(outcome.goTo);
    } catch (error) {
      setFailure(messageOf(error));
      setPassword((typed) => (typed === password ? '' : typed));
      if (document.activeElement === login.current) focusWhenNobodyTypes(() => passwordInput.current);
    } finally {
      setBusy(false);
    }
  };

  return (
    <>
      {expiry && <SessionExpiredMessage />}
      <Dialog
        {...(isAsked
          ? { openedBy: 'act', initialFocus: knownName ? passwordInput : nameInput }
          : { openedBy: 'itself', unattended })}
        open={expiry !== null && expiry.answer !== 'later'}
        mustAnswer
        cover
        size="small"
        title={sessionWordings.pleaseSignInAgain}
        text={expiry?.reason === 'inactivity' ? authWordings.signedOutForInactivity : authWordings.notSignedIn}
        onClose={() => isAsked && chooseAfterExpiry('later')}
        footer={
          <>
            <Button variant="quiet" onClick={() => loadPage(signInPages[area])}>
              Not {session?.name ?? 'you'}?
            </Button>
            {isAsked && (
              <Button variant="quiet" onClick={() => chooseAfterExpiry('later')}>
                Not now
              </Button>
            )}
            <Button ref={login} type="submit" form="sign-in-again" variant="primary" busy={isBusy}>
              LOGIN
            </Button>
          </>
        }
      >
        <Stack as="form" gap={16} above={12} id="sign-in-again" onSubmit={(event) => void submit(event)} noValidate>
          <p>{becomesOfTyped}</p>
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
        </Stack>
      </Dialog>
    </>
  );
}
