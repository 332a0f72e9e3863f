import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { authContract } from '#shared/accounts/auth/contract.ts';
import { markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import { markScreenWordings } from '#shared/marks/wordings.ts';
import { peopleContract } from '#shared/people/contract.ts';
import { subjectsContract } from '#shared/subjects/contract.ts';
import { type ContractServer, startContractServer } from '../../support/school/contract-server.ts';
import { freshPageForEachTest, openArea, watchNavigation } from '../page.tsx';
import { answerAdmin, answerTeacher, teacherAnswer } from '../session-answers.ts';
import { lesson1A, markSheetRow, weightedScheme } from './samples.ts';

freshPageForEachTest();
let server: ContractServer;
const { saveSubjectRecord, readMarkSheetOfLesson } = markSheetContract;

const row = markSheetRow('S1', 'Ali, Anika');
const lesson = { ...lesson1A, employee_id: 'E18' };

beforeEach(() => {
  server = startContractServer();
  watchNavigation();
  server.on(peopleContract.listEmployees, () => [
    { id: 'E18', employee_id: 'E18', teacher_num: 18, first_name: 'Bob', last_name: 'Lee' },
  ]);
  server.on(peopleContract.listTeacherLessons, ({ employee_id = 'E17' }) =>
    employee_id === 'E18' ? [lesson] : [{ ...lesson, employee_id }],
  );
  server.on(peopleContract.listFormClasses, () => [
    { id: '1A', class_name: '1A', form_level: 1 },
    { id: '6U', class_name: '6U', form_level: 7 },
  ]);
  server.on(subjectsContract.listSubjects, () => [
    { id: 'ENGL', title: 'English Language', abbr: 'ENGL' },
    { id: 'MATH', title: 'Mathematics', abbr: 'MTH' },
  ]);
  server.on(readMarkSheetOfLesson, () => ({
    data: [row],
    total: 1,
    registered: 1,
    entered: 0,
    weightings: weightedScheme,
  }));
  server.on(saveSubjectRecord, ({ exam_mark = null }) => ({ ...row, exam_mark }));
});

const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));
const sheetCalls = () => server.callsOf(readMarkSheetOfLesson).map(({ input }) => input);

describe('Enter Marks for an admin', () => {
  it('lists what the class takes, and all subjects where they are asked for', async () => {
    answerAdmin(server, 'Admin', ['enterMarks']);
    const counts = {
      students: 20,
      marks: 0,
      has_exam: true,
      course_marks: 0,
      comments: 0,
      last: null,
      course_last: null,
    };
    server.on(markSheetContract.readClassProgress, () => ({
      due: null,
      subjects: [{ subject_id: 'MATH', ...counts }],
    }));
    await openArea('/admin/dashboard/enter-marks?class=1A');
    await screen.findByText('Mathematics');
    expect(screen.queryByText('English Language')).toBeNull();
    await press('All subjects');
    await screen.findByText('English Language');
    await press('Subjects of 1A');
    await waitFor(() => expect(screen.queryByText('English Language')).toBeNull());
  });

  it('leads over class and searched subject to the sheet of the whole class, and back', async () => {
    answerAdmin(server, 'Admin', ['enterMarks']);
    await openArea('/admin/dashboard/enter-marks');
    await screen.findByRole('heading', { level: 2, name: 'Form 1' });
    const main = within(screen.getByRole('main'));
    expect(main.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      'Form 1',
      'Form 6',
    ]);
    await press('1A');
    const table = await screen.findByRole('table');
    expect(table.textContent).toContain('Subj CodeSubject');
    fireEvent.change(screen.getByRole('searchbox', { name: 'Search' }), { target: { value: 'math' } });
    await waitFor(() => expect(screen.queryByText('English Language')).toBeNull());
    await press('Select MTH');
    await screen.findByRole('grid', { name: 'Marks of Mathematics 1A' });
    const of = { subject_id: 'MATH', class_id: '1A', form_level: 1, year: 2025, term: 1 };
    expect(sheetCalls()).toEqual([of]);
    // The whole class may have several teachers, so there is no one mark book page to lead to.
    expect(screen.queryByRole('link', { name: markScreenWordings.openTheMarkBook })).toBeNull();
    await press('Next Subject Class');
    expect(await screen.findByText('Select Subject · 1A')).toBeTruthy();
  });

  it('leads over the teacher list to a lesson, with the way to its mark book page', async () => {
    answerAdmin(server, 'Admin', ['enterMarks', 'courseMark']);
    await openArea('/admin/dashboard/enter-marks');
    await press('Teacher list');
    await press('Select Lee, Bob');
    expect(await screen.findByText('Bob Lee')).toBeTruthy();
    await press(/Mathematics 1A/);
    await screen.findByRole('grid');
    expect(sheetCalls()[0]).toMatchObject({ employee_id: 'E18', class_id: '1A' });
    expect(screen.getByRole('link', { name: markScreenWordings.openTheMarkBook }).getAttribute('href')).toBe(
      '/admin/dashboard/course-mark/2025-MATH-1A?term=1&teacher=E18',
    );
    await press('Close');
    await press(markScreenWordings.backToTeacherList);
    expect(await screen.findByRole('button', { name: 'Select Lee, Bob' })).toBeTruthy();
  });
});

describe('Enter Marks for a teacher', () => {
  it('with spreadsheet access has own lessons first, then the teacher list and the classes', async () => {
    answerTeacher(server);
    server.on(authContract.readEmployeeByUserName, () => ({ ...teacherAnswer, spreadsheet_access: true }));
    await openArea('/term-reports/enter-marks');
    await press(markScreenWordings.backToTeacherList);
    await press('Select Class');
    await screen.findByRole('heading', { name: 'Form 1' });
    await press(markScreenWordings.backToMyLessons);
    expect(await screen.findByRole('heading', { name: 'Select Subject Class' })).toBeTruthy();
  });

  it('without it has own lessons alone, whatever the address says, and the way to the mark book', async () => {
    answerTeacher(server);
    server.on(peopleContract.listTeacherLessons, () => [{ ...lesson, employee_id: 'E17' }]);
    await openArea('/term-reports/enter-marks?class=1A&subject=MATH&choose=teacher');
    expect(await screen.findByRole('heading', { name: 'Select Subject Class' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: markScreenWordings.backToTeacherList })).toBeNull();
    await press(/Mathematics 1A/);
    const link = await screen.findByRole('link', { name: markScreenWordings.openTheMarkBook });
    expect(link.getAttribute('href')).toBe('/term-reports/mark-book/2025-MATH-1A?term=1');
  });
});
