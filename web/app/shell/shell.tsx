import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { useNavigation } from 'react-router-dom';
import type { Area } from '#shared/accounts/auth/session-limits.ts';
import { saveKindsOfOptions, setSaveKindLoader } from '../../outbox/save-kind.ts';
import { useSessionExpiry } from '../../session/expiry/session-expiry.ts';
import { lazyWithRetry } from '../../ui/display/lazy-with-retry.ts';
import { preloadDialog } from '../../ui/overlays/dialog.tsx';
import { ModalOutlet } from '../../ui/overlays/modal.tsx';
import { preloadSnackbars, SnackbarOutlet } from '../../ui/overlays/snackbar.tsx';
import { loadWhenIdle } from '../../ui/screen/idle.ts';
import { queryClient } from '../query-client.ts';
import { appWordings } from '../wordings.ts';
import styles from './shell.module.css';
import { TopBar } from './top-bar.tsx';

const loadSaveKinds = () =>
  Promise.all([import('../save-kinds.ts'), ...saveKindsOfOptions.all().map((load) => load())]);
const loadSignInAgain = () => import('../../session/expiry/sign-in-again.tsx');
/** Lazy: it has nothing to do in the first minutes. */
const InactivityWatch = lazyWithRetry(() => import('../../session/expiry/inactivity.tsx'));
/** Asks for the password when the session ended under the page. */
const SignInAgain = lazyWithRetry(loadSignInAgain);
/** Also sends values stored on an earlier visit, once the page is loaded. */
const TopBarSaveStatus = lazyWithRetry(
  async () => (await Promise.all([import('../../outbox/status/top-bar-save-status.tsx'), loadSaveKinds()]))[0],
);
setSaveKindLoader(loadSaveKinds);

interface ShellProps {
  area: Area;
  userName: string;
  /** Opens the menu on a phone, at the left end of the top bar. */
  menuButton?: ReactNode;
  children: ReactNode;
}

/** The frame of both areas: banner, messages, inactivity. */
export function AreaShell({ area, userName, menuButton, children }: ShellProps) {
  const [isRested, setRested] = useState(false);
  // Preloaded, because messages must show when there is no connection.
  useEffect(() => loadWhenIdle(async () => setRested(true), preloadDialog, preloadSnackbars, loadSignInAgain), []);
  const isOpen = useSessionExpiry() === null;
  useEffect(() => {
    // Queries that ran while the session had ended have failed; the same user is signed in again.
    if (isOpen) void queryClient.refetchQueries({ predicate: ({ state }) => state.status === 'error' });
  }, [isOpen]);
  return (
    <QueryClientProvider client={queryClient}>
      <a className={styles.skip} href="#content">
        {appWordings.skipToContent}
      </a>
      <LoadingLine />
      <TopBar area={area} userName={userName} menuButton={menuButton} />
      {children}
      <Suspense fallback={null}>
        {isRested && isOpen && <InactivityWatch area={area} />}
        {isRested && <TopBarSaveStatus />}
      </Suspense>
      <Suspense fallback={null}>{!isOpen && <SignInAgain area={area} />}</Suspense>
      <ModalOutlet />
      <SnackbarOutlet />
    </QueryClientProvider>
  );
}

/** Shown while another screen is loaded; apart, so that the shell is not rendered for it. */
const LoadingLine = () => useNavigation().state !== 'idle' && <div className={styles.loading} />;
