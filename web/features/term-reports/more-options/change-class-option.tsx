import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Output } from '#shared/http/contract.ts';
import { levelName } from '#shared/people/form-level.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { classChangedMessage, movedMeanwhileMessage, termReportWordings } from '#shared/term-reports/wordings.ts';
import { useAct } from '../../../acts/use-act.ts';
import { call } from '../../../api/call.ts';
import { ApiError, messageOf } from '../../../api/errors.ts';
import { queryOf } from '../../../api/query.ts';
import { useClassChangeNote } from '../../../pickers/closed-term-notes.ts';
import { useSession } from '../../../session/session.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { ErrorRetry } from '../../../ui/display/loading.tsx';
import { Combobox } from '../../../ui/fields/combobox.tsx';
import { Row } from '../../../ui/layout/row.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import { Muted } from '../../../ui/layout/text.tsx';
import { snackbar } from '../../../ui/overlays/snackbar.tsx';
import { offerUndo, undoOf } from '../../../undo/offer-undo.ts';
import type { RecordOptionProps } from './delete-record-option.tsx';
import styles from './more-options.module.css';

type Subject = Output<typeof termReportsContract.changeClassSubjects>[number];

/** The chosen subjects: true to give it up, false to take it up. */
export type SubjectsToChange = ReadonlyMap<string, boolean>;

interface SubjectsOfNewLevelProps {
  studentId: string;
  from: { id: string; formLevel: number };
  to: { id: string; formLevel: number };
  /** Subjects that the student is to take up or give up with the change. */
  chosen: SubjectsToChange;
  onChosen: (chosen: SubjectsToChange) => void;
}

/** Warns before a student moves to another level, and offers the subjects to take up and give up. */
export function SubjectsOfNewLevel({ studentId, from, to, chosen, onChosen }: SubjectsOfNewLevelProps) {
  const subjects = useQuery({
    ...queryOf(termReportsContract.changeClassSubjects, { student_id: studentId, class_id: to.id }),
    staleTime: 0,
  });
  const session = useSession();
  const canGive = session?.area === 'admin' && session.permissions.some(({ menu }) => menu === 'studentSubjects');
  const toggle = ({ subject_id: id, taken }: Subject) => {
    const next = new Map(chosen);
    if (!next.delete(id)) next.set(id, taken);
    onChosen(next);
  };
  const list = (title: string, some: readonly Subject[]) =>
    some.length > 0 && (
      <Row as="fieldset" align="stretch" wrap className={styles.subjects} size={13.5} gap={4} across={18}>
        <Muted as="legend" size={12.5} weight={600}>
          {title}
        </Muted>
        {some.map((subject) =>
          canGive ? (
            <Row as="label" key={subject.subject_id} gap={6}>
              <input type="checkbox" checked={chosen.has(subject.subject_id)} onChange={() => toggle(subject)} />
              {subject.title}
            </Row>
          ) : (
            <span key={subject.subject_id}>{subject.title}</span>
          ),
        )}
      </Row>
    );
  return (
    <>
      <Alert tone="warning">
        {from.id} is {levelName(from.formLevel)}, {to.id} is {levelName(to.formLevel)}. Marks and remarks move with the
        student. The subjects stay as they are, except for those chosen here.
      </Alert>
      {subjects.isError && (
        <ErrorRetry
          title={`The subjects of ${to.id} could not be loaded.`}
          detail={messageOf(subjects.error)}
          isRetrying={subjects.isFetching}
          onRetry={() => void subjects.refetch()}
        />
      )}
      {subjects.data && (
        <>
          {list(
            `Taught in ${to.id}: take up`,
            subjects.data.filter(({ taught, taken }) => taught && !taken),
          )}
          {list(
            `Not taught in ${to.id}: give up`,
            subjects.data.filter(({ taught, taken }) => taken && !taught),
          )}
          {!canGive && (
            <Muted size="12.5on18" breaks>
              {termReportWordings.changedInSubjects}
            </Muted>
          )}
        </>
      )}
    </>
  );
}

/** The chosen subjects as input of the call. */
export const toSubjectChanges = (chosen: SubjectsToChange) => ({
  ...(chosen.size > 0 && {
    take_up: [...chosen].filter(([, isTaken]) => !isTaken).map(([id]) => id),
    give_up: [...chosen].filter(([, isTaken]) => isTaken).map(([id]) => id),
  }),
});

/**
 * Moves the student on the screen to another class, with marks and remarks of the current term unless it is closed
 * (rule 45).
 */
export function ChangeClassOption({ record, onDone }: RecordOptionProps) {
  const classes = useQuery({
    ...queryOf(termReportsContract.listClassesForMove, {}),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [chosen, setChosen] = useState<string | null>(null);
  const [subjects, setSubjects] = useState<SubjectsToChange>(new Map());
  const target = classes.data?.find(({ id }) => id === chosen);
  const { act, isBusy } = useAct({
    onFailed: (error) => {
      if (error instanceof ApiError && error.conflict) {
        const { by, theirs } = error.conflict;
        snackbar(movedMeanwhileMessage(record.name, { by, to: String(theirs) }), { tone: 'error' });
        return onDone();
      }
      const reason = error instanceof ApiError && error.status < 500 ? `: ${messageOf(error)}` : '';
      snackbar(`${termReportWordings.classChangeFailed}${reason}`, { tone: 'error' });
    },
  });
  const closedNote = useClassChangeNote();
  const change = async () => {
    if (chosen === null) return;
    await act(async () => {
      const was = { class_id: record.class_id };
      const input = { student_id: record.student_id, class_id: chosen, was, ...toSubjectChanges(subjects) };
      const { undo } = await call(termReportsContract.changeClass, input);
      offerUndo({ message: classChangedMessage(chosen), undo: undoOf(undo), onDone });
      onDone();
    });
  };
  return (
    <Stack as="section" gap={10} className={styles.option} aria-labelledby="more-class">
      <h3 id="more-class">Change class</h3>
      <div className={styles.line}>
        <Combobox
          label="Class"
          options={(classes.data ?? [])
            .filter(({ id }) => id !== record.class_id)
            .map(({ id }) => ({ value: id, label: id }))}
          value={chosen}
          onValueChange={(id) => {
            setChosen(id);
            setSubjects(new Map());
          }}
        />
        <Stack align="start" gap={4} className={styles.confirm}>
          <Button disabled={chosen === null} busy={isBusy} onClick={() => void change()}>
            Change Class
          </Button>
          <Muted size="12.5on18" breaks>
            {`${record.name}: ${record.class_id} → ${chosen ?? '…'}${closedNote === undefined ? ", with this term's marks and remarks" : `. ${closedNote}`}`}
          </Muted>
        </Stack>
      </div>
      {target && target.form_level !== record.form_level && (
        <SubjectsOfNewLevel
          key={target.id}
          studentId={record.student_id}
          from={{ id: record.class_id, formLevel: record.form_level }}
          to={{ id: target.id, formLevel: target.form_level }}
          chosen={subjects}
          onChosen={setSubjects}
        />
      )}
    </Stack>
  );
}
