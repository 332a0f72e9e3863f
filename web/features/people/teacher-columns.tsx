import { Badge } from '@aws-amplify/ui-react';
import type { EmployeeEntry } from '#shared/people/contract.ts';
import { peopleScreenWordings } from '#shared/people/wordings.ts';
import { displayDate } from '#shared/school/display-date.ts';
import type { TableColumn } from '../../tables/columns.ts';
import { Button } from '../../ui/controls/button.tsx';
import styles from './teachers.module.css';
import { toFullName } from './use-teachers.ts';

type Act = (teacher: EmployeeEntry) => void;

export interface TeacherRowActs {
  isArchive: boolean;
  onEdit: Act;
  onLessons: Act;
  onReset: Act;
  onSessions: Act;
  onArchive: Act;
  onRestore: Act;
}

/** The columns of product §2, and what can be done with a row. */
export const createTeacherColumns = (acts: TeacherRowActs): TableColumn<EmployeeEntry>[] => [
  {
    key: 'number',
    label: 'Teacher #',
    value: ({ teacher_num }) => teacher_num,
    width: 114,
  },
  { key: 'last', label: 'Last Name', value: ({ last_name }) => last_name, width: 152 },
  { key: 'first', label: 'First Name', value: ({ first_name }) => first_name, width: 132 },
  {
    key: 'born',
    label: 'Date of Birth',
    value: ({ date_of_birth }) => date_of_birth ?? null,
    text: (day) => displayDate(String(day)),
    width: 136,
  },
  {
    key: 'user',
    label: 'User Name',
    value: ({ user_name }) => user_name ?? null,
    cell: (teacher) => (
      <span className={styles.userName}>
        {teacher.user_name}
        <SignIn teacher={teacher} />
      </span>
    ),
    width: 176,
  },
  {
    key: 'acts',
    label: 'Actions',
    value: () => null,
    cell: (teacher) => <Acts teacher={teacher} acts={acts} />,
    width: 320,
    isFixed: true,
  },
];

function SignIn({ teacher: { sign_in } }: { teacher: EmployeeEntry }) {
  if (sign_in === 'unused') return <Badge>{peopleScreenWordings.notUsedYet}</Badge>;
  if (sign_in === 'unfinished') return <Badge variation="warning">Not finished: Reset</Badge>;
  if (sign_in === 'administrator') return <Badge variation="info">Administrator</Badge>;
  if (sign_in === 'none') return <Badge variation="warning">No sign-in</Badge>;
  return null;
}

function Acts({ teacher, acts }: { teacher: EmployeeEntry; acts: TeacherRowActs }) {
  const button = (label: string, act: Act) => (
    <Button variant="quiet" aria-label={`${label}: ${toFullName(teacher)}`} onClick={() => act(teacher)}>
      {label}
    </Button>
  );
  return (
    <span className={styles.acts}>
      {button('Edit', acts.onEdit)}
      {button('Lessons', acts.onLessons)}
      {!acts.isArchive && teacher.sign_in !== 'administrator' && button('Reset', acts.onReset)}
      {!acts.isArchive && teacher.sign_in === 'used' && button('Sessions', acts.onSessions)}
      {acts.isArchive ? button('Restore', acts.onRestore) : button('Archive', acts.onArchive)}
    </span>
  );
}
