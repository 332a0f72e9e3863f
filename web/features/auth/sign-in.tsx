import { Suspense, useState } from 'react';
import type { Area } from '#shared/auth/inactivity.ts';
import { authMessages } from '#shared/auth/messages.ts';
import { useSchool } from '../../api/school.ts';
import { forgetInterruption, interruptionOf } from '../../session/interruption.ts';
import { Alert } from '../../ui/display/alert.tsx';
import { lazyPart } from '../../ui/display/lazy-part.ts';
import { Crest } from '../../ui/screen/crest.tsx';
import { useScreenTitle } from '../../ui/screen/screen-title.ts';
import { CredentialsStep } from './credentials-step.tsx';
import styles from './sign-in.module.css';

/** Few people see it, and they have the time it takes to load while the server verifies their password. */
const NewPasswordStep = lazyPart(() => import('./new-password-step.tsx'));

interface SignInProps {
  area: Area;
  title: string;
  subtitle: string;
}

/**
 * The three steps of product §4. 1: user name and password. 2: the password alone, when the last session of this tab was
 * interrupted and we know whose it was. 3: a new password, when the server asks for one.
 */
export function SignIn({ area, title, subtitle }: SignInProps) {
  const { motto } = useSchool();
  const [interruption, setInterruption] = useState(() => interruptionOf(area));
  const [mustChange, setMustChange] = useState<string | null>(null);
  const [notice, setNotice] = useState<string | null>(null);
  useScreenTitle(area === 'staff' ? 'Sign in' : 'Admin Sign in');

  const otherAccount = () => {
    forgetInterruption();
    setInterruption(null);
  };
  const startOver = (message: string | null) => {
    setMustChange(null);
    setNotice(message);
  };

  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <header className={styles.head}>
          <Crest size={40} />
          <h1>{title}</h1>
          <p className={styles.muted}>{mustChange === null ? subtitle : 'Choose a new password to continue.'}</p>
        </header>
        {interruption && mustChange === null && (
          <Alert tone="info">
            {interruption.reason === 'inactivity' ? authMessages.signedOutForInactivity : authMessages.notSignedIn}
          </Alert>
        )}
        {mustChange === null ? (
          <CredentialsStep
            area={area}
            knownUserName={interruption?.userName || null}
            notice={notice}
            isUnasked={interruption?.reason === 'inactivity'}
            onMustChangePassword={setMustChange}
            onOtherAccount={otherAccount}
          />
        ) : (
          <Suspense fallback={null}>
            <NewPasswordStep userName={mustChange} onStartOver={startOver} />
          </Suspense>
        )}
      </div>
      {motto && <p className={styles.foot}>{motto}</p>}
    </main>
  );
}
