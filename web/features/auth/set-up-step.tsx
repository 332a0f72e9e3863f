import { useCallback, useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { trustedDays } from '#shared/auth/second-factor.ts';
import { ApiError, NetworkError } from '../../api/errors.ts';
import { FormBody } from '../../forms/form-body.tsx';
import { useForm } from '../../forms/use-form.ts';
import { AppSecret } from '../../second-factor/app-secret.tsx';
import { CodeField } from '../../second-factor/code-field.tsx';
import { RecoveryCodes } from '../../second-factor/recovery-codes.tsx';
import { goTo } from '../../session/page.ts';
import { beginDemandedSetUp, confirmDemandedSetUp } from '../../session/second-step.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Loading } from '../../ui/display/loading.tsx';
import { focusAtRest } from '../../ui/overlays/hands.ts';
import { LoginErrorDialog } from './login-error-dialog.tsx';
import styles from './sign-in.module.css';

interface SetUpStepProps {
  userName: string;
  /** Back to the first step; with the server's sentence when the step is over. */
  onStartOver: (message: string | null) => void;
}

/** After the password, where the school demands a second factor and there is none yet. */
export default function SetUpStep({ userName, onStartOver }: SetUpStepProps) {
  const secret = useSecret(onStartOver);
  const [done, setDone] = useState<{ codes: string[] | null; goTo: string } | null>(null);

  if (done !== null) {
    return (
      <div className={styles.form}>
        <RecoveryCodes codes={done.codes} userName={userName} />
        <Button variant="primary" wide onClick={() => goTo(done.goTo)}>
          I HAVE KEPT THEM
        </Button>
      </div>
    );
  }
  if (secret.data === undefined) return <Loading queries={[secret]} what="the key for your app" />;
  return (
    <div className={styles.form}>
      <AppSecret {...secret.data} />
      <FirstCode userName={userName} onStartOver={onStartOver} onDone={setDone} />
    </div>
  );
}

/** Asked for once the step is shown; the entrance has no cache of answers. */
function useSecret(onOver: SetUpStepProps['onStartOver']) {
  const [state, setState] = useState<{ data?: AppSecretText; error?: unknown; isFetching: boolean }>({
    isFetching: true,
  });
  const over = useRef(onOver);
  over.current = onOver;
  const load = useCallback(async () => {
    setState({ isFetching: true });
    try {
      setState({ data: await beginDemandedSetUp(), isFetching: false });
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) over.current(error.message);
      else setState({ error, isFetching: false });
    }
  }, []);
  useEffect(() => void load(), [load]);
  return { ...state, isError: state.error !== undefined, error: state.error, refetch: load };
}

type AppSecretText = Awaited<ReturnType<typeof beginDemandedSetUp>>;

const typedCode = z.object({ code: z.string().check(z.minLength(1, 'Required.')) });
type Typed = { code: string | null };

interface FirstCodeProps extends SetUpStepProps {
  onDone: (done: { codes: string[] | null; goTo: string }) => void;
}

function FirstCode({ userName, onStartOver, onDone }: FirstCodeProps) {
  const [isTrusted, setTrusted] = useState(false);
  const [isServerAway, setServerAway] = useState(false);
  const send = useRef<HTMLButtonElement>(null);
  const form = useForm<typeof typedCode, Typed>({
    schema: typedCode,
    stored: { code: null },
    save: async ({ code }) => {
      send.current?.focus();
      try {
        const { goTo, recoveryCodes } = await confirmDemandedSetUp(userName, { code, trust_device: isTrusted });
        onDone({ codes: recoveryCodes, goTo });
      } catch (error) {
        if (error instanceof NetworkError) setServerAway(true);
        else if (error instanceof ApiError && error.status === 409) onStartOver(error.message);
        else throw error;
      }
    },
  });
  useEffect(
    () => focusAtRest(() => document.getElementById(form.id)?.querySelector<HTMLElement>('input[type=text]')),
    [form.id],
  );
  return (
    <FormBody form={form} className={styles.form}>
      <CodeField form={form} kind="app" />
      <label className={styles.check}>
        <input type="checkbox" checked={isTrusted} onChange={(event) => setTrusted(event.target.checked)} />
        Do not ask on this device for {trustedDays} days
      </label>
      <Button ref={send} type="submit" variant="primary" wide busy={form.isBusy}>
        CONTINUE
      </Button>
      <button type="button" className={styles.link} onClick={() => onStartOver(null)}>
        Back to sign in
      </button>
      <LoginErrorDialog open={isServerAway} onClose={() => setServerAway(false)} />
    </FormBody>
  );
}
