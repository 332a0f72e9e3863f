import { act, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { attendanceContract } from '#shared/attendance/contract.ts';
import { studentFilesContract } from '#shared/students/files/contract.ts';
import { enteredFields } from '#shared/students/register/typed-facts.ts';
import { studentScreenWordings } from '#shared/students/wordings.ts';
import { openArea } from '../page.tsx';
import { answerAdmin } from '../session-answers.ts';
import {
  names,
  open,
  press,
  readStudentOverview,
  readStudentRecord,
  server,
  startRegisterForEachTest,
} from './register-world.ts';

startRegisterForEachTest();

const answerWithZoe = (entered: object) =>
  server.on(
    readStudentRecord,
    ({ id }) =>
      ({
        ...Object.fromEntries(enteredFields.map((field) => [field, null])),
        id,
        last_name: 'Smith',
        first_name: 'Zoë',
        class_id: '4A',
        house_code: 'R',
        date_of_birth: '2010-02-03',
        status: 'current',
        leaving_reason: null,
        password_reset: false,
        ...entered,
      }) as never,
  );

describe('the page of a student', () => {
  beforeEach(() => {
    answerAdmin(server, 'Admin', ['students', 'termReports']);
    answerWithZoe({
      religion_code: 'RC',
      phone_cell: '868-555-0100',
    });
    server.on(readStudentOverview, () => ({
      student_id: '0001',
      picture: null,
      subjects: [{ subject_id: 'MATH', title: 'Mathematics', abbr: 'MATH', teachers: ['Mona Núñez', 'Eric Ali'] }],
      terms: [
        {
          year: 2024,
          term: 3 as const,
          title: 'Term 3',
          class_id: '3A',
          average: '64.3',
          entered: 2,
          of: 2,
          subjects: [
            { subject_id: 'ART', title: 'Art', abbr: 'ART', total: 60 },
            { subject_id: 'MATH', title: 'Mathematics', abbr: 'MATH', total: 68.6 },
          ],
        },
        {
          year: 2025,
          term: 1 as const,
          title: 'Term 1',
          class_id: '4A',
          average: null,
          entered: 0,
          of: 1,
          subjects: [{ subject_id: 'MATH', title: 'Mathematics', abbr: 'MATH', total: null }],
        },
      ],
    }));
    server.on(studentFilesContract.listStudentFiles, () => ({
      student_id: '0001',
      name: 'Zoë Smith',
      class_id: '4A',
      files: [
        { kind: 'file_birth_certificate' as const, file: '0001-00.pdf', type: 'application/pdf' as const },
        { kind: 'picture' as const, file: null, type: null },
      ],
    }));
  });

  it('opens by a press on the name, at an address of its own', async () => {
    const page = await open('?search=zoë&columns=id');
    await press('Smith, Zoë');
    expect(await screen.findByRole('heading', { level: 1, name: 'Zoë Smith' })).toBeTruthy();
    expect(page.location.href).toBe('/admin/dashboard/students/0001');
    await act(async () => void page.back());
    expect(await screen.findByRole('grid')).toBeTruthy();
    expect(names()).toEqual(['Smith, Zoë']);
  });

  it('shows subjects with teachers, and the totals of every term as a table and a chart', async () => {
    await openArea('/admin/dashboard/students?student=0001');
    const table = await screen.findByRole('table');
    expect(
      within(table)
        .getAllByRole('row')
        .map((row) => [...row.children].map((cell) => cell.textContent)),
    ).toEqual([
      ['Subject', 'Teacher', 'Term 3, 2024-2025', 'Term 1, 2025-2026'],
      ['Mathematics', 'Mona Núñez, Eric Ali', '68.6', '–'],
      ['Art', studentScreenWordings.notTakenNow, '60.0', '–'],
      ['Average', '', '64.3 %', '--'],
    ]);
    expect(screen.getByRole('img', { name: 'Average of each term. Term 3, 2024-2025: 64.3 %' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Term 3, 2024-2025' }).getAttribute('href')).toBe(
      '/admin/dashboard/term-details/3A/0001?year=2024&term=3',
    );
  });

  it('has contact and guardian first, in the order in which one calls', async () => {
    answerWithZoe({
      phone_cell: '868-555-0100',
      guardian_name: 'Ada Smith',
      guardian_mobile_phone: '868-555-0111',
    });
    await openArea('/admin/dashboard/students?student=0001');
    const part = (await screen.findByRole('heading', { level: 2, name: 'Contact' })).parentElement as HTMLElement;
    expect(within(screen.getByRole('main')).getAllByRole('heading', { level: 2 })[0]?.textContent).toBe('Contact');
    expect([...part.querySelectorAll('dd')].map(({ textContent }) => textContent)).toEqual([
      'Ada Smith',
      '868-555-0111',
      '868-555-0100',
    ]);
    // Each fact is on the page once, and no heading is left without facts.
    expect(screen.getAllByText('868-555-0100')).toHaveLength(1);
    expect(screen.queryAllByRole('heading', { level: 3, name: /^Contact/ })).toEqual([]);
    expect([...document.querySelectorAll('dl')].filter(({ childElementCount }) => childElementCount === 0)).toEqual([]);
  });

  it('shows the attendance of the newest term to administrators who may see it', async () => {
    server.school.attendance = true;
    answerAdmin(server, 'Admin', ['students', 'attendanceStudent']);
    server.on(attendanceContract.readAttendanceOfStudent, ({ id }) => ({
      id,
      first_name: 'Zoë',
      last_name: 'Smith',
      class_id: '4A',
      terms: [
        {
          year: 2025,
          term: 1 as const,
          title: 'Term 1',
          possible_attendance: 20,
          attendance: 13,
          lates: 2,
          absent: 3,
          excused: 2,
          not_taken: 4,
          attendance_records: [],
          other_days: [],
        },
      ],
    }));
    await openArea('/admin/dashboard/students?student=0001');
    const part = await screen.findByRole('region', { name: 'Attendance' });
    expect(await within(part).findByText('81 % (13 of 16 sessions)')).toBeTruthy();
    expect(within(part).getByText('3 sessions, of these excused 2')).toBeTruthy();
    expect(within(part).getByRole('link').getAttribute('href')).toBe(
      '/admin/dashboard/student-attendance?act=students&student=0001',
    );
  });

  it('shows the known facts as texts, and which files exist', async () => {
    await openArea('/admin/dashboard/students?student=0001');
    await screen.findByRole('table');
    const factOf = (label: string) => screen.getByText(label, { selector: 'dt' }).nextElementSibling?.textContent;
    expect([factOf('Date of Birth'), factOf('House'), factOf('Religion')]).toEqual([
      '03-Feb-2010',
      'Red',
      'Roman Catholic',
    ]);
    expect(screen.queryByText('Blood Type')).toBeNull();
    // Hidden without Student Attendance in the menu.
    expect(screen.queryByRole('region', { name: 'Attendance' })).toBeNull();
    await screen.findByText('None yet');
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(
      expect.arrayContaining(['Birth CertificateOn file', 'Passport PhotoNone yet']),
    );
  });

  it('does not open for the PTA', async () => {
    answerAdmin(server, 'PTA', ['students']);
    await open('?student=0001');
    expect(names()).toHaveLength(3);
    expect(screen.queryByRole('button', { name: 'Smith, Zoë' })).toBeNull();
  });
});
