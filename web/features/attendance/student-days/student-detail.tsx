import { Badge } from '@aws-amplify/ui-react';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, ChevronRight, FileCheck } from 'lucide-react';
import { Suspense, useDeferredValue, useEffect, useState } from 'react';
import { attendanceContract } from '#shared/attendance/contract.ts';
import { attendanceScreenWordings } from '#shared/attendance/wordings.ts';
import type { Output } from '#shared/http/contract.ts';
import { lastFirst } from '#shared/people/shared-names.ts';
import { academicYearTitle } from '#shared/school/academic-year.ts';
import { displayDate } from '#shared/school/display-date.ts';
import { noticeFailure } from '../../../acts/notice-failure.ts';
import { useAct } from '../../../acts/use-act.ts';
import { useAddressState } from '../../../address/use-address-state.ts';
import { call } from '../../../api/call.ts';
import { queryOf } from '../../../api/query.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Loading } from '../../../ui/display/loading.tsx';
import { ScreenHead } from '../../../ui/display/screen-head.tsx';
import { Table } from '../../../ui/display/table.tsx';
import { Row } from '../../../ui/layout/row.tsx';
import { Muted } from '../../../ui/layout/text.tsx';
import { snackbar } from '../../../ui/overlays/snackbar.tsx';
import { loadWhenIdle } from '../../../ui/screen/idle.ts';
import { RecentActs } from '../../../undo/recent-acts.tsx';
import styles from '../attendance.module.css';
import { Doughnut } from '../reports/doughnut.tsx';
import { DeleteModeButtons } from './delete-records.tsx';
import { LazyCorrectionWindow, loadCorrectionWindow } from './lazy-correction-window.ts';
import { TermDays } from './term-days.tsx';

type Term = Output<typeof attendanceContract.readAttendanceOfStudent>['terms'][number];

/** Days of a student. Fetched with each visit, unless the list has prefetched them just before. */
export const attendanceOfStudentQuery = (id: string) => ({
  ...queryOf(attendanceContract.readAttendanceOfStudent, { id }),
  staleTime: 2_000,
});

/** Days of the newest term in the first rendering; the others, and the earlier terms, follow without delaying it. */
const drawnFirst = 20;

/**
 * A student's attendance by term, the newest first: charts, figures and every day with attendance. The date of a day
 * opens its correction; delete mode adds checkboxes (product §2).
 */
export function StudentAttendanceDetail({ studentId }: { studentId: string }) {
  const place = useAddressState();
  const student = useQuery(attendanceOfStudentQuery(studentId));
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null);
  const [open, setOpen] = useState<string | null>(null);
  const isLoaded = student.data !== undefined;
  useEffect(() => (isLoaded ? loadWhenIdle(loadCorrectionWindow) : undefined), [isLoaded]);
  const back = (
    <Button variant="quiet" icon={ArrowLeft} onClick={() => place.change({ student: null })}>
      {attendanceScreenWordings.backToTheList}
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
  const days = terms.flatMap(({ attendance_records: records }) =>
    records.filter(isOpen).map((day) => ({ date: day.date_scanned, am: day.attendance_am, pm: day.attendance_pm })),
  );
  const reload = () => void student.refetch();
  return (
    <>
      <ScreenHead title={lastFirst(student.data)} subtitle={`${class_id}, ${studentId}`} actions={back} />
      <Row align="start" wrap gap={8}>
        <UpdateTermReport studentId={studentId} />
        {days.length > 0 && (
          <DeleteModeButtons studentId={studentId} days={days} chosen={chosen} onChosen={setChosen} onDone={reload} />
        )}
      </Row>
      {terms.length === 0 && <p>There is no attendance of this student yet.</p>}
      <Terms terms={terms} chosen={chosen} onChosen={setChosen} onOpen={setOpen} />
      <RecentActs list={{ of: 'attendance', student_id: studentId }} onDone={reload} />
      {open !== null && (
        <Suspense fallback={null}>
          <LazyCorrectionWindow
            student={{ student_id: studentId, name: lastFirst(student.data) }}
            date={open}
            onClose={() => {
              setOpen(null);
              reload();
            }}
          />
        </Suspense>
      )}
    </>
  );
}

interface TermActs {
  /** The days chosen for deletion; null outside of delete mode. */
  chosen: ReadonlySet<string> | null;
  onChosen: (chosen: ReadonlySet<string>) => void;
  /** Opens a day. */
  onOpen: (date: string) => void;
}

function Terms({ terms, ...acts }: { terms: readonly Term[] } & TermActs) {
  const drawn = useDeferredValue(terms, terms.slice(0, 1));
  return drawn.map((term) => <TermAttendance key={`${term.year}/${term.term}`} term={term} {...acts} />);
}

function TermAttendance({ term, chosen, onChosen, onOpen }: { term: Term } & TermActs) {
  const { year, title, possible_attendance, attendance, absent, excused, lates, not_taken } = term;
  const days = term.attendance_records;
  const drawn = useDeferredValue(days, days.slice(0, drawnFirst));
  const came = days.filter((day) => day.attendance_am === 'P' || day.attendance_pm === 'P').length;
  const name = `${title}, ${academicYearTitle(year)}`;
  return (
    <section className={styles.days} aria-label={name}>
      <h2 className={styles.term}>{name}</h2>
      <div className={styles.charts}>
        <Doughnut title="Attendance" part={attendance} whole={possible_attendance - not_taken} tone="attended" />
        <Doughnut title="Late" part={lates} whole={came} tone="late" />
      </div>
      <Muted size={13} below={12}>
        {[
          `Possible attendance ${possible_attendance}, attendance ${attendance}, absent ${absent}, of these excused ${excused}, lates ${lates}.`,
          days.some((day) => day.in_archive) && 'Days of this term are in the archive and cannot be changed.',
          not_taken > 0 && `Not taken: ${not_taken} sessions, in which nothing was recorded of the class.`,
        ]
          .filter(Boolean)
          .join(' ')}
      </Muted>
      <TermDays name={name} term={term} onOpen={onOpen} />
      <Table label={`Days of ${name}`} dense stickyFirst={chosen === null}>
        <thead>
          <tr>
            {chosen && <th scope="col">Delete</th>}
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
          {drawn.map((day) => (
            <tr key={day.date_scanned}>
              {chosen && (
                <td>
                  <input
                    type="checkbox"
                    aria-label={`Delete ${displayDate(day.date_scanned)}`}
                    disabled={!isOpen(day)}
                    checked={chosen.has(day.date_scanned)}
                    onChange={() => onChosen(toggled(chosen, day.date_scanned))}
                  />
                </td>
              )}
              <th scope="row">
                <Row
                  as="button"
                  inline
                  gap={4}
                  type="button"
                  className={styles.day}
                  weight={550}
                  line="nowrap"
                  onClick={() => onOpen(day.date_scanned)}
                >
                  <span>{displayDate(day.date_scanned)}</span>
                  <ChevronRight size={14} aria-hidden />
                </Row>
              </th>
              <td>{markText(day.attendance_am)}</td>
              <td>{markText(day.attendance_pm)}</td>
              <td>{day.time_scanned_in}</td>
              <td>{day.time_scanned_out}</td>
              <td>{day.time_in}</td>
              <td>{day.time_out}</td>
              <td>{day.late && <Badge variation="warning">Late</Badge>}</td>
              <td>
                <span>{day.reason}</span> {day.excused && <Badge>Excused</Badge>}
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  );
}

/** A record that can be deleted. */
const isOpen = (day: Term['attendance_records'][number]): boolean => day.is_recorded && !day.in_archive;

const markText = (mark: 'P' | 'A' | null): string => (mark === 'P' ? 'P' : mark === 'A' ? 'A' : '–');

const toggled = (chosen: ReadonlySet<string>, date: string): ReadonlySet<string> =>
  new Set(chosen.has(date) ? [...chosen].filter((one) => one !== date) : [...chosen, date]);

/** Milliseconds to decide whether to replace a typed figure. */
const replaceOfferDuration = 10_000;

/** Writes one student's times absent and late into the term report of the current term. */
function UpdateTermReport({ studentId }: { studentId: string }) {
  const { act, isBusy } = useAct({ onFailed: noticeFailure });
  const write = (withTyped: boolean) =>
    act(async () => {
      const answer = await call(attendanceContract.writeAttendanceIntoReport, {
        student_id: studentId,
        with_typed: withTyped,
      });
      const { term, times_absent: absent, times_late: late, left, typed } = answer;
      if (left === null) snackbar(`Term report of Term ${term}: times absent ${absent}, times late ${late}.`);
      else
        snackbar(left, {
          duration: replaceOfferDuration,
          ...(typed ? { action: { label: 'Replace', onPress: () => void write(true) } } : {}),
        });
    });
  return (
    <Button icon={FileCheck} busy={isBusy} onClick={() => void write(false)}>
      Update term report
    </Button>
  );
}
