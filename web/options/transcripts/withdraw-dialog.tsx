import * as z from 'zod/mini';
import { transcriptsContract } from '#shared/options/transcripts/contract.ts';
import { transcriptWordings, transcriptScreenWordings as wordings } from '#shared/options/transcripts/wordings.ts';
import { call } from '../../api/call.ts';
import { FormText } from '../../forms/fields.tsx';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { useForm } from '../../forms/use-form.ts';

interface WithdrawDialogProps {
  number: string;
  onWithdrawn: () => void;
  onClose: () => void;
}

const schema = z.strictObject({
  reason: z.string().check(z.trim(), z.minLength(1, transcriptWordings.reasonMissing), z.maxLength(200)),
});

/** Asks why a document is withdrawn. */
export function WithdrawDialog({ number, onWithdrawn, onClose }: WithdrawDialogProps) {
  const form = useForm({
    schema,
    stored: { reason: null as string | null },
    save: ({ reason }, { idempotencyKey }) =>
      call(transcriptsContract.withdrawDocument, { number, withdrawn: true, reason }, { idempotencyKey }),
    onSaved: onWithdrawn,
  });
  return (
    <FormDialog
      form={form}
      open
      title={`Withdraw ${number}`}
      text={wordings.withdrawQuestion}
      submitLabel="Withdraw"
      focusesField
      onClose={onClose}
    >
      <FormText form={form} name="reason" label="Reason" maxLength={200} autoComplete="off" />
    </FormDialog>
  );
}
