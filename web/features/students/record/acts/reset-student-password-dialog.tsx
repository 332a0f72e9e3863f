import { useMutation } from '@tanstack/react-query';
import { studentRegisterContract } from '#shared/students/register/contract.ts';
import type { StudentRow } from '#shared/students/register/list-calls.ts';
import { studentWordings as messages } from '#shared/students/wordings.ts';
import { call } from '../../../../api/call.ts';
import { messageOf } from '../../../../api/errors.ts';
import { Button, Spinner } from '../../../../ui/controls/button.tsx';
import { Alert } from '../../../../ui/display/alert.tsx';
import { Dialog } from '../../../../ui/overlays/dialog.tsx';
import { toFullName } from '../../table/use-students.ts';
import { useAfterStudentChange } from '../use-after-student-change.ts';

interface ResetStudentPasswordDialogProps {
  student: StudentRow;
  onClose: () => void;
}

/** Question, progress and result of a password reset in one window (product §2, rule 32). */
export default function ResetStudentPasswordDialog({ student, onClose }: ResetStudentPasswordDialogProps) {
  const name = toFullName(student);
  const changed = useAfterStudentChange();
  const reset = useMutation({
    mutationFn: () => call(studentRegisterContract.resetStudentPassword, { student_id: student.id }),
    onSuccess: () => void changed.reload(),
  });
  const ask = (label: string) => (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button variant="primary" busy={reset.isPending} onClick={() => reset.mutate()}>
        {label}
      </Button>
    </>
  );
  return (
    <Dialog
      openedBy="act"
      open
      size="small"
      title={reset.isPending ? messages.resetting(name) : `Reset ${name} password?`}
      onClose={onClose}
      footer={
        reset.isSuccess ? (
          <Button variant="primary" onClick={onClose}>
            OK
          </Button>
        ) : (
          ask(reset.isError ? 'Retry' : 'Reset Password')
        )
      }
    >
      {reset.isSuccess ? (
        <>
          <Alert tone="success">{messages.wasReset(name)}</Alert>
          {reset.data.one_time_password !== null && (
            <p>
              {messages.oneTimePassword} <strong>{reset.data.one_time_password}</strong>
            </p>
          )}
        </>
      ) : reset.isError ? (
        <Alert tone="error">{`The password was not reset. ${messageOf(reset.error)}`}</Alert>
      ) : reset.isPending ? (
        <p role="status">
          <Spinner /> {messages.resetting(name)}
        </p>
      ) : (
        <p>{messages.resetMeans}</p>
      )}
    </Dialog>
  );
}
