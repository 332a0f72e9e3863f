import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { attendanceContract } from '#shared/attendance/contract.ts';
import { attendanceScreenWordings, attendanceWordings } from '#shared/attendance/wordings.ts';
import type { Output } from '#shared/http/contract.ts';
import { nameWithId } from '#shared/people/shared-names.ts';
import { pluralize } from '#shared/pluralize.ts';
import { displayDate } from '#shared/school/display-date.ts';
import { messageOf } from '../../../api/errors.ts';
import { queryKeyOf, queryOf } from '../../../api/query.ts';
import { useClosedTermReason } from '../../../pickers/closed-term.tsx';
import { RunProgress } from '../../../runs/run-progress.tsx';
import { type RunEnd, useFollowedRun } from '../../../runs/use-run.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { Loading } from '../../../ui/display/loading.tsx';
import { Combobox } from '../../../ui/fields/combobox.tsx';
import { momentText } from '../../../ui/fields/dates/school-clock.ts';
import { Row } from '../../../ui/layout/row.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import type { OverlayProps } from '../../../ui/overlays/lazy-overlay.tsx';
import styles from './office.module.css';

/** The choice of all classes. */
const all = 'All';

type Outcome = Output<typeof attendanceContract.updateTermReports>;
type Preview = Output<typeof attendanceContract.previewTermReportsUpdate>;

/** 'Attendance - Update Term Reports' (product §2): what it would change, the run, and its undo. */
export default function UpdateTermReportsWindow({ open, onClose }: OverlayProps) {
  const [chosen, setChosen] = useState(all);
  const [withTyped, setWithTyped] = useState(false);
  const [ended, setEnded] = useState<{ isDone: boolean; text: string; left: Outcome['left'] } | null>(null);
  const client = useQueryClient();
  const row = attendanceContract.previewTermReportsUpdate;
  const asked = { staleTime: 0, refetchOnWindowFocus: false };
  const classId = chosen === all ? null : chosen;
  const list = useQuery({ ...queryOf(row, {}), ...asked, enabled: open });
  const ofClass = useQuery({
    ...queryOf(row, { class_id: chosen }),
    ...asked,
    enabled: open && classId !== null,
  });
  const preview = classId === null ? list : ofClass;
  const end = async (outcome: RunEnd<typeof attendanceContract.updateTermReports>, done: string) => {
    if ('error' in outcome)
      setEnded({ isDone: false, text: `${attendanceWordings.updateFailed} ${messageOf(outcome.error)}`, left: [] });
    else {
      const isDone = outcome.answer.state === 'finished';
      setEnded({ isDone, text: isDone ? done : attendanceWordings.updateFailed, left: outcome.answer.left });
    }
    await client.invalidateQueries({ queryKey: queryKeyOf(row) });
  };
  const update = useFollowedRun(attendanceContract.updateTermReports, {
    name: 'update-term-reports',
    onEnd: (outcome) => end(outcome, attendanceWordings.updated),
  });
  const undo = useFollowedRun(attendanceContract.undoTermReportsUpdate, {
    name: 'undo-update-term-reports',
    onEnd: (outcome) => end(outcome, 'The update is undone.'),
  });
  const going = update.going ?? undo.going;
  const { data } = preview;
  const canUndo = data?.run?.state === 'finished' && data.undo === null;
  return (
    <Dialog
      openedBy="act"
      open={open}
      title={attendanceScreenWordings.attendanceUpdateTermReports}
      text="Writes times absent and times late into the term reports, as the attendance records have them."
      onClose={() => {
        setEnded(null);
        onClose();
      }}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button disabled={going !== null || !canUndo} onClick={() => void undo.start({ class_id: classId })}>
            {attendanceScreenWordings.undoLastUpdate}
          </Button>
          <Button
            variant="primary"
            disabled={going !== null || !data}
            onClick={() => {
              setEnded(null);
              void update.start({ class_id: classId, with_typed: withTyped });
            }}
          >
            Update
          </Button>
        </>
      }
    >
      <Stack gap={14} className={styles.content}>
        {going ? (
          <RunProgress {...going} label={attendanceWordings.updating} />
        ) : (
          <>
            {ended && <Alert tone={ended.isDone ? 'success' : 'error'}>{ended.text}</Alert>}
            {ended && ended.left.length > 0 && (
              <Stack as="ul" gap={4} scrolls aria-label="Not changed">
                {ended.left.map(({ reason, ...student }) => (
                  <li key={student.student_id}>
                    <strong>{nameWithId(student)}</strong> {reason}
                  </li>
                ))}
              </Stack>
            )}
            <Combobox
              label="Class"
              options={[all, ...(list.data?.classes ?? [])].map((value) => ({ value, label: value }))}
              value={chosen}
              onValueChange={(value) => setChosen(value ?? all)}
            />
            {data ? (
              <Changes preview={data} withTyped={withTyped} onWithTyped={setWithTyped} />
            ) : (
              <Loading queries={[preview]} what="what would change" />
            )}
          </>
        )}
      </Stack>
    </Dialog>
  );
}

interface ChangesProps {
  preview: Preview;
  withTyped: boolean;
  onWithTyped: (isOn: boolean) => void;
}

function Changes({ preview, withTyped, onWithTyped }: ChangesProps) {
  const { term, from, to, school_days: days, reports, changes, typed, run } = preview;
  const isCounted = changes !== null && days !== null;
  const closed = useClosedTermReason(preview);
  return (
    <>
      {closed && (
        <Alert tone="warning">
          {closed} Its reports cannot be updated until an administrator opens the term again. Its attendance is closed
          separately.
        </Alert>
      )}
      <Alert tone="info">
        {isCounted
          ? `${changes.toLocaleString('en')} of ${reports.toLocaleString('en')} reports of Term ${term} would change. Counted from ${displayDate(from)} to ${displayDate(to)}: ${pluralize(days, 'school day')}; each session missed is one time absent.`
          : `Term ${term} has ${pluralize(reports, 'report')}. The update counts them from ${displayDate(from)} to ${displayDate(to)}; each session missed is one time absent. Choose a class to see what would change in it.`}
      </Alert>
      {(typed.length > 0 || !isCounted) && (
        <>
          <Row as="label" gap={10}>
            <input type="checkbox" checked={withTyped} onChange={(event) => onWithTyped(event.target.checked)} />
            {isCounted
              ? `Replace ${typed.length === 1 ? 'this figure' : `these ${typed.length} figures`} too, which`
              : 'Replace figures too that'}{' '}
            somebody typed
          </Row>
          <Stack as="ul" gap={4} scrolls aria-label="Typed figures" hidden={typed.length === 0}>
            {typed.map(({ field, typed: kept, counted, by, ...student }) => (
              <li key={`${student.student_id} ${field}`}>
                <strong>{nameWithId(student)}</strong>
                {`, ${student.class_id}: ${field === 'times_absent' ? 'times absent' : 'times late'} ${kept ?? 'blank'}, counted ${counted}. Typed by ${by}.`}
              </li>
            ))}
          </Stack>
        </>
      )}
      {run && (
        <p>
          Last updated by {run.started_by}, {momentText(run.started_at)}.{preview.undo && ' That update was undone.'}
        </p>
      )}
    </>
  );
}
