import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { attendanceContract } from '#shared/attendance/contract.ts';
import { attendanceScreenWordings, attendanceWordings } from '#shared/attendance/wordings.ts';
import { type ContractServer, startContractServer } from '../../support/school/contract-server.ts';
import { freshPageForEachTest, openArea } from '../page.tsx';
import { answerAdmin } from '../session-answers.ts';
import { attendanceOfAnn } from './attendance-of-ann.ts';

freshPageForEachTest();
let server: ContractServer;

beforeEach(() => {
  server = startContractServer();
  server.school.attendance = true;
  answerAdmin(server, 'PTA', ['attendanceStudent']);
  server.on(attendanceContract.listStudentsForAttendance, () => ({
    students: [{ id: 'S01', first_name: 'Ann', last_name: 'Ali', class_id: '1A' }],
  }));
});

const open = (act: string) => openArea(`/admin/dashboard/student-attendance?act=${act}`);
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

describe('the parameters of a report', () => {
  it.each([
    ['class', 'Please Select Class and Date.'],
    ['class&class=1A', 'Please Select Date.'],
    ['class&from=2026-09-07', 'Please Select Class'],
    ['late', 'Please Select Date.'],
    ['late&from=2026-09-11&to=2026-09-07', attendanceWordings.reversed],
    ['late&from=2016-09-11&to=2026-09-07', attendanceWordings.tooLong],
    ['summary', 'Please Select Date.'],
    ['student', attendanceScreenWordings.pleaseSelectStudent],
  ])('are asked for: %s says "%s"', async (act, message) => {
    await open(act);
    await screen.findByRole('button', { name: 'Show Report' });
    press('Show Report');
    expect((await screen.findByRole('alert')).textContent).toBe(message);
  });
});

describe('Attendance - Summary Statistics', () => {
  it('shows charts and figures of the dates, and what was not taken', async () => {
    const figures = { attendance: 23, total: 150, taken: 115, excused: 2, late: 1, not_taken: 33, sessions: 40 };
    server.on(attendanceContract.readAttendanceSummary, ({ dates }) => ({
      from: dates[0] ?? '',
      to: dates[1] ?? '',
      school_days: 5,
      attendance_records: [{ form_level: 6, ...figures }],
      attendance_school: figures,
      attendance_late: { attendance: 1, total: 15 },
    }));
    await open('summary&from=2025-09-01&to=2025-09-05&show=1');
    await screen.findByRole('img', { name: 'School: 20 %' });
    screen.getByRole('img', { name: 'Late: 7 %' });
    // A ring from 40 to 50 of 50: the hole is 80 % (product §9). What is attended is 23/115 of its length.
    const [rest, part] = [...screen.getByRole('img', { name: 'School: 20 %' }).querySelectorAll('circle')];
    expect(
      [rest, part].map((ring) => [ring?.getAttribute('r'), Number(ring?.getAttribute('stroke-width')).toFixed(6)]),
    ).toEqual([
      ['45', '10.000000'],
      ['45', '10.000000'],
    ]);
    expect(Number(part?.getAttribute('stroke-dasharray')?.split(' ')[0])).toBeCloseTo((23 / 115) * 90 * Math.PI, 6);
    const row = screen.getByText('6L', { selector: 'th' }).closest('tr') as HTMLElement;
    expect([...row.children].map(({ textContent }) => textContent)).toEqual(['6L', '23', '115', '20', '2', '1', '33']);
    screen.getByText(/Not taken: 33 of 40/);
    expect(server.callsOf(attendanceContract.readAttendanceSummary)[0]?.input).toEqual({
      dates: ['2025-09-01', '2025-09-05'],
    });
  });
});

describe('a student’s attendance', () => {
  it('opens from the list, shows the term, and leads back', async () => {
    answerAdmin(server, 'Admin', ['attendanceStudent']);
    server.on(attendanceContract.readAttendanceOfStudent, ({ id }) => ({
      id,
      ...attendanceOfAnn({
        lates: 1,
        absent: 1,
        excused: 1,
        not_taken: 2,
        attendance_records: [
          {
            student_id: 'S01',
            date_scanned: '2026-09-08',
            is_recorded: true,
            attendance_am: 'P' as const,
            attendance_pm: 'A' as const,
            time_scanned_in: '08:31:00',
            time_scanned_out: null,
            time_in: '08:31:00',
            time_out: null,
            late: true,
            reason: 'Clinic visit',
            excused: true,
            in_archive: false,
          },
        ],
      }),
    }));
    const history = await open('students&student=S01');
    await screen.findByRole('heading', { level: 1, name: 'Ali, Ann' });
    screen.getByRole('img', { name: 'Attendance: 75 %' });
    screen.getByText(/Possible attendance 6, attendance 3, absent 1, of these excused 1, lates 1\./);
    screen.getByRole('cell', { name: /^Clinic visit/ });
    // One way back: to the list.
    expect(screen.queryByRole('link', { name: 'Student Attendance' })?.closest('main')).toBeFalsy();
    press(attendanceScreenWordings.backToTheList);
    fireEvent.click(await screen.findByRole('button', { name: /Ali, Ann/ }));
    await screen.findByRole('heading', { level: 1, name: 'Ali, Ann' });
    expect(history.location.search).toBe('?act=students&student=S01');
  });
});
