import { fireEvent, screen, within } from '@testing-library/react';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { attendanceContract } from '#shared/attendance/contract.ts';
import { lessonsContract } from '#shared/people/lessons/contract.ts';
import { termsContract } from '#shared/school/contract.ts';
import { dueWordings } from '#shared/school/wordings.ts';
import { everyOption } from '../support/samples/every-option.ts';
import { type ContractServer, startContractServer } from '../support/school/contract-server.ts';
import { freshPageForEachTest, openArea } from './page.tsx';
import { answerAdmin, answerTeacher, periodAnswer } from './session-answers.ts';

/** In place of the registration of options. */
const withEmptyPlaces = async () => {
  const { officeActsOfOptions } = await import('../../web/features/attendance/attendance-acts.ts');
  const { besideRegister } = await import('../../web/features/attendance/register/beside-register.ts');
  const { besideWindows, dueOfOptions, notesOnClosedAttendance } = await import('../../web/features/school/places.ts');
  const { findingsOfStudents } = await import('../../web/features/term-reports/findings-of-student.ts');
  const { saveKindsOfOptions } = await import('../../web/outbox/save-kind.ts');
  const { besideRemarks } = await import('../../web/forms/beside-remark.tsx');
  const { aboveRecord } = await import('../../web/features/term-reports/above-record.ts');
  const { guidesOfOptions, guidesOfTeachers, partsOfScreensOfOptions, screensOfOptions, teacherScreensOfOptions } =
    await import('../../web/session/screens-of-options.ts');
  const fillPlaces = () => {
    aboveRecord.fill({});
    besideRemarks.fill({});
    findingsOfStudents.fill({});
    saveKindsOfOptions.fill({});
    besideRegister.fill({});
    besideWindows.fill({});
    dueOfOptions.fill({});
    guidesOfOptions.fill({});
    guidesOfTeachers.fill({});
    notesOnClosedAttendance.fill({});
    officeActsOfOptions.fill({});
    partsOfScreensOfOptions.fill({});
    screensOfOptions.fill({});
    teacherScreensOfOptions.fill({});
  };
  return { fillPlaces };
};

freshPageForEachTest();

let server: ContractServer;
beforeEach(() => {
  // Modules are new for each test.
  vi.doMock('../../web/app/fill-places.ts', withEmptyPlaces);
  server = startContractServer();
  Object.assign(server.school, { attendance: true, options: everyOption });
});

afterAll(() => void vi.doUnmock('../../web/app/fill-places.ts'));

const buttons = (row: HTMLElement) =>
  within(row)
    .queryAllByRole('button')
    .map((one) => one.textContent);

/** Screens whose places are empty although the school has every option: what each shows is the core's alone. */
describe('with nothing in the places of options', () => {
  it('the register of a day without school has no button', async () => {
    answerTeacher(server);
    server.on(attendanceContract.listAttendanceClasses, () => [
      { class_id: '3A', form_level: 3, as: 'form teacher' as const },
    ]);
    server.on(attendanceContract.readAttendanceRegister, () => ({
      class_id: '3A',
      date: '2025-10-11',
      today: '2025-10-15',
      now: 'am' as const,
      as: 'form teacher' as const,
      only_looks: null,
      sessions: ['am' as const, 'pm' as const],
      closed: 'weekend',
      students: [],
      days: ['2025-10-13', '2025-10-14', '2025-10-15'],
    }));
    await openArea('/term-reports/class-register?class=3A&date=2025-10-11');
    await screen.findByText('No register on 11-Oct-2025: weekend.');
    expect(screen.queryByRole('button', { name: /Notes/ })).toBeNull();
  });

  it('the windows of registration are their form level, state and deadline', async () => {
    answerAdmin(server, 'Admin', ['registration']);
    server.on(termsContract.listRegistrationWindows, () => [
      { form_level: 1, open: 1 as const, deadline: '2026-07-31' },
    ]);
    await openArea('/admin/dashboard/registration');
    const row = (await screen.findByText('Form 1')).closest('tr') as HTMLElement;
    expect(screen.getAllByRole('columnheader').map((one) => one.textContent)).toEqual([
      'Form Level',
      'Status',
      'Deadline',
      'Edit',
    ]);
    expect(buttons(row)).toHaveLength(1);
  });

  it('nothing is due, and Student Attendance has its own acts', async () => {
    answerAdmin(server, 'Admin', ['attendanceStudent', 'students', 'employees']);
    server.on(lessonsContract.listWorkWithoutTeacher, () => ({
      academic_year_id: '20252026',
      teachers: [],
      form_classes: [],
    }));
    await openArea('/admin/dashboard/student-attendance');
    await screen.findByRole('link', { name: /^Import Scans/ });
    expect(screen.queryByRole('link', { name: /^Stations|^Families/ })).toBeNull();
    fireEvent.click((await screen.findAllByRole('button', { name: dueWordings.title }))[0] as HTMLElement);
    const dialog = await screen.findByRole('dialog', { name: dueWordings.title });
    expect(await within(dialog).findByText(dueWordings.nothing)).toBeDefined();
  });

  it('closing the attendance of a term has one sentence', async () => {
    answerAdmin(server, 'Admin', ['dashboard', 'postReports']);
    const term = { academic_year_id: '20252026', term: 1, date_start: '2025-09-01', date_end: '2025-12-05' } as const;
    const of = { ...term, new_term_beginning: null };
    server.on(termsContract.listAcademicYears, () => [{ academic_year_id: '20252026', title: '2025-2026' }]);
    server.on(termsContract.listAcademicTerms, () => [{ ...of, possible_attendance: 136, is_current: true }]);
    server.on(termsContract.listRegistrationRuns, () => []);
    server.on(termsContract.readTermOverview, () => ({
      ...periodAnswer,
      terms_archive: [{ ...of, closed: null, attendance: { closed: null, until: '2025-12-19' } }],
    }));
    await openArea('/admin/dashboard/current-term');
    fireEvent.click(await screen.findByRole('button', { name: 'Close attendance: Term 1, 2025-2026' }));
    const dialog = await screen.findByRole('dialog', { name: 'Close attendance of Term 1, 2025-2026?' });
    expect([...dialog.querySelectorAll('p')].map((one) => one.textContent?.slice(0, 32))).toEqual([
      'Nobody can change its attendance',
    ]);
  });

  it('the menu of teachers has the core’s screens', async () => {
    answerTeacher(server);
    await openArea('/term-reports');
    await screen.findByRole('link', { name: /^Completeness/ });
    expect(screen.queryByRole('link', { name: /^Sign Reports/ })).toBeNull();
  });

  it('the palette has the core’s parts of screens', async () => {
    const [{ fillPlaces }, { listPalettePlaces }, { listPermittedScreens }] = await Promise.all([
      import('../../web/app/fill-places.ts'),
      import('../../web/app/palette/palette-places.ts'),
      import('../../web/app/screens/admin-screens.ts'),
    ]);
    fillPlaces();
    const permissions = [{ menu: 'registration' }, { menu: 'students' }].map((one) => ({ ...one, action: null }));
    const admin = { kind: 'Admin', permissions } as never;
    const labels = listPalettePlaces(admin, listPermittedScreens(admin), everyOption).map(({ label }) => label);
    expect(labels).toContain('Add Student');
    expect(labels).not.toContain('Accept Registrations');
  });
});
