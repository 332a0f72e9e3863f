import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Input } from '#shared/http/contract.ts';
import { peopleContract } from '#shared/people/contract.ts';
import { studentSubjectsContract } from '#shared/subjects/assignment/contract.ts';
import { subjectsContract } from '#shared/subjects/contract.ts';
import { assignmentWordings, studentSubjectsWordings } from '#shared/subjects/wordings.ts';
import { type ContractServer, refuseWith, startContractServer } from '../../support/school/contract-server.ts';
import { freshPageForEachTest, openArea, waitForRequests, watchNavigation } from '../page.tsx';
import { answerAdmin } from '../session-answers.ts';

freshPageForEachTest();
let server: ContractServer;
const {
  assignBatch,
  assignStudents,
  removeStudentsFromSubject,
  deleteSubject,
  saveSubject,
  countStudentsOfSubjects,
  readSubjectChoices,
  listStudentsOfSubject,
} = studentSubjectsContract;

const student = (student_id: string, class_id: string) => ({
  student_id,
  first_name: 'Pat',
  last_name: `Pupil ${student_id}`,
  class_id,
  form_level: 4,
});
const choices = {
  refused: null as string | null,
  students: [
    { ...student('S1', '4A'), is_assigned: true, employee_id: 'T1', subjects: 8 },
    { ...student('S2', '4A'), is_assigned: true, employee_id: 'T2', subjects: 7 },
    { ...student('S3', '4A'), is_assigned: false, employee_id: null },
    { ...student('S4', '4B'), is_assigned: false, employee_id: null },
  ],
  teachers: [
    { employee_id: 'T1', name: 'Núñez, Mona', class_ids: ['4A'] },
    { employee_id: 'T2', name: 'Ali, Eric', class_ids: ['4A', '4B'] },
  ],
};
const seen = <
  C extends typeof assignBatch | typeof assignStudents | typeof removeStudentsFromSubject | typeof saveSubject,
>(
  row: C,
) => server.calls.filter((call) => call.row === row).map(({ input }) => input as Input<C>);

beforeEach(() => {
  server = startContractServer();
  watchNavigation();
  answerAdmin(server, 'Admin', ['studentSubjects']);
  server.on(subjectsContract.listSubjects, () => [
    { id: 'ART', title: 'Art', abbr: 'ART' },
    { id: 'BIOL', title: 'Biology', abbr: 'BIO' },
  ]);
  server.on(peopleContract.listFormLevels, () => [{ form_level: 4, title: 'Form 4' }]);
  server.on(peopleContract.listFormClasses, () => ['4A', '4B'].map((id) => ({ id, class_name: id, form_level: 4 })));
  server.on(countStudentsOfSubjects, () => [{ subject_id: 'ART', students: 1_002 }]);
  server.on(readSubjectChoices, () => choices);
  server.on(listStudentsOfSubject, () => [
    { ...student('S1', '4A'), employee_id: 'T1', has_marks: true },
    { ...student('S2', '4A'), employee_id: 'T2', has_marks: false },
  ]);
});

/** An error interrupts a screen reader, so it is there twice. */
const saidInRed = async (text: string) => expect(await screen.findAllByText(text)).not.toEqual([]);
const press = (name: string | RegExp, where: HTMLElement = document.body) =>
  fireEvent.click(within(where).getByRole('button', { name }));
const type = (label: string, value: string) => {
  const field = screen.getByLabelText(label, { exact: false });
  fireEvent.change(field, { target: { value } });
};

describe('Edit/View Subjects', () => {
  it('adds a subject, and sends what was seen when one is changed', async () => {
    server.on(saveSubject, ({ id, title, abbr }) => ({ id: id ?? 'CHEM', title, abbr }));
    await openArea('/admin/dashboard/subjects');
    fireEvent.click(await screen.findByRole('button', { name: 'Add New Subject' }));
    await screen.findByRole('dialog', { name: 'Add New Subject' });
    type('Subject Title', 'Chemistry');
    type('Subject Abbreviation', 'CHEM');
    press('Add Subject');
    await screen.findByText('Subject Added');
    fireEvent.click(await screen.findByRole('button', { name: 'Edit Subject: Biology' }));
    const dialog = await screen.findByRole('dialog', { name: 'Edit Subject' });
    expect(within(dialog).getByLabelText<HTMLInputElement>('Subject ID').value).toBe('BIOL');
    expect(within(dialog).getByLabelText<HTMLInputElement>('Subject ID').readOnly).toBe(true);
    type('Subject Abbreviation', 'BIOL');
    press('Update Subject');
    await screen.findByText('Update Successfull');
    expect(seen(saveSubject)).toEqual([
      { id: null, title: 'Chemistry', abbr: 'CHEM' },
      { id: 'BIOL', title: 'Biology', abbr: 'BIOL', was: { title: 'Biology', abbr: 'BIO' } },
    ]);
  });

  it('says where a subject is used that cannot be deleted', async () => {
    server.on(deleteSubject, () =>
      refuseWith(409, 'An error has occured. Subject cannot be deleted. It is in use. Students: 2 in Form 4.'),
    );
    await openArea('/admin/dashboard/subjects');
    fireEvent.click(await screen.findByRole('button', { name: 'Delete Subject: Art' }));
    const question = await screen.findByRole('alertdialog', { name: 'Delete Art?' });
    press('Delete', question);
    await saidInRed('An error has occured. Subject cannot be deleted');
    await screen.findByText('It is in use. Students: 2 in Form 4.');
  });
});

describe('Subject Student Assignment', () => {
  const open = async () => {
    await openArea('/admin/dashboard/subjects?tab=assignment&students=ART');
    return screen.findByRole('dialog', { name: 'Art' });
  };

  it('says of each subject how many take it', async () => {
    await openArea('/admin/dashboard/subjects?tab=assignment');
    await screen.findByText('1,002');
    const rows = screen.getAllByRole('row').slice(1);
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'ArtART1,002View/Add Students',
      'BiologyBIO0View/Add Students',
    ]);
  });

  it('counts by class how many take the subject, shows those of a class by a press, and says where nobody takes it', async () => {
    const dialog = await open();
    const ofClass = await within(dialog).findByRole('button', { name: '4A 2 of 3' });
    expect(within(dialog).queryByRole('button', { name: /^4B/ })).toBeNull();
    const missing = within(dialog).getByRole('link', { name: '4B (1 student)' });
    expect(missing.getAttribute('href')).toBe('/admin/dashboard/subjects?tab=batch&subject=ART&level=4&class=4B');
    fireEvent.click(ofClass);
    await waitFor(() => expect(ofClass.getAttribute('aria-pressed')).toBe('true'));
    expect(within(dialog).getAllByRole('row')).toHaveLength(3);
    fireEvent.click(ofClass);
    await waitFor(() => expect(ofClass.getAttribute('aria-pressed')).toBe('false'));
  });

  it('gives a student another of the teachers of the class, with the one that was seen', async () => {
    server.on(assignStudents, () => ({ assigned: 1, undo: 'A1/key-of-the-act' }));
    const dialog = await open();
    fireEvent.click(await within(dialog).findByRole('button', { name: 'Teacher of Pat Pupil S1: Núñez, Mona' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Ali, Eric' }));
    await screen.findByText('1 Student(s) Assigned');
    expect(seen(assignStudents)).toEqual([
      { subject_id: 'ART', students: ['S1'], employee_id: 'T2', was: { employee_id: 'T1' } },
    ]);
  });

  it('deletes those who are selected, having said whose marks are kept, and asks for a selection first', async () => {
    server.on(removeStudentsFromSubject, () => ({ deleted: 2, with_marks: 1, undo: 'A1/key-of-the-act' }));
    const dialog = await open();
    await within(dialog).findByText('2 students take this subject.');
    press('Delete Students', dialog);
    press('Delete Selected', dialog);
    await saidInRed('No Students selected to delete');
    fireEvent.click(within(dialog).getByRole('checkbox', { name: 'Select all 2 shown' }));
    press('Delete Selected', dialog);
    const question = await screen.findByRole('alertdialog', { name: 'Delete 2 students?' });
    expect(within(question).getByText(/1 of them with marks this term: the marks are kept\./)).toBeTruthy();
    press('Delete', question);
    await screen.findByText('2 Students Deleted The marks of 1 are kept.');
    expect(seen(removeStudentsFromSubject)).toEqual([{ subject_id: 'ART', students: ['S1', 'S2'] }]);
    expect(within(dialog).queryByRole('button', { name: 'Back' })).toBeNull();
  });
});

describe('Batch Assignment', () => {
  const open = async (more = '') => {
    await openArea(`/admin/dashboard/subjects?tab=batch&subject=ART&level=4${more}`);
    await screen.findByText('Assigned: 2 of 4');
  };
  const selectShown = (count: number) =>
    fireEvent.click(screen.getByRole('checkbox', { name: `Select all ${count} shown` }));

  it('asks for a selection, shows what it will touch, and assigns those alone who can be', async () => {
    let asked = 0;
    server.on(assignBatch, () => {
      asked += 1;
      const isOver = asked > 1;
      return {
        rows_processed: isOver ? 2 : 0,
        total_rows: 2,
        state: isOver ? ('finished' as const) : ('running' as const),
        assigned: isOver ? 2 : 0,
        undo: 'A1/key-of-the-act',
        left: [],
      };
    });
    await open('&teacher=T1');
    expect(screen.getAllByRole('row')[1]?.textContent).toMatch(/^Pupil S1, PatS14AAssigned.*8$/);
    press('Assign Selected Students');
    await saidInRed('No students selected for assignment');
    selectShown(4);
    press('Assign Selected Students');
    const dialog = await screen.findByRole('alertdialog', { name: 'Assign Art' });
    const lines = async () =>
      (await within(dialog).findAllByRole('listitem')).map(({ textContent }) => textContent?.trim());
    expect(await lines()).toEqual([
      '1 will take the subject, with Núñez, Mona.',
      '1 take it already and change teacher: with Núñez, Mona.',
      '1 take it so already. Nothing changes for them.',
      '1 cannot be assigned:',
      'Pupil S4, Pat The teacher does not teach the subject in 4B.',
    ]);
    press('Assign 2', dialog);
    await screen.findByText('2 Student(s) Assigned', {}, { timeout: 5000 });
    const [input] = seen(assignBatch);
    expect(input).toEqual({
      form_level: 4,
      class_id: null,
      students: ['S2', 'S3'],
      employee_id: 'T1',
      subject_id: 'ART',
    });
    const keys = server.calls
      .filter(({ row }) => row === assignBatch)
      .map((call) => call.headers.get('idempotency-key'));
    expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
  });

  it('says before the press that the subject is not taught in the level, with the way to Teachers where one may go there', async () => {
    const refused = assignmentWordings.notTaught('Art', 'Form 4', '2025-2026');
    server.on(readSubjectChoices, () => ({ ...choices, refused, teachers: [] }));
    answerAdmin(server, 'Admin', ['studentSubjects', 'employees']);
    await open();
    await screen.findByText(refused);
    const link = screen.getByRole('link', { name: studentSubjectsWordings.addLesson });
    expect(link.getAttribute('href')).toBe('/admin/dashboard/teachers');
    selectShown(4);
    const assign = screen.getByRole('button', { name: 'Assign Selected Students' });
    expect(assign.getAttribute('aria-disabled')).toBe('true');
    fireEvent.click(assign);
    await waitForRequests();
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('selects what the filters show, and lists whom the batch left', async () => {
    server.on(assignBatch, () => ({
      rows_processed: 1,
      total_rows: 1,
      state: 'finished' as const,
      assigned: 0,
      undo: 'A1/key-of-the-act',
      left: [{ student_id: 'S4', name: 'Pupil S4, Pat', reason: 'Is in class 3A now.' }],
    }));
    await open('&show=unassigned');
    selectShown(2);
    await waitFor(() => expect(screen.getByText('2 selected')).toBeTruthy());
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select Pupil S3, Pat' }));
    press('Assign Selected Students');
    const dialog = await screen.findByRole('alertdialog', { name: 'Assign Art' });
    fireEvent.click(await within(dialog).findByRole('button', { name: 'Assign 1' }));
    await within(dialog).findByText('Is in class 3A now.');
    expect(seen(assignBatch)[0]?.students).toEqual(['S4']);
    press('Close', dialog);
    await waitForRequests();
    expect(screen.queryByText('Is in class 3A now.')).toBeNull();
  });
});
