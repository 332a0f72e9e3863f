import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { studentRegisterContract } from '#shared/students/register/contract.ts';
import { messageOf } from '../../../../api/errors.ts';
import { queryOf } from '../../../../api/query.ts';
import { RunProgress } from '../../../../runs/run-progress.tsx';
import { useFollowedRun } from '../../../../runs/use-run.ts';
import { Button } from '../../../../ui/controls/button.tsx';
import { Alert } from '../../../../ui/display/alert.tsx';
import { Loading } from '../../../../ui/display/loading.tsx';
import { TextField } from '../../../../ui/fields/text-field.tsx';
import { Stack } from '../../../../ui/layout/stack.tsx';
import { Muted } from '../../../../ui/layout/text.tsx';
import { Dialog } from '../../../../ui/overlays/dialog.tsx';
import { snackbar } from '../../../../ui/overlays/snackbar.tsx';
import styles from '../record.module.css';
import { useAfterStudentChange } from '../use-after-student-change.ts';

interface EraseStudentDialogProps {
  studentId: string;
  onClose: () => void;
  /** Called when the student does not exist any more. */
  onErased: () => void;
}

/**
 * Erases an archived student in two steps: shows what is removed and what stays, then asks for the id or name. It
 * cannot be undone.
 */
export default function EraseStudentDialog({ studentId, onClose, onErased }: EraseStudentDialogProps) {
  const { reload } = useAfterStudentChange();
  const [isSure, setIsSure] = useState(false);
  const [typed, setTyped] = useState('');
  const [failure, setFailure] = useState<{ text: string; confirmation: string | null } | null>(null);
  const { going, start } = useFollowedRun(studentRegisterContract.eraseStudent, {
    name: `erasure/${studentId}`,
    onEnd: async (end, { input }) => {
      if ('error' in end) return setFailure({ text: messageOf(end.error), confirmation: null });
      const { state, left } = end.answer;
      if (state === 'failed') {
        return setFailure({
          text: 'The erasure stopped. Retry goes on with the rest.',
          confirmation: input.confirmation,
        });
      }
      await reload();
      if (left.length > 0) return setFailure({ text: left.join(' '), confirmation: null });
      snackbar(`${studentId} was erased.`);
      onErased();
    },
  });
  const preview = useQuery({
    ...queryOf(studentRegisterContract.previewErasure, { student_id: studentId }),
    staleTime: 0,
    gcTime: 0,
    enabled: going === null && failure === null,
  });
  const found = preview.data;
  const canErase = found?.why_not.length === 0;
  const erase = (confirmation: string) => {
    setFailure(null);
    void start({ student_id: studentId, confirmation });
  };
  const stopped = failure?.confirmation ?? null;
  return (
    <Dialog
      openedBy="act"
      open
      title={`Erase ${found ? `${found.name} (${studentId})` : studentId}?`}
      text="Everything that says who the student was is removed. This cannot be undone."
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{going ? 'Close' : 'Cancel'}</Button>
          {stopped !== null ? (
            <Button variant="danger" onClick={() => erase(stopped)}>
              Retry
            </Button>
          ) : isSure ? (
            <Button variant="danger" busy={going !== null} disabled={typed.trim() === ''} onClick={() => erase(typed)}>
              Erase
            </Button>
          ) : (
            going === null && (
              <Button variant="primary" disabled={!canErase} onClick={() => setIsSure(true)}>
                Continue
              </Button>
            )
          )}
        </>
      }
    >
      {failure && <Alert tone="error">{failure.text}</Alert>}
      {going ? (
        <RunProgress {...going} label="Erasing" />
      ) : !found ? (
        failure === null && <Loading queries={[preview]} what="what would be erased" lines={6} />
      ) : isSure ? (
        <TextField
          label={`Type the student’s id, ${studentId}, or the name, ${found.name}`}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          autoComplete="off"
        />
      ) : (
        <Stack gap={12} above={16} className={styles.made}>
          {!canErase && <Alert tone="warning">{found.why_not.join(' ')}</Alert>}
          <Things title="This goes" things={found.goes} />
          <Things title="This stays" things={found.stays} />
        </Stack>
      )}
    </Dialog>
  );
}

const Things = ({ title, things }: { title: string; things: readonly string[] }) => (
  <section>
    <Muted as="h3" size={13}>
      {title}
    </Muted>
    <ul>
      {things.map((one) => (
        <li key={one}>{one}</li>
      ))}
    </ul>
  </section>
);
