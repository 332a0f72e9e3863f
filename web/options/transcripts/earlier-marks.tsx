import { FileUp } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Output } from '#shared/http/contract.ts';
import { transcriptsContract } from '#shared/options/transcripts/contract.ts';
import { earlierWordings, transcriptScreenWordings as wordings } from '#shared/options/transcripts/wordings.ts';
import { useAct } from '../../acts/use-act.ts';
import { call } from '../../api/call.ts';
import { SpreadsheetButton } from '../../documents/spreadsheet-button.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Alert } from '../../ui/display/alert.tsx';
import { Row } from '../../ui/layout/row.tsx';
import { Stack } from '../../ui/layout/stack.tsx';
import { offerUndo, undoOf } from '../../undo/offer-undo.ts';
import { RecentActs } from '../../undo/recent-acts.tsx';
import { FileReadingProgress, useFileReading } from '../../uploads/file-reading.tsx';
import { toChosenMarks } from './chosen-marks.ts';
import { EarlierMarksPreview } from './earlier-marks-preview.tsx';
import styles from './transcripts.module.css';

const { previewEarlierMarks, importEarlierMarks, downloadEarlierMarksTemplate, undoAct } = transcriptsContract;

interface Chosen {
  name: string;
  preview: Output<typeof previewEarlierMarks>;
  /** One for each file that was read, so that confirming it twice stores it once. */
  idempotencyKey: string;
  /** Rows that were asked about and are taken. */
  taken: ReadonlySet<number>;
}

/** Marks of terms before the school used this program: a sheet is read, shown, and stored when it is confirmed. */
export function EarlierMarks() {
  const [chosen, setChosen] = useState<Chosen>();
  const { act, isBusy, problem, setProblem } = useAct();
  const input = useRef<HTMLInputElement>(null);
  const reading = useFileReading({
    send: (file, options) => call(previewEarlierMarks, { file }, options),
    onRead: (preview, { name }) => setChosen({ name, preview, idempotencyKey: crypto.randomUUID(), taken: new Set() }),
    failed: wordings.readFailed,
  });
  const store = ({ preview, taken, idempotencyKey }: Chosen) =>
    act(async () => {
      const students = toChosenMarks(preview, taken);
      const answer = await call(importEarlierMarks, { students }, { idempotencyKey });
      setChosen(undefined);
      offerUndo({
        message: earlierWordings.taken(answer.taken, answer.students),
        undo: undoOf(answer.undo, undoAct),
        onDone: () => undefined,
      });
    });
  return (
    <Stack align="start" gap={16}>
      <p className={styles.text}>{wordings.importAbout}</p>
      <input
        ref={input}
        type="file"
        accept=".xlsx,.csv,.txt,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet,text/csv"
        hidden
        aria-label={wordings.fileOfMarks}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          setChosen(undefined);
          setProblem(null);
          if (file) void reading.read(file);
          // Lets the user choose the same file again, once it was corrected.
          currentTarget.value = '';
        }}
      />
      <Row gap={8} wrap>
        <Button variant="primary" icon={FileUp} busy={reading.sent !== null} onClick={() => input.current?.click()}>
          Choose a file
        </Button>
        <SpreadsheetButton
          label="Download Template"
          row={downloadEarlierMarksTemplate}
          input={{}}
          fileName="Earlier Marks.xlsx"
          failed={wordings.templateFailed}
        />
      </Row>
      <FileReadingProgress reading={reading} />
      {problem !== null && <Alert tone="error">{problem}</Alert>}
      {chosen && (
        <EarlierMarksPreview
          name={chosen.name}
          preview={chosen.preview}
          taken={chosen.taken}
          isBusy={isBusy}
          onTaken={(taken) => setChosen({ ...chosen, taken, idempotencyKey: crypto.randomUUID() })}
          onStore={() => void store(chosen)}
          onLeave={() => setChosen(undefined)}
        />
      )}
      <RecentActs list={{ of: 'earlier-marks' }} calls={transcriptsContract} onDone={() => undefined} />
    </Stack>
  );
}
