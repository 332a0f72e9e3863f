import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Archive, PackageOpen } from 'lucide-react';
import type { Output } from '#shared/http/contract.ts';
import { pluralize } from '#shared/pluralize.ts';
import { termsContract } from '#shared/school/contract.ts';
import { wholeSchoolWordings } from '#shared/school/wordings.ts';
import { call } from '../../../api/call.ts';
import { messageOf } from '../../../api/errors.ts';
import { queryKeyOf, queryOf } from '../../../api/query.ts';
import { RunProgress } from '../../../runs/run-progress.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { EmptyState } from '../../../ui/display/empty-state.tsx';
import { Loading } from '../../../ui/display/loading.tsx';
import { momentText } from '../../../ui/fields/dates/school-clock.ts';
import { Row } from '../../../ui/layout/row.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import { Muted } from '../../../ui/layout/text.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';

type Answer = Output<typeof termsContract.readSchoolFile>;

/** Poll interval of a run, and the time after which links are made again, in milliseconds. */
const pollEvery = 1500;
const linkLives = 4 * 60_000;

/**
 * The whole school in a file: begins it, shows how far it is, and has the link. The job runs on the server: everybody
 * who may see this window sees the same run.
 */
export default function SchoolFileDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const answer = useQuery({
    ...queryOf(termsContract.readSchoolFile, {}),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.run?.state === 'running' ? pollEvery : linkLives),
    refetchIntervalInBackground: true,
  });
  const start = useMutation({
    mutationFn: () => call(termsContract.startSchoolFile, {}),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeyOf(termsContract.readSchoolFile) }),
  });
  const run = answer.data?.run;
  const isMaking = start.isPending || run?.state === 'running';
  return (
    <Dialog
      openedBy="act"
      open
      onClose={onClose}
      title={wholeSchoolWordings.title}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button
            variant="primary"
            icon={Archive}
            busy={isMaking}
            disabled={!answer.data}
            onClick={() => start.mutate()}
          >
            {startLabel(run)}
          </Button>
        </>
      }
    >
      <Stack top gap={14}>
        {start.isError && !isMaking && (
          <Alert tone="error">
            {wholeSchoolWordings.notStarted} {messageOf(start.error)}
          </Alert>
        )}
        {!answer.data ? <Loading queries={[answer]} what="the file of the school" /> : <State {...answer.data} />}
      </Stack>
    </Dialog>
  );
}

const startLabel = (run: Answer['run'] | undefined): string =>
  run?.state === 'finished' ? 'Make Again' : run?.state === 'failed' ? 'Continue' : 'Make File';

/** What there is: nothing, a run, or a file. */
function State({ run, file }: Answer) {
  if (!run) {
    return <EmptyState icon={PackageOpen} title={wholeSchoolWordings.noneYet} text={wholeSchoolWordings.whatItIs} />;
  }
  if (run.state === 'running') {
    return <RunProgress {...run} label={`Making the file, started by ${run.started_by}`} startedAt={run.started_at} />;
  }
  if (run.state === 'failed') return <Alert tone="error">{wholeSchoolWordings.stopped}</Alert>;
  if (!file) return <EmptyState icon={PackageOpen} title="No file" text={wholeSchoolWordings.deleted} />;
  return (
    <>
      <Alert tone="success">
        Made by {run.started_by} on {momentText(run.started_at)}: {pluralize(file.records, 'record')} and{' '}
        {pluralize(file.files, 'file')}.
      </Alert>
      <p>
        <Row as="a" inline gap={8} href={file.link}>
          {wholeSchoolWordings.download(file.bytes)}
        </Row>
      </p>
      <p>
        {wholeSchoolWordings.signedBy} <strong>{file.fingerprint}</strong>
      </p>
      <Muted>
        {wholeSchoolWordings.care} It can be fetched until {momentText(file.until)}.
      </Muted>
    </>
  );
}
