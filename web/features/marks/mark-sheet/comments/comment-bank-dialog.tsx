import { useMutation, useQueryClient } from '@tanstack/react-query';
import { MessageSquareText, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { commentLimit } from '#shared/marks/field-names.ts';
import { type BankEntry, bankCommentFields } from '#shared/marks/mark-sheet/comment-calls.ts';
import { markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import { call } from '../../../../api/call.ts';
import { messageOf } from '../../../../api/errors.ts';
import { queryKeyOf } from '../../../../api/query.ts';
import { FormNumber, FormSelect, FormTextArea } from '../../../../forms/fields.tsx';
import { FormBody } from '../../../../forms/form-body.tsx';
import { useForm } from '../../../../forms/use-form.ts';
import { useSession } from '../../../../session/session.ts';
import { Button, IconButton } from '../../../../ui/controls/button.tsx';
import { EmptyState } from '../../../../ui/display/empty-state.tsx';
import { Row } from '../../../../ui/layout/row.tsx';
import { Stack } from '../../../../ui/layout/stack.tsx';
import { Muted } from '../../../../ui/layout/text.tsx';
import { Dialog } from '../../../../ui/overlays/dialog.tsx';
import { snackbar } from '../../../../ui/overlays/snackbar.tsx';
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

export interface CommentBankDialogProps {
  open: boolean;
  bank: readonly BankEntry[];
  /** The subject of the sheet, for new comments. */
  subjectId: string;
  onClose: () => void;
}

/** The kept comments: users change and delete their own, the office also the school's. */
export default function CommentBankDialog({ open, bank, subjectId, onClose }: CommentBankDialogProps) {
  const isAdmin = useSession()?.area === 'admin';
  /** The comment in the form. */
  const [edited, setEdited] = useState<BankEntry | 'new' | null>(null);
  const queryClient = useQueryClient();
  const load = () => queryClient.invalidateQueries({ queryKey: queryKeyOf(markSheetContract.readCommentBank) });
  const fail = (failure: Error) => {
    snackbar(messageOf(failure), { tone: 'error' });
    void load();
  };
  const remove = useMutation({
    mutationFn: async (entry: BankEntry) => {
      const { id, scope, version } = entry;
      return { entry, gone: await call(markSheetContract.deleteBankComment, { id, scope, version }) };
    },
    onSuccess: async ({ entry, gone }) => {
      await load();
      const restore = () =>
        void call(markSheetContract.saveBankComment, { ...entry, version: gone.version }).then(load, fail);
      snackbar('Comment deleted.', { action: { label: 'Undo', onPress: restore } });
    },
    onError: fail,
  });
  const close = () => {
    setEdited(null);
    onClose();
  };

  return (
    <Dialog
      openedBy="act"
      open={open}
      title="My comments"
      text="Type / in a comment to choose one. {name}, {he}, {him} and {his} become the student’s."
      onClose={close}
      footer={
        edited === null && (
          <Button variant="primary" icon={Plus} onClick={() => setEdited('new')}>
            Add a comment
          </Button>
        )
      }
    >
      {edited !== null ? (
        <CommentBankForm
          key={edited === 'new' ? 'new' : edited.id}
          entry={edited === 'new' ? null : edited}
          subjectId={subjectId}
          canWriteSchool={isAdmin}
          onSaved={() => {
            setEdited(null);
            void load();
          }}
          onCancel={() => setEdited(null)}
        />
      ) : bank.length === 0 ? (
        <EmptyState
          icon={MessageSquareText}
          title="No comments are kept yet"
          text="Add those that you write again and again."
        />
      ) : (
        <ul className={styles.bank}>
          {bank.map((entry) => (
            <Row as="li" key={entry.id} align="start" gap={12}>
              <div>
                <p>{entry.text}</p>
                <Muted className={styles.muted} size="12.5on18">
                  {meantFor(entry)}
                </Muted>
              </div>
              {(entry.scope === 'own' || isAdmin) && (
                <Row as="span" align="stretch">
                  <IconButton label={`Change: ${entry.text}`} icon={Pencil} onClick={() => setEdited(entry)} />
                  <IconButton label={`Delete: ${entry.text}`} icon={Trash2} onClick={() => remove.mutate(entry)} />
                </Row>
              )}
            </Row>
          ))}
        </ul>
      )}
    </Dialog>
  );
}

function meantFor({ scope, subject_id, from, to }: BankEntry): string {
  const totals = from === null && to === null ? null : `total ${from ?? 0} to ${to ?? 100} %`;
  return [scope === 'school' && 'The school’s', subject_id ?? 'Every subject', totals].filter(Boolean).join(' · ');
}
