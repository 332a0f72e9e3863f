import { UserPlus, Users } from 'lucide-react';
import { Suspense, useMemo, useState } from 'react';
import { manageAdminsAction } from '#shared/accounts/auth/permissions.ts';
import { isArchivedTeacher } from '#shared/people/teacher.ts';
import { useAddressState } from '../../address/use-address-state.ts';
import { useAdminSession } from '../../session/session.ts';
import { DataTable, ListTotal } from '../../tables/data-table.tsx';
import { useTableState } from '../../tables/table-state.ts';
import { listWordings } from '../../tables/wordings.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Tabs } from '../../ui/controls/tabs.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { lazyWithRetry } from '../../ui/display/lazy-with-retry.ts';
import { Loading, Skeleton } from '../../ui/display/loading.tsx';
import { ScreenHead } from '../../ui/display/screen-head.tsx';
import { useMedia } from '../../ui/screen/use-media.ts';
import { LockoutNotices } from './lockout-notices.tsx';
import type { PasswordSlipData } from './password-slip.tsx';
import { createTeacherColumns } from './teacher-columns.tsx';
import { UnusedOneTimePasswords } from './unused-one-time-passwords.tsx';
import { useTeacherActs } from './use-teacher-acts.ts';
import { toTeacherLine, useTeachers } from './use-teachers.ts';
import { WorkWithoutTeacherNotice } from './work-without-teacher-notice.tsx';

const LessonsDialog = lazyWithRetry(() => import('./lessons/lessons-dialog.tsx'));
const TeacherDialog = lazyWithRetry(() => import('./teacher-dialog.tsx'));
const SessionsDialog = lazyWithRetry(() => import('./sessions-dialog.tsx'));
const RestoreTeacherDialog = lazyWithRetry(() => import('./restore-teacher-dialog.tsx'));
const WorkWithoutTeacherDialog = lazyWithRetry(() => import('./work-without-teacher-dialog.tsx'));
const PasswordSlip = lazyWithRetry(() => import('./password-slip.tsx'));
const Administrators = lazyWithRetry(() => import('./administrators/administrators.tsx'));

/** Teachers screen, product §2: current and archived teachers, and their sign-ins. */
export default function Teachers() {
  const place = useAddressState();
  const { teachers, keep } = useTeachers();
  const [slip, setSlip] = useState<PasswordSlipData | null>(null);
  const tabs = useTabs();
  const acts = useTeacherActs({ keep, onSlip: setSlip, canManage: tabs === allTabs });
  const tab = tabs.find(({ key }) => key === place.get('tab'))?.key ?? 'current';
  const isArchive = tab === 'archive';
  const hasWords = useMedia('(min-width: 1400px)');
  const columns = useMemo(
    () => createTeacherColumns({ isArchive, hasWords, onEdit: ({ id }) => place.change({ edit: id }), ...acts }),
    [isArchive, hasWords, place, acts],
  );
  const table = useTableState(none);
  const edited = teachers.data?.find(({ id }) => id === place.get('edit'));
  const restored = teachers.data?.find(({ id }) => id === place.get('restore'));
  const signedIn = teachers.data?.find(({ id }) => id === place.get('sessions'));
  const teaching = teachers.data?.find(({ id }) => id === place.get('lessons'));
  const listed = useMemo(
    () => teachers.data?.filter((teacher) => isArchivedTeacher(teacher) === isArchive),
    [teachers.data, isArchive],
  );
  const add = tab !== 'administrators' && (
    <Button variant="primary" icon={UserPlus} onClick={() => place.change({ add: 1 })}>
      Add New Teacher
    </Button>
  );
  return (
    <>
      <ScreenHead title="Teachers" actions={add} />
      <LockoutNotices />
      <WorkWithoutTeacherNotice onOpen={() => place.change({ without: 1 })} />
      <UnusedOneTimePasswords onShow={setSlip} />
      <Tabs
        label="Teachers"
        tabs={tabs}
        chosen={tab}
        onChosen={(key) => place.goTo({ tab: key === 'current' ? null : key })}
      >
        {tab === 'administrators' ? (
          <Suspense fallback={<Skeleton lines={6} label="Loading the administrators" />}>
            <Administrators />
          </Suspense>
        ) : !listed ? (
          <Loading queries={[teachers]} what="the teachers" lines={8} />
        ) : listed.length === 0 ? (
          <EmptyState icon={Users} {...(isArchive ? nobodyArchived : nobodyThere)} />
        ) : (
          <DataTable
            key={tab}
            label={isArchive ? 'Archived teachers' : 'Current teachers'}
            rows={listed}
            columns={columns}
            keyOf={({ id }) => id}
            state={table.state}
            onChange={table.change}
            onOpen={({ id }) => place.change({ edit: id })}
            searchPlaceholder="Name, number or user name"
            nothingFound="No teacher found"
            tools={(rows) => <ListTotal label="Total Number of Teachers" total={rows.length} />}
          />
        )}
      </Tabs>
      <Suspense>
        {teachers.data && (place.has('add') || edited) && (
          <TeacherDialog
            key={edited?.id ?? ''}
            teacher={edited}
            teachers={teachers.data}
            onSaved={({ employee, one_time_password }) => {
              keep(employee);
              if (one_time_password !== null || (!edited && !isArchivedTeacher(employee)))
                acts.show(employee, one_time_password);
              // The window closes after this; what is left behind opens where it was.
              if (edited && !isArchivedTeacher(edited) && isArchivedTeacher(employee)) void acts.onLeft(employee);
            }}
            onClose={() => place.change({ add: null, edit: null })}
          />
        )}
        {restored && (
          <RestoreTeacherDialog
            key={restored.id}
            teacher={restored}
            onRestored={keep}
            onClose={() => place.change({ restore: null })}
          />
        )}
        {signedIn && (
          <SessionsDialog
            key={signedIn.id}
            accountId={signedIn.id}
            name={acts.nameOf(signedIn)}
            who={toTeacherLine(signedIn)}
            onClose={() => place.change({ sessions: null })}
          />
        )}
        {teaching && (
          <LessonsDialog
            key={teaching.id}
            employee={teaching}
            onClose={() => {
              place.change({ lessons: null });
              // Lessons and classes may have been given or taken there.
              keep(teaching);
              void teachers.refetch();
            }}
          />
        )}
        {place.has('without') && (
          <WorkWithoutTeacherDialog
            onClose={() => {
              place.change({ without: null });
              void teachers.refetch();
            }}
          />
        )}
      </Suspense>
      <Suspense>{slip && <PasswordSlip slip={slip} onClose={() => setSlip(null)} />}</Suspense>
    </>
  );
}

const none: readonly string[] = [];

const teacherTabs = [
  { key: 'current', label: 'Current Teachers' },
  { key: 'archive', label: 'Archive' },
] as const;
const allTabs = [...teacherTabs, { key: 'administrators', label: 'Administrators' }] as const;

/** Administrators are shown to those who may manage them. */
function useTabs(): readonly (typeof allTabs)[number][] {
  const { permissions } = useAdminSession();
  return permissions.some(({ action }) => action === manageAdminsAction) ? allTabs : teacherTabs;
}

const nobodyThere = { title: 'No teachers', text: 'Add the first teacher with Add New Teacher.' };
const nobodyArchived = {
  title: listWordings.theArchiveIsEmpty,
  text: 'Teachers who leave are archived from the list.',
};
