import { useCallback, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { authContract } from '#shared/accounts/auth/contract.ts';
import type { ListedSession } from '#shared/accounts/auth/own-account.ts';
import { familyPageWordings as wordings } from '#shared/options/families/wordings.ts';
import { attempt } from '../../../acts/attempt.ts';
import { useAct } from '../../../acts/use-act.ts';
import { call } from '../../../api/call.ts';
import { ApiError, messageOf } from '../../../api/errors.ts';
import { momentText } from '../../../ui/fields/dates/school-clock.ts';
import { EntranceField, EntranceForm } from './entrance-form.tsx';
import { PageHeading } from './focus.tsx';
import { LoadFailed, WaitingForAnswer } from './page-states.tsx';

/** What was pressed: one session, or null for all others. */
type Chosen = ListedSession | null;

/** The student's open sessions: each of the others, or all of them, are signed out from here. */
export default function OwnSessions({ studentId }: { studentId: string }) {
  const [sessions, setSessions] = useState<readonly ListedSession[] | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [done, setDone] = useState<{ message: string } | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  /** Ended once the password is typed: the sign-in is more than five minutes old. */
  const [unproved, setUnproved] = useState<{ chosen: Chosen } | null>(null);
  const isBusy = useRef(false);
  const status = useRef<HTMLParagraphElement>(null);
  const open = useCallback(async () => {
    setFailure(null);
    await attempt(
      async () => setSessions((await call(authContract.readMyAccount, {})).sessions),
      (error) => setFailure(messageOf(error)),
    );
  }, []);
  useEffect(() => void open(), [open]);
  useEffect(() => {
    document.title = wordings.whereSignedIn;
  }, []);
  // What was pressed may be gone.
  useEffect(() => {
    if (done) status.current?.focus();
  }, [done]);

  const end = async (chosen: Chosen) => {
    if (isBusy.current) return;
    isBusy.current = true;
    setFault(null);
    const send = async () => {
      const left = await call(authContract.endOwnSessions, chosen ? { session_id: chosen.session_id } : {});
      setSessions(left.sessions);
      setUnproved(null);
      setDone({
        message: chosen ? wordings.signedOutThere(browserOf(chosen)) : wordings.signedOutElsewhere,
      });
    };
    await attempt(send, (error) => {
      if (error instanceof ApiError && error.status === 428) return setUnproved({ chosen });
      setUnproved(null);
      setFault(messageOf(error));
      void open();
    });
    isBusy.current = false;
  };

  if (failure !== null) return <LoadFailed message={failure} onRetry={() => void open()} />;
  if (!sessions) return <WaitingForAnswer />;
  const others = sessions.filter(({ is_this }) => !is_this);
  return (
    <main className="page">
      <Link to="/reports">My reports</Link>
      <PageHeading>{wordings.whereSignedIn}</PageHeading>
      <p className="quiet">{wordings.whereSignedInMeans}</p>
      <p role="status" tabIndex={-1} ref={status} className={done === null ? undefined : 'done'}>
        {done?.message}
      </p>
      {fault !== null && (
        <p className="fault" role="alert">
          {fault}
        </p>
      )}
      {unproved && (
        <Proof studentId={studentId} onProved={() => end(unproved.chosen)} onCancel={() => setUnproved(null)} />
      )}
      <ul className="card reports" aria-label={wordings.whereSignedIn}>
        {sessions.map((session) => (
          <li key={session.session_id}>
            <p className="beside row">
              <span>{browserOf(session)}</span>
              {session.is_this && <span>{wordings.thisOne}</span>}
            </p>
            <p className="quiet">
              Since <time dateTime={session.begun_at}>{momentText(session.begun_at)}</time>, last used{' '}
              <time dateTime={session.last_used_at}>{momentText(session.last_used_at)}</time>
            </p>
            {!session.is_this && (
              <p className="beside acts">
                <button type="button" className="plain" onClick={() => void end(session)}>
                  Sign out
                  <span className="visually-hidden">
                    {` ${browserOf(session)}, since ${momentText(session.begun_at)}`}
                  </span>
                </button>
              </p>
            )}
          </li>
        ))}
      </ul>
      {others.length === 0 && <p>{wordings.onlyHere}</p>}
      {others.length > 1 && (
        <p className="beside acts">
          <button type="button" className="plain" onClick={() => void end(null)}>
            Sign out everywhere else
          </button>
        </p>
      )}
    </main>
  );
}

const browserOf = ({ browser }: ListedSession): string => browser ?? 'A browser';

interface ProofProps {
  studentId: string;
  /** Ends what was chosen. */
  onProved: () => Promise<void>;
  onCancel: () => void;
}

/** The student's password, where the sign-in is too old to end anything by it. */
function Proof({ studentId, onProved, onCancel }: ProofProps) {
  const [password, setPassword] = useState('');
  const { act, isBusy, problem, setProblem } = useAct({
    onFailed: (error) => {
      const fields = error instanceof ApiError ? error.fields : {};
      setProblem(fields.current_password?.join(' ') ?? messageOf(error));
      field.current?.focus();
    },
  });
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const send = async () => {
    if (password === '') return;
    await act(async () => {
      await call(authContract.confirmOwner, { current_password: password });
      await onProved();
    });
  };
  return (
    <EntranceForm isBusy={isBusy} fault={problem} button="Go on" onSend={() => void send()}>
      <p>{wordings.proveIt}</p>
      <input type="text" name="username" autoComplete="username" value={studentId} readOnly hidden />
      <EntranceField
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        value={password}
        onValue={setPassword}
        input={field}
      />
      <button type="button" className="plain" onClick={onCancel}>
        Cancel
      </button>
    </EntranceForm>
  );
}
