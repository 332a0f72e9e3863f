import { useState } from 'react';
import { canDeleteAssessment } from '#shared/marks/field-names.ts';
import { type Assessment, assessmentFields, markBookContract } from '#shared/marks/mark-book/contract.ts';
import { markBookWordings, markScreenWordings } from '#shared/marks/wordings.ts';
import { attempt } from '../../../acts/attempt.ts';
import { noticeFailure } from '../../../acts/notice-failure.ts';
import { call } from '../../../api/call.ts';
import { messageOf } from '../../../api/errors.ts';
import { FormDate, FormNumber, FormText } from '../../../forms/fields.tsx';
import { FormDialog } from '../../../forms/form-dialog.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import { confirm } from '../../../ui/overlays/modal.tsx';
import { snackbar } from '../../../ui/overlays/snackbar.tsx';
import type { PageCallFields } from './use-mark-book.ts';

interface Deleting {
  page: PageCallFields;
  assessment: Assessment;
  onChanged: () => void;
}

/** Milliseconds for which Undo is offered; the server keeps the assessment for 30 days (rule 13). */
const undoFor = 15_000;

/** Asks, deletes, and offers Undo. */
export async function confirmAndDeleteAssessment({ page, assessment, onChanged }: Deleting): Promise<void> {
  const { assesment_number } = assessment;
  const isMeant = await confirm({
    title: 'Delete Assessment',
    text: markBookWordings.confirmDelete,
    detail: 'Its marks are deleted too, and the course marks change.',
    confirmLabel: 'Delete',
    danger: true,
  });
  if (!isMeant) return;
  const named = { ...page, assesment_number };
  const isDeleted = await attempt(
    () => call(markBookContract.deleteAssessment, named),
    (error) => snackbar(`${markBookWordings.notDeleted} ${messageOf(error)}`, { tone: 'error' }),
  );
  // Also without an answer: the server may have deleted it.
  onChanged();
  if (!isDeleted) return;
  const restore = async () => {
    await call(markBookContract.restoreAssessment, named);
    snackbar(`Assessment ${assesment_number} restored.`);
  };
  const undo = async () => {
    await attempt(restore, noticeFailure);
    onChanged();
  };
  snackbar(`Assessment ${assesment_number} deleted.`, {
    duration: undoFor,
    action: { label: 'Undo', onPress: () => void undo() },
  });
}

export interface AssessmentDialogProps {
  page: PageCallFields;
  open: boolean;
  /** Null while closed. */
  edited: Assessment | 'new' | null;
  onClose: () => void;
  /** Assessments or marks of the page have changed. */
  onChanged: () => void;
}

/** Adds, edits and deletes an assessment. */
export default function AssessmentDialog({ edited, ...props }: AssessmentDialogProps) {
  // The last assessment stays visible while the window closes; each opening has a form of its own.
  const [last, setLast] = useState({ shown: edited ?? ('new' as const), isOpen: edited !== null, opened: 0 });
  if (edited !== null && (!last.isOpen || edited !== last.shown)) {
    setLast({ shown: edited, isOpen: true, opened: last.opened + 1 });
  }
  if (edited === null && last.isOpen) setLast({ ...last, isOpen: false });
  const assessment = last.shown === 'new' ? null : last.shown;
  return <AssessmentForm key={last.opened} {...props} assessment={assessment} />;
}

interface AssessmentFormProps extends Omit<AssessmentDialogProps, 'edited'> {
  /** Null for a new one. */
  assessment: Assessment | null;
}

function AssessmentForm({ page, open, assessment, onClose, onChanged }: AssessmentFormProps) {
  const number = assessment?.assesment_number ?? null;
  const { topic = null, date = null, total = null, weighting = null } = assessment ?? {};
  const form = useForm({
    schema: assessmentFields(),
    stored: { topic, date, total, weighting },
    check: (values) =>
      [values.topic, values.date, values.total].every((value) => value === null) ? markBookWordings.fieldsBlank : null,
    save: async (values, { seen, idempotencyKey }) => {
      const changed = number === null ? {} : { assesment_number: number, was: seen };
      const answer = await call(
        markBookContract.saveAssessment,
        { ...page, ...changed, ...values },
        { idempotencyKey },
      );
      onClose();
      onChanged();
      snackbar(number === null ? `Assessment ${answer.assesment_number} added.` : `Assessment ${number} saved.`);
    },
  });
  const remove = (deleted: Assessment) => {
    form.discard();
    onClose();
    void confirmAndDeleteAssessment({ page, assessment: deleted, onChanged });
  };

  return (
    <FormDialog
      form={form}
      open={open}
      title={number === null ? 'Add Assessment' : `Edit Assessment ${number}`}
      submitLabel={number === null ? 'Add' : 'Save'}
      onClose={onClose}
      start={
        assessment &&
        canDeleteAssessment(assessment.assesment_number) && (
          <Button variant="danger" onClick={() => remove(assessment)}>
            Delete Assessment
          </Button>
        )
      }
    >
      <FormText form={form} name="topic" label="Topic" />
      <FormDate form={form} name="date" label="Date" />
      <Stack pairs="always" gap={16}>
        <FormNumber
          form={form}
          name="total"
          label="Total"
          hint="What its marks are out of."
          expected={markScreenWordings.wholeNumberTo1000}
        />
        <FormNumber
          form={form}
          name="weighting"
          label="Weighting"
          hint="Percent; for your notes."
          expected="A number from 0 to 100."
        />
      </Stack>
    </FormDialog>
  );
}
