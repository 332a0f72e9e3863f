import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import type { Output } from '#shared/http/contract.ts';
import { displayMoment } from '#shared/school/display-date.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { reissueReason } from '#shared/term-reports/posting-calls.ts';
import { postingWordings } from '#shared/term-reports/wordings.ts';
import { call } from '../../api/call.ts';
import { queryOf } from '../../api/query.ts';
import { FormText } from '../../forms/fields.tsx';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { useForm } from '../../forms/use-form.ts';
import type { Outbox } from '../../outbox/outbox.ts';
import { useSession } from '../../session/session.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Alert } from '../../ui/display/alert.tsx';
import { Row } from '../../ui/layout/row.tsx';
import { Stack } from '../../ui/layout/stack.tsx';
import { snackbar } from '../../ui/overlays/snackbar.tsx';
import styles from './posted-note.module.css';
import type { StudentRecord } from './use-class-records.ts';

type PostedReport = Output<typeof termReportsContract.printPostedReport>;

/** The student and term of a report. */
export type StudentAndTerm = Pick<StudentRecord, 'student_id' | 'year' | 'term'>;

/** The posting of a record's report, loaded each time it is shown: marks and postings change meanwhile. */
export const postingOfReportQuery = ({ student_id, year, term }: StudentAndTerm) => ({
  ...queryOf(termReportsContract.printPostedReport, { student_id, year: String(year), term: String(term) }),
  staleTime: 0,
});

interface IssueAgainDialogProps {
  record: StudentRecord;
  posted: PostedReport;
  onDone: () => void;
  onClose: () => void;
}

/** Asks why one posted report is issued again, and says what parents will see then (rule 47). */
function IssueAgainDialog({ record, posted, onDone, onClose }: IssueAgainDialogProps) {
  const { student_id, year, term } = record;
  const form = useForm({
    schema: z.object({ reason: reissueReason }),
    stored: { reason: null },
    save: async ({ reason }, { idempotencyKey }) => {
      const input = { student_id, year, term, reason, date_posted: posted.date_posted };
      try {
        await call(termReportsContract.issueReportAgain, input, { idempotencyKey });
        snackbar(postingWordings.issued);
      } finally {
        onDone();
      }
    },
    onSaved: onClose,
  });
  return (
    <FormDialog
      form={form}
      open
      title={postingWordings.issueAgain(record.name)}
      text={postingWordings.issuesAgain(posted.changed)}
      submitLabel="Issue again"
      onClose={onClose}
    >
      <FormText form={form} name="reason" label="Reason" hint={postingWordings.reasonHint} />
    </FormDialog>
  );
}

interface PostedNoteProps {
  record: StudentRecord;
  outbox: Outbox;
}

/**
 * Says above the record of a posted report when it was posted, and what has changed since. Nothing for other reports.
 */
export function PostedNote({ record, outbox }: PostedNoteProps) {
  const posted = useQuery({ ...postingOfReportQuery(record), enabled: record.registered });
  const [isIssuing, setIssuing] = useState(false);
  const session = useSession();
  const { refetch } = posted;
  useEffect(() => outbox.onEvent((event) => event.kind === 'saved' && void refetch()), [outbox, refetch]);
  // A note of the same height before the answer comes, so that the record below does not move.
  if (posted.isPending && record.registered) {
    return (
      <Stack below={12}>
        <Alert tone="info">
          <Row justify="between" wrap gap={8} across={16} className={styles.note}>
            <p>{postingWordings.loadingChanges}</p>
          </Row>
        </Alert>
      </Stack>
    );
  }
  if (!posted.data?.date_posted) return null;
  const { date_posted, reason, changed } = posted.data;
  const canIssue = session?.area === 'admin' && session.permissions.some(({ menu }) => menu === 'postReports');
  return (
    <Stack below={12}>
      <Alert tone={changed.length > 0 ? 'warning' : 'info'}>
        <Row justify="between" wrap gap={8} across={16} className={styles.note}>
          <p>
            <span>
              {reason === null
                ? `Posted ${displayMoment(date_posted)}.`
                : `Issued again ${displayMoment(date_posted)}: “${reason}”.`}
            </span>{' '}
            {changed.length === 0 ? (
              postingWordings.nothingChanged
            ) : (
              <>
                Changed since, and not seen by parents yet: <strong>{changed.join(', ')}</strong>.
              </>
            )}
          </p>
          {canIssue && changed.length > 0 && <Button onClick={() => setIssuing(true)}>Issue again</Button>}
        </Row>
        {isIssuing && (
          <IssueAgainDialog
            record={record}
            posted={posted.data}
            onDone={() => void refetch()}
            onClose={() => setIssuing(false)}
          />
        )}
      </Alert>
    </Stack>
  );
}
