import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type MarkSheetRow, markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import { peopleContract } from '#shared/people/contract.ts';
import { type ContractServer, contractServer, refuseWith } from '../../support/school/contract-server.ts';
import { freshPageForEachTest, openArea, watchNavigation } from '../page.tsx';
import { answerTeacher } from '../session-answers.ts';
import { markSheetRow, mathematicsForm4, weightedScheme } from './samples.ts';

freshPageForEachTest();
let server: ContractServer;
/** What the server stores, by student. */
let stored: Map<string, MarkSheetRow>;

const { readCommentBank, readLastTermMarks, saveBankComment, saveSubjectRecord, readMarkSheetOfLesson } =
  markSheetContract;

const student: typeof markSheetRow = (id, name, more) =>
  markSheetRow(id, name, { class_id: '4A', form_level: 4, ...more });

function answerSheet(weightings: {
  course: typeof weightedScheme.course | null;
  exam: typeof weightedScheme.exam | null;
}): void {
  server.on(readMarkSheetOfLesson, () => ({
    data: [...stored.values()],
    total: stored.size,
    registered: stored.size - 1,
    entered: 1,
    weightings,
  }));
}

beforeEach(() => {
  server = contractServer();
  watchNavigation();
  answerTeacher(server);
  stored = new Map(
    [
      student('S1', 'Ali, Anika'),
      student('S2', 'Baptiste, Zoë', { exam_mark: 44.5, comment: 'Steady.' }),
      student('S3', 'Chan, Li', { class_id: '4B', course_mark: null, course_work: null, registered: false }),
    ].map((row) => [row.student_id, row]),
  );
  server.on(peopleContract.listTeacherLessons, () => [mathematicsForm4]);
  answerSheet(weightedScheme);
  server.on(readCommentBank, () => []);
  server.on(readLastTermMarks, () => ({ year: 2024, term: 3 as const, students: [] }));
  server.on(saveSubjectRecord, ({ student_id, exam_mark, late, absent, app, con, comment }) => {
    const row = stored.get(student_id) ?? student(student_id, '');
    const changes = { exam_mark, late, absent, app, con, comment };
    const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
    const after = { ...row, ...given, ...(exam_mark === undefined ? {} : { exam_out_of: 70 }) };
    stored.set(student_id, after);
    return after;
  });
});

async function openSheet() {
  await openArea('/term-reports/enter-marks');
  fireEvent.click(await screen.findByRole('button', { name: /Mathematics Form 4/ }));
  return screen.findByRole('grid', { name: 'Marks of Mathematics Form 4' });
}
const columns = ['Save status', 'Class', 'Course', 'Exam', 'Total', 'Late', 'Absent', 'App', 'Con', 'Comment'];
function cellOf(name: string, column: string): HTMLElement {
  // Hidden while a dialog is open.
  const header = screen.getByRole('rowheader', { name: new RegExp(name), hidden: true });
  const row = header.closest('[role=row]') as HTMLElement;
  return within(row).getAllByRole('gridcell', { hidden: true })[columns.indexOf(column)] as HTMLElement;
}
const texts = (name: string) => columns.slice(1).map((column) => cellOf(name, column).textContent);
function type(name: string, column: string, text: string, key = 'Enter'): void {
  fireEvent.mouseDown(cellOf(name, column));
  // The field lies over the cell that is active, and says which one that is.
  const input = screen.getByRole('textbox', { name: new RegExp(`${column}.*, ${name}`, 'i') });
  fireEvent.input(input, { target: { value: text } });
  fireEvent.keyDown(input, { key });
}
const saves = () => server.callsOf(saveSubjectRecord);
const count = (label: string) => screen.getByText(label).nextElementSibling?.textContent;

describe('the mark sheet', () => {
  it('asks once for the sheet that an address opens', async () => {
    await openArea(`/term-reports/enter-marks/${mathematicsForm4.id}`);
    await screen.findByRole('grid');
    expect(server.callsOf(readMarkSheetOfLesson)).toHaveLength(1);
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
      ...{ key: '´', code: 'KeyE', altKey: true },
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

describe('the comment of a student', () => {
  const entry = { scope: 'own', subject_id: null, from: null, to: null, version: 1 } as const;
  beforeEach(() => {
    server.on(readCommentBank, () => [
      { ...entry, id: 'steady-01', text: '{name} works steadily; {he} may be proud.' },
      { ...entry, id: 'high-001', from: 80, to: 100, text: 'Excellent work.' },
    ]);
    server.on(readLastTermMarks, () => ({
      year: 2024,
      term: 3 as const,
      students: [
        {
          ...{ student_id: 'S2', first_name: 'Zoë', pronoun: 'she' as const },
          ...{ course_mark: 21, exam_mark: 40, total: 61, comment: 'A good start.' },
        },
      ],
    }));
  });
  async function openComment() {
    await openSheet();
    fireEvent.mouseDown(cellOf('Baptiste', 'Comment'));
    fireEvent.click(cellOf('Baptiste', 'Comment'));
    const box = (await screen.findByRole('textbox', { name: 'Comment' })) as HTMLTextAreaElement;
    await screen.findByText('A good start.');
    return box;
  }
  function write(box: HTMLTextAreaElement, text: string): void {
    fireEvent.change(box, { target: { value: text } });
    box.setSelectionRange(text.length, text.length);
    fireEvent.keyUp(box, { key: text.at(-1) ?? '' });
  }

  it('shows what was said in the term before, and takes a kept comment at a slash, with name and pronoun', async () => {
    const box = await openComment();
    expect(screen.getByText('Course 21 · Exam 40 · Total 61.0 %')).toBeTruthy();
    expect(screen.queryByRole('option')).toBeNull();
    write(box, 'Well done. /');
    // Her total is 64.5: the comment for 80 and more is not offered.
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'Zoë works steadily; she may be proud.',
    ]);
    write(box, 'Well done. /excel');
    expect(screen.getAllByRole('option')).toHaveLength(1);
    write(box, 'Well done. /stead');
    fireEvent.keyDown(box, { key: 'Enter' });
    expect(box.value).toBe('Well done. Zoë works steadily; she may be proud.');
    fireEvent.click(screen.getByRole('button', { name: 'Done' }));
    await waitFor(() =>
      expect(saves()[0]?.input).toMatchObject({ comment: 'Well done. Zoë works steadily; she may be proud.' }),
    );
  });

  it('saves nothing of a slash and its search while the list is open, and what is there when it is left', async () => {
    const box = await openComment();
    write(box, 'Good. /stea');
    await new Promise((done) => setTimeout(done, 1_200));
    expect(saves()).toHaveLength(0);
    fireEvent.keyDown(box, { key: 'Escape' });
    await waitFor(() => expect(saves()[0]?.input).toMatchObject({ comment: 'Good. /stea' }));
  });

  it('left while the list is open, is saved without the slash and what was searched', async () => {
    const box = await openComment();
    write(box, 'Good. /stea');
    expect(screen.getAllByRole('option')).toHaveLength(1);
    fireEvent.click(screen.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(saves()[0]?.input).toMatchObject({ comment: 'Good.' }));
  });

  it('offers nothing until it is known whether a student is he or she', async () => {
    let arrive: () => void = () => {};
    const known = new Promise<void>((done) => {
      arrive = done;
    });
    server.on(readLastTermMarks, async () => {
      await known;
      const student = { student_id: 'S2', first_name: 'Zoë', pronoun: 'she' as const };
      return {
        ...{ year: 2024, term: 3 as const },
        students: [{ ...student, course_mark: null, exam_mark: null, total: null, comment: null }],
      };
    });
    await openSheet();
    fireEvent.mouseDown(cellOf('Baptiste', 'Comment'));
    fireEvent.click(cellOf('Baptiste', 'Comment'));
    const box = (await screen.findByRole('textbox', { name: 'Comment' })) as HTMLTextAreaElement;
    await screen.findByText('Type / to choose a kept comment.');
    write(box, '/stead');
    expect(screen.getByText('One moment: last term’s marks are being loaded.')).toBeTruthy();
    expect(screen.queryByRole('option')).toBeNull();
    arrive();
    const option = await screen.findByRole('option');
    expect(option.textContent).toBe('Zoë works steadily; she may be proud.');
  });

  it('closes the list with Escape and leaves the slash, and keeps a comment with a place for the name', async () => {
    const box = await openComment();
    write(box, 'Zoë and 1 /');
    expect(screen.getAllByRole('option')).toHaveLength(1);
    fireEvent.keyDown(box, { key: 'Escape' });
    expect(screen.queryByRole('option')).toBeNull();
    expect(box.isConnected).toBe(true);
    write(box, 'Zoë should practise.');
    server.on(saveBankComment, ({ text }) => {
      const kept = { ...entry, id: 'kept-0001', text };
      server.on(readCommentBank, () => [kept]);
      return kept;
    });
    fireEvent.click(screen.getByRole('button', { name: 'Keep this comment' }));
    await waitFor(() => expect(server.callsOf(saveBankComment)).toHaveLength(1));
    expect(server.callsOf(saveBankComment)[0]?.input).toEqual({
      ...{ scope: 'own', subject_id: 'MATH', from: null, to: null },
      text: '{name} should practise.',
    });
    await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Kept' }).disabled).toBe(true));
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

  it('leaves what is not stored out of the figures, the total too, until it is', async () => {
    server.on(saveSubjectRecord, () => refuseWith(500, 'Something went wrong.'));
    await openSheet();
    const figures = async () => {
      fireEvent.click(screen.getByRole('button', { name: 'Figures' }));
      const dialog = await screen.findByRole('dialog', { name: 'Figures' });
      const rows = within(dialog).getAllByRole('row').slice(1);
      const told = rows.map((row) => [0, 1, 5, 6].map((at) => row.children[at]?.textContent));
      const note = within(dialog).queryByText('Marks that are not saved yet are left out.') !== null;
      fireEvent.click(within(dialog).getAllByRole('button', { name: 'Close' })[0] as HTMLElement);
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      return { told, note };
    };
    const before = await figures();
    type('Baptiste', 'Exam', '60');
    await screen.findByRole('button', { name: '1 not saved' });
    const [course, exam] = before.told;
    expect(exam).toEqual(['Exam', '44.5', '1', '2']);
    expect(await figures()).toEqual({
      told: [course, ['Exam', '–', '0', '2'], ['Total', '–', '0', '2']],
      note: true,
    });
    server.on(saveSubjectRecord, () => ({ ...student('S2', 'Baptiste, Zoë'), exam_mark: 60 }));
    fireEvent.click(screen.getByRole('button', { name: '1 not saved' }));
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(cellOf('Baptiste', 'Save status').textContent).toBe('Saved'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const after = await figures();
    expect([after.told[1], after.note]).toEqual([['Exam', '60.0', '1', '2'], false]);
  });
});

describe('without a sheet', () => {
  it('says so when no lessons have been assigned', async () => {
    server.on(peopleContract.listTeacherLessons, () => []);
    await openArea('/term-reports/enter-marks');
    expect(await screen.findByText('No Lessons have been assigned to you.')).toBeTruthy();
  });
});
