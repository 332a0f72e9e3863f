import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { MenuKey } from '#shared/http/contract.ts';
import type { CompletenessRow } from '#shared/term-reports/completeness-calls.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { remarkTitles } from '#shared/term-reports/wordings.ts';
import { type ContractServer, refuseWith, startContractServer } from '../../support/school/contract-server.ts';
import { freshPageForEachTest, openArea } from '../page.tsx';
import { answerAdmin, answerTeacher } from '../session-answers.ts';

freshPageForEachTest();
let server: ContractServer;

const mona = { employee_id: 'T1', name: 'Mona Núñez' };
const eric = { employee_id: 'T2', name: 'Eric Ali' };
const row = (change: Partial<CompletenessRow>): CompletenessRow => ({
  class_id: '1A',
  form_level: 1,
  part: 'subject',
  subject_id: 'MATH',
  title: 'Mathematics',
  abbr: 'MATH',
  teachers: [mona],
  students: 30,
  marks: 30,
  exams: 30,
  courses: 30,
  texts: 30,
  first_missing: null,
  ...change,
});
const remarks = { part: 'form teacher', subject_id: null, title: remarkTitles.formTeacher, abbr: 'FT' } as const;
const rows = [
  row({ marks: 12, exams: 12, texts: 0, first_missing: 'S7' }),
  row({ subject_id: 'ENGL', title: 'English', abbr: 'ENG', teachers: [eric] }),
  row({ ...remarks, marks: null, exams: null, courses: null, texts: 29, first_missing: 'S9' }),
  row({ class_id: '4B', form_level: 4, marks: 28, courses: 28, first_missing: 'S4' }),
];
const classes = [
  { class_id: '1A', form_level: 1, reports: 30 },
  { class_id: '2E', form_level: 2, reports: 0 },
  { class_id: '4B', form_level: 4, reports: 30 },
];
const address = '/admin/dashboard/completeness';
const everything: MenuKey[] = ['completeness', 'enterMarks', 'courseMark', 'termReports'];

beforeEach(() => {
  server = startContractServer();
  answerAdmin(server, 'Admin', everything);
  server.on(termReportsContract.readCompleteness, boardOf);
});

/** As the call answers: a form, or all that the caller sees. */
const boardOf = ({ form_level: level }: { form_level?: number | undefined }) => {
  const isAsked = ({ form_level }: { form_level: number }) => level === undefined || form_level === level;
  return { due: '2026-03-27', classes: classes.filter(isAsked), rows: rows.filter(isAsked) };
};

const cell = (name: RegExp) => screen.findByRole<HTMLAnchorElement>('link', { name });
const addressOf = (link: HTMLAnchorElement) =>
  decodeURIComponent(new URL(link.href).pathname + new URL(link.href).search);

describe('the board', () => {
  it('shows each class by subject, in numbers and in words, and leads to where the gap is closed', async () => {
    await openArea(address);
    const maths = await cell(/^1A Mathematics/);
    expect(maths.textContent).toBe('1A Mathematics, Mona Núñez, marks and comments: 12/300/30');
    expect(maths.title).toMatch(/: 18 of 30 marks missing, 30 of 30 comments missing$/);
    expect([...maths.querySelectorAll<HTMLElement>('[data-state]')].map(({ dataset }) => dataset.state)).toEqual([
      'some',
      'none',
    ]);
    expect(addressOf(maths)).toMatch(/enter-marks\/2025-MATH-1A\?teacher=T1&term=1$/);
    // Course marks alone are missing: they come from the mark book.
    expect(addressOf(await cell(/^4B Mathematics/))).toMatch(/course-mark\/2025-MATH-L4\?teacher=T1&term=1$/);
    expect(addressOf(await cell(/^1A Form teacher’s remarks/))).toMatch(/term-details\/1A\/S9$/);
    expect(screen.getByRole('rowheader', { name: '1A 49 missing' })).toBeTruthy();
    screen.getByText('Nobody is registered for this term in 2E.');
  });

  it('leads to the student’s record where the user may not open mark sheets', async () => {
    answerAdmin(server, 'Admin', ['completeness', 'termReports']);
    await openArea(address);
    expect(addressOf(await cell(/^1A Mathematics/))).toMatch(/term-details\/1A\/S7$/);
  });

  it('is one stop of Tab, and arrows go from cell to cell', async () => {
    await openArea(address);
    const grid = await screen.findByRole('grid', { name: 'Form 1: classes and subjects' });
    const stops = () => [...grid.querySelectorAll<HTMLElement>('[tabindex="0"]')].map((one) => one.textContent);
    expect(stops()).toEqual(['1A49 missing']);
    fireEvent.keyDown(within(grid).getByRole('rowheader'), { key: 'ArrowRight' });
    await waitFor(() => expect(document.activeElement?.textContent).toContain('29/30'));
    expect(stops()).toHaveLength(1);
  });

  it('shows the first form before the others are asked for, and no sum before they are all there', async () => {
    const others = Promise.withResolvers<void>();
    server.on(termReportsContract.readCompleteness, async (input) => {
      if (input.form_level !== 1) await others.promise;
      return boardOf(input);
    });
    await openArea(address);
    await cell(/^1A Mathematics/);
    screen.getByLabelText('Loading the other forms');
    expect(screen.queryByText(/^\d+ of \d+/)).toBeNull();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Remind' }).disabled).toBe(true);
    others.resolve();
    await cell(/^4B Mathematics/);
    screen.getByText(/^70 of 90/);
    const asked = server.callsOf(termReportsContract.readCompleteness).map(({ input }) => input);
    expect(asked).toEqual([1, 2, 3, 4, 5, 6, 7].map((level) => ({ year: 2025, term: 1, form_level: level })));
  });
});

describe('the reminders', () => {
  it('has what is missing by teacher, to copy for one and for all', async () => {
    const writeText = vi.fn((_text: string) => Promise.resolve());
    Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
    await openArea(address);
    await cell(/^1A Mathematics/);
    await cell(/^4B Mathematics/);
    fireEvent.click(screen.getByRole('button', { name: 'Remind' }));
    const dialog = await screen.findByRole('dialog', { name: 'Remind' });
    expect(
      within(dialog)
        .getAllByRole('heading', { level: 3 })
        .map((one) => one.textContent),
    ).toEqual(['Mona Núñez']);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Copy for Mona Núñez' }));
    await within(dialog).findByText('Copied');
    expect(writeText.mock.calls[0]?.[0]).toBe(
      [
        'Term 1 2025-2026, due by 27-Mar-2026\n',
        'Mona Núñez',
        '- 1A Mathematics: 18 marks, 30 comments',
        '- 1A Form teacher’s remarks: 1 remark',
        '- 4B Mathematics: 2 marks',
      ].join('\n'),
    );
  });
});

describe('a reminder', () => {
  const openWindow = async () => {
    await openArea(address);
    await cell(/^1A Mathematics/);
    await cell(/^4B Mathematics/);
    fireEvent.click(screen.getByRole('button', { name: 'Remind' }));
    return within(await screen.findByRole('dialog', { name: 'Remind' }));
  };

  it('goes to each teacher once, and says who has it', async () => {
    server.on(termReportsContract.remindTeachers, ({ employee_ids }) => ({ employee_ids }));
    const dialog = await openWindow();
    fireEvent.click(dialog.getByRole('button', { name: 'Remind Mona Núñez' }));
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Remind Mona Núñez' }).textContent).toBe('Reminded'));
    expect(dialog.queryByRole('button', { name: 'Remind All' })).toBeNull();
    expect(server.callsOf(termReportsContract.remindTeachers).map(({ input }) => input)).toEqual([
      { year: 2025, term: 1, employee_ids: ['T1'] },
    ]);
  });

  it('says why it did not go', async () => {
    server.on(termReportsContract.remindTeachers, () => refuseWith(409, 'Nobody was reminded. Please try again.'));
    const dialog = await openWindow();
    fireEvent.click(dialog.getByRole('button', { name: 'Remind All' }));
    await dialog.findByText('Nobody was reminded. Please try again.');
    dialog.getByRole('button', { name: 'Remind All' });
  });

  it('is in the teacher’s menu with what is missing', async () => {
    answerTeacher(server);
    const row = { ...rows[0], students: 30, marks: 12, texts: 0 } as CompletenessRow;
    server.on(termReportsContract.readOwnReminder, () => ({
      by: 'Maureen O’Brien',
      at: '2026-03-20T14:00:00.000Z',
      year: 2025,
      term: 1 as const,
      rows: [row],
    }));
    await openArea('/term-reports');
    await screen.findByText('Maureen O’Brien asked on 20-Mar-2026 for what is still missing:');
    screen.getByText('1A Mathematics: 18 marks, 30 comments');
  });
});

describe('the board of a form teacher', () => {
  it('leads to the records of their class', async () => {
    answerTeacher(server);
    await openArea('/term-reports/completeness');
    expect(addressOf(await cell(/^1A Mathematics/))).toMatch(/^\/term-reports\/view-reports\/1A\/S7$/);
  });
});
