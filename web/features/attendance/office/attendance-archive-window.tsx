import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { attendanceContract } from '#shared/attendance/contract.ts';
import { attendanceScreenWordings, attendanceWordings } from '#shared/attendance/wordings.ts';
import type { Output } from '#shared/http/contract.ts';
import { pluralize } from '#shared/pluralize.ts';
import { displayDate } from '#shared/school/display-date.ts';
import { messageOf } from '../../../api/errors.ts';
import { queryKeyOf, queryOf } from '../../../api/query.ts';
import { RunProgress } from '../../../runs/run-progress.tsx';
import { useFollowedRun } from '../../../runs/use-run.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { Loading } from '../../../ui/display/loading.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import type { OverlayProps } from '../../../ui/overlays/lazy-overlay.tsx';
import styles from './office.module.css';

const words = {
  going: 'Archiving please wait...',
  done: attendanceScreenWordings.theArchiveIsComplete,
  failed: attendanceWordings.updateFailed,
};

type Preview = Output<typeof attendanceContract.previewArchive>;

/** The archive of attendance: what would be archived, and the run. */
export default function AttendanceArchiveWindow({ open, onClose }: OverlayProps) {
  const [ended, setEnded] = useState<{ isDone: boolean; text: string } | null>(null);
  const client = useQueryClient();
  const row = attendanceContract.previewArchive;
  const preview = useQuery({ ...queryOf(row, {}), enabled: open, staleTime: 0, refetchOnWindowFocus: false });
  const archive = useFollowedRun(attendanceContract.archiveAttendance, {
    name: 'archive-attendance',
    onEnd: async (outcome) => {
      if ('error' in outcome) setEnded({ isDone: false, text: messageOf(outcome.error) });
      else {
        const isDone = outcome.answer.state === 'finished';
        setEnded({ isDone, text: isDone ? words.done : words.failed });
      }
      await client.invalidateQueries({ queryKey: queryKeyOf(row) });
    },
  });
  const { going } = archive;
  const { data } = preview;
  return (
    <Dialog
      openedBy="act"
      open={open}
      title={attendanceScreenWordings.attendanceArchive}
      text="Moves old attendance records into files. Reports and students’ pages still show them; they can no longer be changed."
      onClose={() => {
        setEnded(null);
        onClose();
      }}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button
            variant="primary"
            disabled={going !== null || !data || data.due.length === 0}
            onClick={() => {
              setEnded(null);
              void archive.start({});
            }}
          >
            Archive
          </Button>
        </>
      }
    >
      <Stack gap={14} className={styles.content}>
        {going ? (
          <RunProgress {...going} label={words.going} />
        ) : (
          <>
            {ended && <Alert tone={ended.isDone ? 'success' : 'error'}>{ended.text}</Alert>}
            {data ? <Due preview={data} /> : <Loading queries={[preview]} what="the archive" />}
          </>
        )}
      </Stack>
    </Dialog>
  );
}

function Due({ preview: { due, years, date } }: { preview: Preview }) {
  if (due.length === 0)
    return <p>Nothing is old enough. Records are archived by half years, {years} years after they end.</p>;
  return (
    <div>
      <p>
        Records of the last {years} years stay as they are. Older ones, from before {displayDate(date)}, can be
        archived:
      </p>
      <Stack as="ul" gap={4} scrolls aria-label="To be archived">
        {due.map(({ half, records }) => (
          <li key={half}>
            <strong>{halfTitle(half)}</strong>, about {pluralize(records, 'record')}
          </li>
        ))}
      </Stack>
    </div>
  );
}

/** "July to December 2021" of 2021H2. */
const halfTitle = (half: string): string =>
  `${half.endsWith('H1') ? 'January to June' : 'July to December'} ${half.slice(0, 4)}`;
