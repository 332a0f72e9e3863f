import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { authRefusals } from '#shared/accounts/wordings.ts';
import { markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import { peopleContract } from '#shared/people/contract.ts';
import { subjectsContract } from '#shared/subjects/contract.ts';
import { pickerWordings } from '../../../web/pickers/wordings.ts';
import { screenTitles } from '../../../web/session/wordings.ts';
import { type ContractServer, refuseWith, startContractServer } from '../../support/school/contract-server.ts';
import { freshPageForEachTest, openArea, waitForRequests, watchNavigation } from '../page.tsx';
import { answerAdmin, answerTeacher } from '../session-answers.ts';
import { lesson1A } from './samples.ts';

freshPageForEachTest();

let server: ContractServer;

const lesson = (classId: string) => ({
  ...lesson1A,
  id: `2025-MATH-${classId}`,
  class_id: classId,
  form_classes: [classId],
  lesson: `Mathematics ${classId}`,
});

/** 1A is complete, 1B was worked on last, 1C is not begun. */
const progress = [
  {
    id: '2025-MATH-1A',
    students: 35,
    marks: 35,
    has_exam: true,
    course_marks: 35,
    comments: 1,
    last: '2025-11-22T15:00:00.000Z',
    course_last: '2025-11-04T15:00:00.000Z',
  },
  {
    id: '2025-MATH-1B',
    students: 33,
    marks: 12,
    has_exam: true,
    course_marks: 33,
    comments: 4,
    last: '2025-11-20T15:00:00.000Z',
    course_last: '2025-11-03T15:00:00.000Z',
  },
  {
    id: '2025-MATH-1C',
    students: 34,
    marks: 0,
    has_exam: true,
    course_marks: 0,
    comments: 0,
    last: null,
    course_last: null,
  },
];

beforeEach(() => {
  server = startContractServer();
  watchNavigation();
  answerTeacher(server);
  server.on(peopleContract.listTeacherLessons, () => ['1A', '1B', '1C'].map(lesson));
  server.on(markSheetContract.readLessonProgress, () => ({ due: '2025-12-12', lessons: progress }));
});

describe('the teacher’s menu', () => {
  it('says of each lesson what is entered and when last, what is due, and leads to the next one to do', async () => {
    await openArea('/term-reports');
    const region = await screen.findByRole('region', { name: screenTitles.yourMarksThisTerm });
    await within(region).findByText('1 of 3 lessons complete. Marks are due by 12-Dec-2025, the last day of the term.');
    const lines = within(region).getAllByRole('link');
    expect(lines.map((line) => line.nextElementSibling?.textContent)).toEqual([
      '35 of 35 marks, 1 comment · last 22-Nov-2025',
      '12 of 33 marks, 4 comments · last 20-Nov-2025Next',
      '0 of 34 marks, 0 comments',
    ]);
    expect(
      within(lines[0]?.parentElement as HTMLElement).getByRole('img', { name: pickerWordings.allMarksEntered }),
    ).toBeTruthy();
    expect(lines[1]?.getAttribute('href')).toBe('/term-reports/enter-marks/2025-MATH-1B');
    expect(server.callsOf(markSheetContract.readLessonProgress)[0]?.input).toEqual({
      employee_id: 'E17',
      year: 2025,
      term: 1,
    });
  });

  it('leads to the mark book where a term without exam lacks course marks', async () => {
    server.on(markSheetContract.readLessonProgress, () => ({
      due: null,
      lessons: progress.map((one) => ({ ...one, has_exam: false, marks: one.course_marks })),
    }));
    await openArea('/term-reports');
    const last = await screen.findByRole('link', { description: /^0 of 34 course marks/ });
    expect(last.getAttribute('href')).toBe('/term-reports/mark-book/2025-MATH-1C');
    const first = screen.getByRole('link', { description: /^35 of 35 course marks/ });
    expect(first.getAttribute('href')).toBe('/term-reports/enter-marks/2025-MATH-1A');
  });
});

describe('the pickers', () => {
  it('count marks and comments for the mark sheet, course marks for the mark book', async () => {
    await openArea('/term-reports/enter-marks');
    expect(
      await screen.findByRole('button', { name: /Mathematics 1B$/, description: /^12 of 33 marks, 4 comments.* Next/ }),
    ).toBeTruthy();
    expect(screen.getByText(/Marks are due by 12-Dec-2025/)).toBeTruthy();
  });

  it('of the office count a class’s subjects', async () => {
    answerAdmin(server, 'Admin', ['enterMarks']);
    server.on(peopleContract.listFormClasses, () => [{ id: '1A', class_name: '1A', form_level: 1 }]);
    server.on(subjectsContract.listSubjects, () => [
      { id: 'MATH', title: 'Mathematics', abbr: 'MATH' },
      { id: 'ARTS', title: 'Arts', abbr: 'ARTS' },
    ]);
    const { id: _id, ...counts } = progress[0] as (typeof progress)[number];
    server.on(markSheetContract.readClassProgress, () => ({
      due: null,
      subjects: [{ subject_id: 'MATH', ...counts }],
    }));
    await openArea('/admin/dashboard/enter-marks?class=1A');
    await screen.findByText('35 of 35 marks, 1 comment');
    const rows = screen.getAllByRole('row').slice(1);
    expect(rows.map((row) => within(row).getAllByRole('cell')[1]?.textContent)).toEqual(['35 of 35 marks, 1 comment']);
  });
});

describe('the office’s lists', () => {
  const teachers = ['E1', 'E2', 'E3', 'E4', 'E5', 'E6'].map((id, index) => ({
    id,
    employee_id: id,
    teacher_num: index + 1,
    first_name: 'Tess',
    last_name: `Teacher ${id}`,
  }));
  const show = async () => fireEvent.click(await screen.findByRole('button', { name: 'Show progress' }));
  const entered = () =>
    screen
      .getAllByRole('row')
      .slice(1)
      .map((row) => within(row).getAllByRole('cell').at(-2)?.textContent);

  it('of teachers count all lessons of each when that is asked for, four teachers at a time', async () => {
    answerAdmin(server, 'Admin', ['enterMarks', 'courseMark']);
    server.on(peopleContract.listEmployees, () => teachers);
    const answers: (() => void)[] = [];
    server.on(
      markSheetContract.readLessonProgress,
      ({ employee_id }) =>
        new Promise((resolve) => {
          const lessons = employee_id === 'E2' ? [] : progress;
          answers.push(() => resolve({ due: null, lessons }));
        }),
    );
    await openArea('/admin/dashboard/enter-marks?choose=teacher');
    await screen.findByRole('button', { name: 'Select Teacher E6, Tess' });
    expect(server.callsOf(markSheetContract.readLessonProgress)).toEqual([]);
    await show();
    await waitFor(() => expect(answers).toHaveLength(4));
    await waitForRequests();
    expect(answers).toHaveLength(4);
    for (const answer of answers.slice(0, 2)) answer();
    await waitFor(() => expect(answers).toHaveLength(6));
    for (const answer of answers) answer();
    await waitFor(() => expect(entered().filter((text) => text === '47 of 102 marks, 5 comments')).toHaveLength(5));
    expect(entered()[1]).toBe(pickerWordings.noLessonsWithStudents);
  });

  it('of classes say of each what is entered, and of which it could not be counted', async () => {
    answerAdmin(server, 'Admin', ['enterMarks']);
    server.on(peopleContract.listFormClasses, () => [
      { id: '1A', class_name: '1A', form_level: 1 },
      { id: '1B', class_name: '1B', form_level: 1 },
    ]);
    const subjects = progress.map(({ id, ...counts }) => ({ subject_id: id.slice(-2), ...counts }));
    server.on(markSheetContract.readClassProgress, ({ class_id }) =>
      class_id === '1A' ? { due: null, subjects } : refuseWith(403, authRefusals.forbidden),
    );
    await openArea('/admin/dashboard/enter-marks');
    await show();
    await screen.findByRole('button', { name: '1A', description: '47 of 102 marks, 5 comments' });
    await screen.findByRole('button', { name: '1B', description: pickerWordings.couldNotBeCounted });
    fireEvent.click(screen.getByRole('button', { name: 'Hide progress' }));
    await waitFor(() => expect(screen.queryByText('47 of 102 marks, 5 comments')).toBeNull());
  });
});
