import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { postingMessages } from '#shared/term-reports/posting-messages.ts';
import { messageOf } from '../../api/errors.ts';
import { queryOf } from '../../api/query.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Spinner } from '../../ui/controls/spinner.tsx';
import { Alert } from '../../ui/display/alert.tsx';
import { ErrorRetry } from '../../ui/display/error-retry.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { snackbar } from '../../ui/overlays/snackbar.tsx';
import { CheckResult } from './check-result.tsx';
import styles from './posting.module.css';
import { type Left, type PostedTerm, type Progress, runPosting } from './run-posting.ts';

interface PostDialogProps {
  /** Null: closed. */
  term: PostedTerm | null;
  onClose: () => void;
  /** Something was posted or removed. */
  onDone: () => void;
}

/** 'Post {year} Term {term} reports?' with Cancel, No (removes the posting) and Yes (posts). */
export function PostDialog({ term, onClose, onDone }: PostDialogProps) {
  // The term that was open last stays to be seen while the window fades.
  const [last, setLast] = useState(term);
  if (term && term !== last) setLast(term);
  return (
    last && (
      <TermDialog
        key={`${last.year} ${last.term}`}
        open={term !== null}
        term={last}
        onClose={onClose}
        onDone={onDone}
      />
    )
  );
}

type Work = { posted: 0 | 1; progress: Progress | null };

function TermDialog({
  open,
  term,
  onClose,
  onDone,
}: Omit<PostDialogProps, 'term'> & { open: boolean; term: PostedTerm }) {
  const { year, term: number } = term;
  const [work, setWork] = useState<Work | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [left, setLeft] = useState<readonly Left[]>([]);
  /** Those for which nothing was posted at all. */
  const [unmade, setUnmade] = useState<readonly Left[]>([]);
  const close = () => {
    setFailure(null);
    setUnmade([]);
    setLeft([]);
    onClose();
  };
  const act = async (posted: 0 | 1) => {
    setFailure(null);
    setUnmade([]);
    setWork({ posted, progress: null });
    try {
      const done = await runPosting(term, posted, (progress) => setWork({ posted, progress }));
      if (done.state === 'failed') {
        const { rows_processed, total_rows } = done;
        setUnmade(done.left);
        setFailure(
          done.problem ??
            `The posting stopped after ${rows_processed} of ${total_rows} reports. Yes goes on with the others.`,
        );
        return;
      }
      snackbar(posted === 1 ? postingMessages.posted(year, number) : postingMessages.removed(year, number));
      onDone();
      if (done.left.length > 0) setLeft(done.left);
      else close();
    } catch (error) {
      setFailure(messageOf(error));
    } finally {
      setWork(null);
    }
  };

  return (
    <Dialog
      openedBy="act"
      open={open}
      mustAnswer
      onClose={() => !work && close()}
      title={postingMessages.question(year, number)}
      footer={
        left.length > 0 ? (
          <Button variant="primary" onClick={close}>
            Close
          </Button>
        ) : (
          <>
            <Button onClick={close} disabled={work !== null}>
              Cancel
            </Button>
            <Button onClick={() => void act(0)} disabled={work !== null || term.posted === 0}>
              No
            </Button>
            <Button variant="primary" onClick={() => void act(1)} busy={work !== null}>
              Yes
            </Button>
          </>
        )
      }
    >
      {failure !== null && <Alert tone="error">{failure}</Alert>}
      {work ? (
        <Working work={work} />
      ) : left.length > 0 ? (
        <>
          <Alert tone="warning">All other reports are posted. These could not be:</Alert>
          <LeftOut left={left} />
        </>
      ) : unmade.length > 0 ? (
        <LeftOut left={unmade} />
      ) : term.posted === 1 ? (
        <p>
          These reports are posted: parents see the copies made then, whatever changes since. No removes the posting;
          the copies are kept.
        </p>
      ) : (
        <Check term={term} />
      )}
    </Dialog>
  );
}

function Check({ term: { year, term } }: { term: PostedTerm }) {
  const check = useQuery({
    ...queryOf(termReportsContract.postingCheck, { year: String(year), term: String(term) }),
    // Marks are entered while the office looks: each opening looks again.
    gcTime: 0,
    staleTime: 0,
  });
  if (check.isError) {
    return (
      <ErrorRetry
        title="The reports could not be checked."
        detail={messageOf(check.error)}
        isRetrying={check.isFetching}
        onRetry={() => void check.refetch()}
      />
    );
  }
  return check.data ? <CheckResult result={check.data} /> : <Skeleton lines={4} label="Checking the reports" />;
}

function Working({ work: { posted, progress } }: { work: Work }) {
  return (
    <div className={styles.working} role="status">
      <Spinner />
      <p>{posted === 1 ? postingMessages.posting : postingMessages.removing}</p>
      {progress && progress.total_rows > 0 && (
        <progress aria-label="Reports posted" value={progress.rows_processed} max={progress.total_rows} />
      )}
    </div>
  );
}

/** Reports that could not be posted, each with the reason. */
const LeftOut = ({ left }: { left: readonly Left[] }) => (
  <ul className={styles.list}>
    {left.map(({ student_id, name, reason }) => (
      <li key={student_id}>
        <strong>{name}</strong> {reason}
      </li>
    ))}
  </ul>
);
