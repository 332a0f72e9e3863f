import { useQuery, useQueryClient } from '@tanstack/react-query';
import { FileUp } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { Link } from 'react-router-dom';
import { moveInContract } from '#shared/options/move-in/contract.ts';
import { isPastKind, kindTitles } from '#shared/options/move-in/kinds.ts';
import { moveInScreenWordings as wordings } from '#shared/options/move-in/wordings.ts';
import { termsContract } from '#shared/school/contract.ts';
import type { UndoableActRow } from '#shared/undo/calls.ts';
import { queryOf } from '../../api/query.ts';
import { SpreadsheetButton } from '../../documents/spreadsheet-button.tsx';
import { RunProgress } from '../../runs/run-progress.tsx';
import { sitePaths } from '../../session/site-paths.ts';
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
import { RunOfOthers } from './run-of-others.tsx';
import { useFocusWhenLost } from './use-focus-when-lost.ts';
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
  const { data: period } = useQuery(queryOf(termsContract.readTermOverview, {}));
  const progress = useFocusWhenLost<HTMLDivElement>(going !== null);
  return (
    <Stack align="start" gap={16}>
      {children}
      {period?.current_term === null && (
        <Alert tone="warning">
          {wordings.noTerm} <Link to={sitePaths.adminArea}>{wordings.currentTerm}</Link>.
        </Alert>
      )}
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
          {read === null ? choose : wordings.otherFile}
        </Button>
        {beside}
      </Row>
      {/* Beside what was read, both are said where it is stored: nothing above it moves. */}
      {read === null && <FileReadingProgress reading={reading} />}
      {read === null && problem !== null && <Alert tone="error">{problem}</Alert>}
      {state.isLooking && <p role="status">{wordings.looking}</p>}
      {going === null && end === null && !state.isLooking && !state.isBusy && <RunOfOthers />}
      {going ? (
        <div ref={progress} tabIndex={-1}>
          <RunProgress {...going} label={wordings.storing} />
        </div>
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
  const outcome = useFocusWhenLost<HTMLElement>(done);
  return (
    <Stack as="section" gap={12} narrow aria-label={wordings.outcome} tabIndex={-1} ref={outcome}>
      <Alert tone={isWhole ? 'success' : 'error'}>
        <p>
          {wordings.stored(stored)} {left.length > 0 && wordings.partly(left.length)}
        </p>
        {stored > 0 && (
          <p>{done.map(({ kind, rows }) => `${kindTitles[kind]}: ${rows.toLocaleString('en')}`).join(', ')}</p>
        )}
        {done.some(({ kind }) => kind === 'teachers') && <p>{wordings.passwords}</p>}
        {done.some(({ kind }) => !isPastKind(kind)) && <NextSteps takes={done.some(({ kind }) => kind === 'takers')} />}
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

/** Where the way goes on to the first report card; nothing once students are registered for the term. */
function NextSteps({ takes }: { takes: boolean }) {
  const { data: classes } = useQuery({ ...queryOf(termsContract.previewRegistration, {}), retry: false });
  if (!classes?.some(({ students }) => students > 0)) return null;
  if (classes.some(({ students, not_registered }) => students > not_registered)) return null;
  return (
    <p>
      {takes ? (
        wordings.register
      ) : (
        <>
          {wordings.next} <Link to={sitePaths.subjects}>{wordings.subjects}</Link>,
        </>
      )}{' '}
      <Link to={sitePaths.adminArea}>{wordings.currentTerm}</Link>.
    </p>
  );
}
