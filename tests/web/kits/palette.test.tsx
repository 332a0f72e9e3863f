import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { authRefusals } from '#shared/accounts/wordings.ts';
import { peopleContract } from '#shared/people/contract.ts';
import { studentRegisterContract } from '#shared/students/register/contract.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { type ContractServer, refuseWith, startContractServer } from '../../support/school/contract-server.ts';
import { mathematicsForm4 } from '../marks/samples.ts';
import { freshPageForEachTest, openArea, waitForRequests, watchNavigation } from '../page.tsx';
import { answerAdmin, answerTeacher } from '../session-answers.ts';

freshPageForEachTest();
let server: ContractServer;

const ana = { id: '0001', last_name: 'Núñez', first_name: 'Ana', class_id: '4A' };

beforeEach(() => {
  server = startContractServer();
  watchNavigation();
});

/** A page that asks for little: nobody permits it anything else. */
const start = async (address: string) => {
  const page = await openArea(address);
  await screen.findByRole('button', { name: 'Find (Ctrl+K)' });
  // The button is there a moment before the page listens to the keys.
  await waitForRequests();
  return page;
};
const ctrlK = () => act(async () => void fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true }));
const field = () => screen.findByRole('combobox', { name: /^Find a student/ });
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);
const type = async (value: string) => {
  const input = await field();
  await act(async () => void fireEvent.change(input, { target: { value } }));
};
const key = async (name: string) => {
  const input = await field();
  await act(async () => void fireEvent.keyDown(input, { key: name }));
};

describe('Ctrl-K in the office', () => {
  beforeEach(() => {
    server.on(studentRegisterContract.listAllStudents, () => ({
      current_students: [ana, { id: '0002', last_name: 'Smith', first_name: 'Zoë', class_id: '4B' }],
      archived_students: [{ id: '0009', last_name: 'Núñez', first_name: 'Gary', class_id: '6A' }],
      next: null,
    }));
    server.on(termReportsContract.listClassesWithReports, () => [{ id: '4A', form_level: 4, as: 'admin' as const }]);
    server.on(peopleContract.listEmployees, () => [
      {
        id: 'T1',
        employee_id: 'T1',
        teacher_num: 7,
        first_name: 'Mona',
        last_name: 'Núñez',
        user_name: 'mnunez',
        sign_in: 'used' as const,
      },
    ]);
  });

  it('finds students, classes, teachers and screens that the menus permit, and goes there by Enter', async () => {
    server.school.options = [];
    answerAdmin(server, 'Admin', ['students', 'employees', 'termReports']);
    const page = await start('/admin/dashboard');
    await ctrlK();
    await field();
    expect(options()).toEqual([
      'TeachersScreen',
      'StudentsScreen',
      'Edit\\View Term DetailsScreen',
      'What is dueScreen',
      'My accountScreen',
    ]);
    await type('nunez');
    await waitFor(() =>
      expect(options()).toEqual([
        'Núñez, MonamnunezTeacher',
        'Núñez, Ana0001, 4AStudent',
        'Núñez, Gary0009, 6A, archivedStudent',
      ]),
    );
    await key('ArrowDown');
    await key('Enter');
    await waitFor(() => expect(page.location.href).toBe('/admin/dashboard/students/0001'));
    await waitFor(() => expect(screen.queryByRole('combobox', { name: /^Find a student/ })).toBeNull());
  });

  it('finds the parts of the screens, and what is done there', async () => {
    answerAdmin(server, 'Admin', ['students', 'employees', 'promotion']);
    const page = await start('/admin/dashboard');
    await ctrlK();
    await type('archived');
    await waitFor(() =>
      expect(options()).toEqual([
        'Archived teachersTeachersScreen',
        'Archived studentsStudentsScreen',
        'Núñez, Gary0009, 6A, archivedStudent',
      ]),
    );
    await type('batch');
    expect(options()).toEqual([]);
    await type('promo');
    expect(options()).toEqual([
      'Promotion PlanScreen',
      'PromotionScreen',
      'Classes of the coming yearPromotion PlanScreen',
    ]);
    await type('add stu');
    expect(options()).toEqual(['Add StudentStudentsAct']);
    await key('Enter');
    await waitFor(() => expect(page.location.href).toBe('/admin/dashboard/students?add=1'));
  });

  it('opens a window of the menu over the screen', async () => {
    answerAdmin(server, 'Admin', ['students', 'promotion']);
    const page = await start('/admin/dashboard/students');
    await ctrlK();
    await type('promotion');
    expect(options()[0]).toBe('PromotionScreen');
    await key('Enter');
    expect(await screen.findByRole('dialog', { name: /Promotion/ })).toBeTruthy();
    expect(page.location.href).toBe('/admin/dashboard/students');
  });

  it('finds a student by first name and class, whatever the order', async () => {
    answerAdmin(server, 'Admin', ['students']);
    await start('/admin/dashboard');
    await ctrlK();
    await type('4a  ana');
    await waitFor(() => expect(options()).toEqual(['Núñez, Ana0001, 4AStudent']));
    await type('4b ana');
    expect(options()).toEqual([]);
  });

  it('asks for nothing that the menus do not permit', async () => {
    const refused = refuseWith(403, authRefusals.forbidden);
    const asked: string[] = [];
    for (const call of [peopleContract.listEmployees, termReportsContract.listClassesWithReports] as const) {
      server.on(call, () => {
        asked.push(call.path);
        return refused as never;
      });
    }
    answerAdmin(server, 'Admin', ['students']);
    await start('/admin/dashboard');
    await ctrlK();
    await type('nunez');
    await waitFor(() => expect(options()).toHaveLength(2));
    expect(asked).toEqual([]);
  });

  it('leads the PTA to the list, and not to a page', async () => {
    server.on(studentRegisterContract.listAllStudents, () => refuseWith(403, authRefusals.forbidden));
    server.on(studentRegisterContract.listCurrentStudents, () => ({
      current_students: [ana],
      archived_students: null,
      next: null,
    }));
    answerAdmin(server, 'PTA', ['students']);
    const page = await start('/admin/dashboard');
    await ctrlK();
    await type('0001');
    await waitFor(() => expect(options()).toEqual(['Núñez, Ana0001, 4AStudent']));
    await act(async () => void fireEvent.click(screen.getByRole('option')));
    await waitFor(() => expect(page.location.search).toBe('?search=0001'));
  });
});

describe('Ctrl-K in the teachers’ area', () => {
  it('finds the screens, the classes whose reports the teacher sees, and their students', async () => {
    answerTeacher(server);
    server.on(peopleContract.listTeacherLessons, () => [{ ...mathematicsForm4, lesson: 'Mathematics 3A' }]);
    server.on(termReportsContract.listClassesWithReports, () => [
      { id: '3A', form_level: 3, as: 'form teacher' as const },
    ]);
    server.on(termReportsContract.listRegisteredStudents, ({ class_id, year, term }) => ({
      students: [{ student_id: '0003', first_name: 'Carl', last_name: `Of ${year} ${term}`, class_id }],
      total: 1,
    }));
    const page = await start('/term-reports');
    await ctrlK();
    await field();
    await type('completeness');
    await waitFor(() => expect(options()).toEqual(['CompletenessScreen']));
    // It does not open in a school that has them off.
    await type('weekly');
    expect(options()).toEqual([]);
    await type('mat');
    await waitFor(() =>
      expect(options()).toEqual([
        'Mathematics 3AEnter Marks - End of TermLesson',
        'Mathematics 3AEnter Marks - Course WorkLesson',
      ]),
    );
    await type('carl');
    await waitFor(() => expect(options()).toEqual(['Of 2025 1, Carl0003, 3AStudent']));
    await key('Enter');
    await waitFor(() => expect(page.location.href).toBe('/term-reports/view-reports/3A/0003'));
  });
});
