import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { RegisterDayOfTerm, RegisterRow } from '#shared/attendance/calls/register-calls.ts';
import { attendanceContract } from '#shared/attendance/contract.ts';
import { attendanceScreenWordings, attendanceWordings } from '#shared/attendance/wordings.ts';
import { type ContractServer, startContractServer } from '../../support/school/contract-server.ts';
import { freshPageForEachTest, openArea } from '../page.tsx';
import { answerTeacher } from '../session-answers.ts';

const { listAttendanceClasses, readAttendanceRegister, saveAttendanceRegister } = attendanceContract;
const { readAttendanceHistory, correctAttendance, addAbsenceNotice, listAbsenceNotices } = attendanceContract;
freshPageForEachTest();

const rowOf = (index: number): RegisterRow => ({
  student_id: `S${index}`,
  name: `Last${index}, First`,
  picture: null,
  am: null,
  pm: null,
  am_by: null,
  pm_by: null,
  am_as: null,
  pm_as: null,
  scanned: null,
  time_in: null,
  time_out: null,
  am_at: null,
  pm_at: null,
  reason: null,
  excused: null,
});

/** A class of students, which keeps what is saved. */
function answerRegister(server: ContractServer, students: RegisterRow[]) {
  answerTeacher(server);
  server.school.attendance = true;
  server.on(listAttendanceClasses, () => [{ class_id: '3A', form_level: 3, as: 'form teacher' as const }]);
  server.on(readAttendanceRegister, ({ date = '2025-10-15' }) => ({
    class_id: '3A',
    date,
    today: '2025-10-15',
    now: 'am' as const,
    as: 'form teacher' as const,
    only_looks: null,
    sessions: ['am' as const, 'pm' as const],
    closed: date === '2025-10-11' ? 'weekend' : null,
    students: date === '2025-10-11' ? [] : students,
    days: ['2025-10-13', '2025-10-14', '2025-10-15'],
  }));
  server.on(saveAttendanceRegister, (input) => {
    const changed = input.students.map(({ student_id, was: _was, over: _over, ...said }) => {
      const index = students.findIndex((row) => row.student_id === student_id);
      const row = { ...(students[index] as RegisterRow), ...said } as RegisterRow;
      students[index] = row;
      return row;
    });
    return { students: changed };
  });
}

const studentAt = (index: number) => screen.getByRole('radiogroup', { name: new RegExp(`^Last${index}, First`) });
const marksOf = (students: readonly RegisterRow[]) => students.map(({ am }) => am ?? '-').join('');

it('marks a class by one key a student, as fast as keys come, and saves all of it', async () => {
  const server = startContractServer();
  const students = Array.from({ length: 30 }, (_, index) => rowOf(index));
  answerRegister(server, students);
  await openArea('/term-reports/class-register?class=3A');
  (await screen.findByRole('radiogroup', { name: /^Last0, First/ })).focus();
  // Without a pause: React draws when it can.
  const keys = [...'ppalppppppppppppppppppppppppap'];
  act(() => {
    for (const key of keys) fireEvent.keyDown(document.activeElement ?? document.body, { key });
  });
  await waitFor(() => expect(marksOf(students)).toBe(keys.join('').toUpperCase()));
  expect(document.activeElement).toBe(studentAt(29));
  expect(server.callsOf(saveAttendanceRegister).length).toBeLessThan(15);
  expect(screen.getByText('27 present · 1 late · 2 absent')).toBeTruthy();
});

it('marks those who are not marked yet as present in one request, and clears one by a press of its own', async () => {
  const server = startContractServer();
  const students = [0, 1, 2].map(rowOf);
  students[1] = { ...rowOf(1), am: 'A', am_by: 'Andrea Joseph' };
  answerRegister(server, students);
  await openArea('/term-reports/class-register');
  fireEvent.click(await screen.findByRole('button', { name: 'All present' }));
  await waitFor(() => expect(marksOf(students)).toBe('PAP'));
  expect(server.callsOf(saveAttendanceRegister)).toHaveLength(1);
  // Pressed twice by a fast hand, it stays.
  fireEvent.click(within(studentAt(1)).getByRole('radio', { name: 'Absent' }));
  fireEvent.click(within(studentAt(1)).getByRole('radio', { name: 'Absent' }));
  expect(marksOf(students)).toBe('PAP');
  fireEvent.click(within(studentAt(1)).getByRole('button', { name: 'Clear the mark of Last1, First' }));
  await waitFor(() => expect(marksOf(students)).toBe('P-P'));
});

it('shows both values beside the student where another person said something else', async () => {
  const server = startContractServer();
  const students = [0, 1].map(rowOf);
  answerRegister(server, students);
  const conflict = { field: 'S0/am', yours: 'P', theirs: 'A', by: 'Eric Ali', at: '2025-10-15T12:30:00.000Z' };
  await openArea('/term-reports/class-register');
  const radio = within(await screen.findByRole('radiogroup', { name: /^Last0, First/ }));
  server.on(saveAttendanceRegister, () => ({ status: 409, message: 'Somebody else has changed this.', conflict }));
  fireEvent.click(radio.getByRole('radio', { name: 'Present' }));
  expect(await screen.findByText(/Eric Ali changed this to A/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Take theirs' }));
  await screen.findByRole('radiogroup', { name: /^Last0, First, Absent/ });
});

it('says why a day has no register, and goes to earlier school days by the address', async () => {
  const server = startContractServer();
  answerRegister(server, [rowOf(0)]);
  const history = await openArea('/term-reports/class-register?class=3A&date=2025-10-11');
  await screen.findByText('No register on 11-Oct-2025: weekend.');
  fireEvent.click(screen.getByRole('button', { name: attendanceScreenWordings.laterSchoolDay }));
  await screen.findByRole('radiogroup', { name: /^Last0, First/ });
  expect(history.location.href).toBe('/term-reports/class-register/3A?date=2025-10-13');
});

it('has the term as a calendar, read when it is opened, in which a press opens the day', async () => {
  const server = startContractServer();
  answerRegister(server, [rowOf(0)]);
  const marked = (am: [number, number], pm: [number, number]) => [
    { session: 'am' as const, present: am[0], absent: am[1] },
    { session: 'pm' as const, present: pm[0], absent: pm[1] },
  ];
  const held = { title: null, students: 30 };
  const days: RegisterDayOfTerm[] = [
    { date: '2025-10-08', ...held, is: 'taken', sessions: marked([30, 0], [30, 0]) },
    { date: '2025-10-09', ...held, is: 'taken', sessions: marked([28, 2], [27, 3]) },
    { date: '2025-10-10', title: 'Sports Day', students: 0, is: 'closed', sessions: [] },
    { date: '2025-10-13', ...held, is: 'in part', sessions: marked([20, 1], [0, 0]) },
    { date: '2025-10-14', ...held, is: 'not taken', sessions: marked([0, 0], [0, 0]) },
    { date: '2025-10-16', title: null, students: 0, is: 'to come', sessions: [] },
  ];
  server.on(attendanceContract.readRegisterDays, () => ({ class_id: '3A', title: 'Term 1, 2025-2026', days }));
  const history = await openArea('/term-reports/class-register?class=3A');
  await screen.findByRole('radiogroup', { name: /^Last0, First/ });
  expect(server.callsOf(attendanceContract.readRegisterDays)).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'Days of the Term' }));
  const window = within(await screen.findByRole('dialog', { name: 'Register of 3A' }));
  await window.findByText('Term 1, 2025-2026: 2 of 4 school days up to today taken, 1 in part, 1 not taken.');
  expect(server.callsOf(attendanceContract.readRegisterDays)).toHaveLength(1);
  expect(window.getAllByRole('button', { name: /day \d\d-/ }).map(({ title }) => title)).toEqual([
    'Wednesday 08-Oct-2025, taken, nobody absent',
    'Thursday 09-Oct-2025, taken: 2 absent in the morning, 3 absent in the afternoon',
    'Monday 13-Oct-2025, in part: morning 21 of 30 marked, afternoon 0 of 30 marked; 1 absent in the morning',
    'Tuesday 14-Oct-2025, not taken',
  ]);
  expect(window.getByText('10-Oct-2025: Sports Day')).toBeTruthy();
  fireEvent.click(window.getByTitle('Tuesday 14-Oct-2025, not taken'));
  await waitFor(() => expect(history.location.href).toBe('/term-reports/class-register/3A?date=2025-10-14'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('marks an earlier day only with a reason, which goes along', async () => {
  const server = startContractServer();
  const students = [0, 1].map(rowOf);
  answerRegister(server, students);
  await openArea('/term-reports/class-register?class=3A&date=2025-10-14');
  const present = within(await screen.findByRole('radiogroup', { name: /^Last0, First/ })).getByRole('radio', {
    name: 'Present',
  });
  fireEvent.click(present);
  await screen.findByText(attendanceWordings.whyEarlierDay);
  const why = screen.getByLabelText(/^Why this day is changed/);
  expect(document.activeElement).toBe(why);
  expect(server.callsOf(saveAttendanceRegister)).toHaveLength(0);
  fireEvent.change(why, { target: { value: 'The list was found.' } });
  fireEvent.click(present);
  await waitFor(() => expect(marksOf(students)).toBe('P-'));
  expect(server.callsOf(saveAttendanceRegister)[0]?.input).toMatchObject({
    date: '2025-10-14',
    why: 'The list was found.',
  });
});

it('shows a subject teacher whose entry is replaced, and asks first', async () => {
  const server = startContractServer();
  const at = '2025-10-15T12:30:00.000Z';
  const students = [
    { ...rowOf(0), am: 'A' as const, am_by: 'Ada Office', am_as: 'office' as const, am_at: at },
    rowOf(1),
  ];
  answerRegister(server, students);
  server.on(readAttendanceRegister, () => ({
    class_id: '3A',
    date: '2025-10-15',
    today: '2025-10-15',
    now: 'am' as const,
    as: 'lesson' as const,
    only_looks: null,
    sessions: ['am' as const, 'pm' as const],
    closed: null,
    students,
    days: ['2025-10-15'],
  }));
  await openArea('/term-reports/class-register?class=3A');
  await screen.findByRole('radiogroup', { name: /^Last0, First, Absent/ });
  const press = () => fireEvent.click(within(studentAt(0)).getByRole('radio', { name: 'Present' }));
  press();
  const window = within(await screen.findByRole('dialog', { name: 'Last0, First (S0)' }));
  expect(window.getByText(/^Ada Office \(office\) entered Absent for the morning, /)).toBeTruthy();
  fireEvent.click(window.getByRole('button', { name: 'Keep it' }));
  expect(server.callsOf(saveAttendanceRegister)).toHaveLength(0);
  press();
  fireEvent.click(await screen.findByRole('button', { name: 'Replace with Present' }));
  await waitFor(() => expect(server.callsOf(saveAttendanceRegister)).toHaveLength(1));
  expect(server.callsOf(saveAttendanceRegister)[0]?.input).toMatchObject({
    students: [{ student_id: 'S0', am: 'P', was: { am: 'A' }, over: { am: at } }],
  });
});

it('corrects a past day with its reason, and shows what was said of it', async () => {
  const server = startContractServer();
  const record: RegisterRow = { ...rowOf(0), am: 'L', scanned: '08:12', time_in: '08:12' };
  answerRegister(server, [record]);
  const at = '2025-10-14T13:00:00.000Z';
  server.on(readAttendanceHistory, () => ({
    record,
    scans: [{ time: '08:12:00', source: 'gate' }],
    changes: [{ at, by: 'Eric Ali', why: 'Seen.', fields: [{ field: 'pm', before: null, after: 'A' }] }],
  }));
  server.on(correctAttendance, () => record);
  await openArea('/term-reports/class-register?class=3A&date=2025-10-14');
  fireEvent.click(await screen.findByRole('button', { name: 'Day of Last0, First' }));
  const window = within(await screen.findByRole('dialog', { name: 'Last0, First (S0)' }));
  expect(window.getByText('08:12:00 scanned at gate')).toBeTruthy();
  expect(window.getByText(/^Eric Ali, .*Afternoon \(blank\) → A\. Seen\.$/)).toBeTruthy();
  fireEvent.change(window.getByLabelText(/^Time out/), { target: { value: '14:05' } });
  fireEvent.click(window.getByRole('button', { name: 'Correct' }));
  await window.findByText(attendanceWordings.giveReason);
  expect(server.callsOf(correctAttendance)).toHaveLength(0);
  fireEvent.change(window.getByLabelText(/^Reason for the correction/), { target: { value: 'The bus was late.' } });
  fireEvent.click(window.getByRole('button', { name: 'Correct' }));
  await waitFor(() => expect(server.callsOf(correctAttendance)).toHaveLength(1));
  const [sent] = server.callsOf(correctAttendance);
  expect(sent?.input).toMatchObject({ time_out: '14:05', was: { time_out: null, am: 'L' }, why: 'The bus was late.' });
});

it('names what somebody else said of an absence’s days, and replaces it when that is chosen', async () => {
  const server = startContractServer();
  answerRegister(server, [rowOf(0)]);
  const at = '2025-10-15T12:30:00.000Z';
  const message = 'These days already have another reason. 16-Oct-2025: Dentist, excused (Eric Ali).';
  const conflict = { field: 'seen', yours: 'A journey, excused', theirs: 'Dentist, excused', by: 'Eric Ali', at };
  server.on(listAbsenceNotices, () => []);
  let isAnswerLost = true;
  server.on(addAbsenceNotice, ({ seen, ...absence }) => {
    if (seen === undefined) return { status: 409, message, conflict };
    if (isAnswerLost) {
      isAnswerLost = false;
      throw new Error('The answer was lost.');
    }
    return { ...absence, id: 'absence-1', name: 'Last0, First', by: 'Mona Núñez', at };
  });
  await openArea('/term-reports/class-register?class=3A');
  fireEvent.click(await screen.findByRole('button', { name: 'Absences' }));
  const window = within(await screen.findByRole('dialog', { name: 'Absence notices' }));
  fireEvent.change(window.getByRole('combobox', { name: /^Student/ }), { target: { value: 'Last0' } });
  fireEvent.click(await screen.findByRole('option', { name: 'Last0, First' }));
  const type = (name: RegExp, value: string) => {
    const field = window.getByRole('textbox', { name });
    fireEvent.change(field, { target: { value } });
    fireEvent.blur(field);
  };
  type(/^First day/, '16-Oct-2025');
  type(/^Last day/, '16-Oct-2025');
  type(/^Reason/, 'A journey');
  fireEvent.click(window.getByRole('button', { name: 'Add absence' }));
  await window.findByText(message);
  fireEvent.click(window.getByRole('button', { name: 'Replace it' }));
  await window.findByText('Unable to connect to the server.');
  // It may have arrived: the very same is sent again, under its key.
  fireEvent.click(window.getByRole('button', { name: 'Add absence' }));
  await screen.findByText(attendanceWordings.isInRegister);
  const sent = server.callsOf(addAbsenceNotice);
  expect(sent.map(({ input }) => (input as { seen?: string }).seen)).toEqual([undefined, at, at]);
  expect(sent[2]?.headers.get('idempotency-key')).toBe(sent[1]?.headers.get('idempotency-key'));
  expect(window.queryByRole('button', { name: 'Replace it' })).toBeNull();
});
