import { useQueries } from '@tanstack/react-query';
import { PenLine } from 'lucide-react';
import { stageScreenWords, signScreenWordings as wordings } from '#shared/options/sign-off/screen-wordings.ts';
import { type Stage, stages } from '#shared/options/sign-off/stages.ts';
import { pluralize } from '#shared/pluralize.ts';
import { useAct } from '../../acts/use-act.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Alert } from '../../ui/display/alert.tsx';
import { Loading } from '../../ui/display/loading.tsx';
import { Row } from '../../ui/layout/row.tsx';
import { Stack } from '../../ui/layout/stack.tsx';
import { Muted } from '../../ui/layout/text.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { snackbar } from '../../ui/overlays/snackbar.tsx';
import {
  type ClassOnBoard,
  isClean,
  type OfClass,
  type SignedReport,
  signaturesQuery,
  signReports,
  useReloadSignatures,
  waitsFor,
} from './signing.ts';

interface CleanDialogProps {
  /** Those that the user signs for. */
  classes: readonly ClassOnBoard[];
  of: Omit<OfClass, 'class_id'>;
  onClose: () => void;
}

interface CleanOfClass {
  classId: string;
  as: Stage;
  reports: readonly SignedReport[];
}

/** Signs every report that waits for the user and is clean, class by class. */
export default function CleanDialog({ classes, of, onClose }: CleanDialogProps) {
  const reload = useReloadSignatures();
  const queries = useQueries({
    queries: classes.map(({ class_id }) => signaturesQuery({ ...of, class_id })),
  });
  const isWhole = queries.every(({ isFetching, data }) => !isFetching && data !== undefined);
  const { act, isBusy, problem } = useAct({ onEnd: reload });
  const clean = stages.flatMap((as) =>
    classes.flatMap(({ class_id: classId, signs_as }, index): CleanOfClass[] => {
      const reports = signs_as.includes(as)
        ? (queries[index]?.data?.students ?? []).filter((one) => waitsFor(one, as) && isClean(one, as))
        : [];
      return reports.length > 0 ? [{ classId, as, reports }] : [];
    }),
  );
  const [first] = clean;
  // Of somebody with two posts the first is signed; the window then shows what waits for the other.
  const shown = clean.filter(({ as }) => as === first?.as);
  const count = shown.reduce((sum, { reports }) => sum + reports.length, 0);
  const sign = () =>
    act(async () => {
      let done = 0;
      try {
        for (const { classId, as, reports } of shown) {
          await signReports({ ...of, class_id: classId }, { as, reports });
          done += reports.length;
        }
      } finally {
        // Where a class is refused, those before it are signed.
        if (first && done > 0) snackbar(wordings.signed(first.as, done));
      }
    });
  return (
    <Dialog
      openedBy="act"
      open
      title={wordings.clean}
      text={wordings.cleanText}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          {first && isWhole && (
            <Button variant="primary" icon={PenLine} busy={isBusy} onClick={() => void sign()}>
              {stageScreenWords[first.as].does(count)}
            </Button>
          )}
        </>
      }
    >
      {problem !== null && <Alert tone="error">{problem}</Alert>}
      {!isWhole && !isBusy ? (
        <Loading queries={queries} what="the reports" lines={4} />
      ) : !first ? (
        <Alert tone="info">{wordings.noneClean}</Alert>
      ) : (
        <Stack as="ul" gap={6} above={12}>
          {shown.map(({ classId, reports }) => (
            <Row as="li" key={classId} justify="between" gap={8}>
              <strong>{classId}</strong>
              <Muted as="span">{pluralize(reports.length, 'report')}</Muted>
            </Row>
          ))}
        </Stack>
      )}
    </Dialog>
  );
}
