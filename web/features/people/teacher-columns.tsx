import { Badge } from '@aws-amplify/ui-react';
import { Archive, ArchiveRestore, BookOpen, KeyRound, type LucideIcon, MonitorSmartphone, Pencil } from 'lucide-react';
import type { EmployeeEntry } from '#shared/people/contract.ts';
import { lastFirst } from '#shared/people/shared-names.ts';
import { peopleScreenWordings } from '#shared/people/wordings.ts';
import { displayDate } from '#shared/school/display-date.ts';
import type { TableColumn } from '../../tables/columns.ts';
import { Button, IconButton } from '../../ui/controls/button.tsx';
import { Row } from '../../ui/layout/row.tsx';
import styles from './teachers.module.css';

type Act = (teacher: EmployeeEntry) => void;

export interface TeacherRowActs {
  isArchive: boolean;
  /** There is room for words on the buttons that are used most. */
  hasWords: boolean;
  /** Tells those of one name apart. */
  nameOf: (teacher: EmployeeEntry) => string;
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
    rowName: lastFirst,
    width: 100,
  },
  { key: 'last', label: 'Last Name', value: ({ last_name }) => last_name, isInName: true, width: 140 },
  { key: 'first', label: 'First Name', value: ({ first_name }) => first_name, isInName: true, width: 110 },
  {
    key: 'born',
    label: 'Date of Birth',
    value: ({ date_of_birth }) => date_of_birth ?? null,
    text: (day) => displayDate(String(day)),
    width: 124,
  },
  {
    key: 'user',
    label: 'User Name',
    value: ({ user_name }) => user_name ?? null,
    cell: (teacher) => (
      <Row as="span" gap={8} line="nowrap" shrinks>
        {teacher.user_name}
        <SignIn teacher={teacher} />
      </Row>
    ),
    ownLine: 'text',
    width: 144,
  },
  {
    key: 'class',
    label: 'Form Class',
    value: ({ form_classes = [] }) => (form_classes.length === 0 ? null : form_classes.join(', ')),
    width: 92,
  },
  {
    key: 'lessons',
    label: 'Lessons',
    value: ({ lessons }) => lessons ?? null,
    isNumber: true,
    width: 96,
  },
  {
    key: 'acts',
    label: 'Actions',
    value: () => null,
    cell: (teacher) => <Acts teacher={teacher} acts={acts} />,
    width: acts.hasWords ? 264 : 210,
    isFixed: true,
    ownLine: 'buttons',
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
  const name = acts.nameOf(teacher);
  const nameOf = (label: string) => `${label}: ${name}`;
  const icon = (label: string, Icon: LucideIcon, act: Act) => (
    <IconButton label={nameOf(label)} icon={Icon} onClick={() => act(teacher)} />
  );
  const word = (label: string, Icon: LucideIcon, act: Act) =>
    acts.hasWords ? (
      <Button variant="quiet" aria-label={nameOf(label)} onClick={() => act(teacher)}>
        {label}
      </Button>
    ) : (
      icon(label, Icon, act)
    );
  return (
    <Row as="span" align="stretch" gap={2} className={styles.acts}>
      {word('Edit', Pencil, acts.onEdit)}
      {word('Lessons', BookOpen, acts.onLessons)}
      {!acts.isArchive && teacher.sign_in !== 'administrator' && word('Reset', KeyRound, acts.onReset)}
      {!acts.isArchive && teacher.sign_in === 'used' && icon('Sessions', MonitorSmartphone, acts.onSessions)}
      {acts.isArchive ? icon('Restore', ArchiveRestore, acts.onRestore) : icon('Archive', Archive, acts.onArchive)}
    </Row>
  );
}
