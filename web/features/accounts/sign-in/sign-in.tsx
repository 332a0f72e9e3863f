import { Suspense, useCallback, useState } from 'react';
import type { Area } from '#shared/accounts/auth/session-limits.ts';
import { authWordings, signInScreenWordings } from '#shared/accounts/wordings.ts';
import { useSchool } from '../../../api/school.ts';
import { forgetInterruption, readInterruption } from '../../../session/expiry/session-expiry.ts';
import type { NextSignInStep } from '../../../session/sign-in.ts';
import { Alert } from '../../../ui/display/alert.tsx';
import { lazyWithRetry } from '../../../ui/display/lazy-with-retry.ts';
import { useScreenTitle } from '../../../ui/screen/screen-title.ts';
import { CredentialsStep } from './credentials-step.tsx';
import { entranceTexts, SignInCard } from './sign-in-card.tsx';

/** Few people see it, and they have the time it takes to load while the server verifies their password. */
const NewPasswordStep = lazyWithRetry(() => import('./new-password-step.tsx'));
const SecondFactorCodeStep = lazyWithRetry(() => import('./code-step.tsx'));
const SecondFactorSetUpStep = lazyWithRetry(() => import('./set-up-step.tsx'));

/** What each step after the password wants, under the title. */
const wants: Readonly<Record<NextSignInStep, string>> = {
  'must-change-password': 'Choose a new password to continue.',
  code: 'Type the code of your authenticator app, or a recovery code.',
  'set up': 'Your school asks for a second factor. Set up an authenticator app to continue.',
};

interface SignInProps {
  area: Area;
  title: string;
  subtitle: string;
  /** With the address of the page to open. */
  onSignedIn: (goTo: string) => void;
}

/**
 * The steps of product §4. 1: user name and password. 2: the password alone, when the last session of this tab was
 * interrupted and we know whose it was. 3: a new password, when the server asks for one; then the code of an
 * authenticator app, or the setting up of one (ADR 0089).
 */
export function SignIn({ area, title, subtitle, onSignedIn }: SignInProps) {
  const { motto } = useSchool();
  const [interruption, setInterruption] = useState(() => readInterruption(area));
  const [next, setNext] = useState<{ step: NextSignInStep; userName: string } | null>(null);
  const [notice, setNotice] = useState<string | null>(null);
  useScreenTitle(area === 'staff' ? 'Sign in' : signInScreenWordings.adminSignIn);

  const otherAccount = () => {
    forgetInterruption();
    setInterruption(null);
  };
  const startOver = useCallback((message: string | null) => {
    setNext(null);
    setNotice(message);
  }, []);

  return (
    <SignInCard
      title={title}
      subtitle={next === null ? subtitle : wants[next.step]}
      motto={motto}
      notice={
        interruption &&
        next === null && (
          <Alert tone="info">
            {interruption.reason === 'inactivity' ? authWordings.signedOutForInactivity : authWordings.notSignedIn}
          </Alert>
        )
      }
    >
      {next === null ? (
        <CredentialsStep
          area={area}
          knownUserName={interruption?.userName || null}
          notice={notice}
          isUnasked={interruption?.reason === 'inactivity'}
          onNextStep={(step, userName) => setNext({ step, userName })}
          onSignedIn={onSignedIn}
          onOtherAccount={otherAccount}
        />
      ) : (
        <Suspense fallback={null}>
          {next.step === 'must-change-password' && (
            <NewPasswordStep
              area={area}
              userName={next.userName}
              onSecondStep={(step) => setNext({ ...next, step })}
              onStartOver={startOver}
              onSignedIn={onSignedIn}
            />
          )}
          {next.step === 'code' && (
            <SecondFactorCodeStep userName={next.userName} onStartOver={startOver} onSignedIn={onSignedIn} />
          )}
          {next.step === 'set up' && (
            <SecondFactorSetUpStep userName={next.userName} onStartOver={startOver} onSignedIn={onSignedIn} />
          )}
        </Suspense>
      )}
    </SignInCard>
  );
}

/** The sign-in of an area's entrance, product §2. */
export const EntranceSignIn = ({ area, onSignedIn }: Pick<SignInProps, 'area' | 'onSignedIn'>) => (
  <SignIn area={area} {...entranceTexts[area](useSchool().name)} onSignedIn={onSignedIn} />
);
