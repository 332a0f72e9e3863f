import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { requestWordings } from '#shared/http/wordings.ts';
import { peopleContract } from '#shared/people/contract.ts';
import { subjectsContract } from '#shared/subjects/contract.ts';
import { type ContractServer, startContractServer } from '../../support/school/contract-server.ts';
import { freshPageForEachTest, openArea, waitUntilWindowsClosed, watchNavigation } from '../page.tsx';
import { answerAdmin } from '../session-answers.ts';

freshPageForEachTest();
let server: ContractServer;

beforeEach(() => {
  server = startContractServer();
  watchNavigation();
  answerAdmin(server, 'Admin', ['reports']);
  server.on(peopleContract.listFormLevels, () => [
    { form_level: 1, title: 'Form 1' },
    { form_level: 4, title: 'Form 4' },
  ]);
  server.on(peopleContract.listFormClasses, () => [
    { id: '1A', class_name: '1A', form_level: 1 },
    { id: '4A', class_name: '4A', form_level: 4 },
  ]);
  server.on(subjectsContract.listSubjects, () => [{ id: 'MATH', title: 'Mathematics', abbr: 'MATH' }]);
});

const place = '/admin/dashboard/reports';
const open = async (label: string) => {
  await openArea(place);
  fireEvent.click(await screen.findByRole('button', { name: new RegExp(`^${label}`) }));
  return screen.findByRole('dialog', { name: label });
};
const button = (scope: HTMLElement, name: string) => within(scope).getByRole<HTMLButtonElement>('button', { name });
const type = (scope: HTMLElement, label: string, text: string) => {
  const field = within(scope).getByLabelText(label);
  fireEvent.change(field, { target: { value: text } });
  fireEvent.blur(field);
};
/** Where the frame leads, once there is one. */
const shown = async (scope: HTMLElement) =>
  waitFor(() => {
    const frame = scope.querySelector('iframe');
    if (!frame) throw new Error('no report is shown');
    return decodeURIComponent(frame.getAttribute('src') ?? '');
  });

describe('the Reports menu', () => {
  it('lists the four reports in the words of the menu', async () => {
    await openArea(place);
    const lines = within(await screen.findByRole('main')).getAllByRole('button');
    expect(lines.map((line) => line.querySelector('strong')?.textContent)).toEqual([
      'Student by Class/Subject',
      'E-Report Student Access Logs',
      'Logins - Students Failed Logins',
      'Logins - Students Never Logged In',
    ]);
  });

  it('shows a report without parameters at once, and the list again after Close', async () => {
    const window = await open('Logins - Students Never Logged In');
    expect(await shown(window)).toBe('/no-logins-student');
    expect(within(window).queryByRole('button', { name: 'Show Report' })).toBeNull();
    expect(button(window, 'Download Spreadsheet')).toBeTruthy();
    fireEvent.click(button(window, 'Close'));
    await waitUntilWindowsClosed();
    expect(location.search).toBe('');
  });

  it('makes a single date a range of one day, and refuses no date and a last day before the first', async () => {
    const window = await open('Logins - Students Failed Logins');
    expect(window.querySelector('iframe')).toBeNull();
    fireEvent.click(button(window, 'Show Report'));
    await within(window).findByText('Required.');
    type(window, 'From', '5 Jan 2026');
    type(window, 'To', '4 Jan 2026');
    fireEvent.click(button(window, 'Show Report'));
    await within(window).findByText(requestWordings.lastBeforeFirst);
    expect(window.querySelector('iframe')).toBeNull();
    type(window, 'To', '');
    fireEvent.click(button(window, 'Show Report'));
    expect(await shown(window)).toBe('/report-failed-logins?date_range=2026-01-05,2026-01-05');
  });

  it('begins the access logs with the current term, and asks for a level or class only where one is chosen', async () => {
    const window = await open('E-Report Student Access Logs');
    fireEvent.click(await within(window).findByRole('button', { name: 'Show Report' }));
    expect(await shown(window)).toBe('/report-card-access-logs?year=2025&term=1');
  });
});
