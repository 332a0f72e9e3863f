import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { authContract } from '#shared/accounts/auth/contract.ts';
import { openArea, waitForRequests } from '../page.tsx';
import { teacherAnswer } from '../session-answers.ts';
import {
  address,
  assessments,
  cellOf,
  counted,
  countedHeadings,
  headings,
  openPage,
  readMarkBook,
  saves,
  server,
  shown,
  startBookForEachTest,
  students,
  type,
} from './book-world.ts';
import { weightedScheme } from './samples.ts';

startBookForEachTest();

describe('a mark book page', () => {
  it('shows assessments, marks, the percentage total and its weighted share', async () => {
    await openPage();
    const first = ['Student', 'Save status', 'Class', '1 Fractions / 20 2 of 3', '2 no total'];
    expect(countedHeadings().slice(0, 5)).toEqual(first);
    expect(['assessment 1', 'percentage', 'weighted'].map((column) => shown('Ali', column))).toEqual([
      '15',
      '75.0',
      '22.5',
    ]);
    // 50 of 60; nothing is not zero.
    expect(shown('Émile', 'percentage')).toBe('83.3');
    expect(shown('Chan', 'percentage')).toBe('');
    expect(server.callsOf(readMarkBook)[0]?.input).toEqual({
      employee_id: 'E17',
      subject_id: 'MATH',
      academic_year_id: '20252026',
      form_classes: '4A,4B',
      form_level: 4,
      term: 1,
    });
  });

  it('saves a student’s marks in one request, with the values seen, and shows the new total at once', async () => {
    await openPage();
    type('Ali', 1, '20', 'Tab');
    expect(shown('Ali', 'percentage')).toBe('100.0');
    await waitFor(() => expect(shown('Ali', 'save')).toBe('Saved'));
    expect(saves()[0]?.input).toEqual({
      employee_id: 'E17',
      subject_id: 'MATH',
      academic_year_id: '20252026',
      term: 1,
      student_id: 'S1',
      form_class_id: '4A',
      marks: [{ assesment_number: 1, mark: 20, was: 15 }],
    });
    expect(saves()[0]?.headers.get('idempotency-key')).toBeTruthy();
  });

  it('saves nothing where nothing changed, and clears a mark as clearing', async () => {
    await openPage();
    type('Ali', 1, '15');
    type('Émile', 6, '');
    await waitFor(() => expect(saves()).toHaveLength(1));
    expect(saves()[0]?.input).toMatchObject({ marks: [{ assesment_number: 6, mark: null, was: 40 }] });
    expect(shown('Émile', 'percentage')).toBe('50.0');
  });

  it('has its search and the column of which it shows blanks in the address', async () => {
    const page = await openArea(`${address}?lesson=MATH-4&find=pup&missing=${encodeURIComponent('assessment 1')}`);
    await screen.findByRole('grid');
    const names = () => screen.getAllByRole('rowheader', { hidden: true }).map((row) => row.textContent);
    expect(names()).toEqual([expect.stringContaining('Chan')]);
    const before = page.length;
    fireEvent.change(screen.getByRole('searchbox', { name: 'Search' }), { target: { value: 'chan' } });
    await waitFor(() => expect(new URLSearchParams(page.location.search).get('find')).toBe('chan'));
    expect(page.length).toBe(before);
    fireEvent.click(screen.getByRole('button', { name: /^Show all/ }));
    await waitFor(() => expect(page.location.search).toBe(''));
    expect(names()).toHaveLength(3);
  });

  it('takes a note on a mark with Shift+F2, marks it in the sheet, and keeps it there while marks are typed', async () => {
    await openPage();
    const cell = () => cellOf('Ali', 'assessment 1');
    fireEvent.mouseDown(cell());
    const field = screen.getByRole('textbox', { name: /^Assessment 1.*Ali/ });
    fireEvent.keyDown(field, { key: 'F2', shiftKey: true });
    const dialog = await screen.findByRole('dialog', { name: 'Note on Assessment 1: Fractions' });
    const text = within(dialog).getByRole('textbox', { name: 'Note' });
    await waitFor(() => expect(document.activeElement).toBe(text));
    fireEvent.change(text, { target: { value: 'Wrote it late.' } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(saves()).toHaveLength(1));
    expect(saves()[0]?.input).toMatchObject({
      student_id: 'S1',
      form_class_id: '4A',
      assesment_number: 1,
      note: 'Wrote it late.',
      note_was: null,
    });
    await waitFor(() => expect(cell().dataset.noted).toBe('true'));
    expect([cell().textContent, cell().title]).toEqual(['15', 'Note: Wrote it late.']);
    expect(cellOf('Émile', 'assessment 1').dataset.noted).toBeUndefined();
    type('Ali', 1, '16');
    expect(cell().title).toBe('Note: Wrote it late.');
    await waitFor(() => expect(saves()).toHaveLength(2));
    expect(saves()[1]?.input).toMatchObject({ marks: [{ assesment_number: 1, mark: 16, was: 15 }] });
    await waitForRequests();
    expect(cell().title).toBe('Note: Wrote it late.');
  });

  it('refuses a mark where there is no total, in the words of the specification', async () => {
    await openPage();
    type('Ali', 2, '7');
    const words = 'Assesment has no Total. Please Edit Assesment and enter Total to continue.';
    expect((await screen.findAllByText(words)).length).toBeGreaterThan(0);
    await waitForRequests();
    expect(saves()).toEqual([]);
  });

  it('finds students, and shows one class or all, which is in the address', async () => {
    const page = await openArea('/term-reports/mark-book?lesson=MATH-4');
    await screen.findByRole('grid');
    const names = () => screen.getAllByRole('rowheader').map((header) => header.textContent);
    fireEvent.change(screen.getByRole('searchbox', { name: 'Search' }), { target: { value: 'emi' } });
    await waitFor(() => expect(names()).toEqual(['Émile, Pupil']));
    fireEvent.change(screen.getByRole('searchbox', { name: 'Search' }), { target: { value: '4b chan' } });
    await waitFor(() => expect(names()).toEqual(['Chan, Pupil']));
    fireEvent.change(screen.getByRole('searchbox', { name: 'Search' }), { target: { value: '' } });
    fireEvent.click(screen.getByRole('button', { name: '4B' }));
    await waitFor(() => expect(names()).toEqual(['Chan, Pupil']));
    expect(new URLSearchParams(page.location.search).get('of-class')).toBe('4B');
    fireEvent.click(screen.getByRole('button', { name: 'All' }));
    await waitFor(() => expect(names()).toHaveLength(3));
  });

  it('has the class chips disabled below form 4', async () => {
    await openPage('MATH-1A');
    expect(screen.getByRole('group', { name: 'Form class' }).hasAttribute('disabled')).toBe(true);
  });

  it.each([true, false])('shows the weighted share where the marking scheme says so: %s', async (isShown) => {
    server.on(readMarkBook, () => ({
      assesments: [...assessments.values()],
      students: [...students.values()].map(counted),
      weightings: weightedScheme,
      shows_weighted_total: isShown,
    }));
    await openPage();
    expect(headings().includes('WeightedWeighted total, 30 %30 %')).toBe(isShown);
  });
});

describe('the way to a page', () => {
  it('begins with the options where the post gives spreadsheet access', async () => {
    server.on(authContract.readEmployeeByUserName, () => ({ ...teacherAnswer, spreadsheet_access: true }));
    await openArea(address);
    fireEvent.click(await screen.findByRole('button', { name: /^Mark Book The assessments/ }));
    expect(await screen.findByRole('heading', { name: 'Select Subject Class' })).toBeTruthy();
  });
});
