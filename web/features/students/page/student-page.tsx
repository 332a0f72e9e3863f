import { Badge } from '@aws-amplify/ui-react';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import { attendanceContract } from '#shared/attendance/contract.ts';
import { roundedPercent } from '#shared/attendance/school-days.ts';
import type { Output } from '#shared/http/contract.ts';
import { pluralize } from '#shared/pluralize.ts';
import { studentFilesContract } from '#shared/students/files/contract.ts';
import { fileKindTitle } from '#shared/students/files/file-kinds.ts';
import { studentRegisterContract } from '#shared/students/register/contract.ts';
import { useAddressState } from '../../../address/use-address-state.ts';
import { queryOf } from '../../../api/query.ts';
import { useSchool } from '../../../api/school.ts';
import { useAdminSession } from '../../../session/session.ts';
import { sitePaths } from '../../../session/site-paths.ts';
import type { RowAction } from '../../../tables/menus/row-menu-list.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Avatar } from '../../../ui/display/avatar.tsx';
import { Loading } from '../../../ui/display/loading.tsx';
import { ScreenHead } from '../../../ui/display/screen-head.tsx';
import { schoolToday } from '../../../ui/fields/dates/school-clock.ts';
import { Row } from '../../../ui/layout/row.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import { Muted, Text } from '../../../ui/layout/text.tsx';
import { WholeDates } from '../../../ui/screen/whole-dates.tsx';
import { computeStudentScreenRights, listStudentRowActions } from '../row-actions.ts';
import { StudentWindows } from '../student-windows.tsx';
import { toFullName } from '../table/use-students.ts';
import { useValueTexts } from '../table/use-value-texts.ts';
import { StudentContact, StudentDetails } from './details.tsx';
import { StudentMarks, termText } from './marks.tsx';
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

interface StudentFilesProps {
  studentId: string;
  /** Actions that open a file, with its title as label. */
  actions: readonly RowAction[];
}

/** The six files of a student, each with the button that opens it. */
export function StudentFiles({ studentId, actions }: StudentFilesProps) {
  const files = useQuery({
    ...queryOf(studentFilesContract.listStudentFiles, { student_id: studentId }),
    staleTime: 0,
  });
  return (
    <section className={styles.part} aria-labelledby="files">
      <Text as="h2" below={12} id="files">
        Files
      </Text>
      {!files.data ? (
        <Loading queries={[files]} what="the files" lines={3} />
      ) : (
        <ul className={styles.files}>
          {files.data.files.map(({ kind, file }) => {
            const title = fileKindTitle(kind);
            const open = actions.find(({ label }) => label === title);
            return (
              <Row as="li" key={kind} justify="between">
                {open ? (
                  <Button variant="quiet" icon={open.icon} onClick={open.onChoose}>
                    {title}
                  </Button>
                ) : (
                  <span>{title}</span>
                )}
                <Muted as="span" size={13} weight={400}>
                  {file === null ? 'None yet' : 'On file'}
                </Muted>
              </Row>
            );
          })}
        </ul>
      )}
    </section>
  );
}

/** The group of row actions that open files: they have a section of their own. */
const filesGroup = 'Files';

/**
 * The page of one student (product §2), at an address of its own: record, subjects with teachers, marks of every term,
 * files.
 */
export default function StudentPage({ studentId }: { studentId: string }) {
  const place = useAddressState();
  const record = useQuery({ ...queryOf(studentRegisterContract.readStudentRecord, { id: studentId }), staleTime: 0 });
  const overview = useQuery(queryOf(studentRegisterContract.readStudentOverview, { student_id: studentId }));
  const { words, queries } = useValueTexts();
  const isArchive = record.data?.status === 'archived';
  const session = useAdminSession();
  const rights = useMemo(() => computeStudentScreenRights(session, { isArchive, place }), [session, isArchive, place]);
  const back = (
    <Button variant="quiet" icon={ArrowLeft} onClick={() => place.goTo({ view: isArchive ? 'archive' : null })}>
      All students
    </Button>
  );
  const student = record.data;
  if (!student || !words) {
    return (
      <>
        <ScreenHead title="Student" actions={back} />
        <Loading queries={[record, ...queries]} what="the student" lines={10} />
      </>
    );
  }
  const actions = listStudentRowActions(student, rights);
  return (
    <>
      <ScreenHead
        title={toFullName(student)}
        subtitle={
          <Row as="span" inline wrap gap={8}>
            <Avatar name={toFullName(student)} picture={overview.data?.picture} />
            <span>{`${student.id} · Class ${student.class_id}`}</span>
            {isArchive && <Badge variation="warning">Archived</Badge>}
          </Row>
        }
        actions={back}
      />
      {actions.length > 0 && (
        <Row align="stretch" wrap gap={8} below={16}>
          {actions
            .filter(({ group }) => group !== filesGroup)
            .map(({ label, icon, onChoose }) => (
              <Button key={label} icon={icon} onClick={onChoose}>
                {label}
              </Button>
            ))}
        </Row>
      )}
      <Stack gap={16}>
        <StudentContact student={student} words={words} />
        <NewestTermAttendance studentId={studentId} />
        {overview.data ? (
          <StudentMarks studentId={studentId} overview={overview.data} />
        ) : (
          <Loading queries={[overview]} what="the marks" lines={6} />
        )}
        <StudentFiles studentId={studentId} actions={actions.filter(({ group }) => group === filesGroup)} />
        <StudentDetails student={student} words={words} />
      </Stack>
      <StudentWindows rights={rights} students={[student]} />
    </>
  );
}
