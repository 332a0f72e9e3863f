import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { attendanceContract } from '#shared/attendance/contract.ts';
import { roundedPercent } from '#shared/attendance/school-days.ts';
import type { Output } from '#shared/http/contract.ts';
import { pluralize } from '#shared/pluralize.ts';
import { queryOf } from '../../../api/query.ts';
import { useSchool } from '../../../api/school.ts';
import { useAdminSession } from '../../../session/session.ts';
import { sitePaths } from '../../../session/site-paths.ts';
import { Loading } from '../../../ui/display/loading.tsx';
import { schoolToday } from '../../../ui/fields/dates/school-clock.ts';
import { Muted } from '../../../ui/layout/muted.tsx';
import { Text } from '../../../ui/layout/text.tsx';
import { WholeDates } from '../../../ui/screen/whole-dates.tsx';
import { termText } from './marks.tsx';
import styles from './page.module.css';

/**
 * A student's attendance in the newest term, with a link to its days; for administrators who may see it (product §6).
 */
export function NewestTermAttendance({ studentId }: { studentId: string }) {
  const { kind, permissions } = useAdminSession();
  const { attendance } = useSchool();
  const canSee = kind === 'Admin' && permissions.some(({ menu }) => menu === 'attendanceStudent');
  if (!attendance || !canSee) return null;
  return (
    <section className={styles.part} aria-labelledby="attendance">
      <Text as="h2" below={12} id="attendance">
        Attendance
      </Text>
      <NewestTerm studentId={studentId} />
    </section>
  );
}

function NewestTerm({ studentId }: { studentId: string }) {
  const student = useQuery(queryOf(attendanceContract.readAttendanceOfStudent, { id: studentId }));
  if (!student.data) return <Loading queries={[student]} what="the attendance" lines={2} />;
  const [term] = student.data.terms;
  if (!term)
    return (
      <Muted size={13} weight={400}>
        No attendance was taken yet.
      </Muted>
    );
  const today = term.attendance_records.find(({ date_scanned }) => date_scanned === schoolToday());
  const taken = term.possible_attendance - term.not_taken;
  const percent = roundedPercent(term.attendance, taken);
  const facts = [
    ['Today', todayText(today)],
    ['Term', termText(term)],
    [
      'Attendance',
      percent === null ? 'Not taken yet' : `${percent} % (${term.attendance} of ${pluralize(taken, 'session')})`,
    ],
    ['Absent', `${pluralize(term.absent, 'session')}${term.excused > 0 ? `, of these excused ${term.excused}` : ''}`],
    ['Late', String(term.lates)],
  ] as const;
  return (
    <>
      <dl className={styles.facts}>
        {facts.map(([label, text]) => (
          <div key={label}>
            <Muted as="dt" size={12.5}>
              {label}
            </Muted>
            <Text as="dd" breaks>
              <WholeDates>{text}</WholeDates>
            </Text>
          </div>
        ))}
      </dl>
      <Text className={styles.more} as="p" size={13.5} above={12}>
        <Link to={`${sitePaths.studentAttendance}?${new URLSearchParams({ act: 'students', student: studentId })}`}>
          Every day and earlier terms
        </Link>
      </Text>
    </>
  );
}

type Day = Output<typeof attendanceContract.readAttendanceOfStudent>['terms'][number]['attendance_records'][number];

/** "Morning present, afternoon not taken, scanned in 07:52, late". */
function todayText(day: Day | undefined): string {
  if (!day) return 'Nothing recorded';
  const { attendance_am: am, attendance_pm: pm, time_scanned_in: scanned, late, reason } = day;
  return [
    `Morning ${sessionTexts[am ?? 'none']}`,
    `afternoon ${sessionTexts[pm ?? 'none']}`,
    scanned && `scanned in ${scanned}`,
    late && 'late',
    reason,
  ]
    .filter(Boolean)
    .join(', ');
}

const sessionTexts = { P: 'present', A: 'absent', none: 'not taken' } as const;
