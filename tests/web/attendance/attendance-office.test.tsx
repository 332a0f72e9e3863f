import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { attendanceContract } from '#shared/attendance/contract.ts';
import { attendanceScreenWordings, attendanceWordings } from '#shared/attendance/wordings.ts';
import { undoContract } from '#shared/undo/contract.ts';
import { type ContractServer, refuseWith, startContractServer } from '../../support/school/contract-server.ts';
import { undone } from '../../support/undone.ts';
import { freshPageForEachTest, openArea, watchNavigation } from '../page.tsx';
import { answerAdmin } from '../session-answers.ts';

freshPageForEachTest();
let server: ContractServer;
const autumn = { year: 2025, term: 1 as const, term_start: '2025-09-01', term_end: '2025-12-12', school_days: 70 };
const preview = {
  year: 2025,
  term: 1 as const,
  from: '2025-09-01',
  to: '2025-11-20',
  school_days: 56,
  reports: 210,
  changes: 198,
  typed: [
    {
      student_id: 'S03',
      name: 'Ali, Omar',
      class_id: '1A',
      field: 'times_absent' as const,
      typed: 7,
      counted: 1,
      by: 'Mona Núñez',
    },
  ],
  run: null,
  undo: null,
  classes: ['1A', '1B'],
};
/** Of the whole school, which is not counted beforehand. */
const notCounted = { ...preview, reports: 420, school_days: null, changes: null, typed: [] };

beforeEach(() => {
  server = startContractServer();
  watchNavigation();
  answerAdmin(server, 'Admin', ['attendanceStudent']);
  server.school.attendance = true;
  server.on(attendanceContract.listTermDates, () => [autumn]);
  server.on(attendanceContract.previewTermReportsUpdate, ({ class_id }) => (class_id ? preview : notCounted));
});

const open = async (act: string, title: string) => {
  await openArea(`/admin/dashboard/student-attendance?act=${act}`);
  return screen.findByRole('dialog', { name: title });
};
const button = (scope: HTMLElement, name: string) => within(scope).getByRole<HTMLButtonElement>('button', { name });
const chooseClass = async (scope: HTMLElement, name: string) => {
  fireEvent.click(await within(scope).findByRole('combobox', { name: /^Class/ }));
  fireEvent.click(await screen.findByRole('option', { name }));
};
const type = (scope: HTMLElement, label: string, text: string) => {
  const field = within(scope).getByLabelText(label);
  fireEvent.change(field, { target: { value: text } });
  fireEvent.blur(field);
};

describe('Attendance - Set Term', () => {
  it('saves a row with the values that were seen, and shows the effect on attendance', async () => {
    server.on(attendanceContract.saveTermDates, () => ({
      ...autumn,
      term_end: '2025-12-10',
      school_days: 68,
      days_outside: 2,
    }));
    const window = await open('set-term', 'Attendance - Set Term');
    fireEvent.click(await within(window).findByRole('button', { name: 'Edit: 2025-2026 Term 1' }));
    type(window, 'End Date', '10 Dec 2025');
    fireEvent.click(button(window, 'Save: 2025-2026 Term 1'));
    // It is the current term: what follows is said first, and nothing is sent before the answer.
    const question = await screen.findByRole('dialog', { name: 'Change Term 1, 2025-2026?' });
    within(question).getByText('Term End 10-Dec-2025, was 12-Dec-2025');
    within(question).getByText(/Class registers and attendance reports follow the dates/);
    expect(server.callsOf(attendanceContract.saveTermDates)).toEqual([]);
    fireEvent.click(button(question, 'Save'));
    await screen.findByText('Term 1 term dates saved successfully.');
    await within(window).findByText(/has 68 school days\. 2 days with attendance are in no term now/);
    expect(server.callsOf(attendanceContract.saveTermDates).map(({ input }) => input)).toMatchObject([
      { term_start: '2025-09-01', term_end: '2025-12-10', was: { term_start: '2025-09-01', term_end: '2025-12-12' } },
    ]);
  });
});

it('changes the dates of another term than the current one without asking, and undoes a change in its window', async () => {
  const before = { ...autumn, year: 2024 };
  server.on(attendanceContract.listTermDates, () => [autumn, before]);
  server.on(attendanceContract.saveTermDates, () => ({ ...before, days_outside: 0 }));
  const what = 'Term 1, 2025-2026 saved: Term End 10-Dec-2025, was 12-Dec-2025';
  const actId = 'A1/00000000-0000-4000-8000-000000000000';
  const act = { undo: actId, what, at: '2025-11-20T12:00:00.000Z', name: 'Ada Office', undone_at: null };
  server.on(undoContract.listActs, () => [act]);
  server.on(undoContract.undoAct, () => undone());
  const window = await open('set-term', 'Attendance - Set Term');
  fireEvent.click(await within(window).findByRole('button', { name: 'Edit: 2024-2025 Term 1' }));
  type(window, 'End Date', '10 Dec 2024');
  type(window, 'Start Date', '02 Sep 2024');
  fireEvent.click(button(window, 'Save: 2024-2025 Term 1'));
  await screen.findByText('Term 1 term dates saved successfully.');

  const recent = within(window).getByText('Recent changes').closest('details');
  if (recent) recent.open = true;
  fireEvent(recent ?? window, new Event('toggle'));
  fireEvent.click(await within(window).findByRole('button', { name: `Undo: ${what}` }));
  await waitFor(() => expect(server.callsOf(undoContract.undoAct)[0]?.input).toEqual({ undo: actId }));
});

describe('Attendance - Update Term Reports', () => {
  it('counts nothing when it opens, and a class when it is chosen', async () => {
    const window = await open('update-term-reports', 'Attendance - Update Term Reports');
    await within(window).findByText(/^Term 1 has 420 reports\..* Choose a class to see what would change in it\.$/);
    await chooseClass(window, '1A');
    await within(window).findByText(/198 of 210 reports of Term 1 would change/);
    expect(within(window).getByText(/Typed by Mona Núñez/)).toBeTruthy();
    const asked = server.callsOf(attendanceContract.previewTermReportsUpdate).map(({ input }) => input);
    expect(asked).toEqual([{}, { class_id: '1A' }]);
  });

  it('updates all classes, and lists the reports that were not changed', async () => {
    server.on(attendanceContract.updateTermReports, () => ({
      rows_processed: 210,
      total_rows: 210,
      state: 'finished' as const,
      left: [{ student_id: 'S03', name: 'Ali, Omar', reason: 'Times absent 7 (counted 1) was typed by Mona Núñez.' }],
    }));
    const window = await open('update-term-reports', 'Attendance - Update Term Reports');
    await within(window).findByText(/Term 1 has 420 reports/);
    fireEvent.click(button(window, 'Update'));
    await within(window).findByText('Update complete.');
    expect(within(window).getByText(/Times absent 7 \(counted 1\) was typed/)).toBeTruthy();
    await waitFor(() =>
      expect(server.callsOf(attendanceContract.updateTermReports).map(({ input }) => input)).toMatchObject([
        { class_id: null, with_typed: false },
      ]),
    );
    expect(button(window, attendanceScreenWordings.undoLastUpdate).disabled).toBe(true);
  });

  it('replaces typed figures only where that is ticked', async () => {
    server.on(attendanceContract.updateTermReports, () => refuseWith(409, attendanceWordings.nobodyRegistered));
    const window = await open('update-term-reports', 'Attendance - Update Term Reports');
    fireEvent.click(await within(window).findByRole('checkbox'));
    fireEvent.click(button(window, 'Update'));
    await within(window).findByText(/An error has occured\. Nobody is registered/);
    expect(server.callsOf(attendanceContract.updateTermReports).map(({ input }) => input)).toMatchObject([
      { with_typed: true },
    ]);
  });
});

describe('Attendance - Archive', () => {
  const archivable = { years: 3, date: '2023-07-01', due: [{ half: '2021H2', records: 24_000 }] };
  const ended = { date: '2023-07-01', total_rows: 980 };

  it('shows what would be archived, and archives it', async () => {
    let due = archivable.due;
    server.on(attendanceContract.previewArchive, () => ({ ...archivable, due }));
    server.on(attendanceContract.archiveAttendance, () => {
      due = [];
      return { ...ended, records: 0, rows_processed: 980, state: 'finished' as const };
    });
    const window = await open('archive', attendanceScreenWordings.attendanceArchive);
    expect((await within(window).findByText(/about 24,000 records/)).closest('li')?.textContent).toContain(
      'July to December 2021',
    );
    fireEvent.click(button(window, 'Archive'));
    await within(window).findByText(attendanceScreenWordings.theArchiveIsComplete);
    await within(window).findByText(/Nothing is old enough/);
    expect(button(window, 'Archive').disabled).toBe(true);
  });
});

it('writes one student’s times into the term report, and replaces what was typed when that is chosen', async () => {
  const { SnackbarOutlet } = await import('../../../web/ui/overlays/snackbar.tsx');
  render(<SnackbarOutlet />);
  server.on(attendanceContract.readAttendanceOfStudent, ({ id }) => ({
    id,
    first_name: 'Ann',
    last_name: 'Ali',
    class_id: '1A',
    terms: [],
  }));
  const left = 'Times absent 7 (counted 3) was typed by Mona Núñez.';
  server.on(attendanceContract.writeAttendanceIntoReport, ({ student_id, with_typed: withTyped }) => ({
    student_id,
    year: 2025,
    term: 1 as const,
    times_late: 0,
    times_absent: withTyped ? 3 : 7,
    ...(withTyped ? { left: null, typed: false } : { left, typed: true }),
  }));
  await openArea('/admin/dashboard/student-attendance?act=students&student=S03');
  fireEvent.click(await screen.findByRole('button', { name: 'Update term report' }));
  await screen.findAllByText(left);
  fireEvent.click(await screen.findByRole('button', { name: 'Replace' }));
  await screen.findAllByText('Term report of Term 1: times absent 3, times late 0.');
});
