import type { Output } from '#shared/http/contract.ts';
import type { transcriptsContract } from '#shared/options/transcripts/contract.ts';
import { transcriptScreenWordings as wordings } from '#shared/options/transcripts/wordings.ts';
import { useAct } from '../../acts/use-act.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Alert } from '../../ui/display/alert.tsx';
import { Stack } from '../../ui/layout/stack.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { snackbar } from '../../ui/overlays/snackbar.tsx';
import { useIssueInParts } from './use-issue-in-parts.ts';

interface IssueTranscriptsDialogProps {
  classId: string;
  students: Output<typeof transcriptsContract.listTranscriptStudents>;
  onIssued: (numbers: readonly string[]) => void;
  onClose: () => void;
}

/**
 * Asks before the transcripts of a class are issued: each takes a number, which is not given again. After a try that
 * stopped, it says what was issued, and goes on.
 */
export function IssueTranscriptsDialog({ classId, students, onIssued, onClose }: IssueTranscriptsDialogProps) {
  const { act, isBusy, problem } = useAct();
  const { issue, hasBegun, issued, unanswered } = useIssueInParts(
    classId,
    students.map(({ student_id }) => student_id),
  );
  const names = new Map(students.map(({ student_id, name }) => [student_id, name]));
  const press = () =>
    act(async () => {
      const { documents, left } = await issue();
      snackbar(
        [wordings.manyIssued(documents.length), ...(left.length > 0 ? [wordings.leftAlone(left.length)] : [])].join(
          ' ',
        ),
      );
      onClose();
      onIssued(documents.map(({ number }) => number));
    });
  const title = wordings.issueTranscripts(students.length);
  const hasStopped = hasBegun && !isBusy;
  return (
    <Dialog
      openedBy="act"
      open
      size="small"
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={isBusy} onClick={() => void press()}>
            {hasStopped ? wordings.goOn : title}
          </Button>
        </>
      }
    >
      <Stack gap={12}>
        {problem !== null && <Alert tone="error">{problem}</Alert>}
        {!hasStopped && <p>{wordings.issueQuestion(classId)}</p>}
        {hasStopped && <p>{wordings.stopped(issued.documents.length + issued.left.length, students.length)}</p>}
        {hasStopped && unanswered.length > 0 && <p>{wordings.unanswered(unanswered.length)}</p>}
        {hasStopped && issued.documents.length > 0 && (
          <ul aria-label={wordings.issuedSoFar}>
            {issued.documents.map(({ student_id, number }) => (
              <li key={number}>{`${number} ${names.get(student_id) ?? student_id}`}</li>
            ))}
          </ul>
        )}
      </Stack>
    </Dialog>
  );
}
