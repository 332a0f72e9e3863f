import * as z from 'zod/mini';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { reissueReason } from '#shared/term-reports/posting-calls.ts';
import { postingMessages } from '#shared/term-reports/wordings.ts';
import { call } from '../../../api/call.ts';
import { FormText } from '../../../forms/fields.tsx';
import { FormDialog } from '../../../forms/form-dialog.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { snackbar } from '../../../ui/overlays/snackbar.tsx';
import type { StudentRecord } from '../use-class-records.ts';
import type { PostedReport } from './posted-report.ts';

interface IssueAgainDialogProps {
  record: StudentRecord;
  posted: PostedReport;
  onDone: () => void;
  onClose: () => void;
}

/** Asks why one posted report is issued again, and says what parents will see then (rule 47). */
export function IssueAgainDialog({ record, posted, onDone, onClose }: IssueAgainDialogProps) {
  const { student_id, year, term } = record;
  const form = useForm({
    schema: z.object({ reason: reissueReason }),
    stored: { reason: null },
    save: async ({ reason }, { idempotencyKey }) => {
      const input = { student_id, year, term, reason, date_posted: posted.date_posted };
      try {
        await call(termReportsContract.issueReportAgain, input, { idempotencyKey });
        snackbar(postingMessages.issued);
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
      title={`Issue the report of ${record.name} again?`}
      text={`Parents will see as it is now: ${posted.changed.join(', ')}. The copy that they saw is kept.`}
      submitLabel="Issue again"
      onClose={onClose}
    >
      <FormText form={form} name="reason" label="Reason" hint="A few words, such as: the mark for Physics was late." />
    </FormDialog>
  );
}
