import { Card } from '@aws-amplify/ui-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CalendarPlus } from 'lucide-react';
import { useState } from 'react';
import type { Output } from '#shared/http/contract.ts';
import { academicYearTitle, startYearOf } from '#shared/school/academic-year.ts';
import { termsContract } from '#shared/school/contract.ts';
import { schoolScreenWordings } from '#shared/school/wordings.ts';
import { messageOf } from '../../../api/errors.ts';
import { queryKeyOf, queryOf } from '../../../api/query.ts';
import { RunProgress } from '../../../runs/run-progress.tsx';
import { pollWhileRunning, type RunEnd, toRunProgressProps, useFollowedRun } from '../../../runs/use-run.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { dayText } from '../../../ui/fields/dates/school-clock.ts';
import { Row } from '../../../ui/layout/row.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import { Text } from '../../../ui/layout/text.tsx';
import { lazyOverlay } from '../../../ui/overlays/lazy-overlay.tsx';
import { confirm } from '../../../ui/overlays/modal.tsx';
import { snackbar } from '../../../ui/overlays/snackbar.tsx';
import { recentActWordings } from '../../../undo/wordings.ts';
import styles from './new-year.module.css';
import type { TakeOverStatus } from './take-over-dialog.tsx';

const TakeOverDialog = lazyOverlay(() => import('./take-over-dialog.tsx'));

type Left = Output<typeof termsContract.takeOverLessons>['left'][number];

/** A year without lessons: what it can take over from an earlier one (rule 35), and what it took over, to undo. */
export function NewYearTakeOver({ academicYearId }: { academicYearId: string }) {
  const input = { academic_year_id: academicYearId };
  const status = useQuery({
    ...queryOf(termsContract.readTakeOverStatus, input),
    ...pollWhileRunning(({ undo, taken_over }: TakeOverStatus) => [undo?.run, taken_over?.run]),
  });
  const queryClient = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const onEnd = async (end: RunEnd<typeof termsContract.takeOverLessons>, done: string, stopped: string) => {
    if ('error' in end) setFailure(messageOf(end.error));
    else if (end.answer.state === 'failed') setFailure(stopped);
    else snackbar(done);
    await queryClient.invalidateQueries({ queryKey: queryKeyOf(termsContract.readTakeOverStatus) });
  };
  const title = academicYearTitle(startYearOf(academicYearId));
  const taking = useFollowedRun(termsContract.takeOverLessons, {
    name: `take-over/${academicYearId}`,
    onEnd: (end) =>
      onEnd(
        end,
        `The lessons of ${title} were taken over.`,
        'It stopped before the end. Take Over Lessons continues with the rest.',
      ),
  });
  const undoing = useFollowedRun(termsContract.undoTakeOver, {
    name: `undo-take-over/${academicYearId}`,
    onEnd: (end) => onEnd(end, 'Undone.', recentActWordings.stoppedBeforeEnd),
  });

  const { data } = status;
  // Most of the time a year has its lessons, and nothing is shown.
  if (!data || (data.from === null && !data.taken_over && !data.undo)) return null;
  const othersUndo = toRunProgressProps(data.undo?.run);
  const going = taking.going ?? undoing.going ?? othersUndo ?? toRunProgressProps(data.taken_over?.run);
  const takeOver = data.taken_over;
  const begin = (from: string) => {
    setOpen(false);
    setFailure(null);
    void taking.start({ academic_year_id: academicYearId, from });
  };
  const undo = async () => {
    const isSure = await confirm({
      title: `Undo the take-over of ${title}?`,
      text: 'Lessons, form classes and subjects become what they were before. What was changed since, and lessons with marks, stay.',
      confirmLabel: 'Undo',
      danger: true,
    });
    if (!isSure) return;
    setFailure(null);
    void undoing.start(input);
  };
  return (
    <Card as="section" variation="outlined" className={`${styles.newYear}`} aria-labelledby="new-year">
      <Text as="h2" size="14on20" id="new-year">
        Lessons of {title}
      </Text>
      {failure !== null && <Alert tone="error">{failure}</Alert>}
      {going ? (
        <RunProgress {...going} label={undoing.going || othersUndo ? 'Undoing the take-over' : 'Taking over lessons'} />
      ) : takeOver ? (
        <>
          <p>
            {`${takeOver.run.state === 'failed' ? 'Part of the lessons was' : 'The lessons were'} taken over from ${academicYearTitle(startYearOf(takeOver.from))} by ${takeOver.run.started_by} on ${dayText(takeOver.run.started_at)}.`}
          </p>
          <LeftList left={takeOver.left} />
          <Row align="stretch" wrap gap={8}>
            <Button onClick={() => void undo()}>Undo</Button>
            {takeOver.run.state === 'failed' && (
              <Button variant="primary" onClick={() => begin(takeOver.from)}>
                {schoolScreenWordings.takeOverLessons}
              </Button>
            )}
          </Row>
        </>
      ) : (
        <>
          <LeftList left={data.undo?.left ?? []} />
          {data.from !== null && (
            <>
              <p>This year has no lessons yet.</p>
              <Row align="stretch" wrap gap={8}>
                <Button icon={CalendarPlus} onClick={() => setOpen(true)}>
                  Take over lessons from {academicYearTitle(startYearOf(data.from))}
                </Button>
              </Row>
            </>
          )}
        </>
      )}
      <TakeOverDialog open={isOpen} status={data} onClose={() => setOpen(false)} onTakeOver={begin} />
    </Card>
  );
}

function LeftList({ left }: { left: readonly Left[] }) {
  if (left.length === 0) return null;
  return (
    <Stack as="ul" gap={4} scrolls aria-label={schoolScreenWordings.leftAsItWas}>
      {left.map(({ name, reason }) => (
        <li key={`${name} ${reason}`}>
          <strong>{name}</strong> {reason}
        </li>
      ))}
    </Stack>
  );
}
