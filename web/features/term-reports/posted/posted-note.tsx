import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Outbox } from '../../../outbox/outbox.ts';
import { useSession } from '../../../session/session.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import type { StudentRecord } from '../use-class-records.ts';
import { IssueAgainDialog } from './issue-again-dialog.tsx';
import styles from './posted.module.css';
import { postedOn, postedReportQuery } from './posted-report.ts';

interface PostedNoteProps {
  record: StudentRecord;
  outbox: Outbox;
}

/** Above the record of a report that is posted: since when, and what parents do not see of it yet. Nothing while it is not. */
export function PostedNote({ record, outbox }: PostedNoteProps) {
  const posted = useQuery({ ...postedReportQuery(record), enabled: record.registered });
  const [isIssuing, setIssuing] = useState(false);
  const session = useSession();
  const { refetch } = posted;
  useEffect(() => outbox.onEvent((event) => event.kind === 'saved' && void refetch()), [outbox, refetch]);
  // Its place is kept from the first showing, so that the record below does not move when the answer comes.
  if (posted.isPending && record.registered) {
    return (
      <div className={styles.posted}>
        <Alert tone="info">
          <div className={styles.note}>
            <p>Posted. What has changed since is being looked up…</p>
          </div>
        </Alert>
      </div>
    );
  }
  if (!posted.data?.date_posted) return null;
  const { date_posted, reason, changed } = posted.data;
  const mayIssue = session?.area === 'admin' && session.permissions.some(({ menu }) => menu === 'postReports');
  return (
    <div className={styles.posted}>
      <Alert tone={changed.length > 0 ? 'warning' : 'info'}>
        <div className={styles.note}>
          <p>
            {reason === null
              ? `Posted ${postedOn(date_posted)}. `
              : `Issued again ${postedOn(date_posted)}: “${reason}”. `}
            {changed.length === 0 ? (
              'Nothing has changed since.'
            ) : (
              <>
                Changed since, and not seen by parents yet: <strong>{changed.join(', ')}</strong>.
              </>
            )}
          </p>
          {mayIssue && changed.length > 0 && <Button onClick={() => setIssuing(true)}>Issue again</Button>}
        </div>
        {isIssuing && (
          <IssueAgainDialog
            record={record}
            posted={posted.data}
            onDone={() => void refetch()}
            onClose={() => setIssuing(false)}
          />
        )}
      </Alert>
    </div>
  );
}
