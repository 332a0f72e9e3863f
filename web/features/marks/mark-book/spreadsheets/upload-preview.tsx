import { VisuallyHidden } from '@aws-amplify/ui-react';
import { type ReactNode, useId, useState } from 'react';
import { markBookContract } from '#shared/marks/mark-book/contract.ts';
import type {
  ChangedCell,
  MarksUploadOutcome,
  StaleCell,
  UploadPreview,
} from '#shared/marks/mark-book/spreadsheet-calls.ts';
import type { Mark } from '#shared/marks/mark-words.ts';
import { markScreenWordings } from '#shared/marks/wordings.ts';
import { nameWithId } from '#shared/people/shared-names.ts';
import { startYearOf } from '#shared/school/academic-year.ts';
import { useAct } from '../../../../acts/use-act.ts';
import { call } from '../../../../api/call.ts';
import { Button } from '../../../../ui/controls/button.tsx';
import { Alert } from '../../../../ui/display/alert.tsx';
import { Row } from '../../../../ui/layout/row.tsx';
import { Stack } from '../../../../ui/layout/stack.tsx';
import { Muted, Text } from '../../../../ui/layout/text.tsx';
import { Dialog } from '../../../../ui/overlays/dialog.tsx';
import { snackbar } from '../../../../ui/overlays/snackbar.tsx';
import { PreviewTable, ReadingNotes } from '../../../../uploads/file-preview.tsx';
import type { PageOfSpreadsheet } from './download-page-button.tsx';

interface UploadPreviewProps {
  page: PageOfSpreadsheet;
  preview: UploadPreview;
  onClose: () => void;
  onApplied: () => void;
}

const markText = (mark: Mark | null): string => (mark === null ? 'blank' : String(mark));
const keyOf = ({ row, column }: { row: number; column: string }): string => `${column}${row}`;

const studentAndAssessment = [
  { label: 'Student', cell: (of: ChangedCell | StaleCell) => nameWithId(of) },
  { label: 'Assessment', cell: ({ assesment_number }: ChangedCell | StaleCell) => assesment_number },
];

/** The changes of an uploaded page, cell by cell; stored on confirmation. */
export default function UploadPreviewDialog({ page, preview, onClose, onApplied }: UploadPreviewProps) {
  const { changes, conflicts, refused, notes } = preview;
  /** The conflicts in which the file's mark replaces the stored one. */
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const { act, isBusy, problem } = useAct();
  /** A changed choice is another request and gets another key. */
  const [idempotencyKey, setKey] = useState(() => crypto.randomUUID());
  const count = changes.length + chosen.size;

  const confirm = () =>
    act(async () => {
      const outcome = await call(
        markBookContract.confirmMarksUpload,
        {
          year: startYearOf(page.academicYearId),
          term: page.term,
          subjectId: page.subjectId,
          classId: page.formClassId,
          formLevel: page.formLevel,
          employeeId: page.employeeId,
          changes: [
            ...changes.map((cell) => ({ ...markOf(cell), was: cell.old, mark: cell.new })),
            ...conflicts
              .filter((cell) => chosen.has(keyOf(cell)))
              .map((cell) => ({ ...markOf(cell), was: cell.theirs, mark: cell.yours })),
          ],
        },
        { idempotencyKey },
      );
      onApplied();
      onClose();
      showOutcome(outcome);
    });
  const choose = (cell: StaleCell, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(keyOf(cell));
    else next.delete(keyOf(cell));
    setChosen(next);
    setKey(crypto.randomUUID());
  };
  return (
    <Dialog
      openedBy="answer"
      open
      onClose={onClose}
      title={markScreenWordings.whatTheFileChanges}
      size="wide"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {count > 0 && (
            <Button variant="primary" busy={isBusy} onClick={() => void confirm()}>
              {count === 1 ? 'Confirm 1 change' : `Confirm ${count} changes`}
            </Button>
          )}
        </>
      }
    >
      {problem && <Alert tone="error">{problem}</Alert>}
      <ReadingNotes notes={notes} />
      <Part title={`${changes.length} changed`}>
        {changes.length === 0 && <p>No mark was changed in the file.</p>}
        <PreviewTable
          label="Changed marks"
          rows={changes}
          keyOf={keyOf}
          columns={[
            ...studentAndAssessment,
            { label: 'Now', cell: (cell) => <Muted as="span">{markText(cell.old)}</Muted> },
            { label: 'New', cell: (cell) => <Text weight={600}>{markText(cell.new)}</Text> },
          ]}
        />
      </Part>
      {conflicts.length > 0 && (
        <Part title={`${conflicts.length} changed since the download`}>
          <PreviewTable
            label="Marks changed since the download"
            rows={conflicts}
            keyOf={keyOf}
            columns={[
              ...studentAndAssessment,
              {
                label: 'Stored now',
                cell: ({ theirs, by }) => (
                  <>
                    {markText(theirs)} {by && <Muted as="span">{by}</Muted>}
                  </>
                ),
              },
              {
                label: 'In the file',
                cell: (cell) => (
                  <Row as="label" inline gap={6}>
                    <input
                      type="checkbox"
                      checked={chosen.has(keyOf(cell))}
                      onChange={(event) => choose(cell, event.currentTarget.checked)}
                    />
                    <span>{`Use ${markText(cell.yours)}`}</span>
                    <VisuallyHidden>{` for ${nameWithId(cell)}, assessment ${cell.assesment_number}`}</VisuallyHidden>
                  </Row>
                ),
              },
            ]}
          />
        </Part>
      )}
      {refused.length > 0 && (
        <Part title={`${refused.length} refused`}>
          <PreviewTable
            label="Refused cells"
            rows={refused}
            // A cell may be refused twice.
            keyOf={(cell, index) => `${keyOf(cell)} ${index}`}
            columns={[
              { label: 'Cell', cell: keyOf },
              { label: 'Student', cell: ({ name }) => name ?? '' },
              { label: 'Reason', cell: ({ reason }) => reason },
            ]}
          />
        </Part>
      )}
    </Dialog>
  );
}

const markOf = ({ student_id, assesment_number }: ChangedCell | StaleCell) => ({ student_id, assesment_number });

function showOutcome({ saved, conflicts, refused }: MarksUploadOutcome): void {
  const left = conflicts.length + refused.length;
  const marks = saved === 1 ? '1 mark saved.' : `${saved} marks saved.`;
  if (left === 0) snackbar(marks);
  else
    snackbar(`${marks} ${left} not saved: changed by somebody, or refused. Upload the file again to see them.`, {
      tone: 'error',
    });
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <Stack as="section" below={20} aria-labelledby={id}>
      <Text as="h3" below={8} id={id}>
        {title}
      </Text>
      {children}
    </Stack>
  );
}
