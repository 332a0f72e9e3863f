import { useState } from 'react';
import { nameWithId } from '#shared/people/shared-names.ts';
import { pluralize } from '#shared/pluralize.ts';
import { termsContract } from '#shared/school/contract.ts';
import { decisionText } from '#shared/school/promotion.ts';
import type { PlanFilePreview, SavedDecision } from '#shared/school/promotion-calls.ts';
import { schoolScreenWordings } from '#shared/school/wordings.ts';
import { call } from '../../../api/call.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { NoteList, OtherSheets, PreviewTable, ReadingNotes } from '../../../uploads/file-preview.tsx';
import { FileQuestions, useListReading } from '../../../uploads/file-questions.tsx';
import styles from './plan.module.css';

interface UploadPromotionListsProps {
  isBusy: boolean;
  /** Answers whether all of it was saved. */
  onDecide: (decisions: SavedDecision[]) => Promise<boolean>;
  onClose: () => void;
}

/** Class lists that were filled in a spreadsheet: chosen, looked at, and decided as they say. */
export default function UploadPromotionLists({ isBusy, onDecide, onClose }: UploadPromotionListsProps) {
  const [preview, setPreview] = useState<PlanFilePreview | null>(null);
  const reading = useListReading({
    send: (file, { sheet }, { signal }) =>
      call(termsContract.previewPromotionPlanFile, { file, ...(sheet === undefined ? {} : { sheet }) }, { signal }),
    onRead: (read: PlanFilePreview) => setPreview(read),
    failed: 'The file could not be read.',
  });
  const changes = preview?.changes ?? [];
  const decide = async () => {
    const decisions = changes.map(({ student_id, class_id, was, to }) => ({ student_id, class_id, was, to }));
    if (await onDecide(decisions)) onClose();
  };
  return (
    <Dialog
      openedBy="act"
      open
      onClose={onClose}
      title={schoolScreenWordings.uploadClassLists}
      text="Change the column Coming class of the downloaded spreadsheet: a class, Leaves, or Not decided for the rule of the class. You will see what it decides before anything is saved."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={isBusy} disabled={changes.length === 0} onClick={() => void decide()}>
            {changes.length === 0 ? 'Decide' : `Decide ${pluralize(changes.length, 'student')}`}
          </Button>
        </>
      }
    >
      <Stack className={styles.upload} shrinks gap={12}>
        <Stack as="label" gap={6}>
          <span>Spreadsheet (.xlsx or .csv)</span>
          <input
            type="file"
            accept=".xlsx,.csv,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
            onChange={({ currentTarget }) => {
              const [file] = currentTarget.files ?? [];
              setPreview(null);
              if (file) void reading.read(file);
              // The same file can be chosen again once it was corrected.
              currentTarget.value = '';
            }}
          />
        </Stack>
        {reading.sent !== null && <p role="status">Reading…</p>}
        {reading.problem !== null && <Alert tone="error">{reading.problem}</Alert>}
        <FileQuestions reading={reading} />
        {preview && <Preview {...preview} />}
      </Stack>
    </Dialog>
  );
}

function Preview({ changes, unchanged, refused, refused_count, notes, sheets }: PlanFilePreview) {
  return (
    <>
      <OtherSheets sheets={sheets} />
      <p role="status">
        {pluralize(changes.length, 'student')} to decide, {unchanged.toLocaleString('en')} as they are,{' '}
        {refused_count.toLocaleString('en')} not taken.
      </p>
      <NoteList
        tone="warning"
        title="Not taken:"
        label="Not taken"
        total={refused_count}
        notes={refused.map(({ row, student, reason }) => ({
          key: row,
          text: `Row ${row}${student === '' ? '' : `, ${student}`}: ${reason}`,
        }))}
      />
      <ReadingNotes notes={notes} />
      <PreviewTable
        label="What the file decides"
        rows={changes}
        keyOf={({ student_id }) => student_id}
        columns={[
          { label: 'Student', cell: nameWithId },
          { label: 'Class', cell: ({ class_id }) => class_id },
          { label: 'Now', cell: ({ was, class_id }) => decisionText(was, class_id) },
          { label: 'Then', cell: ({ to, class_id }) => decisionText(to, class_id) },
        ]}
      />
    </>
  );
}
