import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { authContract } from '#shared/accounts/auth/contract.ts';
import type { Lesson } from '#shared/people/contract.ts';
import { peopleContract } from '#shared/people/contract.ts';
import { lessonsContract } from '#shared/people/lessons/contract.ts';
import { lessonRefusals, lessonWordings, peopleScreenWordings } from '#shared/people/wordings.ts';
import { termsContract } from '#shared/school/contract.ts';
import { subjectsContract } from '#shared/subjects/contract.ts';
import { undoContract } from '#shared/undo/contract.ts';
import { type ContractServer, refuseWith, startContractServer } from '../../support/school/contract-server.ts';
import { undone } from '../../support/undone.ts';
import { freshPageForEachTest, openPart, setSessionOf, waitForRequests } from '../page.tsx';

freshPageForEachTest();

const lesson = (subject: 'MATH' | 'ENGL', classes: string[], level: number): Lesson => {
  const title = subject === 'MATH' ? 'Mathematics' : 'English Language';
  const [only = ''] = classes;
  return {
    id: `2025-${subject}-${level < 4 ? only : `L${level}`}`,
    employee_id: 'T1',
    academic_year_id: '20252026',
    subject_id: subject,
    subject_title: title,
    subject_abbr: subject,
    form_level: level,
    class_id: level < 4 ? only : null,
    form_classes: classes,
    lesson: `${title} ${level < 4 ? only : `Form ${level}`}`,
  };
};
const classOf = (id: string) => ({ form_class_id: id, class_name: id, form_level: Number(id[0]) });

let server: ContractServer;
let stored: Lesson[];
const onClose = vi.fn();

beforeEach(async () => {
  await setSessionOf('A1');
  onClose.mockClear();
  server = startContractServer();
  stored = [lesson('MATH', ['1A'], 1), lesson('MATH', ['4A', '4B'], 4)];
  const current = { academic_year_id: '20252026', term: 1 as const, title: 'Term 1' };
  server.on(termsContract.readTermOverview, () => ({ terms: [], current_term: current, terms_archive: [] }));
  server.on(authContract.setCsrfCookie, () => ({ ok: true as const }));
  server.on(subjectsContract.listSubjects, () => [
    { id: 'ENGL', title: 'English Language', abbr: 'ENGL' },
    { id: 'MATH', title: 'Mathematics', abbr: 'MATH' },
  ]);
  server.on(peopleContract.listFormClasses, () =>
    ['1A', '1B', '4A', '4B', '4C', '5A'].map((id) => ({ id, class_name: id, form_level: Number(id[0]) })),
  );
  server.on(peopleContract.listTeacherLessonsOfYear, () => stored);
  server.on(peopleContract.readFormTeacherClass, () => [classOf('1A')]);
  server.on(peopleContract.readDeanFormClasses, () => []);
  server.on(lessonsContract.readLessonFacts, () => ({ shared: [], students_with_marks: 0 }));
  server.on(undoContract.listActs, () => []);
});

async function open() {
  const { default: LessonsDialog } = await import('../../../web/features/people/lessons/lessons-dialog.tsx');
  const { ModalOutlet } = await import('../../../web/ui/overlays/modal.tsx');
  const { SnackbarOutlet } = await import('../../../web/ui/overlays/snackbar.tsx');
  const page = (
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <LessonsDialog employee={{ id: 'T1', first_name: 'Mona', last_name: 'Núñez' }} onClose={onClose} />
      <ModalOutlet />
      <SnackbarOutlet />
    </QueryClientProvider>
  );
  await openPart(page);
  const dialog = await screen.findByRole('dialog', { name: 'Lessons of Mona Núñez' });
  await within(dialog).findByRole('button', { name: 'New Lesson' });
  return dialog;
}

const rowOf = (dialog: HTMLElement, name: string) => within(within(dialog).getByRole('rowgroup', { name }));
const button = (part: ReturnType<typeof within>, name: string) => part.getByRole('button', { name });

/** Chooses a subject as somebody who types does, and stays in the row. */
async function chooseSubject(row: ReturnType<typeof within>, title: string) {
  const field = row.getByRole('combobox', { name: /^Subject of row/ });
  field.focus();
  fireEvent.change(field, { target: { value: title } });
  fireEvent.keyDown(field, { key: 'Enter' });
}

/** Opens the list of a multi-select and presses choices; the focus goes back into the field when it is closed. */
async function chooseClasses(field: HTMLElement, ids: string[]) {
  field.focus();
  fireEvent.click(field);
  const list = await screen.findByRole('listbox');
  for (const id of ids) {
    const choice = within(list).getByRole('option', { name: id });
    fireEvent.mouseMove(choice);
    fireEvent.pointerDown(choice);
    fireEvent.click(choice);
  }
  fireEvent.keyDown(list, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull());
}

async function leave(dialog: HTMLElement) {
  act(() => within(dialog).getByRole('button', { name: 'Close Form' }).focus());
  await act(() => new Promise((done) => void setTimeout(done, 150)));
}

describe('the Lessons window', () => {
  it('saves a row when it has a subject and a class and the focus leaves, and not before', async () => {
    const saved = lesson('ENGL', ['1B'], 1);
    server.on(lessonsContract.saveAdminLesson, () => ({ lesson: saved, shared: [], undo: null }));
    const dialog = await open();
    fireEvent.click(button(within(dialog), 'New Lesson'));
    const row = rowOf(dialog, 'New lesson, row 3');
    await chooseSubject(row, 'English Language');
    await leave(dialog);
    expect(server.callsOf(lessonsContract.saveAdminLesson)).toEqual([]);
    await chooseClasses(row.getByRole('combobox', { name: 'Class of row 3' }), ['1A', '1B']);
    await waitForRequests();
    expect(server.callsOf(lessonsContract.saveAdminLesson)).toEqual([]);
    await leave(dialog);
    await within(dialog).findByRole('rowgroup', { name: 'English Language 1B' });
    rowOf(dialog, 'English Language 1B').getByText('Saved');
    // Below form 4 the last class chosen is the class.
    expect(server.callsOf(lessonsContract.saveAdminLesson).map(({ input }) => input)).toEqual([
      { employee_id: 'T1', academic_year_id: '20252026', id: null, subject_id: 'ENGL', form_classes: ['1B'] },
    ]);
  });

  it('keeps what was chosen when it cannot be saved, tries again under the same key, and after a reload', async () => {
    const dialog = await open();
    const row = rowOf(dialog, 'Mathematics 1A');
    server.on(lessonsContract.saveAdminLesson, () => refuseWith(500, 'The server stumbled.'));
    await chooseSubject(row, 'English Language');
    await leave(dialog);
    await row.findByText('Error Occured');
    row.getByText('The server stumbled.');
    server.on(lessonsContract.saveAdminLesson, () => ({ lesson: lesson('ENGL', ['1A'], 1), shared: [], undo: null }));
    fireEvent.click(button(row, 'Retry Mathematics 1A'));
    await within(dialog).findByRole('rowgroup', { name: 'English Language 1A' });
    rowOf(dialog, 'English Language 1A').getByText('Saved');
    const keys = server.callsOf(lessonsContract.saveAdminLesson).map(({ headers }) => headers.get('idempotency-key'));
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });

  it('shows a row that was not saved again when the window is opened again', async () => {
    const dialog = await open();
    fireEvent.click(button(within(dialog), 'New Lesson'));
    await chooseSubject(rowOf(dialog, 'New lesson, row 3'), 'English Language');
    cleanup();
    const again = await open();
    const field = rowOf(again, 'New lesson, row 3').getByRole<HTMLInputElement>('combobox', {
      name: 'Subject of row 3',
    });
    expect(field.value).toBe('English Language');
  });

  it('takes a row away that was never saved, and asks before it deletes a lesson with marks', async () => {
    server.on(lessonsContract.deleteAdminLesson, ({ id }) => {
      stored = stored.filter((one) => one.id !== id);
      return { id, students_with_marks: 23, undo: 'A1/00000000-0000-4000-8000-000000000001' };
    });
    server.on(lessonsContract.readLessonFacts, () => ({ shared: [], students_with_marks: 23 }));
    const dialog = await open();
    fireEvent.click(button(within(dialog), 'New Lesson'));
    fireEvent.click(button(rowOf(dialog, 'New lesson, row 3'), 'Delete New lesson, row 3'));
    await waitForRequests();
    expect(within(dialog).queryByRole('rowgroup', { name: 'New lesson, row 3' })).toBeNull();
    expect(server.callsOf(lessonsContract.readLessonFacts)).toEqual([]);

    fireEvent.click(button(rowOf(dialog, 'Mathematics 1A'), 'Delete Mathematics 1A'));
    const question = await screen.findByRole('alertdialog', { name: 'Delete Mathematics 1A?' });
    within(question).getByText(/^23 students have marks in this lesson this year\. They are kept/);
    fireEvent.click(within(question).getByRole('button', { name: 'Delete Lesson' }));
    await screen.findByText('Mathematics 1A deleted.');
    expect(within(dialog).queryByRole('rowgroup', { name: 'Mathematics 1A' })).toBeNull();
    server.on(undoContract.undoAct, () => {
      stored = [lesson('MATH', ['1A'], 1), ...stored];
      return undone();
    });
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await within(dialog).findByRole('rowgroup', { name: 'Mathematics 1A' });
  });

  it('saves all rows at once and says beside each what is wrong with it', async () => {
    server.on(lessonsContract.saveAdminLessons, ({ lessons }) =>
      lessons.map(() => ({
        lesson: null,
        shared: [],
        undo: null,
        refused: 'Mathematics Form 4 is in the list already.',
      })),
    );
    const dialog = await open();
    fireEvent.click(button(within(dialog), 'New Lesson'));
    const row = rowOf(dialog, 'New lesson, row 3');
    await chooseSubject(row, 'Mathematics');
    fireEvent.click(button(within(dialog), 'Save Lessons'));
    await row.findByText(lessonWordings.chooseSubjectAndClass);
    await chooseClasses(row.getByRole('combobox', { name: 'Class of row 3' }), ['4C']);
    fireEvent.click(button(within(dialog), 'Save Lessons'));
    await row.findByText('Mathematics Form 4 is in the list already.');
  });

  it('asks beside the field before a class is taken from its form teacher', async () => {
    server.on(lessonsContract.saveFormTeacherClass, ({ form_classes, take_from }) =>
      take_from?.[0]?.employee_id === 'T2'
        ? { form_classes }
        : {
            status: 409,
            message: lessonRefusals.oneFormTeacher('Eric Ali', '1B'),
            conflict: { field: 'take_from', yours: '1B', theirs: 'T2', by: 'Eric Ali', at: null },
          },
    );
    const dialog = await open();
    await chooseClasses(within(dialog).getByRole('combobox', { name: 'Form Class' }), ['1B']);
    await leave(dialog);
    await within(dialog).findByText(lessonRefusals.oneFormTeacher('Eric Ali', '1B'));
    fireEvent.click(button(within(dialog), 'Take 1B'));
    await within(dialog).findByText('Saved');
    expect(server.callsOf(lessonsContract.saveFormTeacherClass).at(-1)?.input).toEqual({
      employee_id: 'T1',
      academic_year_id: '20252026',
      form_classes: ['1A', '1B'],
      was: ['1A'],
      take_from: [{ class_id: '1B', employee_id: 'T2' }],
    });
  });

  it('asks before it is closed with something unsaved, and closes at once without', async () => {
    const dialog = await open();
    fireEvent.click(button(within(dialog), 'New Lesson'));
    await chooseSubject(rowOf(dialog, 'New lesson, row 3'), 'Mathematics');
    fireEvent.click(button(within(dialog), 'Close Form'));
    fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Keep editing' }));
    expect(onClose).not.toHaveBeenCalled();
    fireEvent.click(button(within(dialog), 'Close Form'));
    fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Discard changes' }));
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  });

  it('hands lessons over: what goes along first, then the chosen ones, and says what was left alone', async () => {
    const teacher = (id: string, last_name: string) => ({
      id,
      employee_id: id,
      teacher_num: 7,
      first_name: 'Dina',
      last_name,
    });
    server.on(peopleContract.listEmployees, () => [teacher('T1', 'Núñez'), teacher('T3', "O'Brien")]);
    server.on(lessonsContract.previewHandOver, () =>
      stored.map(({ id, lesson: name, form_classes }, index) => ({
        id,
        lesson: name,
        form_classes,
        students_with_marks: index * 12,
        shared: [],
        is_beside: index === 1,
      })),
    );
    server.on(lessonsContract.handOverLessons, ({ ids }) => ({
      rows_processed: ids.length,
      total_rows: ids.length,
      state: 'finished' as const,
      left: [],
    }));
    const dialog = await open();
    fireEvent.click(button(within(dialog), 'Hand Over'));
    // One row of closing buttons: those of the window come back with Cancel.
    within(dialog).getByRole('button', { name: 'Cancel' });
    for (const name of ['Close Form', 'New Lesson', 'Save Lessons'])
      expect(within(dialog).queryByRole('button', { name })).toBeNull();
    const field = await within(dialog).findByRole('combobox', { name: peopleScreenWordings.handOverTo });
    field.focus();
    // She herself is no choice.
    fireEvent.change(field, { target: { value: 'Núñez' } });
    within(dialog).getByText(lessonWordings.noSuchTeacher);
    fireEvent.change(field, { target: { value: 'Brien' } });
    fireEvent.keyDown(field, { key: 'Enter' });
    await within(dialog).findByText('The mark book goes along: 12 students with marks.');
    within(dialog).getByText("Dina O'Brien has a mark book of this form already: these marks count on, beside it.");
    fireEvent.click(within(dialog).getByRole('checkbox', { name: /^Mathematics 1A/ }));
    fireEvent.click(button(within(dialog), 'Hand Over One Lesson'));
    await within(dialog).findByText(/^One lesson was handed over\./);
    // Nothing is left to cancel.
    fireEvent.click(button(within(dialog), 'Done'));
    button(within(dialog), 'Close Form');
    expect(server.callsOf(lessonsContract.handOverLessons).map(({ input }) => input)).toEqual([
      { employee_id: 'T1', academic_year_id: '20252026', to_employee_id: 'T3', ids: ['2025-MATH-L4'] },
    ]);
  });
});
