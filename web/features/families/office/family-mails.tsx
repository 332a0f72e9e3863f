import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { familiesContract } from '#shared/families/contract.ts';
import { mailScreenWordings as wordings } from '#shared/families/wordings.ts';
import type { Output } from '#shared/http/contract.ts';
import { useAddressState } from '../../../address/use-address-state.ts';
import { call } from '../../../api/call.ts';
import { isSessionOver, messageOf } from '../../../api/errors.ts';
import { queryKeyOf, queryOf } from '../../../api/query.ts';
import { RunProgress } from '../../../runs/run-progress.tsx';
import { toRunProgressProps, useFollowedRun } from '../../../runs/use-run.ts';
import { screenTitles } from '../../../session/wordings.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { Loading } from '../../../ui/display/loading.tsx';
import { ScreenHead } from '../../../ui/display/screen-head.tsx';
import { NumberCell, NumberHead, Table } from '../../../ui/display/table.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { snackbar } from '../../../ui/overlays/snackbar.tsx';
import styles from './families.module.css';
import { MailCounts } from './mail-counts.tsx';
import { MailsOfClassDialog } from './mails-of-class-dialog.tsx';

const { readFamilyMails, sendFamilyMails, stopFamilyMails } = familiesContract;

type FamilyMails = Output<typeof readFamilyMails>;

/** Milliseconds between two looks at a run that another page began: each counts what is due of the whole school. */
const pollInterval = 10_000;

/** Letters to Families: how many e-mails to parents wait, were sent, came back or have no address; sent by hand (rule 56). */
export default function FamilyMailsScreen() {
  const place = useAddressState();
  const client = useQueryClient();
  const mails = useQuery({
    ...queryOf(readFamilyMails, {}),
    refetchInterval: ({ state: { data } }: { state: { data: FamilyMails | undefined } }) =>
      data?.run?.state === 'running' && pollInterval,
  });
  const reload = () => client.invalidateQueries({ queryKey: queryKeyOf(readFamilyMails) });
  const [problem, setProblem] = useState<string>();
  const sending = useFollowedRun(sendFamilyMails, {
    name: 'family-mails',
    onEnd: async (end) => {
      if ('error' in end && !isSessionOver(end.error)) setProblem(messageOf(end.error));
      await reload();
    },
  });
  const [isStopping, setStopping] = useState(false);
  const stop = async () => {
    setStopping(true);
    try {
      await call(stopFamilyMails, {});
      snackbar(wordings.stopped);
      await reload();
    } catch (error) {
      if (!isSessionOver(error)) setProblem(messageOf(error));
    }
    setStopping(false);
  };
  if (!mails.data) return <Loading queries={[mails]} what="the letters" />;
  const { occasions, classes, run } = mails.data;
  const waiting = occasions.reduce((sum, one) => sum + one.waiting, 0);
  const running = sending.going ?? toRunProgressProps(run);
  const opened = place.get('class');
  return (
    <>
      <ScreenHead title={screenTitles.lettersToFamilies} />
      <div className={styles.screen}>
        <p className={styles.text}>{wordings.mean}</p>
        {problem !== undefined && <Alert tone="error">{problem}</Alert>}
        {!running && run?.problem && <Alert tone="warning">{run.problem}</Alert>}
        <Table label="What waits to be sent">
          <thead>
            <tr>
              <th scope="col">Letters about</th>
              <NumberHead>E-mails</NumberHead>
              <NumberHead>Students</NumberHead>
            </tr>
          </thead>
          <tbody>
            {occasions.map(({ occasion, of, waiting: count, students }) => (
              <tr key={occasion}>
                <th scope="row">
                  {wordings.occasions[occasion]}
                  {of !== null && `, ${of}`}
                </th>
                <NumberCell>{count}</NumberCell>
                <NumberCell>{students}</NumberCell>
              </tr>
            ))}
          </tbody>
        </Table>
        {running ? (
          <>
            <RunProgress label="Sending letters, by student" {...running} />
            {/* Before that the server does not know the run. */}
            {running.total_rows > 0 && (
              <Button busy={isStopping} onClick={() => void stop()}>
                Stop Sending
              </Button>
            )}
          </>
        ) : (
          <div className={styles.acts}>
            {waiting === 0 ? (
              <p>{wordings.nothingWaits}</p>
            ) : (
              <Button variant="primary" onClick={() => place.change({ send: 'letters' })}>
                Send Letters
              </Button>
            )}
          </div>
        )}
        <MailCounts classes={classes} onOpen={(id) => place.change({ class: id })} />
        <p className={styles.text}>{wordings.failedMean}</p>
      </div>
      {place.get('send') === 'letters' && !running && waiting > 0 && (
        <Dialog
          openedBy="act"
          open
          size="small"
          title="Send Letters"
          onClose={() => place.change({ send: null })}
          footer={
            <>
              <Button onClick={() => place.change({ send: null })}>Cancel</Button>
              <Button
                variant="primary"
                onClick={() => {
                  place.change({ send: null });
                  setProblem(undefined);
                  void sending.start({ expected: waiting, site: window.location.origin });
                }}
              >
                Send Letters
              </Button>
            </>
          }
        >
          <p>{wordings.sendQuestion(waiting)}</p>
          <ul>
            {occasions
              .filter((one) => one.waiting > 0)
              .map(({ occasion, of, waiting: count, students }) => (
                <li key={occasion}>
                  {wordings.occasions[occasion]}
                  {of !== null && `, ${of}`}: {wordings.waiting(count, students)}
                </li>
              ))}
          </ul>
        </Dialog>
      )}
      {opened !== null && (
        <MailsOfClassDialog
          key={opened}
          classId={opened}
          onChanged={() => void reload()}
          onClose={() => place.change({ class: null })}
        />
      )}
    </>
  );
}
