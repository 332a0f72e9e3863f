import { useMutation } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { useRef } from 'react';
import type { Output } from '#shared/http/contract.ts';
import { studentRegisterContract } from '#shared/students/register/contract.ts';
import type { StudentRow } from '#shared/students/register/list-calls.ts';
import { studentWordings as messages } from '#shared/students/wordings.ts';
import { call } from '../../../../api/call.ts';
import { isSessionOver, messageOf } from '../../../../api/errors.ts';
import { Button, Spinner } from '../../../../ui/controls/button.tsx';
import { copyRefusedText, useCopy } from '../../../../ui/controls/use-copy.ts';
import { Alert } from '../../../../ui/display/alert.tsx';
import { Stack } from '../../../../ui/layout/stack.tsx';
import { Muted } from '../../../../ui/layout/text.tsx';
import { Dialog } from '../../../../ui/overlays/dialog.tsx';
import { toFullName, toStudentLine } from '../../table/use-students.ts';
import styles from '../record.module.css';
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
    mutationFn: (make: boolean) =>
      call(studentRegisterContract.resetStudentPassword, {
        student_id: student.id,
        ...(make && { make_account: true }),
      }),
    onSuccess: () => void changed.reload(),
  });
  const hasNone = reset.data?.account === 'none';
  const ask = (label: string) => (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button variant="primary" busy={reset.isPending} onClick={() => reset.mutate(reset.variables ?? false)}>
        {label}
      </Button>
    </>
  );
  return (
    <Dialog
      openedBy="act"
      open
      size="small"
      text={toStudentLine(student)}
      title={reset.isPending ? messages.resetting(name) : `Reset ${name} password?`}
      onClose={onClose}
      footer={
        hasNone ? (
          <>
            <Button onClick={onClose}>Close</Button>
            <Button variant="primary" onClick={() => reset.mutate(true)}>
              Make an Account
            </Button>
          </>
        ) : reset.isSuccess ? (
          <Button variant="primary" onClick={onClose}>
            OK
          </Button>
        ) : (
          ask(reset.isError ? 'Retry' : 'Reset Password')
        )
      }
    >
      <Stack above={12}>
        {reset.isSuccess ? (
          <ResetOutcome student={student} outcome={reset.data} />
        ) : reset.isError && !isSessionOver(reset.error) ? (
          <Alert tone="error">{`The password was not reset. ${messageOf(reset.error)}`}</Alert>
        ) : reset.isPending ? (
          <p role="status">
            <Spinner /> {messages.resetting(name)}
          </p>
        ) : (
          <p>{messages.resetAsks}</p>
        )}
      </Stack>
    </Dialog>
  );
}

type Outcome = Output<typeof studentRegisterContract.resetStudentPassword>;

/** What was done, and the sign-in to hand over. */
function ResetOutcome({ student, outcome }: { student: StudentRow; outcome: Outcome }) {
  const name = toFullName(student);
  const { copied, isRefused, copy } = useCopy();
  const shown = useRef<HTMLElement>(null);
  const { account, one_time_password: password } = outcome;
  if (account === 'none') return <Alert tone="warning">{messages.hasNoAccount(name)}</Alert>;
  if (account === 'not used') return <Alert tone="info">{messages.accountsAreNotUsed(name)}</Alert>;
  return (
    <>
      <Alert tone="success">{account === 'made' ? messages.accountMade(name) : messages.wasReset(name)}</Alert>
      {password !== null && (
        <>
          <p>{messages.oneTimePassword}</p>
          <dl className={styles.signIn}>
            <Muted as="dt">Student ID</Muted>
            <dd>{student.id}</dd>
            <Muted as="dt">Password</Muted>
            <dd ref={shown}>{password}</dd>
          </dl>
          <Button icon={Copy} onClick={() => void copy(password, shown.current)}>
            {copied ? 'Copied' : 'Copy Password'}
          </Button>
          {isRefused && <p role="status">{copyRefusedText}</p>}
          <Muted size={13}>{messages.resetMeans}</Muted>
        </>
      )}
    </>
  );
}
