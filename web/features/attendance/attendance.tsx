import { CalendarCheck } from 'lucide-react';
import { Suspense } from 'react';
import { attendanceWordings } from '#shared/attendance/wordings.ts';
import { useAddressState } from '../../address/use-address-state.ts';
import { useSchool } from '../../api/school.ts';
import { useAdminSession } from '../../session/session.ts';
import { BackLink } from '../../ui/controls/back-link.tsx';
import { NextStepList } from '../../ui/controls/next-step-list.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { ScreenHead } from '../../ui/display/screen-head.tsx';
import { Stack } from '../../ui/layout/stack.tsx';
import { Muted } from '../../ui/layout/text.tsx';
import styles from './attendance.module.css';
import type { AttendanceMenuItem } from './attendance-acts.ts';
import { attendanceMenu } from './attendance-menu.ts';

/** Student Attendance (product §2): the menu; each entry has an address. */
export default function Attendance() {
  const { kind } = useAdminSession();
  const { attendance, options } = useSchool();
  const place = useAddressState();
  if (!attendance) return <Off />;
  const groups = attendanceMenu(options).filter(({ who }) => who.includes(kind));
  const acts = groups.flatMap((group) => group.acts);
  const chosen = acts.find(({ name }) => name === place.get('act'));
  if (chosen && 'Screen' in chosen) {
    // A student's page leads back to its list.
    return (
      <>
        {place.get('student') === null && (
          <BackLink to="?" className={styles.back}>
            Student Attendance
          </BackLink>
        )}
        <Suspense fallback={null}>
          <chosen.Screen />
        </Suspense>
      </>
    );
  }
  return (
    <>
      <ScreenHead title="Student Attendance" />
      {groups.map((group) => (
        <Group key={group.title} {...group} />
      ))}
      {acts.map(
        (act) => 'Window' in act && <act.Window key={act.name} open={act === chosen} onClose={() => place.goTo({})} />,
      )}
    </>
  );
}

function Group({ title, acts }: { title: string; acts: readonly AttendanceMenuItem[] }) {
  return (
    <Stack as="section" gap={8} below={24} width={640} aria-label={title}>
      <Muted as="h2" size={13} weight={600}>
        {title}
      </Muted>
      <NextStepList
        choices={acts.map(({ name, label, text, icon }) => ({ key: name, label, text, icon, to: `?act=${name}` }))}
      />
    </Stack>
  );
}

const Off = () => (
  <>
    <ScreenHead title="Student Attendance" />
    <EmptyState icon={CalendarCheck} title={attendanceWordings.notUsed} text="Your IT officer can turn it on." />
  </>
);
