import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Output } from '#shared/http/contract.ts';
import { lastFirst, nameApart, nameWithId } from '#shared/people/shared-names.ts';
import { pluralize } from '#shared/pluralize.ts';
import { type LeftStudent, studentSubjectsContract } from '#shared/subjects/assignment/contract.ts';
import { type AssignmentVerdict, judgeAssignment } from '#shared/subjects/assignment/judge-assignment.ts';
import type { SubjectEntry } from '#shared/subjects/contract.ts';
import { studentSubjectsWordings as messages } from '#shared/subjects/wordings.ts';
import { explain } from '../../acts/attempt.ts';
import { queryOf } from '../../api/query.ts';
import { RunProgress } from '../../runs/run-progress.tsx';
import { useFollowedRun } from '../../runs/use-run.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Alert } from '../../ui/display/alert.tsx';
import { Loading } from '../../ui/display/loading.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { snackbar } from '../../ui/overlays/snackbar.tsx';
import { offerUndo, undoOf } from '../../undo/offer-undo.ts';
import styles from './subjects.module.css';
import type { TeacherChoices } from './teacher-picker.tsx';

interface Wanted {
  subject: SubjectEntry;
  formLevel: number;
  classId: string | null;
  teacher: TeacherChoices[number] | null;
  studentIds: readonly string[];
}

interface BatchAssignmentDialogProps {
  /** Null: closed, unless a batch of before is still going. */
  wanted: Wanted | null;
  onClose: () => void;
  /** The batch is over. */
  onDone: () => void;
}

/** A preview of a batch by what is stored now, then its progress, and the students that it skipped. */
export function BatchAssignmentDialog({ wanted, onClose, onDone }: BatchAssignmentDialogProps) {
  const [failure, setFailure] = useState<string | null>(null);
  const [left, setLeft] = useState<readonly LeftStudent[]>([]);
  const close = () => {
    setFailure(null);
    setLeft([]);
    onClose();
  };
  const { going, start } = useFollowedRun(studentSubjectsContract.assignBatch, {
    name: 'batch-assignment',
    onEnd: (end) => {
      if ('error' in end) {
        return explain(end.error, (reason) => {
          snackbar(messages.notAssigned, { tone: 'error', duration: 3000 });
          setFailure(reason);
        });
      }
      const { state, assigned, undo, left: leftOut, rows_processed, total_rows } = end.answer;
      onDone();
      if (state === 'failed') {
        snackbar(messages.notAssigned, { tone: 'error', duration: 3000 });
        return setFailure(
          `It stopped after ${rows_processed} of ${pluralize(total_rows, 'student')}. Assign continues with the others.`,
        );
      }
      const undoIt = undoOf(undo);
      offerUndo({ message: messages.assigned(assigned), undo: undoIt, onDone });
      if (leftOut.length > 0) setLeft(leftOut);
      else close();
    },
  });
  const input = { subject_id: wanted?.subject.id ?? '', form_level: String(wanted?.formLevel) };
  const choices = useQuery({
    ...queryOf(studentSubjectsContract.readSubjectChoices, input),
    enabled: wanted !== null && going === null && left.length === 0,
    // Others assign as well: what will be touched is read when it is asked.
    staleTime: 0,
    refetchOnMount: 'always',
  });
  const preview = wanted && choices.data && !choices.isFetching ? previewOf(wanted, choices.data) : null;
  const assign = () => {
    if (!wanted || !preview) return;
    setFailure(null);
    void start({
      form_level: wanted.formLevel,
      class_id: wanted.classId,
      students: preview.touched,
      employee_id: wanted.teacher?.employee_id ?? null,
      subject_id: wanted.subject.id,
    });
  };
  const isOver = left.length > 0;
  return (
    <Dialog
      openedBy="act"
      open={wanted !== null || going !== null || isOver}
      mustAnswer
      size="small"
      title={wanted ? `Assign ${wanted.subject.title}` : 'Batch Assignment'}
      onClose={() => !going && close()}
      footer={
        isOver ? (
          <Button variant="primary" onClick={close}>
            Close
          </Button>
        ) : (
          <>
            <Button onClick={close} disabled={going !== null}>
              Cancel
            </Button>
            <Button
              variant="primary"
              busy={going !== null}
              disabled={!going && (!preview || preview.touched.length === 0)}
              onClick={assign}
            >
              {preview && preview.touched.length > 0 ? `Assign ${preview.touched.length}` : 'Assign'}
            </Button>
          </>
        )
      }
    >
      {failure !== null && <Alert tone="error">{failure}</Alert>}
      {going ? (
        <RunProgress {...going} label="Assigning students" />
      ) : isOver ? (
        <>
          <Alert tone="warning">Somebody has changed these students, and they were not assigned:</Alert>
          <ul className={styles.people}>
            {left.map(({ reason, ...student }) => (
              <li key={student.student_id}>
                <strong>{nameWithId(student)}</strong> <span>{reason}</span>
              </li>
            ))}
          </ul>
        </>
      ) : preview && wanted ? (
        <Preview preview={preview} wanted={wanted} />
      ) : (
        <Loading queries={[choices]} what="the students" lines={3} />
      )}
    </Dialog>
  );
}

interface PreviewOf {
  /** Ids of those who are given the subject or another teacher. */
  touched: string[];
  counts: Record<AssignmentVerdict['kind'], number>;
  /** Names by the reason. */
  refused: Map<string, string[]>;
}

type Choices = Output<typeof studentSubjectsContract.readSubjectChoices>;

/** By the rule of the server, on what is stored now. */
function previewOf({ studentIds, formLevel, classId, teacher }: Wanted, { students }: Choices): PreviewOf {
  const preview: PreviewOf = {
    touched: [],
    counts: { new: 0, 'other teacher': 0, unchanged: 0, refused: 0 },
    refused: new Map(),
  };
  const chosen = new Set(studentIds);
  const nameOf = nameApart(students, { name: lastFirst, id: ({ student_id }) => student_id });
  for (const student of students.filter(({ student_id }) => chosen.has(student_id))) {
    const assigning = judgeAssignment(student, student.is_assigned ? student : null, {
      form_level: formLevel,
      class_id: classId,
      teacher,
    });
    preview.counts[assigning.kind] += 1;
    if (assigning.kind === 'refused') {
      const name = nameOf(student);
      preview.refused.set(assigning.reason, [...(preview.refused.get(assigning.reason) ?? []), name]);
    } else if (assigning.kind !== 'unchanged') preview.touched.push(student.student_id);
  }
  return preview;
}

function Preview({ preview: { counts, refused }, wanted: { teacher } }: { preview: PreviewOf; wanted: Wanted }) {
  const whose = teacher ? `with ${teacher.name}` : 'with any teacher of the class';
  return (
    <>
      <ul className={styles.preview}>
        {counts.new > 0 && (
          <li>
            <strong>{counts.new}</strong> will take the subject, {whose}.
          </li>
        )}
        {counts['other teacher'] > 0 && (
          <li>
            <strong>{counts['other teacher']}</strong> take it already and change teacher: {whose}.
          </li>
        )}
        {counts.unchanged > 0 && (
          <li>
            <strong>{counts.unchanged}</strong> take it so already. Nothing changes for them.
          </li>
        )}
        {counts.refused > 0 && (
          <li>
            <strong>{counts.refused}</strong> cannot be assigned:
          </li>
        )}
      </ul>
      {refused.size > 0 && (
        <ul className={styles.people}>
          {[...refused].map(([reason, names]) => (
            <li key={reason}>
              <strong>{names.length > 3 ? pluralize(names.length, 'student') : names.join('; ')}</strong>{' '}
              <span>{reason}</span>
            </li>
          ))}
        </ul>
      )}
      <p className={styles.hint}>You can undo it for 30 days, for every student who has not been changed since.</p>
    </>
  );
}
