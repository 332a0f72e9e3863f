import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { BankEntry } from '#shared/mark-sheet/comment-calls.ts';
import { markSheetContract } from '#shared/mark-sheet/contract.ts';
import { commentLimit } from '#shared/mark-sheet/fields.ts';
import { call } from '../../../api/call.ts';
import { ApiError, messageOf } from '../../../api/errors.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import styles from './comments.module.css';

interface BankFormProps {
  /** Null for a new one. */
  entry: BankEntry | null;
  subjectId: string;
  mayWriteSchool: boolean;
  onSaved: () => void;
  onCancel: () => void;
}

/** One comment: its text, for which subject and totals, and whose it is. */
export function BankForm({ entry, subjectId, mayWriteSchool, onSaved, onCancel }: BankFormProps) {
  const subject = entry?.subject_id ?? subjectId;
  const [text, setText] = useState(entry?.text ?? '');
  const [forSubject, setForSubject] = useState(entry ? (entry.subject_id ?? '') : subjectId);
  const [scope, setScope] = useState(entry?.scope ?? 'own');
  const [from, setFrom] = useState(String(entry?.from ?? ''));
  const [to, setTo] = useState(String(entry?.to ?? ''));
  const save = useMutation({
    mutationFn: () =>
      call(markSheetContract.saveBankComment, {
        ...(entry ? { id: entry.id, version: entry.version } : {}),
        ...{ scope, text: text.trim(), subject_id: forSubject === '' ? null : forSubject },
        ...{ from: percentOf(from), to: percentOf(to) },
      }),
    onSuccess: onSaved,
  });
  const fields = save.error instanceof ApiError ? save.error.fields : {};
  const isBad = (typed: string) => Number.isNaN(percentOf(typed));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== '' && !isBad(from) && !isBad(to)) save.mutate();
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {save.error && Object.keys(fields).length === 0 && <Alert tone="error">{messageOf(save.error)}</Alert>}
      <TextArea
        label="Comment"
        limit={commentLimit}
        rows={4}
        value={text}
        onValueChange={setText}
        error={fields.text?.[0]}
      />
      <div className={styles.pair}>
        <Select
          label="Subject"
          options={[
            { value: subject, label: subject },
            { value: '', label: 'Every subject' },
          ]}
          value={forSubject}
          onValueChange={setForSubject}
        />
        {mayWriteSchool && entry === null && (
          <Select
            label="Whose"
            options={[
              { value: 'own', label: 'Mine' },
              { value: 'school', label: 'The school’s' },
            ]}
            value={scope}
            onValueChange={(chosen) => setScope(chosen === 'school' ? 'school' : 'own')}
          />
        )}
      </div>
      <div className={styles.pair}>
        <TextField
          label="Total from, %"
          numeric
          value={from}
          onChange={(event) => setFrom(event.target.value)}
          error={isBad(from) ? 'A whole number, 0 to 100' : fields.from?.[0]}
        />
        <TextField
          label="to, %"
          numeric
          value={to}
          onChange={(event) => setTo(event.target.value)}
          error={isBad(to) ? 'A whole number, 0 to 100' : fields.to?.[0]}
        />
      </div>
      <div className={styles.formEnd}>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" busy={save.isPending} disabled={text.trim() === ''}>
          Save
        </Button>
      </div>
    </form>
  );
}

/** Null for nothing, NaN for what is no whole number from 0 to 100. */
const percentOf = (typed: string): number | null => {
  if (typed.trim() === '') return null;
  return /^(\d{1,2}|100)$/.test(typed.trim()) ? Number(typed) : Number.NaN;
};
