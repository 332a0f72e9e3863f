import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { attendanceContract } from '#shared/attendance/contract.ts';
import { attendanceWordings } from '#shared/attendance/wordings.ts';
import { countOf } from '#shared/count-of.ts';
import type { Output } from '#shared/http/contract.ts';
import { displayDate } from '#shared/school/display-date.ts';
import { messageOf } from '../../../api/errors.ts';
import { queryKeyOf, queryOf } from '../../../api/query.ts';
import { RunProgress } from '../../../runs/run-progress.tsx';
import { useRun } from '../../../runs/use-run.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { Loading } from '../../../ui/display/loading.tsx';
import { momentText } from '../../../ui/fields/dates/school-clock.ts';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import type { WindowActProps } from '../menu-window-props.ts';
import styles from './office.module.css';

const words = { going: 'Archiving please wait...', done: 'The archive is complete.', failed: 'An error has occured.' };

type Preview = Output<typeof attendanceContract.archivePreview>;
type Half = Preview['halves'][number];

/** The archive of attendance (product §2 "an archive option"): what goes there and what is there, and the run. */
export default function Archive({ open, onClose }: WindowActProps) {
  const [ended, setEnded] = useState<{ isDone: boolean; text: string } | null>(null);
  const client = useQueryClient();
  const row = attendanceContract.archivePreview;
  const preview = useQuery({ ...queryOf(row, {}), enabled: open, staleTime: 0, refetchOnWindowFocus: false });
  const archive = useRun(attendanceContract.archiveAttendance, {
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
      title="Attendance - Archive"
      text="Moves old attendance records into files. Reports and students’ pages go on showing them; they are not changed there."
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
      <div className={styles.content}>
        {going ? (
          <RunProgress {...going} label={words.going} />
        ) : (
          <>
            {ended && <Alert tone={ended.isDone ? 'success' : 'error'}>{ended.text}</Alert>}
            {data ? (
              <>
                <Due preview={data} />
                <Halves halves={data.halves} />
              </>
            ) : (
              <Loading queries={[preview]} what="the archive" />
            )}
          </>
        )}
      </div>
    </Dialog>
  );
}

function Due({ preview: { due, years, date } }: { preview: Preview }) {
  if (due.length === 0)
    return <p>Nothing is old enough. Records are archived by half years, {years} years after they end.</p>;
  return (
    <div>
      <p>
        {years} years are kept at hand. Records of before {displayDate(date)} can be archived:
      </p>
      <ul className={styles.left} aria-label="To be archived">
        {due.map(({ half, records }) => (
          <li key={half}>
            <strong>{halfTitle(half)}</strong>, some {countOf(records, 'record')}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Halves({ halves }: { halves: readonly Half[] }) {
  if (halves.length === 0) return null;
  return (
    <section aria-label={attendanceWordings.inTheArchive}>
      <h3>In the archive</h3>
      <ul className={styles.halves}>
        {halves.map(({ half, state, students, records, by, at }) => (
          <li key={half}>
            <div>
              <p>
                <strong>{halfTitle(half)}</strong>
                {state === 'archived' && records !== null && students !== null
                  ? `: ${countOf(records, 'record')} of ${countOf(students, 'student')}`
                  : ': is being archived'}
              </p>
              <p className={styles.by}>
                {by}, {momentText(at)}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** "July to December 2021" of 2021H2. */
const halfTitle = (half: string): string =>
  `${half.endsWith('H1') ? 'January to June' : 'July to December'} ${half.slice(0, 4)}`;
