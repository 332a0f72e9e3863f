import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { type AcademicPeriod, termsContract } from '#shared/school/contract.ts';
import { termWordings } from '#shared/school/wordings.ts';
import { undoContract } from '#shared/undo/contract.ts';
import { sessionWordings } from '../../../web/session/wordings.ts';
import { type ContractServer, refuseWith, startContractServer } from '../../support/school/contract-server.ts';
import { undone } from '../../support/undone.ts';
import {
  freshPageForEachTest,
  openArea,
  storeDraft,
  waitForRequests,
  waitUntilWindowsClosed,
  watchNavigation,
} from '../page.tsx';
import { answerAdmin, periodAnswer } from '../session-answers.ts';

freshPageForEachTest();
let server: ContractServer;

const term1: AcademicPeriod = {
  academic_year_id: '20252026',
  term: 1,
  possible_attendance: 136,
  date_start: '2025-09-01',
  date_end: '2025-12-05',
  new_term_beginning: '2026-01-05',
  is_current: true,
};
const term3: AcademicPeriod = {
  ...term1,
  academic_year_id: '20242025',
  term: 3,
  possible_attendance: null,
  date_start: '2025-04-14',
  date_end: null,
  new_term_beginning: null,
  is_current: false,
};

beforeEach(() => {
  server = startContractServer();
  watchNavigation();
  answerAdmin(server, 'Admin', ['dashboard', 'termReports']);
  server.on(termsContract.listAcademicYears, () => [
    { academic_year_id: '20262027', title: '2026-2027' },
    { academic_year_id: '20252026', title: '2025-2026' },
    { academic_year_id: '20242025', title: '2024-2025' },
  ]);
  server.on(termsContract.listAcademicTerms, () => [term1, term3]);
  server.on(termsContract.saveAcademicTerm, ({ was: _was, ...term }) => term);
  server.on(termsContract.listRegistrationRuns, () => []);
});

const screenPath = '/admin/dashboard/current-term';
const box = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const shown = () => ({
  year: screen.getByRole<HTMLInputElement>('combobox', { name: 'Academic Year' }).value,
  term: screen.getByRole('combobox', { name: 'Term' }).textContent,
  attendance: box('Possible Attendance').value,
  start: box('Term Start').value,
  end: box('Term End').value,
  beginning: box('New Term Beginning').value,
});
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Set / Update Term' }));
/** Presses the button and answers the question that a change of the current term asks. */
async function saveAndAgree() {
  save();
  const question = await screen.findByRole('dialog', { name: /^(Change|Make) / });
  fireEvent.click(within(question).getByRole('button', { name: 'Set / Update Term' }));
}
const saved = () => server.callsOf(termsContract.saveAcademicTerm);

async function open() {
  const history = await openArea(screenPath);
  await screen.findByRole('button', { name: 'Set / Update Term' });
  return history;
}
function typeDay(label: string, text: string) {
  fireEvent.change(box(label), { target: { value: text } });
  fireEvent.blur(box(label));
}
function _chooseYear(title: string) {
  const year = screen.getByRole('combobox', { name: 'Academic Year' });
  fireEvent.change(year, { target: { value: title } });
  fireEvent.keyDown(year, { key: 'Enter' });
}

describe('the form', () => {
  it('opens with the stored details of the current term, dates shown dd-MMM-yyyy', async () => {
    await open();
    expect(shown()).toEqual({
      year: '2025-2026',
      term: 'Term 1',
      attendance: '136',
      start: '01-Sep-2025',
      end: '05-Dec-2025',
      beginning: '05-Jan-2026',
    });
  });

  it('loads the details of a past term, and corrects it without making it the current one', async () => {
    await open();
    fireEvent.click(screen.getByRole('button', { name: 'Term 3, 2024-2025' }));
    await waitFor(() => expect(shown()).toMatchObject({ year: '2024-2025', term: 'Term 3', start: '14-Apr-2025' }));
    expect(shown()).toMatchObject({ attendance: '', end: '', beginning: '' });
    expect(
      screen.getByRole<HTMLInputElement>('checkbox', { name: 'Make Term 3, 2024-2025 the current term' }).checked,
    ).toBe(false);
    fireEvent.change(box('Possible Attendance'), { target: { value: '112' } });
    save();
    await screen.findByText('Term 3, 2024-2025 is saved.');
    expect(saved()[0]?.input).toMatchObject({ academic_year_id: '20242025', term: 3, is_current: false });
  });

  it('deletes a term after asking, offers Undo, and says why where it is not empty', async () => {
    const undo = 'A1/00000000-0000-4000-8000-000000000000';
    server.on(termsContract.deleteTerm, (of) => ({ ...of, undo }));
    server.on(undoContract.undoAct, () => undone());
    await open();
    expect(screen.queryByRole('button', { name: 'Delete Term 1, 2025-2026' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Delete Term 3, 2024-2025' }));
    fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
    await screen.findByText('Term 3, 2024-2025 deleted.');
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(server.callsOf(undoContract.undoAct)[0]?.input).toEqual({ undo }));
    server.on(termsContract.deleteTerm, () => refuseWith(409, 'Term 3, 2024-2025 is not empty.'));
    fireEvent.click(screen.getByRole('button', { name: 'Delete Term 3, 2024-2025' }));
    fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
    await screen.findAllByText('Term 3, 2024-2025 is not empty.');
  });
});

describe('saving', () => {
  it('sends the whole term as the current one, says so, and counts as unchanged again', async () => {
    await open();
    fireEvent.change(box('Possible Attendance'), { target: { value: '140' } });
    typeDay('Term End', '12 december 2025');
    expect(shown().end).toBe('12-Dec-2025');
    await saveAndAgree();
    await screen.findByText('Term 1, 2025-2026 is set as the current term.');
    const { academic_year_id, term, is_current, ...was } = term1;
    expect(saved().map(({ input }) => input)).toEqual([
      {
        ...term1,
        possible_attendance: 140,
        date_end: '2025-12-12',
        was: { ...was, current_term: { academic_year_id, term } },
      },
    ]);
    const { waitForUnsavedWork } = await import('../../../web/session/unsaved-work.ts');
    await waitFor(async () => expect(await waitForUnsavedWork()).toBeNull());
  });

  it('shows what is stored afterwards, also what somebody else has changed', async () => {
    let stored = term1;
    server.on(termsContract.listAcademicTerms, () => [stored, term3]);
    server.on(termsContract.saveAcademicTerm, ({ possible_attendance }) => {
      stored = { ...stored, possible_attendance, date_end: '2025-12-10' };
      return stored;
    });
    await open();
    fireEvent.change(box('Possible Attendance'), { target: { value: '140' } });
    await saveAndAgree();
    await waitFor(() => expect(shown()).toMatchObject({ attendance: '140', end: '10-Dec-2025' }));
  });

  it('says what a change of the current term does before it saves, and Cancel keeps what was typed', async () => {
    await open();
    typeDay('Term Start', '08-Sep-2025');
    fireEvent.change(box('Possible Attendance'), { target: { value: '126' } });
    save();
    const question = await screen.findByRole('dialog', { name: 'Change Term 1, 2025-2026?' });
    expect(
      within(question)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Possible Attendance 126, was 136', 'Term Start 08-Sep-2025, was 01-Sep-2025']);
    within(question).getByText(/^Class registers and attendance reports follow the dates/);
    within(question).getByText(/^Report cards that are not posted show it/);
    fireEvent.click(within(question).getByRole('button', { name: 'Cancel' }));
    await waitUntilWindowsClosed();
    expect(shown()).toMatchObject({ attendance: '126', start: '08-Sep-2025' });
    expect(saved()).toHaveLength(0);
  });

  it('says what another current term means before it saves', async () => {
    const term2: AcademicPeriod = {
      ...term1,
      term: 2,
      is_current: false,
      date_start: '2026-01-05',
      date_end: '2026-03-27',
      new_term_beginning: null,
    };
    server.on(termsContract.listAcademicTerms, () => [term1, term2]);
    await open();
    fireEvent.click(screen.getByRole('button', { name: 'Term 2, 2025-2026' }));
    await waitFor(() => expect(shown()).toMatchObject({ term: 'Term 2' }));
    save();
    const question = await screen.findByRole('dialog', { name: 'Make Term 2, 2025-2026 the current term?' });
    within(question).getByText(/Term 1, 2025-2026 keeps what was entered/);
    expect(saved()).toHaveLength(0);
    fireEvent.click(within(question).getByRole('button', { name: 'Set / Update Term' }));
    await screen.findByText('Term 2, 2025-2026 is set as the current term.');
  });

  it.each([
    ['Term Start', 'The current term needs Term Start.'],
    ['Term End', 'The current term needs Term End.'],
    ['Possible Attendance', 'The current term needs Possible Attendance.'],
  ])('does not clear %s of the current term', async (label, message) => {
    await open();
    typeDay(label, '');
    save();
    expect((await screen.findByRole('alert')).textContent).toBe(message);
    await waitForRequests();
    expect(saved()).toHaveLength(0);
  });

  it('needs an academic year and a term', async () => {
    server.on(termsContract.readTermOverview, () => ({ ...periodAnswer, current_term: null }));
    await open();
    save();
    expect((await screen.findByRole('alert')).textContent).toBe(termWordings.yearAndTermRequired);
    await waitForRequests();
    expect(saved()).toHaveLength(0);
  });

  it.each([
    ['Term Start', '31-Dec-1949', 'The earliest date is 01-Jan-1950.'],
    ['Term Start', 'soon', 'Please write day, month’s name and year: 5-Sep-2014.'],
    ['Term End', '30-Feb-2026', '30-Feb-2026 is not a date.'],
    ['New Term Beginning', '05-Jan-2062', 'This day is not in the academic year.'],
    ['Term End', '01-Aug-2025', 'Term Start, Term End and New Term Beginning must follow one another.'],
  ])('refuses %s %s, and keeps what was typed', async (label, text, message) => {
    await open();
    typeDay(label, text);
    save();
    expect((await screen.findByRole('alert')).textContent).toBe(message);
    expect(box(label).value).toBe(text);
    await waitForRequests();
    expect(saved()).toHaveLength(0);
  });

  it('shows the server’s refusal in a modal titled Error, and keeps what was typed', async () => {
    server.on(termsContract.saveAcademicTerm, () => refuseWith(422, 'The term overlaps another one.'));
    await open();
    fireEvent.change(box('Possible Attendance'), { target: { value: '99' } });
    await saveAndAgree();
    const modal = await screen.findByRole('alertdialog', { name: 'Error' });
    expect(modal.textContent).toContain('The term overlaps another one.');
    fireEvent.click(within(modal).getByRole('button', { name: 'OK' }));
    await waitFor(() => expect(shown().attendance).toBe('99'));
  });
});

describe('unsaved changes', () => {
  const change = () => fireEvent.change(box('Possible Attendance'), { target: { value: '99' } });
  const leave = () => fireEvent.click(screen.getByRole('link', { name: /Term Details/ }));

  it('are gone when the user discards them and is back before the other screen could be drawn', async () => {
    const history = await open();
    change();
    leave();
    const back = new Promise<void>((done) => {
      const stop = history.subscribe((location) => {
        if (location.pathname === screenPath) return;
        stop();
        history.push(screenPath);
        done();
      });
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Discard changes' }));
    await back;
    await waitForRequests();
    await waitFor(() => expect(history.location.pathname).toBe(screenPath));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(shown().attendance).toBe('136');
  });

  it('ask before another term is loaded over them', async () => {
    await open();
    change();
    fireEvent.click(screen.getByRole('button', { name: 'Term 3, 2024-2025' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Keep editing' }));
    expect(shown()).toMatchObject({ year: '2025-2026', attendance: '99' });
  });

  it('that came back are marked, and Discard brings what is stored', async () => {
    const { readDraft } = await import('../../../web/session/drafts.ts');
    await storeDraft('A1', 'current-term', {
      values: { ...term1, possible_attendance: 138, date_start: null },
      seen: term1,
    });
    await open();
    await waitFor(() => expect(shown()).toMatchObject({ attendance: '138', start: '' }));
    expect(screen.getByText(/These are your changes from before/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(shown()).toMatchObject({ attendance: '136', start: '01-Sep-2025' }));
    expect(screen.queryByText(/These are your changes from before/)).toBeNull();
    expect(readDraft('A1', 'current-term')).toBeUndefined();
    change();
    await waitFor(() => expect(readDraft('A1', 'current-term')).toMatchObject({ values: { possible_attendance: 99 } }));
    expect(screen.queryByText(/These are your changes from before/)).toBeNull();
  });

  it('do not come back after Logout', async () => {
    await open();
    change();
    fireEvent.click(screen.getAllByRole('button', { name: 'Logout' })[0] as HTMLElement);
    const question = await screen.findByRole('alertdialog', { name: sessionWordings.logOutWithoutSaving });
    fireEvent.click(within(question).getByRole('button', { name: 'Logout' }));
    await waitFor(() => expect(Object.keys({ ...sessionStorage }).filter((key) => key.includes('draft'))).toEqual([]));
  });
});
