import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { useState } from 'react';
import { pluralize } from '#shared/pluralize.ts';
import { periodTitle } from '#shared/school/academic-year.ts';
import { termsContract } from '#shared/school/contract.ts';
import { schoolScreenWordings, termChangeWordings, termWordings } from '#shared/school/wordings.ts';
import { call, untilNextAct } from '../../../api/call.ts';
import { messageOf } from '../../../api/errors.ts';
import { queryKeyOf, queryOf } from '../../../api/query.ts';
import { RunProgress } from '../../../runs/run-progress.tsx';
import { type RunEnd, useFollowedRun } from '../../../runs/use-run.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { Loading } from '../../../ui/display/loading.tsx';
import { Combobox } from '../../../ui/fields/combobox.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { confirm, showModal } from '../../../ui/overlays/modal.tsx';
import styles from './registration.module.css';

interface RegisterStudentsForTermProps {
  /** The term that is registered for; null before the office has set one. */
  current: { academic_year_id: string; term: number } | null;
  /** The term that the form shows; null while Academic Year or Term is blank. */
  chosen: { academic_year_id: string; term: number } | null;
  /** That term is to become the current one, and is not saved as such yet. */
  isToBeSet: boolean;
  /** Nothing is chosen: the form says so. */
  onTermMissing: () => void;
  /** Saves the form; resolves when it was answered. */
  onSetFirst: () => Promise<void>;
}

/** The choice that means every class. */
const all = 'All';

/** 'Register Students' of the Current Term screen: class chooser, progress, outcome (product §2). */
export function RegisterStudentsForTerm(props: RegisterStudentsForTermProps) {
  const { current, chosen, isToBeSet, onTermMissing, onSetFirst } = props;
  const [isOpen, setOpen] = useState(false);
  const [isClearing, setClearing] = useState(false);
  const queryClient = useQueryClient();
  const { going, start } = useFollowedRun(termsContract.startTermRegistration, {
    name: 'registration',
    onEnd: (end) => {
      for (const row of [termsContract.listRegistrationRuns, termsContract.previewRegistration]) {
        void queryClient.invalidateQueries({ queryKey: queryKeyOf(row) });
      }
      showOutcome(end);
    },
  });

  const register = async (classId: string | null) => {
    setClearing(true);
    try {
      // What an earlier registration of the same students left; that of others stays, to be undone.
      await call(termsContract.clearFlags, { class_id: classId });
      void start({ class_id: classId });
    } catch (error) {
      showOutcome({ error });
    }
    setClearing(false);
    setOpen(false);
  };

  const press = async () => {
    if (!chosen) return onTermMissing();
    if (!isToBeSet) return setOpen(true);
    const title = periodTitle(chosen);
    const isToSet = await confirm({
      title: termChangeWordings.registerCurrent(title),
      text: termChangeWordings.setFirst(title),
      confirmLabel: 'Set / Update Term',
    });
    if (isToSet) await onSetFirst();
  };

  return (
    <>
      <Button icon={Users} onClick={() => void press()}>
        Register Students
      </Button>
      {current && (
        <ClassChooser
          current={current}
          isOpen={isOpen}
          isBusy={isClearing}
          onClose={() => setOpen(false)}
          onRegister={(classId) => void register(classId)}
        />
      )}
      <Dialog
        openedBy="act"
        open={going !== null}
        mustAnswer
        size="small"
        title={termWordings.registering}
        onClose={() => undefined}
      >
        <Stack gap={16} className={styles.chooser}>
          {going && <RunProgress {...going} label={schoolScreenWordings.makingTermReports} />}
        </Stack>
      </Dialog>
    </>
  );
}

function showOutcome(end: RunEnd<typeof termsContract.startTermRegistration>): void {
  const isDone = 'answer' in end && end.answer.state === 'finished';
  const isOfNobody = isDone && end.answer.total_rows === 0;
  void showModal({
    ...(isDone
      ? { title: 'Register Students', text: isOfNobody ? termChangeWordings.allRegistered : termWordings.registered }
      : { title: 'Error', text: termWordings.registrationFailed, signal: untilNextAct() }),
    ...('error' in end && { detail: messageOf(end.error) }),
    openedBy: 'answer',
  });
}

interface ClassChooserProps {
  current: { academic_year_id: string; term: number };
  isOpen: boolean;
  isBusy: boolean;
  onClose: () => void;
  onRegister: (classId: string | null) => void;
}

function ClassChooser({ current, isOpen, isBusy, onClose, onRegister }: ClassChooserProps) {
  const preview = useQuery({ ...queryOf(termsContract.previewRegistration, {}), enabled: isOpen, staleTime: 0 });
  const [chosen, setChosen] = useState<string>(all);
  const classes = preview.data ?? [];
  const touched = classes
    .filter(({ class_id }) => chosen === all || class_id === chosen)
    .reduce((sum, one) => ({ of: sum.of + one.students, n: sum.n + one.not_registered }), { of: 0, n: 0 });
  const termTitle = periodTitle(current);
  return (
    <Dialog
      openedBy="act"
      open={isOpen}
      size="small"
      title="Register Students"
      text={`Gives each student without one a term report for ${termTitle}.`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            disabled={touched.n === 0}
            busy={isBusy}
            onClick={() => onRegister(chosen === all ? null : chosen)}
          >
            Register Students
          </Button>
        </>
      }
    >
      {preview.data ? (
        <Stack gap={16} className={styles.chooser}>
          <Combobox
            label="Class"
            options={[all, ...classes.map(({ class_id }) => class_id)].map((value) => ({ value, label: value }))}
            value={chosen}
            onValueChange={(value) => setChosen(value ?? all)}
          />
          <Alert tone="info">
            {touched.of === 0
              ? schoolScreenWordings.noStudentsToRegister
              : touched.n === 0
                ? `All ${pluralize(touched.of, 'student')} are registered already.`
                : `${touched.n.toLocaleString('en')} of ${pluralize(touched.of, 'student')} will be registered.`}
          </Alert>
        </Stack>
      ) : (
        <Loading queries={[preview]} what="the classes" />
      )}
    </Dialog>
  );
}
