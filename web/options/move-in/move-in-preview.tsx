import { useState } from 'react';
import { type MoveInPreview, moveInContract } from '#shared/options/move-in/contract.ts';
import { kindTitles } from '#shared/options/move-in/kinds.ts';
import { moveInScreenWordings as wordings } from '#shared/options/move-in/wordings.ts';
import { SpreadsheetButton } from '../../documents/spreadsheet-button.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Alert } from '../../ui/display/alert.tsx';
import { Row } from '../../ui/layout/row.tsx';
import { Stack } from '../../ui/layout/stack.tsx';
import { Text } from '../../ui/layout/text.tsx';
import { PreviewTable, ReadingNotes } from '../../uploads/file-preview.tsx';
import { DayOrderChoice } from '../../uploads/file-questions.tsx';
import styles from './move-in.module.css';
import { NamesOfFile } from './names-of-file.tsx';
import { correctionsForm, RefusedRows } from './refused-rows.tsx';
import { SheetsOfFile } from './sheets-of-file.tsx';
import { TermsOfFile } from './terms-of-file.tsx';
import { useFocusWhenLost } from './use-focus-when-lost.ts';
import type { MoveInState, ReadFile } from './use-move-in.ts';

type Counts = MoveInPreview['counts'][number];
/** New rows of a kind that are listed at first. */
const fewNew = 10;

type PreviewProps = ReadFile & { state: MoveInState };

/** What a file would store, by kind; what is asked of it, and what is refused. */
export function MoveInPreviewOfFile({ file, preview, state }: PreviewProps) {
  const { counts, rows, notes, day_order, alike, plan } = preview;
  const total = (of: 'new' | 'changed' | 'removed' | 'refused') => counts.reduce((sum, one) => sum + one[of], 0);
  const toStore = total('new') + total('changed') + total('removed');
  const stored = rows.filter((row) => row.state === 'new' || row.state === 'changed' || row.state === 'removed');
  const [showsAll, setShowsAll] = useState(false);
  // What is changed is looked at row by row; of what is new some show how it was read.
  const shown = showsAll
    ? stored
    : [...Map.groupBy(stored, ({ kind }) => kind).values()].flatMap((own) =>
        own.filter((row, index) => index < fewNew || row.state !== 'new'),
      );
  const isReading = state.reading.sent !== null;
  const { isBusy, answers, typed } = state;
  const corrections = Object.keys(typed).length;
  const problem = state.problem ?? state.reading.problem;
  // Such as that of the last refused row.
  const heading = useFocusWhenLost<HTMLHeadingElement>(preview);
  return (
    <Stack as="section" gap={16} narrow aria-label={wordings.whatFileHas(file.name)}>
      <Text as="h2" size="16on22" breaks tabIndex={-1} ref={heading}>
        {file.name}
      </Text>
      <PreviewTable
        label={wordings.counts}
        dense={false}
        rows={counts}
        keyOf={({ kind }) => kind}
        columns={[
          { label: 'Kind', cell: ({ kind }) => kindTitles[kind] },
          { label: 'New', cell: (one) => one.new.toLocaleString('en'), isNumber: true },
          { label: 'Changed', cell: (one) => one.changed.toLocaleString('en'), isNumber: true },
          ...(total('removed') > 0
            ? [{ label: wordings.removed, cell: (one: Counts) => one.removed.toLocaleString('en'), isNumber: true }]
            : []),
          { label: 'Same', cell: (one) => one.same.toLocaleString('en'), isNumber: true },
          { label: 'Refused', cell: (one) => one.refused.toLocaleString('en'), isNumber: true },
        ]}
      />
      <DayOrderChoice question={day_order} isBusy={isBusy} onAnswer={state.sayOrder} />
      {alike
        .map(({ kind, question, answer: read }) => ({ kind, question, answer: answers.alike?.[kind] ?? read }))
        .map(({ kind, question, answer }) => (
          <Alert key={kind} tone={answer === null ? 'warning' : 'info'}>
            <p>{question}</p>
            <Row as="span" align="center" wrap gap={8} above={8}>
              {(['yes', 'no'] as const).map((one) => (
                <Button
                  key={one}
                  unavailable={isBusy}
                  aria-pressed={answer === one}
                  onClick={() => state.sayAlike(kind, one)}
                >
                  {one === 'yes' ? 'Yes' : 'No'}
                </Button>
              ))}
              {answer !== null && <span>{wordings.answered(answer)}</span>}
            </Row>
          </Alert>
        ))}
      <TermsOfFile sheets={preview.sheets} isBusy={isBusy} state={state} />
      <NamesOfFile preview={preview} isBusy={isBusy} state={state} />
      <SheetsOfFile sheets={preview.sheets} isBusy={isBusy} state={state} />
      <ReadingNotes notes={notes} />
      <RefusedRows rows={rows} total={total('refused')} isBusy={isBusy} state={state} />
      <PreviewTable
        label={wordings.rows}
        rows={shown}
        keyOf={(_, index) => String(index)}
        columns={[
          { label: 'What', cell: ({ what }) => what },
          { label: 'Kind', cell: ({ kind }) => kindTitles[kind] },
          { label: 'Change', cell: ({ note }) => note },
        ]}
      />
      {toStore > shown.length && (
        <Row align="center" wrap gap={8}>
          <span>{wordings.andMore(toStore - shown.length)}</span>
          {stored.length > shown.length && <Button onClick={() => setShowsAll(true)}>{wordings.showMore}</Button>}
        </Row>
      )}
      {plan === null && <p>{whyNothing(preview)}</p>}
      <Stack gap={8} className={styles.foot}>
        {problem !== null && <Alert tone="error">{problem}</Alert>}
        <Row align="stretch" wrap gap={8}>
          {corrections > 0 ? (
            <Button type="submit" form={correctionsForm} variant="primary" unavailable={isBusy}>
              {wordings.check(corrections)}
            </Button>
          ) : (
            plan !== null && (
              <Button variant="primary" busy={isBusy || isReading} onClick={() => void state.store()}>
                {wordings.store(toStore)}
              </Button>
            )
          )}
          {total('refused') > 0 && (
            <SpreadsheetButton
              label={wordings.refusedRows}
              row={moveInContract.previewMoveIn}
              input={{ file, said: state.said(), format: 'xlsx' }}
              fileName="Refused Rows.xlsx"
              failed={wordings.workbookFailed}
            />
          )}
          <Button unavailable={isBusy} onClick={state.leave}>
            Cancel
          </Button>
        </Row>
        <p role="status" className={styles.unseen}>
          {isReading && wordings.reading}
        </p>
      </Stack>
    </Stack>
  );
}

/** Why nothing of a file can be stored. */
function whyNothing({ alike, names, sheets, counts }: MoveInPreview): string {
  const isAsked =
    alike.some(({ answer }) => answer === null) ||
    names.some(({ means }) => means === null) ||
    sheets.some(({ period }) => period !== null && (period.year === null || period.term === null));
  if (isAsked) return wordings.answerFirst;
  return counts.some(({ refused }) => refused > 0) ? wordings.nothingYet : wordings.nothing;
}
