import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Output } from '#shared/http/contract.ts';
import { familiesContract } from '#shared/options/families/contract.ts';
import { familyScreenTitles } from '#shared/options/families/menu-wordings.ts';
import { mailScreenWordings as wordings } from '#shared/options/families/wordings.ts';
import { explain } from '../../../acts/attempt.ts';
import { useAct } from '../../../acts/use-act.ts';
import { useAddressState } from '../../../address/use-address-state.ts';
import { call } from '../../../api/call.ts';
import { messageOf } from '../../../api/errors.ts';
import { queryKeyOf, queryOf } from '../../../api/query.ts';
import { RunProgress } from '../../../runs/run-progress.tsx';
import { toRunProgressProps, useFollowedRun } from '../../../runs/use-run.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { Loading } from '../../../ui/display/loading.tsx';
import { ScreenHead } from '../../../ui/display/screen-head.tsx';
import { Toolbar } from '../../../ui/layout/row.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { snackbar } from '../../../ui/overlays/snackbar.tsx';
import { CountsByClass } from './counts-by-class.tsx';
import styles from './families.module.css';
import { type ChosenLetters, countInClasses, LettersToSend, titleOf } from './letters-to-send.tsx';
import { MailsOfClassDialog } from './mails-of-class-dialog.tsx';

const { readFamilyMails, sendFamilyMails, stopFamilyMails } = familiesContract;

type FamilyMails = Output<typeof readFamilyMails>;

/** E-mails that wait, went and perhaps did not, and students whose parents cannot be written to. */
const mailFigures = [
  ['students', 'Students'],
  ['waiting', 'Waiting'],
  ['sent', 'Sent'],
  ['perhaps', 'Perhaps not sent'],
  ['failed', 'Failed addresses'],
  ['without_address', 'No address'],
] as const;

/** Milliseconds between two looks at a run that another page began: each counts what is due of the whole school. */
const pollInterval = 10_000;

/** In the address where no occasion is chosen; without the field all are. */
const noOccasion = 'none';

/**
 * Letters to Families: how many e-mails to parents wait, were sent, came back or have no address; sent by hand (rule
 * 56).
 */
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
      if ('error' in end) explain(end.error, setProblem);
      await reload();
    },
  });
  const stopping = useAct({ onFailed: (error) => setProblem(messageOf(error)) });
  const stop = () =>
    stopping.act(async () => {
      await call(stopFamilyMails, {});
      snackbar(wordings.stopped);
      await reload();
    });
  if (!mails.data) return <Loading queries={[mails]} what="the letters" />;
  const { classes, run } = mails.data;
  const classIds = classes.filter(({ students }) => students > 0).map(({ class_id }) => class_id);
  const wantedClasses = place.getAll('classes').filter((id) => classIds.includes(id));
  const occasions = countInClasses(mails.data, wantedClasses);
  const about = place.getAll('about');
  const chosen = {
    classIds: wantedClasses,
    occasions: occasions
      .map(({ occasion }) => occasion)
      .filter((occasion) => about.length === 0 || about.includes(occasion)),
  };
  const choose = ({ occasions: wanted, classIds: ofClasses }: ChosenLetters) =>
    place.change(
      {
        about: wanted.length === occasions.length ? null : wanted.length === 0 ? noOccasion : wanted,
        classes: ofClasses.length === 0 ? null : ofClasses,
      },
      { replace: true },
    );
  const wanted = occasions.filter(({ occasion }) => chosen.occasions.includes(occasion));
  const waiting = wanted.reduce((sum, one) => sum + one.waiting, 0);
  const hasDue = mails.data.occasions.some((one) => one.waiting > 0);
  const running = sending.going ?? toRunProgressProps(run);
  const opened = place.get('class');
  return (
    <>
      <ScreenHead title={familyScreenTitles.letters} />
      <Stack align="start" gap={16} className={styles.screen}>
        <p className={styles.text}>{wordings.mean}</p>
        {problem !== undefined && <Alert tone="error">{problem}</Alert>}
        {!running && run?.problem && <Alert tone="warning">{run.problem}</Alert>}
        <LettersToSend occasions={occasions} classIds={classIds} chosen={chosen} onChosen={choose} />
        {running ? (
          <>
            <RunProgress label="Sending letters, by student" {...running} />
            {/* Before that the server does not know the run. */}
            {running.total_rows > 0 && (
              <Button busy={stopping.isBusy} onClick={() => void stop()}>
                Stop Sending
              </Button>
            )}
          </>
        ) : (
          <Toolbar gap={8}>
            {waiting === 0 ? (
              <p>{hasDue ? wordings.nothingChosen : wordings.nothingWaits}</p>
            ) : (
              <Button variant="primary" onClick={() => place.change({ send: 'letters' })}>
                {wordings.send(waiting)}
              </Button>
            )}
          </Toolbar>
        )}
        <CountsByClass
          label="Letters by class"
          figures={mailFigures}
          classes={classes.map((one) => ({ ...one, isShown: one.students > 0 }))}
          actsOn="Addresses and letters"
          actsOf={(id) => (
            <Button aria-label={`Open letters of ${id}`} onClick={() => place.change({ class: id })}>
              Open
            </Button>
          )}
        />
        <p className={styles.text}>{wordings.failedMean}</p>
      </Stack>
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
                  void sending.start({
                    expected: waiting,
                    occasions: chosen.occasions,
                    class_ids: chosen.classIds.length === 0 ? null : [...chosen.classIds],
                  });
                }}
              >
                Send Letters
              </Button>
            </>
          }
        >
          <p>{wordings.sendQuestion(waiting)}</p>
          {chosen.classIds.length > 0 && <p>{wordings.inClasses(chosen.classIds)}</p>}
          <ul>
            {wanted
              .filter((one) => one.waiting > 0)
              .map((one) => (
                <li key={one.occasion}>
                  {titleOf(one)}: {wordings.waiting(one.waiting, one.students)}
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
