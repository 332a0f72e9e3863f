import { useQuery } from '@tanstack/react-query';
import { BookOpen, Users } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { studentSubjectsContract } from '#shared/subjects/assignment/contract.ts';
import { type SubjectEntry, subjectsContract } from '#shared/subjects/contract.ts';
import { studentSubjectsWordings } from '#shared/subjects/wordings.ts';
import { useAddressState } from '../../address/use-address-state.ts';
import { queryOf } from '../../api/query.ts';
import type { TableColumn } from '../../tables/columns.ts';
import { DataTable } from '../../tables/data-table.tsx';
import { useTableState } from '../../tables/table-state.ts';
import { Button } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { Loading } from '../../ui/display/loading.tsx';
import { Stack } from '../../ui/layout/stack.tsx';
import { RecentActs } from '../../undo/recent-acts.tsx';
import { useReloadStudentsOfSubjects } from './assignment-changes.ts';
import { StudentsOfSubjectDialog } from './students-of-subject-dialog.tsx';

/** 'Subject Student Assignment': each subject with View/Add Students. */
export default function SubjectAssignment() {
  const place = useAddressState();
  const subjects = useQuery(queryOf(subjectsContract.listSubjects, {}));
  const table = useTableState(none);
  const open = useCallback(({ id }: SubjectEntry) => place.change({ students: id }), [place]);
  // Counted again each time that the list is opened, since others may have assigned students meanwhile. Where they
  // cannot be counted, the list is shown without numbers.
  const counts = useQuery({ ...queryOf(studentSubjectsContract.countStudentsOfSubjects, {}), staleTime: 0 });
  const columns = useMemo(() => {
    const students = counts.data && new Map(counts.data.map((one) => [one.subject_id, one.students]));
    return columnsOf(({ id }) => students && (students.get(id) ?? 0), open);
  }, [counts.data, open]);
  const reload = useReloadStudentsOfSubjects();
  const shown = subjects.data?.find(({ id }) => id === place.get('students'));
  return (
    <Stack gap={16} width={860}>
      {!subjects.data ? (
        <Loading queries={[subjects]} what="the subjects" lines={8} />
      ) : subjects.data.length === 0 ? (
        <EmptyState icon={BookOpen} title="No subjects" text="Add the subjects under Edit/View Subjects first." />
      ) : (
        <DataTable
          label="Subjects"
          rows={subjects.data}
          columns={columns}
          keyOf={({ id }) => id}
          state={table.state}
          onChange={table.change}
          onOpen={open}
          searchPlaceholder="Title or abbreviation"
          nothingFound={studentSubjectsWordings.noneFound}
        />
      )}
      <RecentActs list={{ of: 'student-subjects', place: 'students' }} onDone={reload} />
      {shown && (
        <StudentsOfSubjectDialog key={shown.id} subject={shown} onClose={() => place.change({ students: null })} />
      )}
    </Stack>
  );
}

const none: readonly string[] = [];

const columnsOf = (
  countOf: (subject: SubjectEntry) => number | undefined,
  onOpen: (subject: SubjectEntry) => void,
): TableColumn<SubjectEntry>[] => [
  { key: 'title', label: 'Subject', value: ({ title }) => title, width: 220 },
  { key: 'abbr', label: 'Abbreviation', value: ({ abbr }) => abbr, width: 120 },
  {
    key: 'count',
    label: 'Students',
    value: (subject) => countOf(subject) ?? null,
    text: (count) => count.toLocaleString('en'),
    isNumber: true,
    width: 110,
  },
  {
    key: 'students',
    label: 'View/Add',
    value: () => null,
    cell: (subject) => (
      <Button
        variant="quiet"
        icon={Users}
        aria-label={`View/Add Students: ${subject.title}`}
        onClick={() => onOpen(subject)}
      >
        View/Add Students
      </Button>
    ),
    width: 190,
    isFixed: true,
  },
];
