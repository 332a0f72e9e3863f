import { useState } from 'react';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import type { SubjectLineRow } from '#shared/term-reports/report-rows.ts';
import { termReportWordings } from '#shared/term-reports/wordings.ts';
import { useAct } from '../../../acts/use-act.ts';
import { call } from '../../../api/call.ts';
import { messageOf } from '../../../api/errors.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { Combobox } from '../../../ui/fields/combobox.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { snackbar } from '../../../ui/overlays/snackbar.tsx';
import type { StudentRecord } from '../use-class-records.ts';
import type { TitledSubject } from './subject-panel.tsx';

interface ChangeSubjectDialogProps {
  record: StudentRecord;
  /** Null: closed. */
  line: SubjectLineRow | null;
  subjects: ReadonlyMap<string, TitledSubject>;
  onDone: () => void;
  onClose: () => void;
}

/** Moves a row to another subject, with what was entered. */
export function ChangeSubjectDialog({ record, line, subjects, onDone, onClose }: ChangeSubjectDialogProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const { act, isBusy, problem, setProblem } = useAct({
    onFailed: (error) => {
      setProblem(messageOf(error));
      snackbar(termReportWordings.subjectFailed, { tone: 'error', duration: 3000 });
    },
  });
  const taken = new Set(record.table2_records.map(({ subject_id }) => subject_id));
  const title = line ? (subjects.get(line.subject_id)?.title ?? line.subject_id) : '';

  const close = () => {
    setChosen(null);
    setProblem(null);
    onClose();
  };
  const save = async () => {
    if (!line || chosen === null) return setProblem(termReportWordings.chooseSubject);
    await act(async () => {
      const { student_id, year, term, class_id } = record;
      const subject = { subject_id_old: line.subject_id, subject_id_new: chosen };
      await call(termReportsContract.updateSubjectRecord, { student_id, year, term, class_id, ...subject });
      snackbar(termReportWordings.subjectUpdated, { duration: 3000 });
      onDone();
      close();
    });
  };
  return (
    <Dialog
      openedBy="act"
      open={line !== null}
      onClose={close}
      size="small"
      title="Change subject"
      text={`${record.name}: ${title}. Exam mark, grades and remarks stay; the course mark will come from the new subject's mark book.`}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button variant="primary" busy={isBusy} onClick={() => void save()}>
            Change Subject
          </Button>
        </>
      }
    >
      {problem !== null && <Alert tone="error">{problem}</Alert>}
      <Combobox
        label="Subject"
        options={[...subjects.values()]
          .filter(({ id }) => !taken.has(id))
          .map(({ id, title: label }) => ({ value: id, label }))}
        value={chosen}
        onValueChange={setChosen}
      />
    </Dialog>
  );
}
