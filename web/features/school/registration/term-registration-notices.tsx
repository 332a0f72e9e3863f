import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Output } from '#shared/http/contract.ts';
import { nameWithId } from '#shared/people/shared-names.ts';
import { pluralize } from '#shared/pluralize.ts';
import { termsContract } from '#shared/school/contract.ts';
import { termWordings } from '#shared/school/wordings.ts';
import { messageOf } from '../../../api/errors.ts';
import { queryKeyOf, queryOf } from '../../../api/query.ts';
import { RunProgress } from '../../../runs/run-progress.tsx';
import { pollWhileRunning, toRunProgressProps, useFollowedRun } from '../../../runs/use-run.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import { confirm } from '../../../ui/overlays/modal.tsx';
import { snackbar } from '../../../ui/overlays/snackbar.tsx';
import styles from './registration.module.css';

type Run = Output<typeof termsContract.listRegistrationRuns>[number];

/** The current term's registrations, begun by anybody: how far they are, and their undo (rule 12). */
export function TermRegistrationNotices() {
  const runs = useQuery({
    ...queryOf(termsContract.listRegistrationRuns, {}),
    ...pollWhileRunning((answer: readonly Run[]) => answer.flatMap(({ run, undo }) => [run, undo])),
  });
  // Usually there is nothing to show, and a failure is not worth a message.
  return runs.data?.map((run) => <Notice key={run.class_id ?? ''} {...run} />);
}

function Notice({ class_id, run, undo }: Run) {
  const queryClient = useQueryClient();
  const undoing = useFollowedRun(termsContract.undoRegistration, {
    name: `undo-registration/${class_id ?? 'all'}`,
    onEnd: async (end) => {
      if ('error' in end) snackbar(messageOf(end.error), { tone: 'error' });
      else if (end.answer.state === 'failed') snackbar(termWordings.registrationFailed, { tone: 'error' });
      else snackbar(`${end.answer.rows_processed - end.answer.left.length} term reports removed.`);
      await queryClient.invalidateQueries({ queryKey: queryKeyOf(termsContract.listRegistrationRuns) });
    },
  });
  const who = class_id === null ? 'All classes' : `Class ${class_id}`;
  const made = `${who}: ${pluralize(run.rows_processed, 'student')} registered by ${run.started_by}`;

  const takeBack = async () => {
    const isSure = await confirm({
      title: termWordings.undoRegistration,
      text: `The term reports of ${run.rows_processed === 1 ? 'this student' : `these ${pluralize(run.rows_processed, 'student')}`} are removed, except those that somebody has filled in.`,
      confirmLabel: 'Undo',
    });
    if (isSure) void undoing.start({ class_id });
  };

  const going = toRunProgressProps(run);
  if (going) {
    return (
      <Alert tone="info">
        <RunProgress {...going} label={`${who}: ${termWordings.registering}`} text={`Begun by ${run.started_by}.`} />
      </Alert>
    );
  }
  if (run.state === 'failed') {
    return (
      <Alert tone="warning">{made}, then the registration stopped. Register Students goes on with the others.</Alert>
    );
  }
  if (run.total_rows === 0) return null;
  if (undo?.state === 'finished') {
    return (
      <Alert tone="info">
        {who}: the registration of {pluralize(undo.rows_processed - undo.left.length, 'student')} was undone.
        {undo.left.length > 0 && ' These stay:'}
        <Stack as="ul" scrolls>
          {undo.left.map(({ reason, ...student }) => (
            <li key={student.student_id}>{`${nameWithId(student)}: ${reason}`}</li>
          ))}
        </Stack>
      </Alert>
    );
  }
  return (
    <div className={styles.notice}>
      <Alert tone="success">{made}.</Alert>
      <Button busy={undoing.going !== null || undo?.state === 'running'} onClick={() => void takeBack()}>
        Undo
      </Button>
    </div>
  );
}
