import { useQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { type EmployeeEntry, peopleContract } from '#shared/people/contract.ts';
import { lastFirst } from '#shared/people/shared-names.ts';
import { isArchivedTeacher } from '#shared/people/teacher.ts';
import { queryOf } from '../api/query.ts';
import { EmptyState } from '../ui/display/empty-state.tsx';
import { ScreenHead } from '../ui/display/screen-head.tsx';
import { LoadingScreen } from './loading-screen.tsx';
import type { CountedMarks } from './progress.ts';
import { useProgressOfEach } from './progress-of-each.tsx';
import { SearchList } from './search-list.tsx';

interface TeacherListProps {
  title: string;
  /** The marks that the progress counts. */
  counted: CountedMarks;
  onSelect: (employeeId: string) => void;
  /** Buttons of other choices, and the button that goes back. */
  actions?: ReactNode;
}

const columns = [
  { label: 'Teacher', text: (teacher: EmployeeEntry) => lastFirst(teacher) },
  { label: 'Teacher #', text: (teacher: EmployeeEntry) => String(teacher.teacher_num) },
];

/** The teacher selection (product §2 "Course Marks"): a searchable list of the current teachers. */
export default function TeacherList({ title, counted, onSelect, actions }: TeacherListProps) {
  const teachers = useQuery(queryOf(peopleContract.listEmployees, {}));
  const current = teachers.data?.filter((teacher) => !isArchivedTeacher(teacher)) ?? [];
  const progress = useProgressOfEach({ ids: current.map(({ employee_id }) => employee_id), of: 'teacher', counted });
  if (!teachers.data) return <LoadingScreen title={title} what="teachers" queries={[teachers]} />;
  return (
    <>
      <ScreenHead
        title={title}
        subtitle="Select a teacher"
        actions={
          <>
            {actions}
            {progress.button}
          </>
        }
      />
      <SearchList
        label="Teachers"
        items={current}
        columns={
          progress.isShown
            ? [...columns, { label: 'Entered', text: ({ employee_id }) => progress.textOf(employee_id) }]
            : columns
        }
        keyOf={({ employee_id }) => employee_id}
        onSelect={({ employee_id }) => onSelect(employee_id)}
        placeholder="Name or number"
        empty={<EmptyState icon={Users} title="No teachers" text="The office has not added any teacher yet." />}
      />
    </>
  );
}
