import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openArea } from '../page.tsx';
import { answerAdmin, answerTeacher } from '../session-answers.ts';
import { answerClass, row, server, startClassForEachTest } from './class-of-reports.ts';

startClassForEachTest();

it('keeps what is searched for in the class in the address, and opens with it after a reload', async () => {
  answerTeacher(server);
  answerClass(['form teacher']);
  const page = await openArea('/term-reports/view-reports?class=3A&search=bapt');
  const window = await screen.findByRole('dialog', { name: 'Students of 3A' });
  const rows = () =>
    within(window)
      .getAllByRole('rowheader')
      .map(({ textContent }) => textContent);
  expect(rows()).toEqual(['Baptiste, Pupil1 of 2 entered']);
  fireEvent.change(within(window).getByRole('searchbox'), { target: { value: 'ali 3a' } });
  await waitFor(() => expect(page.location.search).toMatch(/search=ali(\+|%20)3a/));
  await waitFor(() => expect(rows()).toEqual(['Ali, Pupil1 of 2 entered']));
  fireEvent.click(within(window).getByRole('button', { name: 'View Record: Ali, Pupil' }));
  await waitFor(() => expect(page.location.search).not.toContain('search='));
  expect(page.location.pathname).toMatch(/S1$/);
});

it('tells students of one name apart, in the list, over the record and before a deletion', async () => {
  answerAdmin(server, 'Admin', ['termReports']);
  answerClass([], {
    data: [row('S1', 'Ali'), row('S2', 'Ali'), row('S3', 'Baptiste')],
  });
  await openArea('/admin/dashboard/term-details?class=3A&search=ali');
  const window = await screen.findByRole('dialog', { name: 'Students of 3A' });
  const names = within(window).getAllByRole('rowheader');
  expect(names.map(({ textContent }) => textContent)).toEqual([
    'Ali, Pupil (S1)1 of 2 entered',
    'Ali, Pupil (S2)1 of 2 entered',
  ]);
  fireEvent.click(within(window).getByRole('button', { name: 'View Record: Ali, Pupil (S2)' }));
  expect(await screen.findByRole('heading', { level: 2, name: 'Ali, Pupil (S2)' })).toBeTruthy();
});
