import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { peopleContract } from '#shared/people/contract.ts';
import { refuseWith } from '../../support/school/contract-server.ts';
import { openArea } from '../page.tsx';
import { mathematicsForm4 } from './samples.ts';
import {
  cellOf,
  count,
  openSheet,
  readMarkSheetOfLesson,
  saveSubjectRecord,
  saves,
  server,
  startSheetForEachTest,
  stored,
  student,
  texts,
  type,
} from './sheet-world.ts';

startSheetForEachTest();

describe('the mark sheet', () => {
  it('asks once for the sheet that an address opens', async () => {
    await openArea(`/term-reports/enter-marks/${mathematicsForm4.id}`);
    await screen.findByRole('grid');
    expect(server.callsOf(readMarkSheetOfLesson)).toHaveLength(1);
  });

  it('has the id beside each of two students of one name, and beside no other', async () => {
    stored.set('S4', student('S4', 'Ali, Anika'));
    await openSheet();
    const headers = screen.getAllByRole('rowheader').map(({ textContent }) => textContent);
    expect(headers.filter((text) => text?.includes('Ali, Anika'))).toEqual(['AAAli, AnikaS1', 'AAAli, AnikaS4']);
    expect(headers).toContain('BZBaptiste, Zoë');
  });

  it('shows students with course mark, exam mark and total, and what was counted', async () => {
    await openSheet();
    expect(texts('Baptiste').slice(0, 4)).toEqual(['4A', '20.0', '44.5', '64.5']);
    expect(texts('Chan').slice(0, 4)).toEqual(['4B', '', '', '']);
    expect(['In Class', 'Registered', 'Entered'].map(count)).toEqual(['3', '2', '1']);
    expect(screen.getByText(/Course marks come from the mark book\./)).toBeTruthy();
    expect(server.callsOf(readMarkSheetOfLesson)[0]?.input).toEqual({
      employee_id: 'E17',
      subject_id: 'MATH',
      form_classes: '4A,4B',
      form_level: 4,
      year: 2025,
      term: 1,
    });
  });

  it('keeps somebody who left in the term, with the day, takes a mark of theirs, and counts it nowhere', async () => {
    stored.set('S2', student('S2', 'Baptiste, Zoë', { exam_mark: 44.5, left: '2025-11-12' }));
    await openSheet();
    const header = screen.getAllByRole('rowheader').map(({ textContent }) => textContent);
    expect(header).toContain('BZBaptiste, Zoëleft 12-Nov-2025');
    expect(['In Class', 'Registered', 'Entered'].map(count)).toEqual(['2', '1', '0']);
    type('Baptiste', 'Exam', '42');
    await waitFor(() => expect(saves()).toHaveLength(1));
    expect(count('Entered')).toBe('0');
  });

  it.each([
    ['4A', ['2', '2', '1']],
    ['4B', ['1', '0', '0']],
  ])('counts the students of the form class that is chosen: %s', async (formClass, counted) => {
    await openArea(`/term-reports/enter-marks/${mathematicsForm4.id}?of-class=${formClass}`);
    await screen.findByRole('grid');
    expect(['In Class', 'Registered', 'Entered'].map(count)).toEqual(counted);
    if (formClass !== '4A') return;
    type('Ali', 'Exam', '42');
    await waitFor(() => expect(count('Entered')).toBe('2'));
  });

  it('totals a mark out of what it was entered out of, and one that is typed out of today’s maximum', async () => {
    // Entered when the exam was out of 100; it is out of 70 now: 20 + 70 × 44.5 / 100, half up.
    stored.set('S2', student('S2', 'Baptiste, Zoë', { exam_mark: 44.5, exam_out_of: 100 }));
    await openSheet();
    expect(texts('Baptiste').slice(1, 4)).toEqual(['20.0', '44.5', '51.2']);
    type('Baptiste', 'Exam', '42');
    expect(texts('Baptiste').slice(1, 4)).toEqual(['20.0', '42', '62.0']);
    await waitFor(() => expect(stored.get('S2')?.exam_mark).toBe(42));
    expect(texts('Baptiste').slice(1, 4)).toEqual(['20.0', '42', '62.0']);
  });

  it('saves only the changed field, with the value seen and an idempotency key of its own', async () => {
    await openSheet();
    type('Ali', 'Exam', '57,5');
    await waitFor(() => expect(cellOf('Ali', 'Save status').textContent).toBe('Saved'));
    type('Baptiste', 'Exam', '50');
    await waitFor(() => expect(saves()).toHaveLength(2));
    const of = { subject_id: 'MATH', year: 2025, term: 1, class_id: '4A' };
    expect(saves().map(({ input }) => input)).toEqual([
      { ...of, student_id: 'S1', exam_mark: 57.5, was: { exam_mark: null } },
      { ...of, student_id: 'S2', exam_mark: 50, was: { exam_mark: 44.5 } },
    ]);
    const keys = saves().map(({ headers }) => headers.get('idempotency-key'));
    expect(new Set(keys).size).toBe(2);
    expect(texts('Ali').slice(2, 4)).toEqual(['57.5', '77.5']);
    expect(count('Entered')).toBe('2');
  });

  it('saves nothing for a row in which nothing changed, and clears a stored mark as clearing', async () => {
    await openSheet();
    type('Ali', 'Exam', '');
    type('Baptiste', 'Exam', '44.50');
    type('Baptiste', 'Exam', '');
    await waitFor(() => expect(saves()).toHaveLength(1));
    expect(saves()[0]?.input).toMatchObject({ student_id: 'S2', exam_mark: null, was: { exam_mark: 44.5 } });
    expect(stored.get('S2')?.exam_mark).toBeNull();
  });

  it('takes absent and exempt for an exam mark, typed or by key, and makes the course the whole', async () => {
    await openSheet();
    type('Ali', 'Exam', 'abs');
    // 20 of 30, and nothing else counts.
    expect(texts('Ali').slice(1, 4)).toEqual(['20.0', 'Abs', '66.7']);
    await waitFor(() => expect(saves()[0]?.input).toMatchObject({ exam_mark: 'Abs', was: { exam_mark: null } }));
    const cell = cellOf('Baptiste', 'Exam');
    fireEvent.mouseDown(cell);
    fireEvent.keyDown(screen.getByRole('textbox', { name: /Exam.*, Baptiste/i }), {
      key: '´',
      code: 'KeyE',
      altKey: true,
    });
    expect(texts('Baptiste').slice(1, 4)).toEqual(['20.0', 'Ex', '66.7']);
    await waitFor(() => expect(saves()[1]?.input).toMatchObject({ exam_mark: 'Ex', was: { exam_mark: 44.5 } }));
    // Without a course mark there is no total: that is missing, and not exempt.
    type('Chan', 'Exam', 'ex');
    expect(texts('Chan').slice(1, 4)).toEqual(['', 'Ex', '']);
    type('Baptiste', 'Late', 'abs');
    expect((await screen.findAllByText(/^abs: not a number\./)).length).toBeGreaterThan(0);
  });
});

describe('a press on a heading', () => {
  const names = () =>
    screen
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.dataset.row);
  const heading = (name: string | RegExp) => within(screen.getByRole('grid')).getByRole('button', { name });

  it('sorts by its column: marks the highest first, then the lowest, then as the class list has them', async () => {
    await openSheet();
    const list = names();
    type('Ali', 'Exam', '30');
    await waitFor(() => expect(cellOf('Ali', 'Save status').textContent).toBe('Saved'));
    fireEvent.click(heading(/Exam mark/));
    // Baptiste has 44.5, and Chan has none.
    expect(names()).toEqual(['S2', 'S1', 'S3']);
    const column = heading(/Exam mark/).closest('[role=columnheader]');
    expect(column?.getAttribute('aria-sort')).toBe('descending');
    fireEvent.click(heading(/Exam mark/));
    expect(names()).toEqual(['S1', 'S2', 'S3']);
    expect(column?.getAttribute('aria-sort')).toBe('ascending');
    fireEvent.click(heading(/Exam mark/));
    expect([names(), column?.getAttribute('aria-sort')]).toEqual([list, null]);
  });
});

describe('on a phone', () => {
  it('exam and total come first, and Previous and Next go from student to student', async () => {
    vi.spyOn(window, 'matchMedia').mockImplementation(
      (query) =>
        ({ matches: query === '(max-width: 640px)', addEventListener() {}, removeEventListener() {} }) as never,
    );
    await openSheet();
    const ids = [...(screen.getAllByRole('row')[1]?.querySelectorAll<HTMLElement>('[data-column]') ?? [])];
    expect(ids.map(({ dataset }) => dataset.column).slice(0, 5)).toEqual([
      ...['save', 'exam_mark', 'total', 'course_mark', 'class_id'],
    ]);
    fireEvent.mouseDown(document.querySelector('[data-row="S1"] [data-column="exam_mark"]') as HTMLElement);
    fireEvent.input(document.activeElement as HTMLElement, { target: { value: '21' } });
    fireEvent.click(screen.getByRole('button', { name: 'Next' }));
    await waitFor(() => expect(saves()[0]?.input).toMatchObject({ student_id: 'S1', exam_mark: 21 }));
    const active = () => (document.activeElement as HTMLInputElement).getAttribute('aria-activedescendant');
    expect(active()).toBe('cell-S2-exam_mark');
    fireEvent.click(screen.getByRole('button', { name: 'Previous' }));
    expect(active()).toBe('cell-S1-exam_mark');
  });
});

describe('when a save fails', () => {
  it('shows the words of the catalogue with the server’s detail, and gives the value up for what is stored', async () => {
    server.on(saveSubjectRecord, () =>
      refuseWith(422, 'Please check.', { exam_mark: ['The exam mark is out of 50.'] }),
    );
    await openSheet();
    type('Baptiste', 'Exam', '60');
    fireEvent.click(await screen.findByRole('button', { name: '1 not saved' }));
    const dialog = await screen.findByRole('dialog', { name: 'Error' });
    expect(dialog.textContent).toContain(
      'An error has occured while saving the marks. Unable to save marks please contact the system administrator.',
    );
    const entry = within(dialog).getByRole('listitem').textContent;
    expect(entry).toBe('Baptiste, Zoë, Exam mark60The exam mark is out of 50.');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(texts('Baptiste')[2]).toBe('44.5'));
    expect(saves()).toHaveLength(1);
  });
});

describe('without a sheet', () => {
  it('says so when no lessons have been assigned', async () => {
    server.on(peopleContract.listTeacherLessons, () => []);
    await openArea('/term-reports/enter-marks');
    expect(await screen.findByText('No Lessons have been assigned to you.')).toBeTruthy();
  });
});
