import { useQuery } from '@tanstack/react-query';
import { FileUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { attendanceContract } from '#shared/attendance/contract.ts';
import { attendanceScreenWordings } from '#shared/attendance/wordings.ts';
import type { Output } from '#shared/http/contract.ts';
import type { DayOrder } from '#shared/school/parse-day.ts';
import { useAct } from '../../../acts/use-act.ts';
import { useAddressState } from '../../../address/use-address-state.ts';
import { call } from '../../../api/call.ts';
import { queryOf } from '../../../api/query.ts';
import { RunProgress } from '../../../runs/run-progress.tsx';
import { pollWhileRunning, toRunProgressProps } from '../../../runs/use-run.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { Loading } from '../../../ui/display/loading.tsx';
import { ScreenHead } from '../../../ui/display/screen-head.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import { RecentActs } from '../../../undo/recent-acts.tsx';
import styles from './import.module.css';
import { ImportPreview } from './import-preview.tsx';

const { previewImport, importScans, readImportRun } = attendanceContract;

interface Chosen {
  file: File;
  preview: Output<typeof previewImport>;
  /** One for each previewed file, so that confirming it twice starts one run. */
  idempotencyKey: string;
  /** Ids of the file that are confirmed as students whose ids differ only in leading zeros. */
  same: readonly string[];
  /** The order of day and month, once it was asked. */
  order: DayOrder | undefined;
}

/** Imports the file of a scanner that is not connected, after a preview. */
export default function ImportScans() {
  const place = useAddressState();
  const run = place.get('import');
  const [chosen, setChosen] = useState<Chosen>();
  const { act: carryOut, isBusy, problem } = useAct();
  const input = useRef<HTMLInputElement>(null);

  const look = (file: File, { same = [], order }: { same?: readonly string[]; order?: DayOrder | undefined } = {}) =>
    carryOut(async () => {
      const preview = await call(previewImport, inputOf({ file, same, order }));
      setChosen({ file, same, order, preview, idempotencyKey: crypto.randomUUID() });
    });
  const add = ({ idempotencyKey, ...wanted }: Chosen) =>
    carryOut(async () => {
      const begun = await call(importScans, inputOf(wanted), { idempotencyKey });
      setChosen(undefined);
      place.change({ import: begun.import });
    });

  return (
    <>
      <ScreenHead title="Import Scans" />
      <Stack align="start" gap={16}>
        <p className={styles.text}>
          A CSV file or workbook with an id and a time in each row, such as 01/10/2025 07:50 or 01/10/2025 7:50 AM, or
          with the year first; day and time may be in two columns. You will see how it was read before anything is
          added. Up to 100,000 rows, in a workbook 5,000. Scans that were imported before are not added again.
        </p>
        <input
          ref={input}
          type="file"
          accept=".csv,.txt,.xlsx,text/csv,text/plain"
          hidden
          aria-label={attendanceScreenWordings.fileOfScans}
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            setChosen(undefined);
            if (file) void look(file);
            currentTarget.value = '';
          }}
        />
        <Button icon={FileUp} busy={isBusy} onClick={() => input.current?.click()}>
          Choose a file
        </Button>
        {problem !== null && <Alert tone="error">{problem}</Alert>}
        {chosen && (
          <ImportPreview
            {...chosen}
            isBusy={isBusy}
            onAdd={() => void add(chosen)}
            onSame={(same) => void look(chosen.file, { same, order: chosen.order })}
            onOrder={(order) => void look(chosen.file, { same: chosen.same, order })}
            onLeave={() => setChosen(undefined)}
          />
        )}
        {run !== null && !chosen && <Run id={run} />}
        <RecentActs list={{ of: 'attendance-imports' }} onDone={() => place.change({ import: null })} />
      </Stack>
    </>
  );
}

const inputOf = ({ file, same, order }: Pick<Chosen, 'file' | 'same' | 'order'>) => ({
  file,
  ...(same.length === 0 ? {} : { same_ids: same.join(',') }),
  ...(order === undefined ? {} : { day_order: order }),
});

function Run({ id }: { id: string }) {
  const run = useQuery({
    ...queryOf(readImportRun, { import: id }),
    ...pollWhileRunning((answer: Output<typeof readImportRun>) => [answer]),
  });
  if (!run.data) return <Loading queries={[run]} what="the import" lines={2} />;
  const going = toRunProgressProps(run.data);
  if (going) return <RunProgress label="Adding scans" text={`Started by ${run.data.started_by}.`} {...going} />;
  const { state, rows_processed, total_rows } = run.data;
  const days = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'student’s day' : 'students’ days'}`;
  return state === 'finished' ? (
    <Alert tone="success">The scans of {days(total_rows)} have been added.</Alert>
  ) : (
    <Alert tone="error">
      The import stopped after {days(rows_processed)} of {days(total_rows)}. Choose the same file again to finish it;
      nothing is added twice.
    </Alert>
  );
}
