import { IdCard } from 'lucide-react';
import { useMemo } from 'react';
import { mayReadField, type StudentField, studentFieldNames } from '#shared/students/fields.ts';
import { usePlace } from '../../place/use-place.ts';
import { useAdminSession } from '../../session/session.ts';
import { DataTable } from '../../tables/data-table.tsx';
import { useTableState } from '../../tables/table-state.ts';
import { Tabs } from '../../ui/controls/tabs.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { Loading } from '../../ui/display/loading.tsx';
import { ScreenHead } from '../../ui/display/screen-head.tsx';
import { type Rights, rowActionsOf } from './row-actions.ts';
import styles from './students.module.css';
import { columnsOf, defaultColumns } from './table/student-columns.tsx';
import { useStudents } from './table/use-students.ts';
import { ListActions, ScreenActions } from './toolbar.tsx';
import { Windows } from './windows.tsx';

/** Students screen, product §2: the register, current and archived. The PTA sees current students, without what is kept for the office. */
export default function Students() {
  const place = usePlace();
  const { kind } = useAdminSession();
  const isPta = kind === 'PTA';
  const isArchive = !isPta && place.get('view') === 'archive';
  const rights: Rights = useMemo(() => ({ isPta, isArchive, place }), [isPta, isArchive, place]);
  const columns = useMemo(() => columnsOf(kind, (student) => rowActionsOf(student, rights)), [kind, rights]);
  const { state, change } = useTableState(studentFieldNames);
  const shown = useMemo(
    () => fieldsIn(state.columns ?? defaultColumns).filter((field) => mayReadField(field, kind)),
    [state.columns, kind],
  );
  const students = useStudents(isArchive ? 'archived' : 'current', [...shown, ...fieldsIn(Object.keys(state.filters))]);
  const list = !students.data ? (
    <Loading queries={[students]} what="the students" lines={10} />
  ) : students.data.length === 0 ? (
    <EmptyState icon={IdCard} {...(isArchive ? nobodyArchived : nobodyThere)} />
  ) : (
    <DataTable
      key={isArchive ? 'archive' : 'current'}
      label={isArchive ? 'Archived students' : 'Current students'}
      rows={students.data}
      columns={columns}
      keyOf={({ id }) => id}
      state={state}
      onChange={change}
      searchPlaceholder="Name, id, class or any column shown"
      hasColumnMenu
      nothingFound="No student found"
      tools={(rows) => (
        <>
          <p className={styles.total} aria-live="polite">
            Total Number of Students: <strong>{rows.length}</strong>
          </p>
          <ListActions rights={rights} rows={rows} columns={shown} />
        </>
      )}
    />
  );
  return (
    <>
      <ScreenHead title="Students" actions={<ScreenActions rights={rights} />} />
      {isPta ? (
        list
      ) : (
        <Tabs
          label="Students"
          tabs={tabs}
          chosen={isArchive ? 'archive' : 'current'}
          onChosen={(key) => place.change({ view: key === 'archive' ? key : null })}
        >
          {list}
        </Tabs>
      )}
      {students.data && <Windows rights={rights} students={students.data} />}
    </>
  );
}

const tabs = [
  { key: 'current', label: 'Current' },
  { key: 'archive', label: 'Archive' },
] as const;

const fieldsIn = (keys: readonly string[]): StudentField[] => studentFieldNames.filter((field) => keys.includes(field));

const nobodyThere = { title: 'No students', text: 'Students are uploaded from a spreadsheet, or added one by one.' };
const nobodyArchived = { title: 'The archive is empty', text: 'Students who leave are archived from the list.' };
