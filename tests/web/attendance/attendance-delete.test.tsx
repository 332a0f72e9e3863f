import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { attendanceContract } from '#shared/attendance/contract.ts';
import { undoContract } from '#shared/undo/contract.ts';
import { startContractServer } from '../../support/school/contract-server.ts';
import { undone } from '../../support/undone.ts';
import { freshPageForEachTest, openArea } from '../page.tsx';
import { answerAdmin } from '../session-answers.ts';
import { attendanceOfAnn } from './attendance-of-ann.ts';

freshPageForEachTest();
const { readAttendanceOfStudent, deleteAttendance } = attendanceContract;
const { undoAct: undoAttendance } = undoContract;

const dayOf = (date_scanned: string, am: 'P' | 'A', isRecorded = true) => ({
  date_scanned,
  is_recorded: isRecorded,
  attendance_am: am,
  attendance_pm: 'P' as const,
  late: false,
  student_id: 'S01',
  in_archive: false,
  time_scanned_in: null,
  time_scanned_out: null,
  time_in: null,
  time_out: null,
  reason: null,
  excused: false,
});

it('deletes chosen days of a student where one has an absence, and undoes it', async () => {
  const server = startContractServer();
  answerAdmin(server, 'Admin', ['attendanceStudent']);
  server.school.attendance = true;
  let days = [dayOf('2026-09-10', 'A'), dayOf('2026-09-09', 'P'), dayOf('2026-09-08', 'A', false)];
  const all = days;
  server.on(readAttendanceOfStudent, ({ id }) => ({
    id,
    ...attendanceOfAnn({
      lates: 0,
      absent: 1,
      excused: 0,
      not_taken: 0,
      attendance_records: days,
    }),
  }));
  server.on(deleteAttendance, ({ records }) => {
    days = days.filter(({ date_scanned }) => !records.some((one) => one.date_scanned === date_scanned));
    return { deleted: records.length, undo: 'A1/delete-key-1' };
  });
  server.on(undoAttendance, () => {
    days = all;
    return undone();
  });
  const { SnackbarOutlet } = await import('../../../web/ui/overlays/snackbar.tsx');
  render(<SnackbarOutlet />);
  await openArea('/admin/dashboard/student-attendance?act=students&student=S01');
  fireEvent.click(await screen.findByRole('button', { name: 'Delete records' }));
  expect(screen.getByRole('checkbox', { name: 'Delete 08-Sep-2026' }).hasAttribute('disabled')).toBe(true);
  fireEvent.click(screen.getByRole('checkbox', { name: 'Delete 09-Sep-2026' }));
  fireEvent.click(screen.getByRole('button', { name: 'Delete 1' }));
  await screen.findAllByText('Please note only attendance records with at least one present session can be deleted.');
  expect(server.callsOf(deleteAttendance)).toHaveLength(0);
  fireEvent.click(screen.getByRole('checkbox', { name: 'Delete 10-Sep-2026' }));
  fireEvent.click(screen.getByRole('button', { name: 'Delete 2' }));
  const question = await screen.findByRole('alertdialog', { name: 'Delete the records of 2 days?' });
  expect(question.textContent).toContain(
    '10-Sep-2026 (morning absent, afternoon present), 09-Sep-2026 (morning present, afternoon present). Without a record the student counts as absent in every session in which the class was recorded, and as not taken where it was not. 2 days with presence will no longer count it.',
  );
  fireEvent.click(within(question).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByText('Delete the records of 2 days?')).toBeNull());
  expect(server.callsOf(deleteAttendance)).toHaveLength(0);
  fireEvent.click(screen.getByRole('button', { name: 'Delete 2' }));
  const again = await screen.findByRole('alertdialog', { name: 'Delete the records of 2 days?' });
  fireEvent.click(within(again).getByRole('button', { name: 'Delete 2' }));
  await screen.findAllByText(
    '2 Attendance records deleted. Sessions in which the class was recorded count as absent now.',
  );
  await waitFor(() => expect(screen.queryByRole('button', { name: '10-Sep-2026' })).toBeNull());
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByRole('button', { name: '10-Sep-2026' });
});

it('shows the term’s days at a glance, and opens a day by press and by key', async () => {
  const server = startContractServer();
  answerAdmin(server, 'Admin', ['attendanceStudent']);
  server.school.attendance = true;
  // Monday 7 to Sunday 13 September 2026.
  const sick = { ...dayOf('2026-09-08', 'A'), attendance_pm: 'A' as const, reason: 'Fever', excused: true };
  server.on(readAttendanceOfStudent, ({ id }) => ({
    id,
    ...attendanceOfAnn({
      lates: 1,
      absent: 2,
      excused: 2,
      not_taken: 0,
      attendance_records: [{ ...dayOf('2026-09-09', 'P'), late: true }, sick, dayOf('2026-09-07', 'P')],
      other_days: [
        { date: '2026-09-10', is: 'closed' as const, title: 'Sports Day' },
        { date: '2026-09-11', is: 'not taken' as const, title: null },
        { date: '2026-09-12', is: 'closed' as const, title: 'weekend' },
        { date: '2026-09-13', is: 'closed' as const, title: 'weekend' },
      ],
    }),
  }));
  const opened: string[] = [];
  server.on(attendanceContract.readAttendanceHistory, ({ date }) => {
    opened.push(date);
    return { record: null, scans: [], changes: [] };
  });
  await openArea('/admin/dashboard/student-attendance?act=students&student=S01');
  const month = within(await screen.findByRole('table', { name: /September 2026/ }));
  expect(month.getAllByRole('cell').map((cell) => cell.textContent)).toEqual([
    '7PMonday 07-Sep-2026, present',
    '8ETuesday 08-Sep-2026, absent with an excuse: Fever',
    '9LWednesday 09-Sep-2026, present and late',
    '10Thursday 10-Sep-2026, closed: Sports Day',
    '11·Friday 11-Sep-2026, not taken',
  ]);
  screen.getByText(/10-Sep-2026: Sports Day/);
  const friday = month.getByRole('button', { name: 'Friday 11-Sep-2026, not taken' });
  expect(month.getAllByRole('button').filter(({ tabIndex }) => tabIndex === 0)).toEqual([friday]);
  // To the left of the closed Thursday.
  fireEvent.keyDown(friday, { key: 'ArrowLeft' });
  expect(document.activeElement).toBe(month.getByRole('button', { name: 'Wednesday 09-Sep-2026, present and late' }));
  fireEvent.click(month.getByRole('button', { name: 'Tuesday 08-Sep-2026, absent with an excuse: Fever' }));
  await screen.findByRole('dialog', { name: 'Ali, Ann (S01)' });
  expect(opened).toEqual(['2026-09-08']);
});
