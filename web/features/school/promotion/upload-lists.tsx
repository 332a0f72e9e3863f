import { useState } from 'react';
import { countOf } from '#shared/count-of.ts';
import { fileTooLarge, uploadLimit } from '#shared/http/upload-limit.ts';
import { termsContract } from '#shared/school/contract.ts';
import { decidedText } from '#shared/school/promotion.ts';
import type { PlanFilePreview, SavedDecision } from '#shared/school/promotion-calls.ts';
import { call } from '../../../api/call.ts';
import { ApiError, isSessionOver, messageOf } from '../../../api/errors.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { Table } from '../../../ui/display/table.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { ReadingNotes } from '../../../uploads/reading-notes.tsx';
import styles from './plan.module.css';

interface UploadListsProps {
  isBusy: boolean;
  /** Answers whether all of it was saved. */
  onDecide: (decisions: SavedDecision[]) => Promise<boolean>;
  onClose: () => void;
}

/** Class lists that were filled in a spreadsheet: chosen, looked at, and decided as they say. */
export default function UploadLists({ isBusy, onDecide, onClose }: UploadListsProps) {
  const [preview, setPreview] = useState<PlanFilePreview | null>(null);
  const [isReading, setReading] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const read = async (file: File) => {
    setReading(true);
    setProblem(null);
    setPreview(null);
    try {
      if (file.size > uploadLimit) throw new ApiError(422, fileTooLarge);
      setPreview(await call(termsContract.previewPromotionPlanFile, { file }));
    } catch (error) {
      if (!isSessionOver(error)) setProblem(`The file could not be read. ${messageOf(error)}`);
    } finally {
      setReading(false);
    }
  };
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
      title="Upload class lists"
      text="Change the column Coming class of the downloaded spreadsheet: a class, Leaves, or Not decided for the rule of the class. You will see what it decides before anything is saved."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={isBusy} disabled={changes.length === 0} onClick={() => void decide()}>
            {changes.length === 0 ? 'Decide' : `Decide ${countOf(changes.length, 'student')}`}
          </Button>
        </>
      }
    >
      <div className={styles.upload}>
        <label>
          <span>Spreadsheet (.xlsx or .csv)</span>
          <input
            type="file"
            accept=".xlsx,.csv,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
            onChange={({ currentTarget }) => {
              const [file] = currentTarget.files ?? [];
              if (file) void read(file);
              // The same file can be chosen again once it was corrected.
              currentTarget.value = '';
            }}
          />
        </label>
        {isReading && <p role="status">Reading…</p>}
        {problem !== null && <Alert tone="error">{problem}</Alert>}
        {preview && <Preview {...preview} />}
      </div>
    </Dialog>
  );
}

function Preview({ changes, unchanged, refused, refused_count, notes }: PlanFilePreview) {
  return (
    <>
      <p role="status">
        {countOf(changes.length, 'student')} to decide, {unchanged.toLocaleString('en')} as they are,{' '}
        {refused_count.toLocaleString('en')} not taken.
      </p>
      {refused_count > 0 && (
        <Alert tone="warning">
          Not taken:
          <ul aria-label="Not taken">
            {refused.map(({ row, student, reason }) => (
              <li key={row}>
                Row {row}
                {student === '' ? '' : `, ${student}`}: {reason}
              </li>
            ))}
            {refused_count > refused.length && <li>and {countOf(refused_count - refused.length, 'other')}</li>}
          </ul>
        </Alert>
      )}
      <ReadingNotes notes={notes} />
      {changes.length > 0 && (
        <Table label="What the file decides" dense>
          <thead>
            <tr>
              <th scope="col">Student</th>
              <th scope="col">Class</th>
              <th scope="col">Now</th>
              <th scope="col">Then</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ student_id, name, class_id, was, to }) => (
              <tr key={student_id}>
                <th scope="row">{name}</th>
                <td>{class_id}</td>
                <td>{decidedText(was, class_id)}</td>
                <td>{decidedText(to, class_id)}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </>
  );
}
