import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { classChangedMessage, movedMeanwhileMessage, termReportWordings } from '#shared/term-reports/wordings.ts';
import { useAct } from '../../../acts/use-act.ts';
import { call } from '../../../api/call.ts';
import { ApiError, messageOf } from '../../../api/errors.ts';
import { queryOf } from '../../../api/query.ts';
import { useClassChangeNote } from '../../../pickers/closed-term-notes.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Combobox } from '../../../ui/fields/combobox.tsx';
import { Muted } from '../../../ui/layout/muted.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import { snackbar } from '../../../ui/overlays/snackbar.tsx';
import { offerUndo } from '../../../undo/offer-undo.ts';
import { createUndoOfAct } from '../use-class-records.ts';
import type { RecordOptionProps } from './delete-record-option.tsx';
import styles from './more-options.module.css';
import { SubjectsOfNewLevel, type SubjectsToChange, toSubjectChanges } from './subjects-of-new-level.tsx';

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
      offerUndo({ message: classChangedMessage(chosen), undo: createUndoOfAct(undo), onDone });
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
