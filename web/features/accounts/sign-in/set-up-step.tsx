import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../api/errors.ts';
import { AppSecret } from '../../../second-factor/app-secret.tsx';
import { CodeField, type CodeFormValues, codeSchema } from '../../../second-factor/code-field.tsx';
import { RecoveryCodes } from '../../../second-factor/recovery-codes.tsx';
import { beginRequiredSecondFactor, confirmRequiredSecondFactor } from '../../../session/sign-in.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Loading } from '../../../ui/display/loading.tsx';
import styles from './sign-in.module.css';
import { SignInStepForm, type SignInStepProps, TrustDeviceBox, useSignInStep } from './step-form.tsx';

/** After the password, where the school demands a second factor and there is none yet. */
export default function SecondFactorSetUpStep({ userName, onStartOver, onSignedIn }: SignInStepProps) {
  const secret = useSecret(onStartOver);
  const [done, setDone] = useState<{ codes: string[] | null; goTo: string } | null>(null);

  if (done !== null) {
    return (
      <div className={styles.form}>
        <RecoveryCodes codes={done.codes} userName={userName} />
        <Button variant="primary" wide onClick={() => onSignedIn(done.goTo)}>
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

/** Fetched when the step is shown; the entrance has no query cache. */
function useSecret(onOver: SignInStepProps['onStartOver']) {
  const [state, setState] = useState<{ data?: AppSecretText; error?: unknown; isFetching: boolean }>({
    isFetching: true,
  });
  const over = useRef(onOver);
  over.current = onOver;
  const load = useCallback(async () => {
    setState({ isFetching: true });
    try {
      setState({ data: await beginRequiredSecondFactor(), isFetching: false });
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) over.current(error.message);
      else setState({ error, isFetching: false });
    }
  }, []);
  useEffect(() => void load(), [load]);
  return { ...state, isError: state.error !== undefined, error: state.error, refetch: load };
}

type AppSecretText = Awaited<ReturnType<typeof beginRequiredSecondFactor>>;

interface FirstCodeProps extends Omit<SignInStepProps, 'onSignedIn'> {
  onDone: (done: { codes: string[] | null; goTo: string }) => void;
}

function FirstCode({ userName, onStartOver, onDone }: FirstCodeProps) {
  const [isTrusted, setTrusted] = useState(false);
  const step = useSignInStep<typeof codeSchema, CodeFormValues>({
    schema: codeSchema,
    stored: { code: null },
    overAt: 409,
    onStartOver,
    act: async ({ code }) => {
      const { goTo, recoveryCodes } = await confirmRequiredSecondFactor(userName, { code, trust_device: isTrusted });
      onDone({ codes: recoveryCodes, goTo });
    },
  });
  return (
    <SignInStepForm step={step} label="CONTINUE" onStartOver={onStartOver}>
      <CodeField form={step.form} kind="app" />
      <TrustDeviceBox isTrusted={isTrusted} onChange={setTrusted} />
    </SignInStepForm>
  );
}
