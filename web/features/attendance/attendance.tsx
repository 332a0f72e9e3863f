import { ArrowLeft, CalendarCheck } from 'lucide-react';
import { Suspense } from 'react';
import { Link } from 'react-router-dom';
import { attendanceWordings } from '#shared/attendance/wordings.ts';
import { useAddressState } from '../../address/use-address-state.ts';
import { useSchool } from '../../api/school.ts';
import { useAdminSession } from '../../session/session.ts';
import { NextStepList } from '../../ui/controls/next-step-list.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { ScreenHead } from '../../ui/display/screen-head.tsx';
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
          <Link to="?" className={styles.back}>
            <ArrowLeft size={16} aria-hidden />
            Student Attendance
          </Link>
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
    <section className={styles.group} aria-label={title}>
      <h2>{title}</h2>
      <NextStepList
        choices={acts.map(({ name, label, text, icon }) => ({ key: name, label, text, icon, to: `?act=${name}` }))}
      />
    </section>
  );
}

const Off = () => (
  <>
    <ScreenHead title="Student Attendance" />
    <EmptyState
      icon={CalendarCheck}
      title={attendanceWordings.notUsed}
      text="It is turned on in the school file, by the person who looks after Formroom for the school."
    />
  </>
);
