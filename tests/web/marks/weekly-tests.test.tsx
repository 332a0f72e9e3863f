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
  server.on(listSubjectsOfTeacher, () => [{ ...lesson, form_class_id: '3A', form_level: 3 }]);
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
