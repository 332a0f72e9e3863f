import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Output } from '#shared/http/contract.ts';
import { pluralize } from '#shared/pluralize.ts';
import { displayDate } from '#shared/school/display-date.ts';
import { studentRegisterContract } from '#shared/students/register/contract.ts';
import { studentScreenWordings } from '#shared/students/wordings.ts';
import { messageOf } from '../../../../api/errors.ts';
import { queryOf } from '../../../../api/query.ts';
import { RunProgress } from '../../../../runs/run-progress.tsx';
import { useFollowedRun } from '../../../../runs/use-run.ts';
import { Button } from '../../../../ui/controls/button.tsx';
import { Alert } from '../../../../ui/display/alert.tsx';
import { Loading } from '../../../../ui/display/loading.tsx';
import { useConfirmedNumber } from '../../../../ui/fields/confirm-number.tsx';
import { Stack } from '../../../../ui/layout/stack.tsx';
import { Dialog } from '../../../../ui/overlays/dialog.tsx';
import styles from '../record.module.css';
import { useAfterStudentChange } from '../use-after-student-change.ts';

type Due = Output<typeof studentRegisterContract.listErasuresDue>;
type Ended = Output<typeof studentRegisterContract.eraseStudentsDue>;

/**
 * Erases the archived students whose retention has ended: lists them, asks for their number, then shows the outcome. It
 * cannot be undone.
 */
export default function EraseDueStudentsDialog({ onClose }: { onClose: () => void }) {
  const { reload } = useAfterStudentChange();
  const [failure, setFailure] = useState<string | null>(null);
  const [ended, setEnded] = useState<Ended | null>(null);
  const { going, start } = useFollowedRun(studentRegisterContract.eraseStudentsDue, {
    name: 'erasures',
    onEnd: async (end) => {
      number.reset();
      if ('error' in end) return setFailure(messageOf(end.error));
      if (end.answer.state === 'failed') {
        return setFailure('The erasure stopped. Open this window again, and erase the rest.');
      }
      setEnded(end.answer);
      await reload();
    },
  });
  const preview = useQuery({
    ...queryOf(studentRegisterContract.listErasuresDue, {}),
    staleTime: 0,
    gcTime: 0,
    enabled: going === null && ended === null,
  });
  const due = preview.data;
  const count = due?.students.length ?? 0;
  const number = useConfirmedNumber(count, pluralize(count, 'student'));
  const erase = () => {
    setFailure(null);
    void start({ student_ids: due?.students.map(({ student_id }) => student_id) ?? [], confirm: count });
  };
  const isOver = ended !== null || count === 0;
  return (
    <Dialog
      openedBy="act"
      open
      title={studentScreenWordings.studentsToErase}
      text="Everything that says who they were is removed. Marks and counts stay without a name. This cannot be undone."
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{going || isOver ? 'Close' : 'Cancel'}</Button>
          {!isOver && (
            <Button variant="danger" busy={going !== null} disabled={!number.isConfirmed} onClick={erase}>
              Erase
            </Button>
          )}
        </>
      }
    >
      {failure && <Alert tone="error">{failure}</Alert>}
      {going ? (
        <RunProgress {...going} label="Erasing" />
      ) : ended ? (
        <End {...ended} />
      ) : !due ? (
        <Loading queries={[preview]} what="who is to be erased" lines={6} />
      ) : (
        <Stack gap={12} above={16} className={styles.made}>
          <List {...due} />
          {number.field}
        </Stack>
      )}
    </Dialog>
  );
}

function List({ years, students, more, changed_lately: changed, undated }: Due) {
  return (
    <>
      <p>
        {students.length === 0
          ? `Nobody left more than ${years} years ago.`
          : `They left more than ${years} years ago, and nothing of their records was changed for 100 days.`}
      </p>
      <ul>
        {students.map((student) => (
          <li key={student.student_id}>
            {student.name}, {student.student_id}, {student.class_id}, left {displayDate(student.date_of_leaving)}
          </li>
        ))}
      </ul>
      {more > 0 && <p>{more} more can be erased after these.</p>}
      {changed > 0 && <p>{pluralize(changed, 'record')} changed in the last 100 days: not yet.</p>}
      {undated > 0 && (
        <p>{pluralize(undated, 'student')} in the archive without a Date of Leaving: never, until it is entered.</p>
      )}
    </>
  );
}

const End = ({ erased, left }: Ended) => (
  <Stack gap={12} above={16} className={styles.made}>
    <p role="status">
      {erased.length === 0
        ? 'Nobody was erased.'
        : `${pluralize(erased.length, 'student')} erased: ${erased.join(', ')}.`}
    </p>
    {left.length > 0 && (
      <Alert tone="warning">
        {left.map(({ student_id, text }) => (student_id === null ? text : `${student_id}: ${text}`)).join(' ')}
      </Alert>
    )}
  </Stack>
);
