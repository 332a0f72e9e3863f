import { authContract } from '#shared/accounts/auth/contract.ts';
import type { ListedSession } from '#shared/accounts/auth/own-account.ts';
import { accountScreenWordings } from '#shared/accounts/wordings.ts';
import { noticeFailure } from '../../../acts/notice-failure.ts';
import { useAct } from '../../../acts/use-act.ts';
import { call } from '../../../api/call.ts';
import { SessionList } from '../../../session/signed-in/session-list.tsx';
import { useLogout } from '../../../session/signed-in/use-logout.ts';
import { useOwnerProof } from '../../../session/signed-in/use-owner-proof.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { snackbar } from '../../../ui/overlays/snackbar.tsx';
import { AccountSection, useOwnAccountCache } from './section.tsx';

/** Where one is signed in. Ending a session counts from its next call. */
export function SessionsSection({ sessions }: { sessions: readonly ListedSession[] }) {
  const { keep, readAgain } = useOwnAccountCache();
  const { isLeaving, leave } = useLogout();
  const { proven, window } = useOwnerProof();
  const { act, busy } = useAct({ onFailed: noticeFailure, onEnd: () => void readAgain() });
  const own = sessions.find(({ is_this }) => is_this);

  const end = (session: ListedSession | null, said: string) =>
    act(async () => {
      const ended = session ? { session_id: session.session_id } : {};
      const left = await proven(() => call(authContract.endOwnSessions, ended));
      if (!left) return;
      keep(left);
      snackbar(said);
    }, session?.session_id ?? everyOther);

  return (
    <AccountSection
      title={accountScreenWordings.whereYouAreSignedIn}
      text="End those that you do not recognise or no longer use. That browser is signed out with its next click."
      actions={
        sessions.length > (own ? 1 : 0) && (
          <Button
            busy={busy === everyOther}
            onClick={() => void end(null, accountScreenWordings.signedOutEverywhereElse)}
          >
            {accountScreenWordings.endAllOthers}
          </Button>
        )
      }
    >
      <SessionList
        sessions={sessions}
        busy={isLeaving ? (own?.session_id ?? null) : busy}
        endLabel="End"
        onEnd={(session) =>
          session.is_this ? leave() : void end(session, `${session.browser ?? 'A browser'} is signed out.`)
        }
      />
      {window}
    </AccountSection>
  );
}

/** In place of a session's id, which is longer. */
const everyOther = 'others';
