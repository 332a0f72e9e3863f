import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Output } from '#shared/http/contract.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { printingWordings, termReportScreenWordings } from '#shared/term-reports/wordings.ts';
import { type ContractServer, startContractServer } from '../../support/school/contract-server.ts';
import { freshPageForEachTest, openArea, waitForRequests, watchNavigation } from '../page.tsx';
import { answerAdmin } from '../session-answers.ts';

freshPageForEachTest();
let server: ContractServer;

type Files = Output<typeof termReportsContract.listReportCardFiles>;
const nothing: Files = { run: null, school_link: null, classes: [], students: [], left: [] };
const run = {
  rows_processed: 12,
  total_rows: 62,
  state: 'running' as const,
  started_by: 'Ada Office',
  started_at: '2026-05-20T08:00:00.000Z',
  ended_at: null,
};
const ended = { ...run, rows_processed: 62, state: 'finished' as const, ended_at: '2026-05-20T08:01:00.000Z' };
const classes = [
  { class_id: '1A', cards: 33, link: 'https://files.test/1A.pdf' },
  { class_id: '2A', cards: 28, link: 'https://files.test/2A.pdf' },
];
const setting = { possible_attendance: null, new_term_beginning: null, date_end: null };

beforeEach(() => {
  server = startContractServer();
  watchNavigation();
  answerAdmin(server, 'Admin', ['termReports']);
  server.on(termReportsContract.listClassesWithReports, () => [{ id: '1A', form_level: 1, as: 'admin' as const }]);
  server.on(termReportsContract.listClassTermSettings, () => [
    { class_id: '1A', registered: 34, ...setting },
    { class_id: '1B', registered: 0, ...setting },
    { class_id: '2A', registered: 28, ...setting },
  ]);
  server.on(termReportsContract.listReportCardFiles, () => nothing);
  server.on(termReportsContract.startPrintingReportCards, () => ({
    rows_processed: 0,
    total_rows: 62,
    state: 'running' as const,
  }));
});

async function openDialog(place = '') {
  await openArea(`/admin/dashboard/term-details${place}`);
  fireEvent.click(await screen.findByRole('button', { name: 'Print School' }));
  return screen.findByRole('dialog', { name: termReportScreenWordings.reportCardsOfTheSchool });
}
const button = (scope: HTMLElement, name: string) => within(scope).getByRole<HTMLButtonElement>('button', { name });
const printed = () => server.callsOf(termReportsContract.startPrintingReportCards);

describe('Print School', () => {
  it('starts the run once, and shows how far it is with the classes that are done', async () => {
    server.on(termReportsContract.startPrintingReportCards, () => {
      server.on(termReportsContract.listReportCardFiles, () => ({ ...nothing, run, classes: classes.slice(0, 1) }));
      return { rows_processed: 0, total_rows: 62, state: 'running' as const };
    });
    const dialog = await openDialog();
    await within(dialog).findByText(termReportScreenWordings.notPrintedYet);
    fireEvent.click(button(dialog, termReportScreenWordings.startPrintingReportCards));
    const bar = await within(dialog).findByRole('progressbar', { name: /^Printing .* report cards/ });
    expect(bar.getAttribute('aria-valuenow')).toBe('19');
    expect(within(dialog).getByText(/started by Ada Office$/)).toBeTruthy();
    expect(within(dialog).getByRole('link', { name: 'Download the report cards of 1A' })).toBeTruthy();
    fireEvent.click(button(dialog, termReportScreenWordings.startPrintingReportCards));
    await waitForRequests();
    expect(printed().map(({ input }) => input)).toEqual([{ year: 2025, term: 1, two_sided: false }]);
  });

  it('shows a run that somebody else began, until it ends', async () => {
    let asked = 0;
    server.on(termReportsContract.listReportCardFiles, () => {
      asked += 1;
      return asked === 1 ? { ...nothing, run } : { ...nothing, run: ended, classes };
    });
    const dialog = await openDialog();
    await within(dialog).findByText('19 %');
    fireEvent.click(button(dialog, termReportScreenWordings.startPrintingReportCards));
    await within(dialog).findByText(/^61 report cards printed by Ada Office on 20-May-2026 /);
    expect(button(dialog, 'Print Again').disabled).toBe(false);
    expect(printed()).toHaveLength(0);
  });

  it('gives a file a class and a card a student, and names whom it left out with the reason', async () => {
    const left = [{ student_id: 'S9', name: 'Ali, Zoe', class_id: '1A', reason: printingWordings.damaged }];
    server.on(termReportsContract.listReportCardFiles, ({ class_id }) => ({
      run: ended,
      school_link: 'https://files.test/school.zip',
      classes,
      left,
      students: class_id === '2A' ? [{ student_id: 'S1', name: 'Bose, Ann' }] : [],
    }));
    const dialog = await openDialog();
    const file = await within(dialog).findByRole<HTMLAnchorElement>('link', {
      name: 'Download the report cards of 2A',
    });
    expect(file.href).toBe('https://files.test/2A.pdf');
    const whole = within(dialog).getByRole<HTMLAnchorElement>('link', {
      name: termReportScreenWordings.allClassesInOneZip,
    });
    expect(whole.href).toBe('https://files.test/school.zip');
    expect(within(dialog).getByText('Ali, Zoe (S9), 1A').parentElement?.textContent).toBe(
      'Ali, Zoe (S9), 1A The report is damaged.',
    );
    expect(within(dialog).getByText(/^1 record could not be printed\. Correct it, then print again\./)).toBeTruthy();
    const students = button(dialog, 'Students of 2A');
    expect(students.getAttribute('aria-expanded')).toBe('false');
    fireEvent.click(students);
    const one = await within(dialog).findByRole<HTMLAnchorElement>('link', { name: 'Bose, Ann' });
    expect(one.getAttribute('href')).toBe('/report-card?studentId=S1&year=2025&term=1');
    fireEvent.click(students);
    await waitFor(() => expect(within(dialog).queryByRole('link', { name: 'Bose, Ann' })).toBeNull());
  });

  it('says where a run stopped and goes on with it, the printed classes at hand', async () => {
    const stopped = { ...run, rows_processed: 34, state: 'failed' as const, ended_at: '2026-05-20T08:01:00.000Z' };
    server.on(termReportsContract.listReportCardFiles, () => ({
      ...nothing,
      run: stopped,
      classes: classes.slice(0, 1),
    }));
    server.on(termReportsContract.startPrintingReportCards, () => ({
      rows_processed: 34,
      total_rows: 62,
      state: 'running' as const,
    }));
    const dialog = await openDialog();
    expect((await within(dialog).findByRole('alert')).textContent).toBe(
      'The printing stopped after 34 of 62 students. Press Continue to print the others. If it stops again, ask your IT officer.',
    );
    expect(within(dialog).getByRole('link', { name: 'Download the report cards of 1A' })).toBeTruthy();
    fireEvent.click(button(dialog, 'Continue'));
    await waitFor(() => expect(printed()).toHaveLength(1));
  });
});
