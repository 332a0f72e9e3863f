import * as z from 'zod/mini';
import { dismissalReason, reasonLimit, truthCheckContract } from '#shared/options/truth-check/contract.ts';
import { findingWordings as wordings } from '#shared/options/truth-check/wordings.ts';
import { call } from '../../api/call.ts';
import { FormTextArea } from '../../forms/fields.tsx';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { useForm } from '../../forms/use-form.ts';

interface DismissDialogProps {
  finding: { finding: string; text: string };
  /** Whose it is, and of which subject. */
  where: string;
  of: { year: number; term: 1 | 2 | 3; class_id: string };
  onDone: () => void;
  onClose: () => void;
}

/** Asks why something improbable is right: the reason is kept, with the user’s name. */
export function DismissDialog({ finding: { finding, text }, where, of, onDone, onClose }: DismissDialogProps) {
  const form = useForm({
    schema: z.object({ reason: dismissalReason }),
    stored: { reason: null },
    save: async ({ reason }, { idempotencyKey }) => {
      await call(truthCheckContract.dismissFinding, { ...of, finding, reason }, { idempotencyKey });
      onDone();
    },
    onSaved: onClose,
  });
  return (
    <FormDialog
      form={form}
      open
      title={wordings.dismiss}
      text={`${where}: ${text}`}
      submitLabel="Dismiss"
      focusesField
      onClose={onClose}
    >
      <FormTextArea form={form} name="reason" label={wordings.why} limit={reasonLimit} rows={3} />
    </FormDialog>
  );
}
