import { useRef } from 'react';
import type { Output } from '#shared/http/contract.ts';
import { transcriptsContract } from '#shared/options/transcripts/contract.ts';
import { maxStudentsPerIssue } from '#shared/options/transcripts/kinds.ts';
import { transcriptScreenWordings as wordings } from '#shared/options/transcripts/wordings.ts';
import { useAct } from '../../acts/use-act.ts';
import { call } from '../../api/call.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Alert } from '../../ui/display/alert.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { snackbar } from '../../ui/overlays/snackbar.tsx';

const { issueDocuments, listTranscriptStudents } = transcriptsContract;

interface IssueTranscriptsDialogProps {
  classId: string;
  students: Output<typeof listTranscriptStudents>;
  onIssued: (numbers: readonly string[]) => void;
  onClose: () => void;
}

/** Asks before the transcripts of a class are issued: each takes a number, which is not given again. */
export function IssueTranscriptsDialog({ classId, students, onIssued, onClose }: IssueTranscriptsDialogProps) {
  const { act, isBusy, problem } = useAct();
  // A further try goes on where this one stopped: nobody gets two numbers.
  const keys = useRef(new Map<number, string>());
  const issue = () =>
    act(async () => {
      const numbers: string[] = [];
      let left = 0;
      for (let from = 0; from < students.length; from += maxStudentsPerIssue) {
        const some = students.slice(from, from + maxStudentsPerIssue);
        const idempotencyKey = keys.current.get(from) ?? crypto.randomUUID();
        keys.current.set(from, idempotencyKey);
        const answer = await call(
          issueDocuments,
          { kind: 'transcript', student_ids: some.map(({ student_id }) => student_id), words: null },
          { idempotencyKey },
        );
        numbers.push(...answer.documents.map(({ number }) => number));
        left += answer.left.length;
      }
      snackbar([wordings.manyIssued(numbers.length), ...(left > 0 ? [wordings.leftAlone(left)] : [])].join(' '));
      onClose();
      onIssued(numbers);
    });
  const title = wordings.issueTranscripts(students.length);
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
          <Button variant="primary" busy={isBusy} onClick={() => void issue()}>
            {title}
          </Button>
        </>
      }
    >
      {problem !== null && <Alert tone="error">{problem}</Alert>}
      <p>{wordings.issueQuestion(classId)}</p>
    </Dialog>
  );
}
