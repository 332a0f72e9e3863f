import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import type { Output } from '#shared/http/contract.ts';
import { termsContract } from '#shared/school/contract.ts';
import { newYearWordings, schoolScreenWordings } from '#shared/school/wordings.ts';
import { type ContractServer, startContractServer } from '../../support/school/contract-server.ts';
import { freshPageForEachTest, openArea, watchNavigation } from '../page.tsx';
import { answerAdmin } from '../session-answers.ts';

freshPageForEachTest();
let server: ContractServer;

type Status = Output<typeof termsContract.readTakeOverStatus>;
const none: Status = {
  academic_year_id: '20252026',
  has_lessons: true,
  from: null,
  is_promoted: false,
  teachers: [],
  students: [],
  taken_over: null,
  undo: null,
};
const teacher = { posts: 1, has_left: false, classes_gone: [], subjects_ended: [] };
const possible: Status = {
  ...none,
  has_lessons: false,
  from: '20242025',
  is_promoted: true,
  teachers: [
    { ...teacher, employee_id: 'T1', name: 'Abel, Ann', lessons: 3, taken: 2, subjects_ended: ['Latin'] },
    { ...teacher, employee_id: 'T2', name: 'Bell, Ben', lessons: 2, taken: 1, classes_gone: ['9Z'] },
    { ...teacher, employee_id: 'T3', name: 'Cole, Cyd', lessons: 1, taken: 0, posts: 0, has_left: true },
  ],
  students: [{ student_id: 'S1', name: 'Ali, Zoe', class_id: '5A', ends: ['Art'], without_teacher: ['Physics'] }],
};
const run = {
  rows_processed: 2,
  total_rows: 2,
  state: 'finished' as const,
  started_by: 'Olive Office',
  started_at: '2025-08-20T12:00:00.000Z',
  ended_at: '2025-08-20T12:00:09.000Z',
};
const finished: Status = {
  ...none,
  taken_over: { run, from: '20242025', left: [{ name: 'Abel, Ann', reason: newYearWordings.hasFormTeacher('1A') }] },
};

let status: Status;
beforeEach(() => {
  server = startContractServer();
  watchNavigation();
  answerAdmin(server, 'Admin', ['dashboard']);
  server.on(termsContract.listAcademicYears, () => [{ academic_year_id: '20252026', title: '2025-2026' }]);
  server.on(termsContract.listAcademicTerms, () => []);
  server.on(termsContract.listRegistrationRuns, () => []);
  server.on(termsContract.readTakeOverStatus, () => status);
});
const open = () => openArea('/admin/dashboard/current-term');

it('shows what would be taken over, by teacher and student, then does it and says so', async () => {
  status = possible;
  server.on(termsContract.takeOverLessons, () => {
    status = finished;
    return { rows_processed: 2, total_rows: 2, state: 'finished' as const, left: [] };
  });
  await open();
  fireEvent.click(await screen.findByRole('button', { name: 'Take over lessons from 2024-2025' }));
  const dialog = await screen.findByRole('dialog', { name: 'Take over lessons from 2024-2025' });
  within(dialog).getByText(/^3 of 6 lessons go along, and 2 form classes and deans\./);
  const rows = within(dialog).getAllByRole('row');
  expect(rows.map((row) => [...row.children].map((cell) => cell.textContent).join('|'))).toEqual([
    'Teacher|Lessons|Go along|Left out',
    'Abel, Ann|3|2|Subjects that no longer exist: Latin',
    'Bell, Ben|2|1|Classes that no longer exist: 9Z',
    'Cole, Cyd|1|0|Has left the school',
    'Student|Class|Subjects that end|Subjects without their teacher',
    'Ali, Zoe|5A|Art|Physics',
  ]);
  fireEvent.click(within(dialog).getByRole('button', { name: schoolScreenWordings.takeOverLessons }));
  await screen.findByText('The lessons were taken over from 2024-2025 by Olive Office on 20-Aug-2025.');
  expect(server.callsOf(termsContract.takeOverLessons).map(({ input }) => input)).toEqual([
    { academic_year_id: '20252026', from: '20242025' },
  ]);
  expect(screen.getByRole('list', { name: schoolScreenWordings.leftAsItWas }).textContent).toBe(
    newYearWordings.hasFormTeacher('Abel, Ann 1A'),
  );
});

it('warns where the students have not been promoted', async () => {
  status = { ...possible, is_promoted: false, students: [] };
  await open();
  fireEvent.click(await screen.findByRole('button', { name: 'Take over lessons from 2024-2025' }));
  await screen.findByText(/The students of 2024-2025 have not been promoted yet\./);
});

it('undoes a take-over after asking, and names what it leaves', async () => {
  status = finished;
  server.on(termsContract.undoTakeOver, () => {
    const left = [{ name: 'Abel, Ann', reason: newYearWordings.hasMarks('Mathematics', '1A') }];
    status = { ...none, undo: { run, from: '20242025', left } };
    return { rows_processed: 2, total_rows: 2, state: 'finished' as const, left };
  });
  await open();
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  const question = await screen.findByRole('alertdialog', { name: 'Undo the take-over of 2025-2026?' });
  fireEvent.click(within(question).getByRole('button', { name: 'Undo' }));
  await screen.findByText(newYearWordings.hasMarks('Mathematics', '1A'));
  expect(server.callsOf(termsContract.undoTakeOver).map(({ input }) => input)).toEqual([
    { academic_year_id: '20252026' },
  ]);
});
