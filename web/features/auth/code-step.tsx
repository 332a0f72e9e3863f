import { useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { trustedDays } from '#shared/auth/second-factor.ts';
import { ApiError, NetworkError } from '../../api/errors.ts';
import { FormBody } from '../../forms/form-body.tsx';
import { useForm } from '../../forms/use-form.ts';
import { CodeField, type CodeKind } from '../../second-factor/code-field.tsx';
import { goTo } from '../../session/page.ts';
import { signInWithCode } from '../../session/second-step.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Alert } from '../../ui/display/alert.tsx';
import { focusAtRest } from '../../ui/overlays/hands.ts';
import { LoginErrorDialog } from './login-error-dialog.tsx';
import styles from './sign-in.module.css';

interface CodeStepProps {
  userName: string;
  /** Back to the first step; with the server's sentence when the step is over. */
  onStartOver: (message: string | null) => void;
}

const typedCode = z.object({ code: z.string().check(z.minLength(1, 'Required.')) });
type Typed = { code: string | null };

/** After the password, where an authenticator app is set up: its code, or a recovery code. */
export default function CodeStep({ userName, onStartOver }: CodeStepProps) {
  const [kind, setKind] = useState<CodeKind>('app');
  const [isTrusted, setTrusted] = useState(false);
  const [left, setLeft] = useState<{ codes: number; goTo: string } | null>(null);
  const [isServerAway, setServerAway] = useState(false);
  const send = useRef<HTMLButtonElement>(null);
  const form = useForm<typeof typedCode, Typed>({
    schema: typedCode,
    stored: { code: null },
    save: async ({ code }) => {
      // As on the step before: nothing is typed while the server thinks, whatever has sent it.
      send.current?.focus();
      try {
        const entered = await signInWithCode(userName, { code, kind, trust_device: isTrusted });
        if (kind === 'app') goTo(entered.goTo);
        else setLeft({ codes: entered.recoveryCodesLeft, goTo: entered.goTo });
      } catch (error) {
        if (error instanceof NetworkError) setServerAway(true);
        else if (error instanceof ApiError && error.status === 409) onStartOver(error.message);
        else throw error;
      }
    },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the other kind of code has a field of its own.
  useEffect(
    () => focusAtRest(() => document.getElementById(form.id)?.querySelector<HTMLElement>('input[type=text]')),
    [form.id, kind],
  );

  if (left !== null) return <CodesLeft left={left.codes} onContinue={() => goTo(left.goTo)} />;
  return (
    <FormBody form={form} className={styles.form}>
      <CodeField key={kind} form={form} kind={kind} />
      <label className={styles.check}>
        <input type="checkbox" checked={isTrusted} onChange={(event) => setTrusted(event.target.checked)} />
        Do not ask on this device for {trustedDays} days
      </label>
      <Button ref={send} type="submit" variant="primary" wide busy={form.isBusy}>
        CONTINUE
      </Button>
      <div className={styles.ways}>
        <button
          type="button"
          className={styles.link}
          onClick={() => {
            form.discard();
            setKind(kind === 'app' ? 'recovery' : 'app');
          }}
        >
          {kind === 'app' ? 'Use a recovery code' : 'Use the code of the app'}
        </button>
        <button type="button" className={styles.link} onClick={() => onStartOver(null)}>
          Back to sign in
        </button>
      </div>
      <p className={styles.muted}>Lost your device? Another administrator can reset it.</p>
      <LoginErrorDialog open={isServerAway} onClose={() => setServerAway(false)} />
    </FormBody>
  );
}

/** Said where a recovery code was used: the last one must not come as a surprise. */
function CodesLeft({ left, onContinue }: { left: number; onContinue: () => void }) {
  const next = useRef<HTMLButtonElement>(null);
  useEffect(() => focusAtRest(() => next.current), []);
  return (
    <div className={styles.form}>
      <Alert tone={left > 3 ? 'info' : 'warning'}>
        You are signed in. {left === 0 ? 'That was your last recovery code' : `Recovery codes left: ${left}`}. Under My
        account you can move to another phone, and make new codes.
      </Alert>
      <Button ref={next} variant="primary" wide onClick={onContinue}>
        CONTINUE
      </Button>
    </div>
  );
}
