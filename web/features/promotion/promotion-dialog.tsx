import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { academicYearTitle, startYearOf } from '#shared/terms/academic-year.ts';
import { type SkippedStudent, termsContract } from '#shared/terms/contract.ts';
import { termsMessages } from '#shared/terms/messages.ts';
import { messageOf } from '../../api/errors.ts';
import { followRun } from '../../api/follow-run.ts';
import { queryKeyOf, queryOf } from '../../api/query.ts';
import { RunProgress } from '../../runs/run-progress.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Alert } from '../../ui/display/alert.tsx';
import { Loading } from '../../ui/display/loading.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { confirm } from '../../ui/overlays/modal.tsx';
import styles from './promotion.module.css';
import { PromotionPreview, type Status } from './promotion-preview.tsx';

interface PromotionDialogProps {
  open: boolean;
  onClose: () => void;
}

interface Going {
  act: Act;
  rows_processed: number;
  total_rows: number;
  started_at: string;
}
interface Ended {
  tone: 'success' | 'error';
  message: string;
  detail?: string | undefined;
  left: readonly SkippedStudent[];
}

/** Milliseconds before the success is said (product §9). */
const pause = 600;
/** Milliseconds between two questions how far somebody else's run is. */
const interval = 1500;

const acts = {
  promote: {
    row: termsContract.promote,
    going: 'Promoting students',
    done: termsMessages.promoted,
    failed: termsMessages.promotionFailed,
  },
  undo: {
    row: termsContract.undoPromotion,
    going: 'Undoing the promotion',
    done: termsMessages.undone,
    failed: termsMessages.undoFailed,
  },
} as const;
type Act = keyof typeof acts;

/** Promotion dialog, product §2: opens over whatever section is open. */
export default function PromotionDialog({ open, onClose }: PromotionDialogProps) {
  const status = useQuery({
    ...queryOf(termsContract.promotionStatus, {}),
    enabled: open,
    staleTime: 0,
    // A run that this page did not begin, or began before it was opened again.
    refetchInterval: ({ state }) => (runningOf(state.data) ? interval : false),
  });
  const [going, setGoing] = useState<Going | null>(null);
  const [ended, setEnded] = useState<Ended | null>(null);
  const queryClient = useQueryClient();

  const carryOut = async (act: Act) => {
    const { row, done, failed } = acts[act];
    setEnded(null);
    const started_at = new Date().toISOString();
    setGoing({ act, rows_processed: 0, total_rows: 0, started_at });
    try {
      const { state, left } = await followRun(
        row,
        {},
        { onProgress: (progress) => setGoing({ act, ...progress, started_at }) },
      );
      await new Promise((resolve) => setTimeout(resolve, pause));
      setEnded(
        state === 'finished' ? { tone: 'success', message: done, left } : { tone: 'error', message: failed, left },
      );
    } catch (error) {
      setEnded({ tone: 'error', message: failed, detail: messageOf(error), left: [] });
    }
    setGoing(null);
    await queryClient.invalidateQueries({ queryKey: queryKeyOf(termsContract.promotionStatus) });
  };

  const undo = async () => {
    const isSure = await confirm({
      title: 'Undo the promotion?',
      text: 'Every student goes back to the class before. Students who were changed since are left alone, and named.',
      confirmLabel: 'Undo Promote',
      danger: true,
    });
    if (isSure) await carryOut('undo');
  };

  const { data } = status;
  const isPromoted = data?.promotion?.run.state === 'finished';
  const runs = going ?? runningOf(data);
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
          <Button onClick={onClose}>Close</Button>
          <Button disabled={!data?.promotion || runs !== null} onClick={() => void undo()}>
            Undo Promote
          </Button>
          <Button
            variant="primary"
            disabled={!data || isPromoted || runs !== null}
            onClick={() => void carryOut('promote')}
          >
            Yes Promote
          </Button>
        </>
      }
    >
      <div className={styles.content}>
        {runs && <RunProgress {...runs} label={acts[runs.act].going} startedAt={runs.started_at} />}
        {ended && (
          <Alert tone={ended.tone}>
            {ended.message} {ended.detail}
          </Alert>
        )}
        {!runs && <LeftList left={(ended ?? data?.promotion ?? data?.undo)?.left ?? []} />}
        {data ? !runs && <PromotionPreview status={data} /> : <Loading queries={[status]} what="the classes" />}
      </div>
    </Dialog>
  );
}

/** What somebody else, or an earlier visit, set going. */
function runningOf(status: Status | undefined): Going | null {
  const { promotion, undo } = status ?? {};
  if (promotion?.run.state === 'running') return { act: 'promote', ...promotion.run };
  return undo?.run.state === 'running' ? { act: 'undo', ...undo.run } : null;
}

function LeftList({ left }: { left: readonly SkippedStudent[] }) {
  if (left.length === 0) return null;
  return (
    <section className={styles.left}>
      <h3>Left alone: {left.length}</h3>
      <ul>
        {left.map(({ student_id, name, reason }) => (
          <li key={student_id}>
            <strong>{name}</strong> {reason}
          </li>
        ))}
      </ul>
    </section>
  );
}
