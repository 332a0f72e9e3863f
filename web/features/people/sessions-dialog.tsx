import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ListedSession } from '#shared/accounts/auth/own-account.ts';
import { accountsContract } from '#shared/accounts/contract.ts';
import { accountWordings } from '#shared/accounts/wordings.ts';
import { peopleScreenWordings } from '#shared/people/wordings.ts';
import { noticeFailure } from '../../acts/notice-failure.ts';
import { useAct } from '../../acts/use-act.ts';
import { call } from '../../api/call.ts';
import { queryKeyOf, queryOf } from '../../api/query.ts';
import { SessionList } from '../../session/signed-in/session-list.tsx';
import { useOwnerProof } from '../../session/signed-in/use-owner-proof.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Loading } from '../../ui/display/loading.tsx';
import { Row } from '../../ui/layout/row.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { confirm } from '../../ui/overlays/modal.tsx';
import { snackbar } from '../../ui/overlays/snackbar.tsx';
import styles from './teachers.module.css';

interface SessionsDialogProps {
  accountId: string;
  name: string;
  /** Tells the person from others of the name. */
  who: string;
  onClose: () => void;
}

/**
 * Where a teacher or another administrator is signed in and whether there is a second factor, and buttons that end it.
 * The office log has who did.
 */
export default function SessionsDialog({ accountId, name, who, onClose }: SessionsDialogProps) {
  const client = useQueryClient();
  const input = { account_id: accountId };
  const account = useQuery({ ...queryOf(accountsContract.listAccountSessions, input), staleTime: 0 });
  const { act, busy } = useAct({
    onFailed: (error) => {
      noticeFailure(error);
      void account.refetch();
    },
  });
  const { proven, window } = useOwnerProof();
  const sessions = account.data?.sessions ?? [];

  const end = (session: ListedSession | null) =>
    act(async () => {
      const ended = session ? { ...input, session_id: session.session_id } : input;
      const left = await proven(() => call(accountsContract.endAccountSessions, ended));
      if (!left) return;
      client.setQueryData(queryKeyOf(accountsContract.listAccountSessions, input), left);
      snackbar(session ? `${session.browser ?? 'A browser'} of ${name} is signed out.` : `${name} is signed out.`);
    }, session?.session_id ?? every);

  const reset = async () => {
    const isSure = await confirm({
      title: `Reset the second factor of ${name}?`,
      text: `${who}. The app, the recovery codes and every session end, and ${name} signs in with the password alone. Make sure first that it is ${name} who has lost the phone.`,
      confirmLabel: 'Reset',
    });
    if (!isSure) return;
    await act(async () => {
      await call(accountsContract.resetSecondFactor, input);
      snackbar(accountWordings.secondFactorReset(name));
      void account.refetch();
    }, factor);
  };

  return (
    <Dialog
      openedBy="act"
      open
      title={`Where ${name} is signed in`}
      text={`${who}. A browser that you end is signed out with its next click. What was typed and not saved stays on that device.`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          {sessions.length > 0 && (
            <Button variant="danger" busy={busy === every} onClick={() => void end(null)}>
              End all
            </Button>
          )}
        </>
      }
    >
      {!account.data ? (
        <Loading queries={[account]} what="the sessions" lines={3} />
      ) : sessions.length === 0 ? (
        <p>{`${name} is not signed in anywhere.`}</p>
      ) : (
        <SessionList sessions={sessions} busy={busy} endLabel="End" onEnd={(session) => void end(session)} />
      )}
      {account.data?.has_second_factor && (
        <Row justify="between" wrap gap={8} across={16} above={12} className={styles.factor}>
          <p>{`${name} is asked for a code of an authenticator app after the password.`}</p>
          <Button busy={busy === factor} onClick={() => void reset()}>
            {peopleScreenWordings.resetSecondFactor}
          </Button>
        </Row>
      )}
      {window}
    </Dialog>
  );
}

/** In place of a session's id, which is longer. */
const every = 'all';
const factor = 'second factor';
