import { useQuery } from '@tanstack/react-query';
import { UserPlus, Users } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import type { Output } from '#shared/http/contract.ts';
import { lastFirst, nameWithId } from '#shared/people/shared-names.ts';
import { pluralize } from '#shared/pluralize.ts';
import { studentSubjectsContract } from '#shared/subjects/assignment/contract.ts';
import type { SubjectEntry } from '#shared/subjects/contract.ts';
import { studentSubjectsWordings as messages } from '#shared/subjects/wordings.ts';
import { attempt } from '../../acts/attempt.ts';
import { noticeFailure, noticeFailureOf } from '../../acts/notice-failure.ts';
import { useAct } from '../../acts/use-act.ts';
import { call } from '../../api/call.ts';
import { queryOf } from '../../api/query.ts';
import type { TableColumn } from '../../tables/columns.ts';
import { DataTable } from '../../tables/data-table.tsx';
import type { RowSelection } from '../../tables/row-selection.ts';
import type { ChangeTable, TableState } from '../../tables/table-state.ts';
import { listWordings } from '../../tables/wordings.ts';
import { Button } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { Loading } from '../../ui/display/loading.tsx';
import { Stack } from '../../ui/layout/stack.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { confirm } from '../../ui/overlays/modal.tsx';
import { snackbar } from '../../ui/overlays/snackbar.tsx';
import { offerUndo, undoOf } from '../../undo/offer-undo.ts';
import { AddStudentToSubjectDialog } from './add-student-to-subject-dialog.tsx';
import { useReloadStudentsOfSubjects } from './assignment-changes.ts';
import { ClassCounts } from './class-counts.tsx';
import { StudentTeacherPicker, type TeacherChoices } from './teacher-picker.tsx';

type Taking = Output<typeof studentSubjectsContract.listStudentsOfSubject>[number];

/** Who takes a subject, with the teacher of each; students are added, and in select mode deleted. */
export function StudentsOfSubjectDialog({ subject, onClose }: { subject: SubjectEntry; onClose: () => void }) {
  const { id: subject_id, title } = subject;
  const students = useQuery({
    ...queryOf(studentSubjectsContract.listStudentsOfSubject, { subject_id }),
    staleTime: 0,
  });
  const choices = useQuery(queryOf(studentSubjectsContract.readSubjectChoices, { subject_id }));
  const reload = useReloadStudentsOfSubjects();
  const table = useOwnTable();
  /** Null: not in select mode. */
  const [selection, setSelection] = useState<RowSelection | null>(null);
  const [isAdding, setAdding] = useState(false);
  const { act, isBusy } = useAct({
    onFailed: noticeFailureOf(messages.notAssigned),
    onEnd: reload,
  });
  const teachers = choices.data?.teachers;
  const giveTeacher = useCallback(
    async ({ student_id, employee_id }: Taking, chosen: string | null) => {
      await attempt(async () => {
        const was = { employee_id };
        const input = { subject_id, students: [student_id], employee_id: chosen, was };
        const { assigned, undo } = await call(studentSubjectsContract.assignStudents, input);
        const message = messages.assigned(assigned);
        offerUndo({ message, undo: undoOf(undo), onDone: reload });
      }, noticeFailure);
      reload();
    },
    [subject_id, reload],
  );
  const columns = useMemo(() => columnsOf(teachers, giveTeacher), [teachers, giveTeacher]);

  const deleteSelected = async (chosen: RowSelection) => {
    const taking = students.data?.filter(({ student_id }) => chosen.has(student_id)) ?? [];
    if (taking.length === 0) return snackbar(messages.noneToDelete, { tone: 'error', duration: 3000 });
    if (!(await isSure(title, taking))) return;
    await act(async () => {
      const ids = taking.map(({ student_id }) => student_id);
      const { deleted, with_marks, undo } = await call(studentSubjectsContract.removeStudentsFromSubject, {
        subject_id,
        students: ids,
      });
      const kept = with_marks > 0 ? ` The marks of ${with_marks} are kept.` : '';
      offerUndo({
        message: `${messages.studentsDeleted(deleted)}${kept}`,
        undo: undoOf(undo),
        onDone: reload,
      });
      setSelection(null);
    });
  };

  return (
    <>
      <Dialog
        openedBy="act"
        open
        size="wide"
        title={title}
        text={
          students.data
            ? `${pluralize(students.data.length, 'student')} ${students.data.length === 1 ? 'takes' : 'take'} this subject.`
            : 'Students who take this subject.'
        }
        onClose={onClose}
        footer={
          selection ? (
            <>
              <Button onClick={() => setSelection(null)} disabled={isBusy}>
                Back
              </Button>
              <Button variant="danger" busy={isBusy} onClick={() => void deleteSelected(selection)}>
                Delete Selected
              </Button>
            </>
          ) : (
            <>
              <Button onClick={onClose}>Close</Button>
              <Button disabled={!students.data || students.data.length === 0} onClick={() => setSelection(new Set())}>
                Delete Students
              </Button>
              <Button variant="primary" icon={UserPlus} onClick={() => setAdding(true)}>
                Add Student
              </Button>
            </>
          )
        }
      >
        <Stack above={12}>
          {choices.data && (
            <ClassCounts
              subjectId={subject_id}
              choices={choices.data}
              chosen={table.state.filters.class?.length === 1 ? (table.state.filters.class[0] ?? null) : null}
              onChosen={(classId) => table.change({ filters: classId === null ? {} : { class: [classId] } })}
            />
          )}
          {!students.data ? (
            <Loading queries={[students]} what="the students" lines={8} />
          ) : students.data.length === 0 ? (
            <EmptyState icon={Users} title="No students" text="Nobody takes this subject yet." />
          ) : (
            <DataTable
              label={`Students of ${title}`}
              rows={students.data}
              columns={columns}
              keyOf={({ student_id }) => student_id}
              state={table.state}
              onChange={table.change}
              searchPlaceholder={listWordings.nameIdOrClass}
              nothingFound={listWordings.noStudentFound}
              isInWindow
              {...(selection ? { selection, onSelection: setSelection } : {})}
              {...(selection ? { tools: <p role="status">{selection.size} selected</p> } : {})}
            />
          )}
        </Stack>
      </Dialog>
      {isAdding && (
        <AddStudentToSubjectDialog
          subject={subject}
          choices={choices}
          onAdded={reload}
          onClose={() => setAdding(false)}
        />
      )}
    </>
  );
}

function isSure(title: string, taking: readonly Taking[]): Promise<boolean> {
  const [only] = taking;
  const who =
    taking.length === 1 && only
      ? nameWithId({ name: lastFirst(only), student_id: only.student_id })
      : pluralize(taking.length, 'student');
  const marked = taking.filter(({ has_marks }) => has_marks).length;
  const marks = marked === 0 ? '' : ` ${marked} of them with marks this term: the marks are kept.`;
  return confirm({
    title: `Delete ${who}?`,
    text: `${who} will not take ${title} any more.${marks} This can be undone for 30 days.`,
    confirmLabel: 'Delete',
    danger: true,
  });
}

const columnsOf = (
  teachers: TeacherChoices | undefined,
  onTeacher: (student: Taking, employeeId: string | null) => Promise<void>,
): TableColumn<Taking>[] => [
  { key: 'name', label: 'Name', value: (one) => lastFirst(one), width: 190 },
  { key: 'id', label: 'ID', value: ({ student_id }) => student_id, width: 100 },
  { key: 'class', label: 'Class', value: ({ class_id }) => class_id, width: 92, isFiltered: true },
  {
    key: 'teacher',
    label: 'Teacher',
    value: ({ employee_id }) => employee_id,
    text: (employeeId) => teachers?.find(({ employee_id }) => employee_id === employeeId)?.name ?? String(employeeId),
    cell: (one) => (
      <StudentTeacherPicker student={one} teachers={teachers} onChosen={(employeeId) => onTeacher(one, employeeId)} />
    ),
    ownLine: 'field',
    width: 210,
  },
];

const asItOpens: TableState = { search: '', sort: null, filters: {}, columns: null };

/** The state of a table in a window; the address has that of the table behind it. */
function useOwnTable(): { state: TableState; change: ChangeTable } {
  const [state, setState] = useState(asItOpens);
  return { state, change: (change) => setState((now) => ({ ...now, ...change })) };
}
