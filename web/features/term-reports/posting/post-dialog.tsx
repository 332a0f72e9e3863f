import { type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Output } from '#shared/http/contract.ts';
import { nameWithId } from '#shared/people/shared-names.ts';
import { pluralize } from '#shared/pluralize.ts';
import { describeHeavyActEffect } from '#shared/school/heavy-acts.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { postingWordings } from '#shared/term-reports/wordings.ts';
import type { SiteAddress } from '../../../address/use-address-state.ts';
import { messageOf, NetworkError } from '../../../api/errors.ts';
import { type PostingCheck, postingCheckOf } from '../../../api/posting-check.ts';
import { queryOf } from '../../../api/query.ts';
import { openAttendanceSentence, useAttendanceStateOfTerm } from '../../../pickers/closed-term-notes.ts';
import { RunProgress } from '../../../runs/run-progress.tsx';
import { toRunProgressProps, useFollowedRun } from '../../../runs/use-run.ts';
import { useAdminSession } from '../../../session/session.ts';
import { sitePaths } from '../../../session/site-paths.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { useConfirmedNumber } from '../../../ui/fields/confirm-number.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { snackbar } from '../../../ui/overlays/snackbar.tsx';
import styles from './posting.module.css';
import { type FoundPostingChanges, PostingChanges, PostingCheckResult } from './posting-check-result.tsx';
import { type PostedTerm, titleOf, whyNot } from './posting-words.ts';

type Left = Output<typeof termReportsContract.postTermReports>['left'][number];

interface PostDialogProps {
  /** Null: closed. */
  term: PostedTerm | null;
  onClose: () => void;
  /** Something was posted or removed. */
  onDone: () => void;
}

/** 'Post {year} Term {term} reports?' with Cancel, No (removes the posting) and Yes (posts). */
export function PostDialog({ term, onClose, onDone }: PostDialogProps) {
  // Keeps the last term on show while the window fades.
  const [last, setLast] = useState(term);
  // Each opening starts with new state: reports may have been corrected in between.
  const [openings, setOpenings] = useState(0);
  const [wasOpen, setWasOpen] = useState(term !== null);
  if (term && term !== last) setLast(term);
  if (wasOpen !== (term !== null)) {
    setWasOpen(term !== null);
    if (term) setOpenings(openings + 1);
  }
  return (
    last && (
      <TermDialog
        key={`${last.year} ${last.term} ${openings}`}
        open={term !== null}
        term={last}
        onClose={onClose}
        onDone={onDone}
      />
    )
  );
}

function TermDialog({
  open,
  term,
  onClose,
  onDone,
}: Omit<PostDialogProps, 'term'> & { open: boolean; term: PostedTerm }) {
  const { year, term: termNumber } = term;
  const [failure, setFailure] = useState<string | null>(null);
  /** The result of a run, shown before the window closes. */
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const { name, permissions } = useAdminSession();
  /** Reports that stopped a run. */
  const [failed, setFailed] = useState<readonly Left[]>([]);
  /** Whether No was pressed, and removing must be confirmed. */
  const [removing, setRemoving] = useState(false);
  const board: SiteAddress | null = permissions.some(({ menu }) => menu === 'completeness')
    ? `${sitePaths.completeness}?year=${year}&term=${termNumber}&in.state=Incomplete`
    : null;
  const close = () => {
    setFailure(null);
    number.reset();
    setRemoving(false);
    setFailed([]);
    setOutcome(null);
    onClose();
  };
  const { going, start } = useFollowedRun(termReportsContract.postTermReports, {
    name: `posting/${year}/${termNumber}`,
    onEnd: (end, { input: { posted } }) => {
      number.reset();
      if ('error' in end) {
        setFailure(end.error instanceof NetworkError && posted === 1 ? postingWordings.lost : messageOf(end.error));
        // Somebody else may have done what was refused; and a run whose answer was lost goes on.
        return onDone();
      }
      const { state, problem, left: leftOut, rows_processed, total_rows } = end.answer;
      if (state === 'failed') {
        setFailed(leftOut);
        setFailure(
          problem ??
            `The posting stopped after ${rows_processed} of ${pluralize(total_rows, 'report')}. Press Yes to post the others.`,
        );
        return;
      }
      const { renewed, begun_by } = end.answer;
      const by = begun_by === null || begun_by === name ? '' : `, by ${begun_by}`;
      if (posted === 0) snackbar(postingWordings.removed(year, termNumber));
      else if (renewed === null) snackbar(`${postingWordings.posted(year, termNumber)}${by}`);
      else if (renewed.length === 0) snackbar(postingWordings.unchanged);
      else snackbar(`${postingWordings.renewed(renewed.length, year, termNumber)}${by}`);
      onDone();
      if (leftOut.length > 0 || (renewed?.length ?? 0) > 0) setOutcome({ left: leftOut, renewed: renewed ?? [] });
      else close();
    },
  });
  // A run that this page lost, or that somebody else began.
  const found = toRunProgressProps(term.run);
  const work = going ? { ...going, posted: going.input.posted } : found && { ...found, posted: 1 as const };
  // What was said of an attempt holds until the term is otherwise.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time the term is otherwise
  useEffect(() => setFailure(null), [term.posted, term.date_posted, term.run?.state]);
  const changes = useFreshQuery({
    ...queryOf(termReportsContract.listPostingChanges, { year: String(year), term: String(termNumber) }),
    enabled: open && term.posted === 1 && work === null && outcome === null,
    // Reports are corrected meanwhile: each opening loads again.
    gcTime: 0,
    staleTime: 0,
  });
  const check = useFreshQuery({
    ...postingCheckOf({ year: String(year), term: String(termNumber) }),
    enabled: open && term.posted === 0 && work === null && outcome === null,
    // Marks are entered meanwhile: each opening loads again.
    gcTime: 0,
    staleTime: 0,
  });
  const incomplete = countIncomplete(check.data, changes.data);
  const isRemoving = term.posted === 1 && work === null && outcome === null && removing;
  const seen = { year, term: termNumber, date_posted: term.date_posted };
  const count = isRemoving ? (changes.data?.reports ?? 0) : incomplete;
  const number = useConfirmedNumber(count, describeHeavyActEffect(isRemoving ? 'remove' : 'post', count));
  const why = work
    ? null
    : whyNot({
        term,
        isRemoving,
        isConfirmed: number.isConfirmed,
        count,
        reports: (check.data ?? changes.data)?.reports,
      });
  const act = (posted: 0 | 1) => {
    setFailure(null);
    setFailed([]);
    setRemoving(false);
    const checked = posted === 1 && term.posted === 0 ? check.data?.checked : undefined;
    void start({ ...seen, title: term.title, posted, ...(checked && { checked }), ...number.sent });
  };

  return (
    <Dialog
      openedBy="act"
      open={open}
      mustAnswer
      onClose={() => !going && close()}
      title={titleOf(term, { isRemoving, changed: changes.data?.students.length })}
      footer={
        outcome ? (
          <Button variant="primary" onClick={close}>
            Close
          </Button>
        ) : (
          <>
            {why !== null && <p className={styles.why}>{why}</p>}
            {/* A run of somebody else, or one that this page lost, goes on without the window. */}
            <Button onClick={close} disabled={going !== null}>
              Cancel
            </Button>
            {isRemoving ? (
              <Button variant="danger" onClick={() => act(0)} disabled={!number.isConfirmed || !changes.data}>
                Remove posting
              </Button>
            ) : (
              <>
                <Button onClick={() => setRemoving(true)} disabled={work !== null || !changes.data}>
                  {term.posted === 1 ? 'No, remove posting' : 'No'}
                </Button>
                <Button
                  variant="primary"
                  onClick={() => act(1)}
                  busy={work !== null}
                  disabled={
                    (term.posted === 1
                      ? (changes.data?.students.length ?? 0) === 0
                      : (!check.isFetchedAfterMount && !work) || check.data?.reports === 0) || !number.isConfirmed
                  }
                >
                  {term.posted === 1 ? 'Post again' : 'Yes'}
                </Button>
              </>
            )}
          </>
        )
      }
    >
      {failure !== null && <Alert tone="error">{failure}</Alert>}
      {work ? (
        <RunProgress
          {...work}
          label={work.posted === 1 ? postingWordings.posting : postingWordings.removing}
          {...(going === null && term.run && { text: postingWordings.begunBy(term.run.started_by, name) })}
        />
      ) : outcome ? (
        <>
          {outcome.renewed.length > 0 && (
            <>
              <Alert tone="success">{postingWordings.seenAsNow}</Alert>
              <Names students={outcome.renewed} />
            </>
          )}
          {outcome.left.length > 0 && (
            <>
              <Alert tone="warning">{postingWordings.othersPosted}</Alert>
              <LeftOut left={outcome.left} />
            </>
          )}
        </>
      ) : failed.length > 0 ? (
        <LeftOut left={failed} />
      ) : isRemoving ? (
        <Stack gap={12}>
          {number.field}
          {!changes.data && <PostingChanges changes={changes} />}
        </Stack>
      ) : (
        <Stack gap={12}>
          {term.posted === 1 ? (
            <PostingChanges changes={changes} />
          ) : (
            <PostingCheckResult check={check} board={board} />
          )}
          <AttendanceGoesOn term={term} />
          {(check.data ?? changes.data) && number.field}
        </Stack>
      )}
    </Dialog>
  );
}

/** A query without cached data: `data` is undefined until it is loaded again, and where that fails. */
function useFreshQuery<T>(options: UseQueryOptions<T>): UseQueryResult<T> {
  const query = useQuery(options);
  const isFresh = query.isFetchedAfterMount && !query.isError;
  return { ...query, data: isFresh ? query.data : undefined } as UseQueryResult<T>;
}

/** Posting closes marks and remarks, not attendance (rule 49); the copies keep their figures. */
function AttendanceGoesOn({ term }: { term: PostedTerm }) {
  const state = useAttendanceStateOfTerm(term);
  if (!state) return null;
  return (
    <p>
      {openAttendanceSentence(state)} {!state.closed && postingWordings.keepsTimes}
    </p>
  );
}

/** Counts the reports that would be posted without marks or remarks. */
const countIncomplete = (check: PostingCheck | undefined, changes: FoundPostingChanges | undefined): number =>
  (check?.students ?? []).filter((one) => one.missing_marks.length + one.missing_remarks.length > 0).length +
  (changes?.students ?? []).filter((one) => one.incomplete).length;

interface Outcome {
  left: readonly Left[];
  renewed: readonly { student_id: string; name: string }[];
}

const Names = ({ students }: { students: Outcome['renewed'] }) => (
  <Stack as="ul" lined className={styles.list}>
    {students.map((student) => (
      <Stack as="li" gap={2} size="13on18" breaks key={student.student_id}>
        <strong>{nameWithId(student)}</strong>
      </Stack>
    ))}
  </Stack>
);

/** Reports that could not be posted, each with the reason. */
const LeftOut = ({ left }: { left: readonly Left[] }) => (
  <Stack as="ul" lined className={styles.list}>
    {left.map(({ reason, ...student }) => (
      <Stack as="li" gap={2} size="13on18" breaks key={student.student_id}>
        <strong>{nameWithId(student)}</strong> {reason}
      </Stack>
    ))}
  </Stack>
);
