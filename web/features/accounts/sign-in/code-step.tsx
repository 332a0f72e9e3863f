import { useEffect, useRef, useState } from 'react';
import { signInScreenWordings } from '#shared/accounts/wordings.ts';
import { CodeField, type CodeFormValues, type CodeKind, codeSchema } from '../../../second-factor/code-field.tsx';
import { secondFactorWordings } from '../../../second-factor/wordings.ts';
import { signInWithCode } from '../../../session/sign-in.ts';
import { Button, LinkButton } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { Muted } from '../../../ui/layout/text.tsx';
import { focusWhenNobodyTypes } from '../../../ui/overlays/typing-idle.ts';
import styles from './sign-in.module.css';
import { SignInStepForm, type SignInStepProps, TrustDeviceBox, useSignInStep } from './step-form.tsx';

/** After the password, where an authenticator app is set up: its code, or a recovery code. */
export default function SecondFactorCodeStep({ userName, onStartOver, onSignedIn }: SignInStepProps) {
  const [kind, setKind] = useState<CodeKind>('app');
  const [isTrusted, setTrusted] = useState(false);
  const [left, setLeft] = useState<{ codes: number; goTo: string } | null>(null);
  const step = useSignInStep<typeof codeSchema, CodeFormValues>({
    schema: codeSchema,
    stored: { code: null },
    overAt: 409,
    onStartOver,
    act: async ({ code }) => {
      const entered = await signInWithCode(userName, { code, kind, trust_device: isTrusted });
      if (kind === 'app') onSignedIn(entered.goTo);
      else setLeft({ codes: entered.recoveryCodesLeft, goTo: entered.goTo });
    },
  });
  const { form } = step;

  if (left !== null) return <CodesLeft left={left.codes} onContinue={() => onSignedIn(left.goTo)} />;
  const otherKind = (
    <LinkButton
      onClick={() => {
        form.discard();
        setKind(kind === 'app' ? 'recovery' : 'app');
      }}
    >
      {kind === 'app' ? secondFactorWordings.useARecoveryCode : secondFactorWordings.useCodeOfApp}
    </LinkButton>
  );
  return (
    <>
      <SignInStepForm step={step} label="CONTINUE" onStartOver={onStartOver} fields={kind} otherWay={otherKind}>
        <CodeField key={kind} form={form} kind={kind} />
        <TrustDeviceBox isTrusted={isTrusted} onChange={setTrusted} />
      </SignInStepForm>
      <Muted className={styles.muted} size="13on18">
        {signInScreenWordings.lostDevice}
      </Muted>
    </>
  );
}

/** Shown after a recovery code: how many are left, so that the last one is no surprise. */
function CodesLeft({ left, onContinue }: { left: number; onContinue: () => void }) {
  const next = useRef<HTMLButtonElement>(null);
  useEffect(() => focusWhenNobodyTypes(() => next.current), []);
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
