import { useQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { isArchived } from '#shared/people/archived.ts';
import { type EmployeeEntry, peopleContract } from '#shared/people/contract.ts';
import { queryOf } from '../api/query.ts';
import { EmptyState } from '../ui/display/empty-state.tsx';
import { ScreenHead } from '../ui/display/screen-head.tsx';
import { LoadState } from './load-state.tsx';
import { SearchList } from './search-list.tsx';

interface TeacherListProps {
  title: string;
  onSelect: (employeeId: string) => void;
  /** Other ways to choose, and the way back. */
  actions?: ReactNode;
}

const columns = [
  { label: 'Teacher', text: (teacher: EmployeeEntry) => `${teacher.last_name}, ${teacher.first_name}` },
  { label: 'Teacher #', text: (teacher: EmployeeEntry) => String(teacher.teacher_num) },
];

/** The teacher selection (product §2 "Course Marks"): a searchable list of the current teachers. */
export function TeacherList({ title, onSelect, actions }: TeacherListProps) {
  const teachers = useQuery(queryOf(peopleContract.employees, {}));
  if (!teachers.data) return <LoadState title={title} what="teachers" queries={[teachers]} />;
  return (
    <>
      <ScreenHead title={title} subtitle="Select a teacher" actions={actions} />
      <SearchList
        label="Teachers"
        items={teachers.data.filter((teacher) => !isArchived(teacher))}
        columns={columns}
        keyOf={({ employee_id }) => employee_id}
        onSelect={({ employee_id }) => onSelect(employee_id)}
        placeholder="Name or number"
        empty={<EmptyState icon={Users} title="No teachers" text="The office has not added any teacher yet." />}
      />
    </>
  );
}

/** "First Last" of a teacher, for those who may pick one; undefined while it is not known. */
export function useTeacherName(employeeId: string | null): string | undefined {
  const teachers = useQuery({ ...queryOf(peopleContract.employees, {}), enabled: employeeId !== null });
  const teacher = teachers.data?.find(({ employee_id }) => employee_id === employeeId);
  return teacher && `${teacher.first_name} ${teacher.last_name}`;
}
