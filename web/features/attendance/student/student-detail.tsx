import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { attendanceContract } from '#shared/attendance/contract.ts';
import type { Output } from '#shared/http/contract.ts';
import { academicYearTitle } from '#shared/terms/academic-year.ts';
import { displayDate } from '#shared/terms/display-date.ts';
import { queryOf } from '../../../api/query.ts';
import { usePlace } from '../../../place/use-place.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Chip } from '../../../ui/display/chip.tsx';
import { Loading } from '../../../ui/display/loading.tsx';
import { ScreenHead } from '../../../ui/display/screen-head.tsx';
import { Table } from '../../../ui/display/table.tsx';
import styles from '../attendance.module.css';
import { Doughnut } from '../doughnut.tsx';
import { nameOf } from '../use-attendance-students.ts';

type Term = Output<typeof attendanceContract.studentAttendance>['terms'][number];

/** One student's attendance by term, the newest first: charts, figures and every day that something is known of. */
export function StudentDetail({ studentId }: { studentId: string }) {
  const place = usePlace();
  const student = useQuery({ ...queryOf(attendanceContract.studentAttendance, { id: studentId }), staleTime: 0 });
  const back = (
    <Button icon={ArrowLeft} onClick={() => place.change({ student: null })}>
      Back to the list
    </Button>
  );
  if (!student.data) {
    return (
      <>
        <ScreenHead title="Student Attendance" actions={back} />
        <Loading queries={[student]} what="the attendance" />
      </>
    );
  }
  const { terms, class_id } = student.data;
  return (
    <>
      <ScreenHead title={nameOf(student.data)} subtitle={`${class_id}, ${studentId}`} actions={back} />
      {terms.length === 0 && <p>Nothing is recorded of this student.</p>}
      {terms.map((term) => (
        <TermAttendance key={`${term.year}/${term.term}`} term={term} />
      ))}
    </>
  );
}

function TermAttendance({ term }: { term: Term }) {
  const { year, title, possible_attendance, attendance, absent, excused, lates, not_taken } = term;
  const days = term.attendance_records;
  const came = days.filter((day) => day.attendance_am === 'P' || day.attendance_pm === 'P').length;
  const name = `${title}, ${academicYearTitle(year)}`;
  return (
    <section aria-label={name}>
      <h2 className={styles.term}>{name}</h2>
      <div className={styles.charts}>
        <Doughnut title="Attendance" part={attendance} whole={attendance + absent} tone="attended" />
        <Doughnut title="Late" part={lates} whole={came} tone="late" />
      </div>
      <p className={styles.note}>
        Possible attendance {possible_attendance}, attendance {attendance}, absent {absent}, of these excused {excused},
        lates {lates}.{' '}
        {not_taken > 0 && `Not taken: ${not_taken} sessions, in which nothing was recorded of the class.`}
      </p>
      <Table label={`Days of ${name}`} dense>
        <thead>
          <tr>
            {['Date', 'Morning', 'Afternoon', 'Scanned in', 'Scanned out', 'Time in', 'Time out', 'Late', 'Reason'].map(
              (head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {days.map((day) => (
            <tr key={day.date_scanned}>
              <th scope="row">{displayDate(day.date_scanned)}</th>
              <td>{markText(day.attendance_am)}</td>
              <td>{markText(day.attendance_pm)}</td>
              <td>{day.time_scanned_in}</td>
              <td>{day.time_scanned_out}</td>
              <td>{day.time_in}</td>
              <td>{day.time_out}</td>
              <td>{day.late && <Chip tone="warning">Late</Chip>}</td>
              <td>
                {day.reason} {day.excused && <Chip>Excused</Chip>}
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  );
}

const markText = (mark: 'P' | 'A' | null): string => (mark === 'P' ? 'P' : mark === 'A' ? 'A' : '–');
