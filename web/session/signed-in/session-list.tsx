import { Badge } from '@aws-amplify/ui-react';
import type { ListedSession } from '#shared/accounts/auth/own-account.ts';
import { Button } from '../../ui/controls/button.tsx';
import { ListRow, RowList } from '../../ui/display/row-list.tsx';
import { momentText } from '../../ui/fields/dates/school-clock.ts';

interface SessionListProps {
  sessions: readonly ListedSession[];
  /** The session whose button was pressed. */
  busy: string | null;
  /** The label of the button, except for the user's own session, which has Logout. */
  endLabel: string;
  onEnd: (session: ListedSession) => void;
}

/** The sessions of an account: browser and system in words, since when, and a button that ends it. */
export const SessionList = ({ sessions, busy, endLabel, onEnd }: SessionListProps) => (
  <RowList>
    {sessions.map((session) => {
      const { session_id, network, begun_at, last_used_at, is_this } = session;
      const browser = session.browser ?? 'A browser';
      const label = is_this ? 'Logout' : endLabel;
      return (
        <ListRow
          key={session_id}
          what={
            <>
              {browser} {is_this && <Badge variation="info">This one</Badge>}
            </>
          }
          detail={
            <>
              Since <time dateTime={begun_at}>{momentText(begun_at)}</time>, last used{' '}
              <time dateTime={last_used_at}>{momentText(last_used_at)}</time>
              {network !== null && `, network ${network}`}
            </>
          }
          action={
            <Button
              busy={busy === session_id}
              aria-label={`${label}: ${browser}, since ${momentText(begun_at)}`}
              onClick={() => onEnd(session)}
            >
              {label}
            </Button>
          }
        />
      );
    })}
  </RowList>
);
