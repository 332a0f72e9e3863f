import { commentLimit } from '#shared/marks/field-names.ts';
import { type BankEntry, bankCommentFields } from '#shared/marks/mark-sheet/comment-calls.ts';
import { markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import { call } from '../../../../api/call.ts';
import { FormNumber, FormSelect, FormTextArea } from '../../../../forms/fields.tsx';
import { FormBody } from '../../../../forms/form-body.tsx';
import { useForm } from '../../../../forms/use-form.ts';
import { Button } from '../../../../ui/controls/button.tsx';
import { Row } from '../../../../ui/layout/row.tsx';
import { Stack } from '../../../../ui/layout/stack.tsx';
import styles from './comments.module.css';

interface CommentBankFormProps {
  /** Null for a new one. */
  entry: BankEntry | null;
  subjectId: string;
  canWriteSchool: boolean;
  onSaved: () => void;
  onCancel: () => void;
}

const percent = 'A whole number, 0 to 100';

/** Form of a comment: its text, subject, totals and owner. */
export function CommentBankForm({ entry, subjectId, canWriteSchool, onSaved, onCancel }: CommentBankFormProps) {
  const subject = entry?.subject_id ?? subjectId;
  const { text = null, subject_id = subjectId, scope = 'own', from = null, to = null } = entry ?? {};
  const form = useForm({
    schema: bankCommentFields(),
    stored: { text, subject_id, scope, from, to },
    save: async (values, { idempotencyKey }) => {
      const changed = entry ? { id: entry.id, version: entry.version } : {};
      await call(
        markSheetContract.saveBankComment,
        { ...changed, ...values, text: values.text.trim() },
        { idempotencyKey },
      );
      onSaved();
    },
  });
  return (
    <FormBody form={form} className={styles.form}>
      <FormTextArea form={form} name="text" label="Comment" limit={commentLimit} rows={4} />
      <Stack pairs="always" gap={12}>
        <FormSelect
          form={form}
          name="subject_id"
          label="Subject"
          options={[
            { value: subject, label: subject },
            { value: '', label: 'Every subject' },
          ]}
          onChosen={(chosen) => form.change('subject_id', chosen === '' ? null : chosen)}
        />
        {canWriteSchool && entry === null && (
          <FormSelect
            form={form}
            name="scope"
            label="Whose"
            options={[
              { value: 'own', label: 'Mine' },
              { value: 'school', label: 'The school’s' },
            ]}
          />
        )}
      </Stack>
      <Stack pairs="always" gap={12}>
        <FormNumber form={form} name="from" label="Total from, %" expected={percent} />
        <FormNumber form={form} name="to" label="to, %" expected={percent} />
      </Stack>
      <Row align="stretch" justify="end" gap={8}>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" busy={form.isBusy}>
          Save
        </Button>
      </Row>
    </FormBody>
  );
}
