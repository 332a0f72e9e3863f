import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { nameWithId } from '#shared/people/shared-names.ts';
import { academicYearTitle, startYearOf } from '#shared/school/academic-year.ts';
import { termsContract } from '#shared/school/contract.ts';
import { describeHeavyActEffect } from '#shared/school/heavy-acts.ts';
import type { SkippedStudent } from '#shared/school/registration-calls.ts';
import { schoolScreenWordings, termWordings } from '#shared/school/wordings.ts';
import { ApiError, messageOf, NetworkError } from '../../../api/errors.ts';
import { queryKeyOf, queryOf } from '../../../api/query.ts';
import { RunProgress } from '../../../runs/run-progress.tsx';
import { pollWhileRunning, type RunEnd, toRunProgressProps, useFollowedRun } from '../../../runs/use-run.ts';
import { sitePaths } from '../../../session/site-paths.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { Loading } from '../../../ui/display/loading.tsx';
import { useConfirmedNumber } from '../../../ui/fields/confirm-number.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import { Text } from '../../../ui/layout/text.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import type { OverlayProps } from '../../../ui/overlays/lazy-overlay.tsx';
import { confirm } from '../../../ui/overlays/modal.tsx';
import { RecentActs } from '../../../undo/recent-acts.tsx';
import { NoTermYet, useHasNoTerm } from './no-term-yet.tsx';
import styles from './promotion.module.css';
import { PromotionPreview, type PromotionStatus } from './promotion-preview.tsx';

interface Ended {
  tone: 'success' | 'warning' | 'error';
  message: string;
  detail?: string | undefined;
  /** No answer came, so that how it ended is not known until one comes that has this job. Milliseconds since 1970. */
  unknown?: { act: Act; since: number };
  left: readonly SkippedStudent[];
}

/** Milliseconds before the success is shown (product §9). */
const pause = 600;

const acts = {
  promote: {
    row: termsContract.startPromotion,
    going: 'Promoting students',
    done: termWordings.promoted,
    failed: termWordings.promotionFailed,
  },
  undo: {
    row: termsContract.undoPromotion,
    going: schoolScreenWordings.undoingThePromotion,
    done: termWordings.undone,
    failed: termWordings.undoFailed,
  },
} as const;
type Act = keyof typeof acts;
const toStatus = { promote: 'promotion', undo: 'undo' } as const;
type Row = (typeof acts)[Act]['row'];

/** Promotion dialog, product §2: opens over whatever section is open. */
export default function PromotionDialog({ open, onClose }: OverlayProps) {
  const status = useQuery({
    ...queryOf(termsContract.readPromotionStatus, {}),
    enabled: open,
    staleTime: 0,
    ...pollWhileRunning(({ promotion, undo: undone }: PromotionStatus) => [promotion?.run, undone?.run]),
  });
  const [ended, setEnded] = useState<Ended | null>(null);
  const queryClient = useQueryClient();

  const onEnd = async (act: Act, end: RunEnd<Row>) => {
    const { done, failed } = acts[act];
    number.reset();
    if ('error' in end) setEnded({ ...shownError(end.error, act), left: [] });
    else {
      const { state, left } = end.answer;
      await new Promise((resolve) => setTimeout(resolve, pause));
      setEnded(
        state === 'finished' ? { tone: 'success', message: done, left } : { tone: 'error', message: failed, left },
      );
    }
    for (const row of [termsContract.readPromotionStatus, termsContract.listRecentPromotions])
      await queryClient.invalidateQueries({ queryKey: queryKeyOf(row) });
  };
  const promoting = useFollowedRun(acts.promote.row, { name: 'promotion', onEnd: (end) => onEnd('promote', end) });
  const undoing = useFollowedRun(acts.undo.row, { name: 'undo-promotion', onEnd: (end) => onEnd('undo', end) });
  const { data } = status;
  const unknown = ended?.unknown;
  const isAnswered =
    unknown !== undefined && status.dataUpdatedAt >= unknown.since && data?.[toStatus[unknown.act]] != null;
  useEffect(() => {
    if (isAnswered) setEnded(null);
  }, [isAnswered]);
  const hasNoTerm = useHasNoTerm(status.isError);
  // A run that stopped was confirmed when it began.
  const isHeavy = data?.is_early === true && !data.promotion;
  const count = isHeavy ? promotedIn(data) : 0;
  const number = useConfirmedNumber(count, describeHeavyActEffect('promote', count));
  const promote = () => {
    setEnded(null);
    void promoting.start(number.sent);
  };

  const undo = async () => {
    const isSure = await confirm({
      title: 'Undo the promotion?',
      text: 'Every student goes back to the class before. Students who were changed since are left alone, and named.',
      confirmLabel: 'Undo Promote',
      danger: true,
    });
    if (!isSure) return;
    setEnded(null);
    void undoing.start({});
  };

  const isPromoted = data?.promotion?.run.state === 'finished';
  const promotion = promoting.going ?? toRunProgressProps(data?.promotion?.run);
  const going = promotion ?? undoing.going ?? toRunProgressProps(data?.undo?.run);
  return (
    <Dialog
      openedBy="act"
      open={open}
      title="Promotion"
      text={data && `Academic year ${academicYearTitle(startYearOf(data.academic_year_id))}`}
      onClose={() => {
        setEnded(null);
        onClose();
      }}
      footer={
        <>
          <Link to={sitePaths.promotionPlan} className={styles.plan} onClick={onClose}>
            Decide student by student
          </Link>
          <Button onClick={onClose}>Close</Button>
          <Button disabled={!data?.promotion || going !== null} onClick={() => void undo()}>
            Undo Promote
          </Button>
          <Button
            variant="primary"
            disabled={!data || isPromoted || going !== null || !number.isConfirmed}
            onClick={promote}
          >
            Yes Promote
          </Button>
        </>
      }
    >
      <Stack gap={14} className={styles.content}>
        {going && <RunProgress {...going} label={acts[promotion ? 'promote' : 'undo'].going} />}
        {ended && (
          <Alert tone={ended.tone}>
            {ended.message} {ended.detail}
          </Alert>
        )}
        {!going && <LeftList left={(ended ?? data?.promotion ?? data?.undo)?.left ?? []} />}
        {hasNoTerm ? (
          <NoTermYet />
        ) : data ? (
          !going && <PromotionPreview status={data}>{number.field}</PromotionPreview>
        ) : (
          <Loading queries={[status]} what="the classes" />
        )}
        {data && !going && (
          <RecentActs
            query={queryOf(termsContract.listRecentPromotions, {})}
            undo={async () => {
              await undo();
              return false;
            }}
            onDone={() => {}}
          />
        )}
      </Stack>
    </Dialog>
  );
}

/** How many students a promotion moves or archives. */
const promotedIn = ({ classes }: PromotionStatus): number => classes.reduce((sum, one) => sum + one.promoted, 0);

/** How an error is shown: a refusal began nothing, and without an answer the job may run or not. */
function shownError(error: unknown, act: Act): Omit<Ended, 'left'> {
  if (error instanceof NetworkError)
    return {
      tone: 'warning',
      message: error.message,
      detail: 'How it ended is not known. This window shows it as soon as there is a connection.',
      unknown: { act, since: Date.now() },
    };
  if (error instanceof ApiError && error.status === 409) return { tone: 'warning', message: error.message };
  return { tone: 'error', message: acts[act].failed, detail: messageOf(error) };
}

function LeftList({ left }: { left: readonly SkippedStudent[] }) {
  if (left.length === 0) return null;
  return (
    <Stack as="section" gap={6}>
      <Text as="h3" size={13}>
        Left alone: {left.length}
      </Text>
      <Stack as="ul" gap={4} scrolls>
        {left.map(({ reason, ...student }) => (
          <li key={student.student_id}>
            <strong>{nameWithId(student)}</strong> {reason}
          </li>
        ))}
      </Stack>
    </Stack>
  );
}
