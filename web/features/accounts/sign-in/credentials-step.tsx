import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Area } from '#shared/accounts/auth/session-limits.ts';
import { authWordings, signInScreenWordings } from '#shared/accounts/wordings.ts';
import { ApiError, messageOf, NetworkError } from '../../../api/errors.ts';
import { type NextSignInStep, signIn } from '../../../session/sign-in.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { focusWhenNobodyTypes } from '../../../ui/overlays/typing-idle.ts';
import { CredentialsForm } from './credentials-form.tsx';

interface CredentialsStepProps {
  area: Area;
  /** Step 2: only the password is asked. Null: step 1. */
  knownUserName: string | null;
  /** Why the user is back here, such as a challenge that ran out. */
  notice: string | null;
  /** The page opened by itself, perhaps while the user was typing: no field takes the focus. */
  isUnasked: boolean;
  onNextStep: (step: NextSignInStep, userName: string) => void;
  /** With the address of the page to open. */
  onSignedIn: (goTo: string) => void;
  onOtherAccount: () => void;
}

/** Strangers have used up the account's tries: a pause between two tries is of some seconds. */
const isLongWall = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 429 && (error.retryAfter ?? 0) > 60;

type Failure = { kind: 'no-server' } | { kind: 'refused'; message: string };

/** Steps 1 and 2 of the sign-in. */
export function CredentialsStep(props: CredentialsStepProps) {
  const { area, knownUserName, notice, isUnasked, onNextStep, onSignedIn, onOtherAccount } = props;
  const [typedName, setTypedName] = useState('');
  const [password, setPassword] = useState('');
  const [isEmptyShown, setEmptyShown] = useState(false);
  /** Typed where strangers have used up the tries of the account; null before it is asked for. */
  const [recoveryCode, setRecoveryCode] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(notice === null ? null : { kind: 'refused', message: notice });
  const nameInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);
  const login = useRef<HTMLButtonElement>(null);
  const userName = knownUserName ?? typedName.trim();

  // What was typed before the page came alive; from here on the form is React's.
  useLayoutEffect(() => {
    if (login.current?.form) login.current.form.onsubmit = null;
    setTypedName(nameInput.current?.value ?? '');
    setPassword(passwordInput.current?.value ?? '');
  }, []);
  useEffect(() => {
    const form = login.current?.form;
    // Sent before the page came alive: once what was typed is known.
    if (form?.ariaBusy) {
      const timer = setTimeout(() => {
        form.removeAttribute('aria-busy');
        form.requestSubmit();
      });
      return () => clearTimeout(timer);
    }
    if (isUnasked || form?.contains(document.activeElement)) return;
    return focusWhenNobodyTypes(() => (knownUserName === null ? nameInput : passwordInput).current);
  }, [knownUserName, isUnasked]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setEmptyShown(true);
    if (userName === '') return void focusWhenNobodyTypes(() => nameInput.current);
    if (password === '') return void focusWhenNobodyTypes(() => passwordInput.current);
    setBusy(true);
    setFailure(null);
    // Sent by Enter it would stay in a field, and no answer may open over that (ADR 0033).
    login.current?.focus();
    try {
      const outcome = await signIn(area, {
        name: userName,
        password,
        ...(recoveryCode && { recovery_code: recoveryCode }),
      });
      if (typeof outcome === 'string') onNextStep(outcome, userName);
      else onSignedIn(outcome.goTo);
    } catch (error) {
      setBusy(false);
      // Without an answer nothing was wrong with what was typed.
      if (error instanceof NetworkError) return setFailure({ kind: 'no-server' });
      setFailure({ kind: 'refused', message: messageOf(error) });
      if (isLongWall(error)) setRecoveryCode((typed) => typed ?? '');
      // The user may have begun to correct it: only the refused password is cleared, and the focus stays while they
      // type.
      setPassword((typed) => (typed === password ? '' : typed));
      if (document.activeElement === login.current) focusWhenNobodyTypes(() => passwordInput.current);
    }
  };

  return (
    <CredentialsForm
      typed={{ name: typedName, password }}
      knownUserName={knownUserName}
      isEmptyShown={isEmptyShown}
      isBusy={isBusy}
      onOtherAccount={onOtherAccount}
      refusal={failure?.kind === 'refused' ? failure.message : null}
      elements={{ name: nameInput, password: passwordInput, login }}
      onName={setTypedName}
      onPassword={setPassword}
      more={
        recoveryCode !== null && (
          <TextField
            label="Recovery code"
            hint={signInScreenWordings.ownerGoesOn}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={40}
            value={recoveryCode}
            onChange={({ target }) => setRecoveryCode(target.value)}
          />
        )
      }
      onSubmit={(event) => void submit(event)}
    >
      <LoginErrorDialog open={failure?.kind === 'no-server'} onClose={() => setFailure(null)} />
    </CredentialsForm>
  );
}

/**
 * product §2. The page is not shown before the code of its window is there (`main.tsx`): when it is needed, there is no
 * server to fetch it from.
 */
export function LoginErrorDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      openedBy="answer"
      open={open}
      mustAnswer
      size="small"
      title={authWordings.loginErrorTitle}
      text={authWordings.noServer}
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          OK
        </Button>
      }
    />
  );
}
