import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Input, Output } from '#shared/http/contract.ts';
import { termsContract } from '#shared/school/contract.ts';
import { studentRegisterContract as register } from '#shared/students/register/contract.ts';
import { forEveryTypedFact } from '#shared/students/register/typed-facts.ts';
import { recordWordings, studentWordings } from '#shared/students/wordings.ts';
import { undoContract } from '#shared/undo/contract.ts';
import { type ContractServer, refuseWith, startContractServer } from '../../support/school/contract-server.ts';
import { undone } from '../../support/undone.ts';
import { freshPageForEachTest, openArea, waitUntilWindowsClosed, watchNavigation } from '../page.tsx';
import { answerAdmin } from '../session-answers.ts';

freshPageForEachTest();
let server: ContractServer;
let saves: Input<typeof register.saveStudent>[];

const record: Output<typeof register.readStudentRecord> = {
  ...forEveryTypedFact(null as string | null),
  id: '0001',
  first_name: 'Zoë',
  last_name: 'Smith',
  class_id: '4A',
  birth_certificate_no: '0041',
  date_of_birth: '2010-02-03',
  house_code: 'R',
  transport: 'Mule',
  sex: 'F',
  status: 'current',
  leaving_reason: null,
  password_reset: false,
};
const codes = ['religion_code', 'ethnic_group_code', 'marital_status', 'living_status', 'school_feeding'];
const closedTerm: Output<typeof termsContract.readTermOverview> = {
  terms: [{ id: 1, title: 'Term 1' }],
  current_term: { academic_year_id: '20262027', term: 1, title: 'Term 1' },
  terms_archive: [
    {
      academic_year_id: '20262027',
      term: 1,
      new_term_beginning: null,
      date_start: '2026-09-01',
      date_end: '2026-12-11',
      closed: { why: 'office', by: 'Ada Office', at: '2026-11-20 14:05:00' },
    },
  ],
};
const list = [{ id: '0001', last_name: 'Smith', first_name: 'Zoë', class_id: '4A' }];

beforeEach(() => {
  server = startContractServer();
  watchNavigation();
  saves = [];
  answerAdmin(server, 'Admin', ['students']);
  server.on(register.listHouses, () => [
    { id: 'R', name: 'Red', color: '#c62828' },
    { id: 'B', name: 'Blue', color: '#1565c0' },
  ]);
  server.on(register.listColumnPresets, () => []);
  server.on(register.listAllStudents, ({ view }) =>
    view === 'archived'
      ? { current_students: null, archived_students: list, next: null }
      : { current_students: list, archived_students: null, next: null },
  );
  server.on(register.readStudentChoices, () => ({
    classes: [
      { id: '4A', form_level: 4 },
      { id: '4B', form_level: 4 },
    ],
    codes: [
      ...[...codes, 'regional_corporation', 'device_type', 'blood_type'].map((name) => ({ list: name, choices: [] })),
      { list: 'transport', choices: [{ code: 'Taxi', name: 'Taxi' }] },
      {
        list: 'sex',
        choices: [
          { code: 'F', name: 'Female' },
          { code: 'M', name: 'Male' },
        ],
      },
    ],
    today: '2026-11-22',
  }));
  server.on(register.readStudentRecord, () => record);
  server.on(register.saveStudent, (input) => {
    saves.push(input);
    return { id: input.id, undo: null };
  });
});

const open = async (search: string, title: string | RegExp) => {
  await openArea(`/admin/dashboard/students${search}`);
  return screen.findByRole('dialog', { name: title });
};
const field = (label: string) => screen.getByRole<HTMLInputElement>('textbox', { name: new RegExp(`^${label}`) });
const type = (label: string, value: string) => {
  fireEvent.change(field(label), { target: { value } });
  fireEvent.blur(field(label));
};
const button = (name: string) => screen.getByRole('button', { name });
const press = (name: string) => fireEvent.click(button(name));

describe('Edit Student', () => {
  const opened = async () => {
    await open('?edit=0001', 'Edit Student');
    const save = await screen.findByRole('button', { name: 'Save' });
    return save.closest<HTMLElement>('[role=dialog]') as HTMLElement;
  };

  it('sends the changed facts with the seen values, and says that they are saved', async () => {
    await opened();
    expect(field('Birth Cerficate Pin').value).toBe('0041');
    type('Last Name', '  Smith-Jones ');
    type('Date of Birth', '5 mar 2010');
    press('Save');
    await screen.findByText('Record saved successfully.');
    expect(saves).toEqual([
      {
        id: '0001',
        last_name: 'Smith-Jones',
        date_of_birth: '2010-03-05',
        was: { last_name: 'Smith', date_of_birth: '2010-02-03' },
      },
    ]);
    await waitUntilWindowsClosed();
  });

  it('says, when another class is chosen, what moves along and what stays', async () => {
    const dialog = await opened();
    expect(within(dialog).queryByText(/move to/)).toBeNull();
    fireEvent.click(screen.getByRole('combobox', { name: /^Class/ }));
    fireEvent.click(await screen.findByRole('option', { name: '4B' }));
    await screen.findByText(
      'The subjects, and the marks and report of the current term, move to 4B too. The attendance of earlier days stays with 4A.',
    );
  });

  it('notes, when another class is chosen, that a closed term keeps its lists', async () => {
    server.on(termsContract.readTermOverview, () => closedTerm);
    await opened();
    const classes = screen.getByRole('combobox', { name: /^Class/ });
    expect(screen.queryByText(/keeps its lists/)).toBeNull();
    fireEvent.click(classes);
    fireEvent.click(await screen.findByRole('option', { name: '4B' }));
    await screen.findByText(
      'Term 1, 2026-2027 was closed by Ada Office on 20-Nov-2026 at 14:05. It keeps its lists: the change counts from the next term that is open.',
    );
  });

  it('is not sent without names and the birth certificate pin, nor with an invalid date', async () => {
    await opened();
    for (const label of ['First Name', 'Last Name', 'Birth Cerficate Pin']) type(label, '');
    type('Date of Birth', '2010-13-01');
    press('Save');
    expect(await screen.findAllByText('Required')).toHaveLength(3);
    screen.getByText('This is not a date. Please write day, month’s name and year: 5-Sep-2014.');
    expect(saves).toEqual([]);
  });

  it('names the student with id and class, and has the details in the order in which they are needed', async () => {
    const dialog = await opened();
    expect(within(dialog).getByText('Smith, Zoë · 0001 · Class 4A')).toBeTruthy();
    press('All details');
    expect([...dialog.querySelectorAll('legend')].map(({ textContent }) => textContent)).toEqual([
      ...['Contact', 'Family', 'Medical', 'Student', 'School history', 'Personal', 'Technology'],
    ]);
  });

  it('shows the house with its colour, and every other fact after All details', async () => {
    const dialog = await opened();
    expect(within(dialog).getAllByText('Red').length).toBeGreaterThan(1);
    expect(screen.queryByRole('textbox', { name: /Mother's Occupation/ })).toBeNull();
    press('All details');
    expect(screen.getAllByRole('group').map((group) => within(group).queryAllByRole('textbox').length > 0)).toEqual([
      ...[true, true, true, true, true],
      ...[true, false],
    ]);
    type("Mother's Occupation", 'Nurse');
    press('Save');
    await waitFor(() => expect(saves).toHaveLength(1));
    // A means of transport that the school's list has no more is left alone.
    expect(saves[0]).toEqual({ id: '0001', mother_occupation: 'Nurse', was: { mother_occupation: null } });
  });
});

describe('Edit Student, refused', () => {
  it('says that the record could not be saved and why, and keeps the typed values', async () => {
    server.on(register.saveStudent, () => refuseWith(409, 'Zoë Smith is in the archive.'));
    await open('?edit=0001', 'Edit Student');
    await screen.findByRole('button', { name: 'Save' });
    type('Last Name', 'Ash');
    press('Save');
    await screen.findByText('Record could not be saved. Zoë Smith is in the archive.');
    expect(field('Last Name').value).toBe('Ash');
  });
});

it('asks in Edit Student for a SEA number that another student has but for a zero, and saves it for somebody else', async () => {
  const question = recordWordings.nearSea('Zoë Smith, 4A (0001)', '0123456789');
  const sent: Input<typeof register.saveStudent>[] = [];
  server.on(register.saveStudent, (input) => {
    sent.push(input);
    return input.is_another ? { id: input.id, undo: null } : refuseWith(422, question, { is_another: [question] });
  });
  await open('?edit=0001', 'Edit Student');
  await screen.findByRole('button', { name: 'Save' });
  type('Last Name', 'Ash');
  press('Save');
  await screen.findByText(new RegExp(`^Record could not be saved. ${question.replace(/[().?]/g, '.')}`));
  fireEvent.click(await screen.findByRole('button', { name: 'This is somebody else: save' }));
  await expect.poll(() => sent.length).toBe(2);
  expect(sent[1]).toEqual({ ...sent[0], is_another: true });
});

describe('Add Student', () => {
  it('names the student with the same name and birthday, and adds somebody else', async () => {
    const added: Input<typeof register.addStudent>[] = [];
    server.on(register.addStudent, (input) => {
      added.push(input);
      return input.is_another
        ? { id: '0002', undo: 'A1/7d1c4c1e-5a0f' }
        : refuseWith(422, 'Zoë', { is_another: [recordWordings.sameNameAndBirthday('Zoë Smith, 4A (0001)')] });
    });
    await open('?add=1', 'Add Student');
    await screen.findByRole('textbox', { name: /^First Name/ });
    type('First Name', 'Zoë');
    type('Last Name', 'Smith');
    type('Birth Cerficate Pin', '0042');
    fireEvent.change(screen.getByRole('combobox', { name: /^Class/ }), { target: { value: '4A' } });
    fireEvent.click(await screen.findByRole('option', { name: '4A' }));
    const submit = await screen.findByRole('button', { name: 'Add Student' });
    fireEvent.click(submit);
    await screen.findByText(/Zoë Smith, 4A \(0001\) has the same name/);
    fireEvent.click(await screen.findByRole('button', { name: /somebody else/ }));
    await screen.findByText('Zoë Smith added with the ID 0002.');
    expect(added[1]).toEqual({ ...added[0], is_another: true });
    expect(added[0]).toMatchObject({ class_id: '4A', entry_date: '2026-11-22' });
    expect(added[0]).not.toHaveProperty('id');
  });
});

describe('Reset Password', () => {
  it('asks, shows that it is running, and shows a failure with Retry', async () => {
    let answer: (isDone: boolean) => void = () => undefined;
    server.on(
      register.resetStudentPassword,
      () =>
        new Promise((resolve) => {
          answer = (isDone) =>
            resolve(
              isDone
                ? { student_id: '0001', account: 'reset' as const, one_time_password: 'abcdEFGH23456789' }
                : refuseWith(404, studentWordings.notFound),
            );
        }),
    );
    const question = await open('?reset=0001', 'Reset Zoë Smith password?');
    expect(within(question).getByText('Smith, Zoë · 0001 · Class 4A')).toBeTruthy();
    expect(
      within(question).getByText(/^The present password stops working, and the student is signed out/),
    ).toBeTruthy();
    press('Reset Password');
    await screen.findByRole('dialog', { name: 'Resetting Zoë Smith password' });
    await waitFor(() => expect(server.calls.some(({ row }) => row === register.resetStudentPassword)).toBe(true));
    answer(false);
    await screen.findByText(/There is no such student/);
    press('Retry');
    await screen.findByRole('dialog', { name: 'Resetting Zoë Smith password' });
    await waitFor(() =>
      expect(server.calls.filter(({ row }) => row === register.resetStudentPassword)).toHaveLength(2),
    );
    answer(true);
    await screen.findByText('Zoë Smith password reset successfully.');
    screen.getByText('abcdEFGH23456789');
    press('OK');
    await waitUntilWindowsClosed();
  });

  it('says that a student has no account, and offers to make one', async () => {
    server.on(register.resetStudentPassword, ({ make_account }) =>
      make_account
        ? { student_id: '0001', account: 'made' as const, one_time_password: 'abcdEFGH23456789' }
        : { student_id: '0001', account: 'none' as const, one_time_password: null },
    );
    await open('?reset=0001', 'Reset Zoë Smith password?');
    press('Reset Password');
    await screen.findByText('Zoë Smith has no account, so there is no password to reset.');
    expect(screen.queryByText(/reset successfully/)).toBeNull();
    press('Make an Account');
    await screen.findByText('An account was made for Zoë Smith.');
    screen.getByText('abcdEFGH23456789');
  });
});

describe('the archive', () => {
  it('receives a student with a date and a reason, which can be undone', async () => {
    const asked: unknown[] = [];
    server.on(register.archiveStudent, (input) => {
      asked.push(input);
      return { student_id: '0001', undo: 'A1/7d1c4c1e-5a0f' };
    });
    server.on(undoContract.undoAct, (input) => {
      asked.push(input);
      return undone();
    });
    await open('?archive=0001', 'Archive Zoë Smith?');
    await screen.findByRole('textbox', { name: /^Date of Leaving/ });
    type('Reason', 'Moved.');
    press('Archive');
    await screen.findByText('Zoë Smith archived.');
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await screen.findByText('Undone.');
    expect(asked).toEqual([
      { student_id: '0001', date_of_leaving: '2026-11-22', reason: 'Moved.' },
      { undo: 'A1/7d1c4c1e-5a0f' },
    ]);
  });

  it('restores a student, by default to the earlier class', async () => {
    const asked: unknown[] = [];
    server.on(register.restoreStudent, (input) => {
      asked.push(input);
      return { student_id: '0001', undo: null };
    });
    await open('?view=archive&restore=0001', 'Restore Zoë Smith?');
    await screen.findByRole('combobox', { name: /^Class/ });
    press('Restore');
    await screen.findByText('Zoë Smith restored to 4A.');
    expect(asked).toEqual([{ student_id: '0001', class_id: '4A' }]);
  });
});

it('shows a student’s history in readable values, of all facts or of one', async () => {
  server.on(register.readStudentHistory, () => [
    {
      at: '2026-11-22T10:00:00.000Z',
      by: 'Olga Office',
      changes: [
        { field: 'sex', label: 'Sex', was: null, now: 'F' },
        { field: 'date_of_birth', label: 'Date of Birth', was: '2010-02-03', now: '2010-03-04' },
      ],
    },
  ]);
  const dialog = await open('?history=0001', 'History of Zoë Smith');
  await within(dialog).findByText(/Olga Office/);
  expect(within(dialog).getByText(/^Sex/).closest('p')?.textContent).toBe('Sex: (blank) → Female');
  expect(
    within(dialog)
      .getByText(/^Date of Birth/)
      .closest('p')?.textContent,
  ).toBe('Date of Birth: 03-Feb-2010 → 04-Mar-2010');
});
