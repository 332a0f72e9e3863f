import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { authContract } from '#shared/accounts/auth/contract.ts';
import { requestWordings } from '#shared/http/wordings.ts';
import { type Assessment, type MarkBookStudent, markBookContract } from '#shared/marks/mark-book/contract.ts';
import { percentageTotal } from '#shared/marks/marks.ts';
import { peopleContract } from '#shared/people/contract.ts';
import { type ContractServer, contractServer, refuseWith } from '../../support/school/contract-server.ts';
import { freshPageForEachTest, openArea, waitForRequests, watchNavigation } from '../page.tsx';
import { answerTeacher, teacherAnswer } from '../session-answers.ts';
import { lesson1A, mathematicsForm4, weightedScheme } from './samples.ts';

freshPageForEachTest();
let server: ContractServer;
/** What the server stores. */
let assessments: Map<number, Assessment>;
let deleted: Map<number, Assessment>;
let students: Map<string, MarkBookStudent>;

const { deleteAssessment, readMarkBook, restoreAssessment, saveAssessment, saveMark } = markBookContract;

const lessons = [mathematicsForm4, { ...lesson1A, id: 'MATH-1A' }];
const assessment = (number: number, more: Partial<Assessment> = {}): Assessment => ({
  id: String(number),
  assesment_number: number,
  topic: null,
  date: null,
  total: null,
  weighting: null,
  ...more,
});
const student = (id: string, last_name: string, more: Partial<MarkBookStudent> = {}): MarkBookStudent => ({
  id,
  first_name: 'Pupil',
  last_name,
  class_id: '4A',
  marks: {},
  notes: {},
  earlier: null,
  percentage: null,
  ...more,
});

function counted(one: MarkBookStudent): MarkBookStudent {
  const given = Object.entries(one.marks).filter(([, mark]) => mark !== 'Ex');
  return {
    ...one,
    percentage:
      given.length === 0
        ? Object.values(one.marks).length === 0
          ? null
          : 'Ex'
        : percentageTotal(
            {
              sum: given.reduce((sum, [, mark]) => sum + Number(mark), 0),
              outOf: given.reduce((sum, [number]) => sum + (assessments.get(Number(number))?.total ?? 0), 0),
            },
            {},
          ),
  };
}

beforeEach(() => {
  server = contractServer();
  watchNavigation();
  answerTeacher(server);
  assessments = new Map(
    [
      assessment(1, { topic: 'Fractions', total: 20 }),
      ...[2, 3, 4, 5].map((number) => assessment(number)),
      assessment(6, { topic: 'Trial', total: 40 }),
    ].map((one) => [one.assesment_number, one]),
  );
  deleted = new Map();
  students = new Map(
    [
      student('S1', 'Ali', { marks: { 1: 15 } }),
      student('S2', 'Émile', { marks: { 1: 10, 6: 40 } }),
      student('S3', 'Chan', { class_id: '4B' }),
    ].map((one) => [one.id, one]),
  );
  server.on(peopleContract.listTeacherLessons, () => lessons);
  server.on(readMarkBook, () => ({
    assesments: [...assessments.values()],
    students: [...students.values()].map(counted),
    weightings: weightedScheme,
    shows_weighted_total: true,
  }));
  server.on(saveMark, ({ student_id, marks = [], assesment_number = 0, note }) => {
    const one = students.get(student_id) ?? student(student_id, '');
    if (note) one.notes[assesment_number] = note;
    const after = { ...one.marks };
    for (const { assesment_number, mark } of marks) {
      if (mark === null) delete after[assesment_number];
      else after[assesment_number] = mark;
    }
    students.set(student_id, { ...one, marks: after });
    return counted({ ...one, marks: after });
  });
  server.on(saveAssessment, ({ assesment_number = 7, topic, date, total, weighting = null }) => {
    const after = assessment(assesment_number, { topic, date, total, weighting });
    assessments.set(assesment_number, after);
    return after;
  });
  server.on(deleteAssessment, ({ assesment_number }) => {
    deleted.set(assesment_number, assessments.get(assesment_number) as Assessment);
    assessments.delete(assesment_number);
    return { assesment_number, kept_until: '2026-01-01' };
  });
  server.on(restoreAssessment, ({ assesment_number }) => {
    const one = deleted.get(assesment_number) as Assessment;
    assessments.set(assesment_number, one);
    return one;
  });
});

const address = '/term-reports/mark-book';
async function openPage(lesson = 'MATH-4', more = '') {
  await openArea(`${address}?lesson=${lesson}${more}`);
  return screen.findByRole('grid');
}
const rowOf = (name: string) => screen.getByRole('rowheader', { name: new RegExp(name), hidden: true }).parentElement;
function cellOf(name: string, column: string): HTMLElement {
  return rowOf(name)?.querySelector(`[data-column="${column}"]`) as HTMLElement;
}
const shown = (name: string, column: string) => cellOf(name, column).textContent;
function type(name: string, number: number, text: string, key = 'Enter'): void {
  fireEvent.mouseDown(cellOf(name, `assessment ${number}`));
  const input = screen.getByRole('textbox', { name: new RegExp(`^Assessment ${number}.*${name}`) });
  fireEvent.input(input, { target: { value: text } });
  fireEvent.keyDown(input, { key });
}
const saves = () => server.callsOf(saveMark);
const countedHeadings = () =>
  screen
    .getAllByRole('columnheader')
    .map((heading) => (heading.textContent ?? '').replace('Edit Assessment ', '').trim());
const headings = () => countedHeadings().map((text) => text.replace(/ \d+ of \d+$/, ''));

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
      ...{ student_id: 'S1', form_class_id: '4A', assesment_number: 1, note: 'Wrote it late.', note_was: null },
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

  it('keeps the total of a mark above it, and says so', async () => {
    await openPage();
    type('Ali', 1, '21');
    expect((await screen.findAllByText(/^Mark Entered is greater than the assigned total\./)).length).toBeGreaterThan(
      0,
    );
    await waitFor(() => expect(saves()[0]?.input).toMatchObject({ marks: [{ mark: 20 }] }));
  });

  it('finds students, and shows one class or all', async () => {
    await openPage();
    const names = () => screen.getAllByRole('rowheader').map((header) => header.textContent);
    fireEvent.change(screen.getByRole('searchbox', { name: 'Search' }), { target: { value: 'emi' } });
    await waitFor(() => expect(names()).toEqual(['Émile, Pupil']));
    fireEvent.change(screen.getByRole('searchbox', { name: 'Search' }), { target: { value: '' } });
    fireEvent.click(screen.getByRole('button', { name: '4B' }));
    await waitFor(() => expect(names()).toEqual(['Chan, Pupil']));
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

describe('an assessment', () => {
  const field = (name: string) => within(screen.getByRole('dialog')).getByRole('textbox', { name });
  const press = (name: string) => fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name }));
  const edit = (name: RegExp) => fireEvent.click(screen.getByRole('button', { name }));

  it('is added; a total such as 5o0 stays as typed and is refused, as is a blank form', async () => {
    await openPage();
    edit(/Add Assessment/);
    await screen.findByRole('dialog', { name: 'Add Assessment' });
    press('Add');
    expect(await screen.findByText('Fields Blank')).toBeTruthy();
    fireEvent.change(field('Total'), { target: { value: '5o0' } });
    press('Add');
    expect(await screen.findByText('A whole number from 1 to 1000.')).toBeTruthy();
    expect((field('Total') as HTMLInputElement).value).toBe('5o0');
    await waitForRequests();
    expect(server.callsOf(saveAssessment)).toHaveLength(0);
    fireEvent.change(field('Total'), { target: { value: '50' } });
    press('Add');
    await waitFor(() => expect(headings()).toContain('7 / 50'));
    expect(server.callsOf(saveAssessment)[0]?.input).toMatchObject({
      topic: null,
      date: null,
      total: 50,
      form_level: 4,
    });
    expect(server.callsOf(saveAssessment)[0]?.input).not.toHaveProperty('assesment_number');
  });

  it('is edited with the values seen, and what the server refuses is said beside the field', async () => {
    await openPage();
    server.on(saveAssessment, () => refuseWith(422, 'No.', { total: ['1 student(s) have a mark above 9.'] }));
    edit(/Edit Assessment 1 Fractions/);
    await screen.findByRole('dialog', { name: 'Edit Assessment 1' });
    fireEvent.change(field('Total'), { target: { value: '9' } });
    press('Save');
    expect(await screen.findByText('1 student(s) have a mark above 9.')).toBeTruthy();
    expect(server.callsOf(saveAssessment)[0]?.input).toMatchObject({
      assesment_number: 1,
      total: 9,
      was: { topic: 'Fractions', date: null, total: 20, weighting: null },
    });
  });

  it('is deleted after a question, and comes back with Undo', async () => {
    await openPage();
    edit(/Edit Assessment 6 Trial/);
    await screen.findByRole('dialog');
    press('Delete Assessment');
    const question = await screen.findByRole('alertdialog');
    expect(question.textContent).toContain('Are you sure you want to delete this assessment?');
    fireEvent.click(within(question).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Assessment 6 deleted.')).toBeTruthy();
    await waitFor(() => expect(headings()).not.toContain('6 Trial / 40'));
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(headings()).toContain('6 Trial / 40'));
  });

  it('stays where the question is answered with no, and says so where it cannot be deleted', async () => {
    await openPage();
    for (const answer of ['Cancel', 'Delete']) {
      server.on(deleteAssessment, () => refuseWith(500, requestWordings.failed));
      edit(/Edit Assessment 6 Trial/);
      await screen.findByRole('dialog');
      press('Delete Assessment');
      const question = await screen.findByRole('alertdialog');
      fireEvent.click(within(question).getByRole('button', { name: answer }));
      await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
      await waitForRequests();
    }
    expect(server.callsOf(deleteAssessment)).toHaveLength(1);
    await screen.findAllByText(/^An Error has occured\. Assessment could not deleted\./);
    expect(headings()).toContain('6 Trial / 40');
  });

  it('of the first five has no control to delete it', async () => {
    await openPage();
    edit(/Edit Assessment 5/);
    await screen.findByRole('dialog', { name: 'Edit Assessment 5' });
    expect(screen.queryByRole('button', { name: 'Delete Assessment' })).toBeNull();
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
