import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { postingWordings, termReportScreenWordings } from '#shared/term-reports/wordings.ts';
import { undoContract } from '#shared/undo/contract.ts';
import { undone } from '../../support/undone.ts';
import { openArea } from '../page.tsx';
import { answerAdmin } from '../session-answers.ts';
import { answerClass, openAsAdmin, server, setPossibleAttendance, startClassForEachTest } from './class-of-reports.ts';

startClassForEachTest();

describe('Recently changed', () => {
  it('lists what the office did in the term, who and when, and undoes it', async () => {
    const act = {
      undo: 'A1/00000000-0000-4000-8000-000000000000',
      what: 'Report of Zoe Ali deleted (Term 1, 2025-2026)',
      at: '2025-11-03T14:05:00.000Z',
      name: 'Ada Office',
      undone_at: null,
    };
    server.on(undoContract.listActs, () => [act]);
    server.on(undoContract.undoAct, () => undone());
    await openAsAdmin();
    fireEvent.click(screen.getByRole('button', { name: 'Recently changed' }));
    const dialog = await screen.findByRole('dialog', { name: 'Recently changed' });
    expect((await within(dialog).findByRole('listitem')).textContent).toContain(`${act.what}Ada Office`);
    expect(server.callsOf(undoContract.listActs)[0]?.input).toEqual({ of: 'term-reports', year: 2025, term: 1 });
    fireEvent.click(within(dialog).getByRole('button', { name: `Undo: ${act.what}` }));
    await waitFor(() => expect(server.callsOf(undoContract.undoAct)[0]?.input).toEqual({ undo: act.undo }));
  });
});

describe('More Options', () => {
  it('warns before a class of another level, and gives and takes the subjects that are chosen', async () => {
    server.on(termReportsContract.listClassTermSettings, () => []);
    server.on(termReportsContract.listClassesForMove, () => [
      { id: '3B', form_level: 3 },
      { id: '4B', form_level: 4 },
    ]);
    server.on(termReportsContract.changeClassSubjects, () => [
      { subject_id: 'INTS', title: 'Integrated Science', taken: true, taught: false },
      { subject_id: 'MATH', title: 'Mathematics', taken: true, taught: true },
      { subject_id: 'PHYS', title: 'Physics', taken: false, taught: true },
    ]);
    const undo = 'A1/00000000-0000-4000-8000-000000000000';
    server.on(termReportsContract.changeClass, ({ student_id, class_id }) => ({ student_id, class_id, undo }));
    answerAdmin(server, 'Admin', ['termReports', 'studentSubjects']);
    answerClass([]);
    await openArea('/admin/dashboard/term-details?class=3A');
    fireEvent.click(await screen.findByRole('button', { name: 'More Options' }));
    const dialog = await screen.findByRole('dialog', { name: 'More Options' });
    const choose = async (id: string) => {
      const box = await within(dialog).findByRole('combobox', { name: 'Class' });
      fireEvent.change(box, { target: { value: id } });
      fireEvent.keyDown(box, { key: 'Enter' });
    };
    await waitFor(async () => {
      await choose('3B');
      expect(within(dialog).getByText(/3A → 3B/)).toBeTruthy();
    });
    expect(within(dialog).queryByText(/is Form/)).toBeNull();
    await choose('4B');
    expect(within(dialog).getByText(/^3A is Form 3, 4B is Form 4\./)).toBeTruthy();
    fireEvent.click(await within(dialog).findByRole('checkbox', { name: 'Physics' }));
    fireEvent.click(within(dialog).getByRole('checkbox', { name: 'Integrated Science' }));
    expect(within(dialog).queryByRole('checkbox', { name: 'Mathematics' })).toBeNull();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Change Class' }));
    await waitFor(() =>
      expect(server.callsOf(termReportsContract.changeClass).map(({ input }) => input)).toEqual([
        { student_id: 'S1', class_id: '4B', was: { class_id: '3A' }, take_up: ['PHYS'], give_up: ['INTS'] },
      ]),
    );
    // One undo takes back both, and says what it leaves.
    const left = ['Physics is still taken: marks were entered since.'];
    server.on(undoContract.undoAct, () => undone(...left));
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await screen.findByText(`Undone. ${left[0]}`);
  });

  it('deletes the record of a student only once no subject is left on it', async () => {
    server.on(termReportsContract.listClassesForMove, () => [{ id: '3A', form_level: 3 }]);
    server.on(termReportsContract.listClassTermSettings, () => []);
    await openAsAdmin();
    fireEvent.click(screen.getByRole('button', { name: 'More Options' }));
    const dialog = await screen.findByRole('dialog', { name: 'More Options' });
    const button = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Delete Record' });
    expect(button.disabled).toBe(true);
    within(dialog).getByText(/All subject records must be deleted first\./);
  });

  it('shows what a setting will touch, and sets it in the words of the catalogue', async () => {
    server.on(termReportsContract.listClassesForMove, () => [{ id: '3A', form_level: 3 }]);
    const setting = { possible_attendance: 118, new_term_beginning: null, date_end: '2025-12-12' };
    server.on(termReportsContract.listClassTermSettings, () => [
      { class_id: '3A', registered: 30, ...setting },
      { class_id: '3B', registered: 31, ...setting },
    ]);
    server.on(setPossibleAttendance, ({ possible_attendance, class_id }) => ({
      possible_attendance,
      class_id,
      classes: 1,
      students: 30,
      undo: 'A1/00000000-0000-4000-8000-000000000000',
    }));
    await openAsAdmin();
    fireEvent.click(screen.getByRole('button', { name: 'More Options' }));
    const dialog = await screen.findByRole('dialog', { name: 'More Options' });
    expect(await within(dialog).findByText('3A, 30 reports: 118 → …')).toBeTruthy();
    fireEvent.change(within(dialog).getByRole('textbox', { name: 'Possible attendance' }), {
      target: { value: '120' },
    });
    expect(within(dialog).getByText('3A, 30 reports: 118 → 120')).toBeTruthy();
    fireEvent.click(within(dialog).getByRole('button', { name: termReportScreenWordings.setPossibleAttendance }));
    expect(await screen.findByText('Possible attendance set to 120 for 3A.')).toBeTruthy();
    expect(server.callsOf(setPossibleAttendance)[0]?.input).toEqual({
      possible_attendance: 120,
      class_id: '3A',
      year: 2025,
      term: 1,
      was: { values: [118] },
    });
  });
});

describe('a report that is posted', () => {
  const posted = {
    posted: 1 as const,
    date_posted: '2025-12-12 14:05:00',
    reason: null,
    changed: ['Mathematics', 'Dean’s remarks'],
  };
  const openPosted = async (report: typeof posted | (Omit<typeof posted, 'reason'> & { reason: string })) => {
    answerAdmin(server, 'Admin', ['termReports', 'postReports']);
    answerClass([], { is_posted: true });
    server.on(termReportsContract.printPostedReport, () => report);
    await openArea('/admin/dashboard/term-details?class=3A');
    return (await screen.findByText(/^(Posted|Issued again) 12-Dec-2025 14:05/)).parentElement as HTMLElement;
  };

  it('says so on its record, since when, and what parents do not see of it yet', async () => {
    const note = await openPosted(posted);
    expect(note.textContent).toBe(
      'Posted 12-Dec-2025 14:05. Changed since, and not seen by parents yet: Mathematics, Dean’s remarks.',
    );
  });

  it('says that nothing has changed, and why it was issued again', async () => {
    const note = await openPosted({ ...posted, changed: [], reason: 'A mark was late' });
    expect(note.textContent).toBe('Issued again 12-Dec-2025 14:05: “A mark was late”. Nothing has changed since.');
    expect(screen.queryByRole('button', { name: 'Issue again' })).toBeNull();
  });

  it('is issued again with a reason, over what was seen', async () => {
    await openPosted(posted);
    const issued = { ...posted, reason: 'A mark was late.', changed: [] };
    server.on(termReportsContract.issueReportAgain, () => {
      server.on(termReportsContract.printPostedReport, () => issued);
      return issued;
    });
    fireEvent.click(screen.getByRole('button', { name: 'Issue again' }));
    const dialog = await screen.findByRole('dialog', { name: 'Issue the report of Ali, Pupil again?' });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Issue again' }));
    await within(dialog).findByText('Required.');
    fireEvent.change(within(dialog).getByRole('textbox', { name: 'Reason' }), {
      target: { value: 'A mark was late.' },
    });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Issue again' }));
    await screen.findByText(postingWordings.issued);
    expect(server.callsOf(termReportsContract.issueReportAgain).map(({ input }) => input)).toEqual([
      { student_id: 'S1', year: 2025, term: 1, reason: 'A mark was late.', date_posted: '2025-12-12 14:05:00' },
    ]);
    await screen.findByText(/Nothing has changed since/);
  });

  it('is printed as posted or as it is now, as is chosen', async () => {
    await openPosted(posted);
    fireEvent.click(screen.getByRole('button', { name: 'Print One' }));
    const dialog = await screen.findByRole('dialog', { name: 'Report card of Ali, Pupil' });
    await within(dialog).findByRole('button', { name: 'As posted, 12-Dec-2025 14:05' });
    fireEvent.click(within(dialog).getByRole('button', { name: termReportScreenWordings.asItIsNowDraft }));
    await waitFor(() => expect(dialog.querySelector('iframe')?.getAttribute('src')).toMatch(/[?&]as=now/));
  });
});
