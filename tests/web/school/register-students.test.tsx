import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { authRefusals } from '#shared/accounts/wordings.ts';
import { termsContract } from '#shared/school/contract.ts';
import { termRegistrationWordings, termWordings } from '#shared/school/wordings.ts';
import { type ContractServer, refuseWith, startContractServer } from '../../support/school/contract-server.ts';
import { freshPageForEachTest, openArea, waitUntilWindowsClosed, watchNavigation } from '../page.tsx';
import { answerAdmin, okAnswer, periodAnswer } from '../session-answers.ts';

freshPageForEachTest();
let server: ContractServer;

beforeEach(() => {
  server = startContractServer();
  watchNavigation();
  answerAdmin(server, 'Admin', ['dashboard']);
  server.on(termsContract.listAcademicYears, () => [{ academic_year_id: '20252026', title: '2025-2026' }]);
  server.on(termsContract.listAcademicTerms, () => []);
  server.on(termsContract.listRegistrationRuns, () => []);
  server.on(termsContract.clearFlags, () => okAnswer);
  server.on(termsContract.previewRegistration, () => [
    { class_id: '1A', form_level: 1, students: 33, not_registered: 3 },
    { class_id: '2A', form_level: 2, students: 34, not_registered: 34 },
  ]);
});

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
async function openChooser() {
  await openArea('/admin/dashboard/current-term');
  fireEvent.click(await screen.findByRole('button', { name: 'Register Students' }));
  return screen.findByRole('dialog', { name: 'Register Students' });
}
const confirmIn = (dialog: HTMLElement) =>
  fireEvent.click(within(dialog).getByRole('button', { name: 'Register Students' }));
const sent = () => server.callsOf(termsContract.startTermRegistration);

describe('Register Students', () => {
  it('asks for the class, All by default, and says how many students it will touch', async () => {
    const dialog = await openChooser();
    await within(dialog).findByText('37 of 67 students will be registered.');
    expect(within(dialog).getByRole<HTMLInputElement>('combobox', { name: 'Class' }).value).toBe('All');
    const chooser = within(dialog).getByRole('combobox', { name: 'Class' });
    fireEvent.change(chooser, { target: { value: '1A' } });
    fireEvent.keyDown(chooser, { key: 'Enter' });
    await within(dialog).findByText('3 of 33 students will be registered.');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await waitUntilWindowsClosed();
    expect(sent()).toHaveLength(0);
  });

  it('follows the run under one key to its end, with a percentage, and says that it succeeded', async () => {
    let isSeen = false;
    server.on(termsContract.startTermRegistration, () =>
      isSeen
        ? { rows_processed: 37, total_rows: 37, state: 'finished' as const }
        : { rows_processed: 10, total_rows: 37, state: 'running' as const },
    );
    const dialog = await openChooser();
    await within(dialog).findByText(/will be registered/);
    confirmIn(dialog);
    const overlay = await screen.findByRole('alertdialog', { name: 'Registering Students...' });
    await within(overlay).findByText('27 %');
    isSeen = true;
    await screen.findByText('Students Registered Successfully.');
    press('OK');
    expect(sent().length).toBeGreaterThan(1);
    for (const { input } of sent()) expect(input).toEqual({ class_id: null });
    expect(new Set(sent().map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
    expect(server.callsOf(termsContract.clearFlags).map(({ input }) => input)).toEqual([{ class_id: null }]);
  });

  it.each([
    ['the run fails', () => ({ rows_processed: 10, total_rows: 37, state: 'failed' as const })],
    ['the server refuses', () => refuseWith(403, authRefusals.forbidden)],
  ])('says what to do when %s', async (_case, answer) => {
    server.on(termsContract.startTermRegistration, answer);
    const dialog = await openChooser();
    await within(dialog).findByText(/will be registered/);
    confirmIn(dialog);
    await screen.findByText('An Error has Occurred. Please contact Admin.');
  });

  it('registers nobody where all are registered, and does not call that a success', async () => {
    server.on(termsContract.previewRegistration, () => [
      { class_id: '1A', form_level: 1, students: 33, not_registered: 0 },
      { class_id: '2A', form_level: 2, students: 34, not_registered: 1 },
    ]);
    // Somebody else has registered the last one meanwhile.
    server.on(termsContract.startTermRegistration, () => ({
      rows_processed: 0,
      total_rows: 0,
      state: 'finished' as const,
    }));
    const dialog = await openChooser();
    await within(dialog).findByText('1 of 67 students will be registered.');
    const chooser = within(dialog).getByRole('combobox', { name: 'Class' });
    fireEvent.change(chooser, { target: { value: '1A' } });
    fireEvent.keyDown(chooser, { key: 'Enter' });
    await within(dialog).findByText('All 33 students are registered already.');
    const button = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Register Students' });
    expect(button.disabled).toBe(true);
    fireEvent.change(chooser, { target: { value: 'All' } });
    fireEvent.keyDown(chooser, { key: 'Enter' });
    await within(dialog).findByText('1 of 67 students will be registered.');
    confirmIn(dialog);
    await screen.findByText('All students are registered already. Nothing was changed.');
    expect(screen.queryByText('Students Registered Successfully.')).toBeNull();
  });

  it('asks to set the term first where the form shows one that is not the current term yet', async () => {
    server.on(termsContract.listAcademicTerms, () => [
      {
        academic_year_id: '20252026',
        term: 2 as const,
        possible_attendance: 110,
        is_current: false,
        date_start: null,
        date_end: '2026-03-27',
        new_term_beginning: null,
      },
    ]);
    await openArea('/admin/dashboard/current-term');
    fireEvent.click(await screen.findByRole('button', { name: 'Term 2, 2025-2026' }));
    press('Register Students');
    const question = await screen.findByRole('alertdialog', { name: 'Term 2, 2025-2026 is not the current term yet' });
    fireEvent.click(within(question).getByRole('button', { name: 'Cancel' }));
    await waitUntilWindowsClosed();
    expect(screen.queryByRole('dialog', { name: 'Register Students' })).toBeNull();
    press('Register Students');
    const again = await screen.findByRole('alertdialog', { name: 'Term 2, 2025-2026 is not the current term yet' });
    fireEvent.click(within(again).getByRole('button', { name: 'Set / Update Term' }));
    // The save asks for what the term still needs.
    await screen.findByText('The current term needs Term Start.');
    expect(sent()).toHaveLength(0);
  });

  it('needs an academic year and a term first', async () => {
    server.on(termsContract.readTermOverview, () => ({ ...periodAnswer, current_term: null }));
    await openArea('/admin/dashboard/current-term');
    fireEvent.click(await screen.findByRole('button', { name: 'Register Students' }));
    expect((await screen.findByRole('alert')).textContent).toBe('Please set the Academic Year and Term to continue.');
  });

  it('shows a run that somebody else began, and undoes one that ended', async () => {
    const run = { rows_processed: 5, total_rows: 20, started_by: 'Ada', started_at: '2025-09-01T08:00:00.000Z' };
    server.on(termsContract.listRegistrationRuns, () => [
      { class_id: '1A', run: { ...run, state: 'running' as const, ended_at: null }, undo: null },
      { class_id: '2A', run: { ...run, state: 'finished' as const, ended_at: '2025-09-01T08:01:00.000Z' }, undo: null },
    ]);
    server.on(termsContract.undoRegistration, () => ({
      rows_processed: 20,
      total_rows: 20,
      state: 'finished' as const,
      left: [{ student_id: 'S1', name: 'Ali, Zoe', reason: termRegistrationWordings.hasReport }],
    }));
    await openArea('/admin/dashboard/current-term');
    expect((await screen.findByRole('progressbar')).getAttribute('aria-valuenow')).toBe('25');
    press('Undo');
    const question = await screen.findByRole('alertdialog', { name: termWordings.undoRegistration });
    fireEvent.click(within(question).getByRole('button', { name: 'Undo' }));
    await screen.findByText('19 term reports removed.');
    expect(server.callsOf(termsContract.undoRegistration).map(({ input }) => input)).toEqual([{ class_id: '2A' }]);
  });
});
