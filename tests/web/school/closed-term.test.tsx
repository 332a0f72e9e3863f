import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { type AcademicPeriod, termsContract } from '#shared/school/contract.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { type ContractServer, startContractServer } from '../../support/school/contract-server.ts';
import { freshPageForEachTest, openArea } from '../page.tsx';
import { answerAdmin, periodAnswer } from '../session-answers.ts';

freshPageForEachTest();
let server: ContractServer;

const dates = { date_start: '2025-09-01', date_end: '2025-12-05', new_term_beginning: null };
const term1: AcademicPeriod = {
  academic_year_id: '20252026',
  term: 1,
  possible_attendance: 136,
  is_current: true,
  ...dates,
};
const student = { student_id: 'S01', name: 'Ada Ali', class_id: '1A', missing_remarks: [], text_problems: [] };

beforeEach(() => {
  server = startContractServer();
  answerAdmin(server, 'Admin', ['dashboard', 'postReports']);
  server.on(termsContract.listAcademicYears, () => [{ academic_year_id: '20252026', title: '2025-2026' }]);
  server.on(termsContract.listAcademicTerms, () => [term1]);
  server.on(termsContract.listRegistrationRuns, () => []);
  server.on(termReportsContract.checkPosting, ({ form_level }) => ({
    reports: form_level === 1 ? 30 : 0,
    students: form_level === 1 ? [{ ...student, missing_marks: ['Art'] }] : [],
    wrong_figures: [],
    set_tighter: [],
  }));
});

/** The server says that the term is open, or why not, until it is closed or opened. */
function answer(closed: { why: 'office' | 'posted'; by: string; at: string } | null) {
  const { academic_year_id, term } = term1;
  let now = closed;
  let attendance: { why: 'office'; by: string; at: string } | null = null;
  server.on(termsContract.readTermOverview, () => ({
    ...periodAnswer,
    terms_archive: [
      { academic_year_id, term, ...dates, closed: now, attendance: { closed: attendance, until: '2025-12-19' } },
    ],
  }));
  server.on(termsContract.closeAttendance, (input) => {
    attendance = { why: 'office', by: 'Ada Office', at: '2025-12-15 09:00:00' };
    return { ...input, undo: 'A1/act-number-three' };
  });
  server.on(termsContract.openAttendance, (input) => {
    attendance = null;
    return { ...input, undo: 'A1/act-number-four' };
  });
  server.on(termsContract.closeTerm, (input) => {
    now = { why: 'office', by: 'Ada Office', at: '2025-12-12 14:05:00' };
    return { ...input, undo: 'A1/act-number-one' };
  });
  server.on(termsContract.openTerm, (input) => {
    now = null;
    return { ...input, undo: 'A1/act-number-two' };
  });
}

async function row() {
  await openArea('/admin/dashboard/current-term');
  return (await screen.findByRole('row', { name: /Term 1, 2025-2026/ })) as HTMLTableRowElement;
}

describe('a term on record', () => {
  it('is closed once it was said what that means, how much is missing and that its attendance goes on', async () => {
    answer(null);
    fireEvent.click(within(await row()).getByRole('button', { name: 'Close term: Term 1, 2025-2026' }));
    const dialog = await screen.findByRole('dialog', { name: 'Close Term 1, 2025-2026?' });
    expect(await within(dialog).findByText(/Of 30 reports, 1 lack marks and 0 lack remarks/)).toBeDefined();
    within(dialog).getByText(/^Nobody can change its marks and remarks any more/);
    within(dialog).getByText('Its attendance stays open until 19-Dec-2025: register, corrections and scans go on.');
    expect(server.callsOf(termsContract.closeTerm)).toEqual([]);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Close term' }));
    expect(await screen.findByText('by Ada Office,')).toBeDefined();
    expect(screen.getByText('12-Dec-2025 14:05')).toBeDefined();
    expect(screen.getByText('Closed')).toBeDefined();
    expect(server.callsOf(termsContract.closeTerm)).toHaveLength(1);
  });

  it('that was posted says so, and is opened again', async () => {
    answer({ why: 'posted', by: 'Sam Second', at: '2025-12-12 14:05:00' });
    const there = await row();
    expect(within(there).getByText('posted by Sam Second,')).toBeDefined();
    expect(within(there).getByText('12-Dec-2025 14:05')).toBeDefined();
    fireEvent.click(within(there).getByRole('button', { name: 'Open again: Term 1, 2025-2026' }));
    const dialog = await screen.findByRole('dialog', { name: 'Open Term 1, 2025-2026 again?' });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Open again' }));
    expect(await screen.findByText('Open')).toBeDefined();
  });

  it('has its attendance closed and opened by a button of its own, once it was said what that means', async () => {
    answer({ why: 'posted', by: 'Sam Second', at: '2025-12-12 14:05:00' });
    const there = await row();
    expect(within(there).getByText('until 19-Dec-2025')).toBeDefined();
    fireEvent.click(within(there).getByRole('button', { name: 'Close attendance: Term 1, 2025-2026' }));
    const dialog = await screen.findByRole('dialog', { name: 'Close attendance of Term 1, 2025-2026?' });
    expect(within(dialog).getByText(/Each of these scans is kept and listed/)).toBeDefined();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Close attendance' }));
    expect(await screen.findByText('by Ada Office,')).toBeDefined();
    expect(screen.getByText('15-Dec-2025 09:00')).toBeDefined();
    expect(server.callsOf(termsContract.closeTerm)).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Open again: attendance of Term 1, 2025-2026' }));
    const again = await screen.findByRole('dialog', { name: 'Open attendance of Term 1, 2025-2026 again?' });
    expect(within(again).getByText(/until 19-Dec-2025 or until it is closed here/)).toBeDefined();
    fireEvent.click(within(again).getByRole('button', { name: 'Open attendance' }));
    expect(await screen.findByText('until 19-Dec-2025')).toBeDefined();
  });
});
