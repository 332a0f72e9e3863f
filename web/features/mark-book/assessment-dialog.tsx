import { type FormEvent, useRef, useState } from 'react';
import { type Assessment, markBookContract } from '#shared/mark-book/contract.ts';
import { markBookMessages, mayDelete } from '#shared/mark-book/messages.ts';
import { call } from '../../api/call.ts';
import { ApiError, messageOf } from '../../api/errors.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Alert } from '../../ui/display/alert.tsx';
import { DateField } from '../../ui/fields/dates/date-field.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { snackbar } from '../../ui/overlays/snackbar.tsx';
import { type Conflicting, ConflictNote } from './conflict-note.tsx';
import { askToDelete } from './delete-assessment.ts';
import styles from './mark-book.module.css';
import type { PageNames } from './use-mark-book.ts';

export interface AssessmentDialogProps {
  page: PageNames;
  open: boolean;
  /** Null while closed. */
  edited: Assessment | 'new' | null;
  onClose: () => void;
  /** The page's assessments, or marks that follow from them, are others now. */
  onChanged: () => void;
}

/** Adds, edits and deletes an assessment. */
export default function AssessmentDialog({ page, open, edited, onClose, onChanged }: AssessmentDialogProps) {
  // What was open last stays to be seen while the window goes away.
  const [last, setLast] = useState<Assessment | 'new'>('new');
  const shown = edited ?? last;
  if (edited !== null && edited !== last) setLast(edited);
  const form = useRef<HTMLFormElement>(null);
  const [isSaving, setSaving] = useState(false);
  const number = shown === 'new' ? null : shown.assesment_number;

  const remove = (assessment: Assessment) => {
    onClose();
    void askToDelete({ page, assessment, onChanged });
  };
  return (
    <Dialog
      openedBy="act"
      open={open}
      onClose={onClose}
      size="small"
      title={number === null ? 'Add Assessment' : `Edit Assessment ${number}`}
      footer={
        <>
          {shown !== 'new' && mayDelete(shown.assesment_number) && (
            <span className={styles.start}>
              <Button variant="danger" onClick={() => remove(shown)}>
                Delete Assessment
              </Button>
            </span>
          )}
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={isSaving} onClick={() => form.current?.requestSubmit()}>
            {number === null ? 'Add' : 'Save'}
          </Button>
        </>
      }
    >
      <AssessmentForm
        key={number}
        ref={form}
        page={page}
        assessment={shown === 'new' ? null : shown}
        onSaving={setSaving}
        onSaved={(saved) => {
          onClose();
          onChanged();
          snackbar(number === null ? `Assessment ${saved.assesment_number} added.` : `Assessment ${number} saved.`);
        }}
      />
    </Dialog>
  );
}

interface AssessmentFormProps {
  page: PageNames;
  assessment: Assessment | null;
  ref: React.Ref<HTMLFormElement>;
  onSaving: (isSaving: boolean) => void;
  onSaved: (saved: Assessment) => void;
}

type Values = Pick<Assessment, 'topic' | 'date' | 'total' | 'weighting'>;
type Field = keyof Values;

const blank: Values = { topic: null, date: null, total: null, weighting: null };
/** What DateField hands on for a date that it could read. */
const isDay = /^\d{4}-\d{2}-\d{2}$/;

function AssessmentForm({ page, assessment, ref, onSaving, onSaved }: AssessmentFormProps) {
  const [values, setValues] = useState<Values>(assessment ?? blank);
  const [errors, setErrors] = useState<Partial<Record<Field, string>>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [conflict, setConflict] = useState<Conflicting<Field> | null>(null);
  /** What the user saw, and the key under which the present values are sent: the same ones again do nothing twice. */
  const seen = useRef<Values>(assessment ?? blank);
  const attempt = useRef<string>(crypto.randomUUID());

  const change = (change: Partial<Values>) => {
    attempt.current = crypto.randomUUID();
    setValues((now) => ({ ...now, ...change }));
    setErrors({});
    setProblem(null);
  };

  const save = async (wanted: Values) => {
    onSaving(true);
    try {
      const { topic, date, total, weighting } = wanted;
      const was = assessment && pick(seen.current);
      const saved = await call(
        markBookContract.saveAssessment,
        {
          ...page,
          ...(assessment ? { assesment_number: assessment.assesment_number, was: was ?? undefined } : {}),
          ...{ topic, date, total, weighting },
        },
        { idempotencyKey: attempt.current },
      );
      onSaved(saved);
    } catch (error) {
      if (error instanceof ApiError && error.conflict) setConflict(error.conflict as Conflicting<Field>);
      else if (error instanceof ApiError && Object.keys(error.fields).length > 0) setErrors(firstOf(error.fields));
      else setProblem(messageOf(error));
    } finally {
      onSaving(false);
    }
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { topic, date, total } = values;
    if ([topic, date, total].every((value) => value === null || value === '')) {
      setErrors({});
      setProblem(markBookMessages.fieldsBlank);
    } else if (date !== null && !isDay.test(date)) setErrors({ date: 'Not a date.' });
    else void save(values);
  };

  /** The other's value counts as seen from now on; the user's stays, or gives way to it. */
  const settle = ({ field, theirs }: Conflicting<Field>, isMine: boolean) => {
    attempt.current = crypto.randomUUID();
    seen.current = { ...seen.current, [field]: theirs };
    setConflict(null);
    const wanted = isMine ? values : { ...values, [field]: theirs };
    setValues(wanted);
    void save(wanted);
  };

  return (
    <form ref={ref} className={styles.form} onSubmit={submit} noValidate>
      {problem !== null && <Alert tone="error">{problem}</Alert>}
      {conflict && <ConflictNote conflict={conflict} onSettle={(isMine) => settle(conflict, isMine)} />}
      <TextField
        label="Topic"
        maxLength={255}
        value={values.topic ?? ''}
        error={errors.topic}
        onChange={(event) => change({ topic: event.target.value === '' ? null : event.target.value })}
      />
      <DateField label="Date" value={values.date} error={errors.date} onValueChange={(date) => change({ date })} />
      <div className={styles.pair}>
        <TextField
          label="Total"
          numeric
          hint="What its marks are out of."
          maxLength={4}
          value={values.total ?? ''}
          error={errors.total}
          onChange={(event) => change({ total: digitsOf(event.target.value) })}
        />
        <TextField
          label="Weighting"
          numeric
          hint="Percent; for your notes."
          maxLength={3}
          value={values.weighting ?? ''}
          error={errors.weighting}
          onChange={(event) => change({ weighting: digitsOf(event.target.value) })}
        />
      </div>
      {/* The button stands in the dialog's foot: this one lets Enter send the form. */}
      <button type="submit" hidden />
    </form>
  );
}

/** Digits only (product §5): whatever else is typed is not taken. */
const digitsOf = (text: string): number | null => {
  const digits = text.replace(/\D/g, '');
  return digits === '' ? null : Number(digits);
};

const pick = ({ topic, date, total, weighting }: Values): Values => ({ topic, date, total, weighting });

const firstOf = (fields: ApiError['fields']): Partial<Record<Field, string>> =>
  Object.fromEntries(Object.entries(fields).map(([field, messages]) => [field, messages[0]]));
