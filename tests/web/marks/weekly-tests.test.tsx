import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { authWordings } from '#shared/accounts/wordings.ts';
import { weeklyTestsContract } from '#shared/marks/weekly-tests/contract.ts';
import { refuseWith, startContractServer } from '../../support/school/contract-server.ts';
import { freshPageForEachTest, openArea } from '../page.tsx';
import { answerTeacher } from '../session-answers.ts';

freshPageForEachTest();

it('leaves the marks as they are when the list behind them cannot be read again', async () => {
  const server = startContractServer();
  answerTeacher(server);
  server.school.weeklyTests = { from: '2024-04-18', to: '2024-07-05', maximum: 50 };
  const lesson = { subject_id: 'MATH', title: 'Mathematics' };
  const { listSubjectsOfTeacher, readMarksOfWeeklyTest, listWeeklyTestsOfClass } = weeklyTestsContract;
  server.on(listSubjectsOfTeacher, () => ({
    subjects: [{ ...lesson, form_class_id: '3A', form_level: 3 }],
    terms: [],
  }));
  server.on(listWeeklyTestsOfClass, () => [{ ...lesson, max_mark: 40, count: 0, employee_id: 'T1' }]);
  server.on(readMarksOfWeeklyTest, () => ({
    max_mark: 40,
    students: [{ student_id: 'S1', name: 'Ali, Pupil', mark: 12 }],
  }));
  await openArea('/term-reports/weekly-tests');
  fireEvent.click(await screen.findByRole('button', { name: 'Edit/View Marks' }));
  const sheet = await screen.findByRole('grid', { name: 'Marks of Mathematics' });

  server.on(listWeeklyTestsOfClass, () => refuseWith(401, authWordings.notSignedIn));
  const before = server.callsOf(listWeeklyTestsOfClass).length;
  act(() => {
    window.dispatchEvent(new Event('offline'));
    window.dispatchEvent(new Event('online'));
  });
  await waitFor(() => expect(server.callsOf(listWeeklyTestsOfClass).length).toBeGreaterThan(before));
  await act(() => new Promise((resolve) => setTimeout(resolve, 100)));
  expect(sheet.isConnected).toBe(true);
});

it('opens on the latest Thursday that has been, and shows those of its term', async () => {
  const server = startContractServer();
  answerTeacher(server);
  server.school.weeklyTests = { from: '2024-04-18', to: '2096-07-05', maximum: 50 };
  const { listSubjectsOfTeacher, listWeeklyTestsOfClass } = weeklyTestsContract;
  server.on(listSubjectsOfTeacher, () => ({
    subjects: [{ subject_id: 'MATH', title: 'Mathematics', form_class_id: '3A', form_level: 3 }],
    terms: [
      { academic_year_id: '20232024', term: 2 as const, days: ['2024-02-01', '2024-02-08'] },
      { academic_year_id: '20232024', term: 3 as const, days: ['2024-04-18', '2024-04-25', '2096-07-05'] },
    ],
  }));
  server.on(listWeeklyTestsOfClass, () => []);
  await openArea('/term-reports/weekly-tests');
  const days = await screen.findAllByRole('button', { name: /^\d+ \d\d-\w{3}-\d{4}$/ });
  expect(days.map((day) => [day.textContent, day.getAttribute('aria-pressed')])).toEqual([
    ['18', 'false'],
    ['25', 'true'],
    ['5', 'false'],
  ]);
  expect(screen.getByRole('heading', { name: 'Tests of 3A, 25-Apr-2024' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: '18 18-Apr-2024' }));
  await screen.findByRole('heading', { name: 'Tests of 3A, 18-Apr-2024' });
});
