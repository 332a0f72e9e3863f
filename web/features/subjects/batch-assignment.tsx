import { Badge } from '@aws-amplify/ui-react';
import { useQuery } from '@tanstack/react-query';
import { ListChecks, UserCheck } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import type { Output } from '#shared/http/contract.ts';
import { peopleContract } from '#shared/people/contract.ts';
import { levelName } from '#shared/people/form-level.ts';
import { lastFirst } from '#shared/people/shared-names.ts';
import { studentSubjectsContract } from '#shared/subjects/assignment/contract.ts';
import { subjectsContract } from '#shared/subjects/contract.ts';
import { studentSubjectsWordings as messages } from '#shared/subjects/wordings.ts';
import { useAddressState } from '../../address/use-address-state.ts';
import { queryOf } from '../../api/query.ts';
import { useAdminSession } from '../../session/session.ts';
import { sitePaths } from '../../session/site-paths.ts';
import type { TableColumn } from '../../tables/columns.ts';
import { DataTable } from '../../tables/data-table.tsx';
import type { RowSelection } from '../../tables/row-selection.ts';
import { useTableState } from '../../tables/table-state.ts';
import { listWordings } from '../../tables/wordings.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Alert } from '../../ui/display/alert.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { Loading } from '../../ui/display/loading.tsx';
import { Combobox } from '../../ui/fields/combobox.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { Row } from '../../ui/layout/row.tsx';
import { Stack } from '../../ui/layout/stack.tsx';
import { snackbar } from '../../ui/overlays/snackbar.tsx';
import { RecentActs } from '../../undo/recent-acts.tsx';
import { useReloadStudentsOfSubjects } from './assignment-changes.ts';
import { BatchAssignmentDialog } from './batch-assignment-dialog.tsx';
import styles from './subjects.module.css';
import { anyTeacherLabel, type TeacherChoices } from './teacher-picker.tsx';

type Choice = Output<typeof studentSubjectsContract.readSubjectChoices>['students'][number];

const displays = [
  { value: 'all', label: 'All' },
  { value: 'assigned', label: 'Assigned' },
  { value: 'unassigned', label: 'Unassigned' },
] as const;

/** 'Batch Assignment': a subject with a teacher for many students of a level at once. */
export default function BatchAssignment() {
  const place = useAddressState();
  const table = useTableState(none);
  const reload = useReloadStudentsOfSubjects();
  const subjects = useQuery(queryOf(subjectsContract.listSubjects, {}));
  const levels = useQuery(queryOf(peopleContract.listFormLevels, {}));
  const classes = useQuery(queryOf(peopleContract.listFormClasses, {}));
  const subject = subjects.data?.find(({ id }) => id === place.get('subject'));
  const level = levels.data?.find(({ form_level }) => String(form_level) === place.get('level'))?.form_level;
  const classId = classes.data?.find(({ id, form_level }) => id === place.get('class') && form_level === level)?.id;
  const display = displays.find(({ value }) => value === place.get('show'))?.value ?? 'all';
  const input = { subject_id: subject?.id ?? '', form_level: String(level) };
  const choices = useQuery({
    ...queryOf(studentSubjectsContract.readSubjectChoices, input),
    enabled: subject !== undefined && level !== undefined,
  });
  const teachers = choices.data?.teachers.filter(({ class_ids }) =>
    classId === undefined ? class_ids.length > 0 : class_ids.includes(classId),
  );
  const teacher = teachers?.find(({ employee_id }) => employee_id === place.get('teacher')) ?? null;
  const [selection, setSelection] = useState<RowSelection>(new Set());
  const [isPreviewed, setPreviewed] = useState(false);
  /** Other students are shown: nobody of before stays selected out of sight. */
  const show = (fields: Record<string, string | number | null>) => {
    setSelection(new Set());
    place.change(fields);
  };
  const ofClass = choices.data?.students.filter(({ class_id }) => classId === undefined || class_id === classId);
  const shown = ofClass?.filter(({ is_assigned }) => display === 'all' || is_assigned === (display === 'assigned'));
  const assigned = ofClass?.filter(({ is_assigned }) => is_assigned).length ?? 0;
  const columns = useMemo(() => columnsOf(choices.data?.teachers ?? []), [choices.data]);
  const assign = () => {
    if (selection.size === 0) snackbar(messages.noneToAssign, { tone: 'error', duration: 3000 });
    else setPreviewed(true);
  };

  if (!subjects.data || !levels.data || !classes.data) {
    return <Loading queries={[subjects, levels, classes]} what="the subjects" lines={8} />;
  }
  return (
    <Stack gap={16} width={1080}>
      <Stack pairs="fit" gap={12}>
        <Combobox
          label="Subject"
          placeholder="Choose a subject"
          options={subjects.data.map(({ id, title }) => ({ value: id, label: title }))}
          value={subject?.id ?? null}
          onValueChange={(id) => show({ subject: id, teacher: null })}
        />
        <Select
          label="Form level"
          placeholder="Choose a level"
          options={levels.data.map(({ form_level, title }) => ({ value: form_level, label: title }))}
          value={level ?? null}
          onValueChange={(chosen) => show({ level: chosen, class: null, teacher: null })}
        />
        <Select
          label="Class"
          disabled={level === undefined}
          options={[
            { value: '', label: 'All' },
            ...classes.data
              .filter(({ form_level }) => form_level === level)
              .map(({ id, class_name }) => ({ value: id, label: class_name })),
          ]}
          value={classId ?? ''}
          onValueChange={(chosen) => show({ class: chosen || null })}
        />
        <Select
          label="Display"
          options={displays}
          value={display}
          onValueChange={(chosen) => place.change({ show: chosen === 'all' ? null : chosen })}
        />
        <Select
          label="Teacher"
          disabled={!teachers}
          options={[
            { value: '', label: anyTeacherLabel },
            ...(teachers ?? []).map(({ employee_id, name }) => ({ value: employee_id, label: name })),
          ]}
          value={teacher?.employee_id ?? ''}
          onValueChange={(chosen) => place.change({ teacher: chosen || null })}
        />
      </Stack>
      {subject && level !== undefined && choices.data && (
        <Untaught
          reason={
            choices.data.refused ??
            (teachers?.length === 0
              ? `Nobody has a lesson of ${subject.title} in ${classId ?? levelName(level)} this year. Students can be given it, and have no marks in it before somebody teaches it.`
              : null)
          }
        />
      )}
      {!subject || level === undefined ? (
        <EmptyState
          icon={ListChecks}
          title="Choose a subject and a form level"
          text="The students of the level are listed here."
        />
      ) : !shown ? (
        <Loading queries={[choices]} what="the students" lines={10} />
      ) : (
        <DataTable
          label={`Students for ${subject.title}`}
          rows={shown}
          columns={columns}
          keyOf={({ student_id }) => student_id}
          state={table.state}
          onChange={table.change}
          selection={selection}
          onSelection={setSelection}
          searchPlaceholder={listWordings.nameIdOrClass}
          nothingFound={display === 'all' ? listWordings.noStudentFound : `No ${display} student found`}
          tools={
            <>
              <Row as="p" gap={16} tone="muted" size={13} className={styles.counts} figures role="status">
                <span>{`Assigned: ${assigned} of ${ofClass?.length ?? 0}`}</span>
                <span>{`${selection.size} selected`}</span>
              </Row>
              <Button variant="primary" icon={UserCheck} unavailable={choices.data?.refused != null} onClick={assign}>
                Assign Selected Students
              </Button>
            </>
          }
        />
      )}
      <RecentActs list={{ of: 'student-subjects', place: 'students' }} onDone={reload} />
      <BatchAssignmentDialog
        wanted={
          isPreviewed && subject && level !== undefined
            ? { subject, formLevel: level, classId: classId ?? null, teacher, studentIds: [...selection] }
            : null
        }
        onClose={() => setPreviewed(false)}
        onDone={() => {
          setSelection(new Set());
          reload();
        }}
      />
    </Stack>
  );
}

/** Shown before students are chosen: that nobody teaches the subject there, and where to add a lesson. */
function Untaught({ reason }: { reason: string | null }) {
  const { permissions } = useAdminSession();
  if (reason === null) return null;
  return (
    <Alert tone="warning">
      <p>{reason}</p>
      {permissions.some(({ menu }) => menu === 'employees') ? (
        <Link to={sitePaths.teachers}>{messages.addLesson}</Link>
      ) : (
        <p>{messages.askForLesson}</p>
      )}
    </Alert>
  );
}

const none: readonly string[] = [];

const columnsOf = (teachers: TeacherChoices): TableColumn<Choice>[] => [
  { key: 'name', label: 'Name', value: (one) => lastFirst(one), width: 200 },
  { key: 'id', label: 'ID', value: ({ student_id }) => student_id, width: 100 },
  { key: 'class', label: 'Class', value: ({ class_id }) => class_id, width: 90 },
  {
    key: 'assigned',
    label: 'Assigned',
    value: ({ is_assigned }) => (is_assigned ? 'Assigned' : 'Unassigned'),
    cell: ({ is_assigned }) => (is_assigned ? <Badge variation="success">Assigned</Badge> : <Badge>Unassigned</Badge>),
    width: 130,
  },
  {
    key: 'teacher',
    label: 'Teacher',
    value: ({ is_assigned, employee_id }) =>
      is_assigned
        ? employee_id === null
          ? anyTeacherLabel
          : (teachers.find((one) => one.employee_id === employee_id)?.name ?? employee_id)
        : null,
    width: 190,
  },
  {
    key: 'count',
    label: 'Subjects taken',
    value: ({ subjects }) => subjects ?? null,
    isNumber: true,
    width: 130,
  },
];
