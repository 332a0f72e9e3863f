import { useQueryClient } from '@tanstack/react-query';
import { FileUp } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { moveInContract } from '#shared/options/move-in/contract.ts';
import { kindTitles } from '#shared/options/move-in/kinds.ts';
import { moveInScreenWordings as wordings } from '#shared/options/move-in/wordings.ts';
import type { UndoableActRow } from '#shared/undo/calls.ts';
import { SpreadsheetButton } from '../../documents/spreadsheet-button.tsx';
import { RunProgress } from '../../runs/run-progress.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Alert } from '../../ui/display/alert.tsx';
import { ScreenHead } from '../../ui/display/screen-head.tsx';
import { Row } from '../../ui/layout/row.tsx';
import { Stack } from '../../ui/layout/stack.tsx';
import { confirm } from '../../ui/overlays/modal.tsx';
import { RecentActs } from '../../undo/recent-acts.tsx';
import { PreviewTable } from '../../uploads/file-preview.tsx';
import { FileReadingProgress } from '../../uploads/file-reading.tsx';
import styles from './move-in.module.css';
import { MoveInPreviewOfFile } from './move-in-preview.tsx';
import { type MoveInState, useMoveIn } from './use-move-in.ts';

/** A school moves in with its own files: each is read, answered, corrected, stored, and can be taken back. */
export default function MoveIn() {
  return (
    <>
      <ScreenHead title={wordings.title} />
      <MoveInOfFile
        accept=".xlsx,.csv,.txt,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet,text/csv"
        choose={wordings.chooseFile}
        beside={
          <SpreadsheetButton
            label={wordings.workbook}
            row={moveInContract.downloadMoveInWorkbook}
            input={{}}
            fileName="Move In.xlsx"
            failed={wordings.workbookFailed}
          />
        }
      >
        <p className={styles.text}>{wordings.about}</p>
        <p className={styles.text}>{wordings.order}</p>
      </MoveInOfFile>
    </>
  );
}

interface MoveInOfFileProps {
  /** What is said above. */
  children: ReactNode;
  /** Kinds of files, as a field of files takes them. */
  accept: string;
  /** The label of its button. */
  choose: string;
  beside?: ReactNode;
}

/** Files of one kind, from the choice to the undo. */
export function MoveInOfFile({ children, accept, choose, beside }: MoveInOfFileProps) {
  const state = useMoveIn();
  const queries = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const { read, end, going, reading, problem } = state;
  return (
    <Stack align="start" gap={16}>
      {children}
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        aria-label={wordings.fileOfSchool}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) void state.choose(file);
          // Lets the user choose the same file again, once it was corrected.
          currentTarget.value = '';
        }}
      />
      <Row gap={8} wrap>
        <Button
          variant={read === null ? 'primary' : 'secondary'}
          icon={FileUp}
          busy={reading.sent !== null && read === null}
          unavailable={state.isBusy}
          onClick={() => input.current?.click()}
        >
          {read === null ? choose : wordings.next}
        </Button>
        {beside}
      </Row>
      <FileReadingProgress reading={reading} />
      {problem !== null && <Alert tone="error">{problem}</Alert>}
      {going ? (
        <RunProgress {...going} label={wordings.storing} />
      ) : (
        read && <MoveInPreviewOfFile {...read} state={state} />
      )}
      {end && <Outcome end={end} />}
      <RecentActs
        list={{ of: 'move-in' }}
        calls={moveInContract}
        ask={askToUndo}
        onDone={() => {
          state.takenBack();
          void queries.invalidateQueries();
        }}
      />
    </Stack>
  );
}

const askToUndo = ({ what }: UndoableActRow) =>
  confirm({ title: wordings.undoTitle, text: wordings.undoMeans(what), confirmLabel: wordings.undo, danger: true });

/** What a run stored, and what it could not. */
function Outcome({ end: { done, left, state } }: { end: NonNullable<MoveInState['end']> }) {
  const stored = done.reduce((sum, { rows }) => sum + rows, 0);
  const isWhole = left.length === 0 && state === 'finished';
  return (
    <Stack as="section" gap={12} narrow aria-label={wordings.outcome}>
      <Alert tone={isWhole ? 'success' : 'error'}>
        <p>
          {wordings.stored(stored)} {left.length > 0 && wordings.partly(left.length)}
        </p>
        {stored > 0 && (
          <p>{done.map(({ kind, rows }) => `${kindTitles[kind]}: ${rows.toLocaleString('en')}`).join(', ')}</p>
        )}
        {done.some(({ kind }) => kind === 'teachers') && <p>{wordings.passwords}</p>}
      </Alert>
      <PreviewTable
        label={wordings.leftRows}
        rows={left}
        keyOf={(_, index) => String(index)}
        columns={[
          { label: 'What', cell: ({ what }) => what },
          { label: 'Reason', cell: ({ reason }) => reason },
        ]}
      />
    </Stack>
  );
}
