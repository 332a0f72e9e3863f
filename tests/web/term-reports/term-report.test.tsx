import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Output } from '#shared/http/contract.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { type ReportField, reportFieldNames } from '#shared/term-reports/fields.ts';
import { type ContractServer, contractServer, refuseWith } from '../../support/school/contract-server.ts';
import { freshPageForEachTest, openArea, waitForRequests, watchNavigation } from '../page.tsx';
import { answerAdmin, answerTeacher } from '../session-answers.ts';

freshPageForEachTest();
let server: ContractServer;

const { readClassTermReports, saveTermReport, updateSubjectRecord, setPossibleAttendance } = termReportsContract;
type Class = Output<typeof readClassTermReports>;
type Row = Class['data'][number];

const line = (
  subject_id: string,
  change: Partial<Row['table2_records'][number]> = {},
): Row['table2_records'][number] => ({
  subject_id,
  ...{ course_mark: 20, course_work: { mark: 40, out_of: 60 }, exam_mark: 44.5, exam_out_of: 70 },
  ...{ late: null, absent: 1, app: 'A', con: null, comment: null, entered: true },
  ...change,
});

const blank = Object.fromEntries(reportFieldNames.map((field) => [field, null])) as Record<ReportField, null>;
const row = (student_id: string, last_name: string, change: Partial<Row> = {}): Row => ({
  student_id,
  first_name: 'Pupil',
  last_name,
  name: `${last_name}, Pupil`,
  picture: null,
  class_id: '3A',
  form_level: 3,
  year: 2025,
  term: 1,
  registered: true,
  ...blank,
  possible_attendance: 120,
  new_term_beginning: null,
  table2_records: [
    line('MATH'),
    line('ENGL', { course_mark: null, course_work: null, exam_mark: null, exam_out_of: null }),
  ],
  entered: 1,
  of: 2,
  average: '64.5',
  ...change,
});

const notPosted = { posted: 0 as const, date_posted: null, reason: null, changed: [] };
let stored: Map<string, Row>;

beforeEach(() => {
  server = contractServer();
  watchNavigation();
  stored = new Map(
    [row('S1', 'Ali', { comments: 'Kind.' }), row('S2', 'Baptiste')].map((one) => [one.student_id, one]),
  );
});

function answerClass(posts: Class['posts'], change: Partial<Class> = {}): void {
  server.on(termReportsContract.listClassesWithReports, () => [
    { id: '3A', form_level: 3, as: 'form teacher' as const },
    { id: '6L', form_level: 6, as: 'dean' as const },
    { id: '6U', form_level: 7, as: 'dean' as const },
  ]);
  server.on(readClassTermReports, ({ class_id }) => ({
    ...{ class_id, form_level: 3, year: 2025, term: 1 as const, is_music_class: false, is_posted: false, posts },
    subject_weightings: { course: { max: 30, weight: 30 }, exam: { max: 70, weight: 70 } },
    data: [...stored.values()],
    ...change,
  }));
  server.on(termReportsContract.printPostedReport, () => notPosted);
  server.on(termReportsContract.listReportSubjects, () => [
    { id: 'ENGL', title: 'English Language', abbr: 'ENGL' },
    { id: 'MATH', title: 'Mathematics', abbr: 'MATH' },
  ]);
  server.on(termReportsContract.listCoCurriculars, () => [{ title: 'Chess Club' }, { title: 'Choir' }]);
  server.on(saveTermReport, ({ student_id, was: _was, ...fields }) => {
    const { table2_records, entered, of, average, ...before } = stored.get(student_id) as Row;
    const after = {
      ...before,
      ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)),
    };
    stored.set(student_id, { ...(after as Row), table2_records, entered, of, average });
    return after as never;
  });
}

async function openClass(posts: Class['posts'], change: Partial<Class> = {}) {
  answerTeacher(server);
  answerClass(posts, change);
  await openArea('/term-reports/view-reports?class=3A');
  return screen.findByRole('table', { name: 'Subject records of Ali, Pupil' });
}

async function openAsAdmin(...menus: 'students'[]) {
  answerAdmin(server, 'Admin', ['termReports', ...menus]);
  answerClass([]);
  await openArea('/admin/dashboard/term-details?class=3A');
  return screen.findByRole('table', { name: 'Subject records of Ali, Pupil' });
}

const field = (name: string) => screen.getByRole('textbox', { name }) as HTMLInputElement;
function type(name: string, value: string): void {
  fireEvent.focus(field(name));
  fireEvent.change(field(name), { target: { value } });
  fireEvent.blur(field(name));
}
const saves = () => server.callsOf(saveTermReport).map(({ input }) => input);

describe('the class picker', () => {
  it('groups lower and upper sixth under Form 6', async () => {
    answerTeacher(server);
    answerClass(['form teacher']);
    await openArea('/term-reports/view-reports');
    const sixth = await screen.findByRole('region', { name: 'Form 6' });
    expect(
      within(sixth)
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['6Ldean', '6Udean']);
    expect(screen.queryByRole('region', { name: 'Form 7' })).toBeNull();
  });
});

describe('a term report', () => {
  it.each([
    { post: 'form teacher', open: ['Times absent', 'Form teacher comments'], subjects: 0 },
    {
      post: 'form teacher',
      open: ['Times absent', 'Form teacher comments', 'Music comments'],
      subjects: 0,
      music: true,
    },
    { post: 'dean', open: ['Dean comments'], subjects: 2 },
  ] as const)('opens to a $post only $open and the remarks of $subjects subjects', async ({ post, open, ...of }) => {
    await openClass([post], { is_music_class: 'music' in of });
    const labels = ['Times absent', 'Form teacher comments', 'Dean comments', 'Music comments'];
    expect(labels.filter((label) => !field(label).disabled)).toEqual(open);
    expect(screen.queryAllByRole('button', { name: /^Remarks, / })).toHaveLength(of.subjects);
    expect(screen.queryByRole('textbox', { name: 'Exam, Mathematics' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'More Options' })).toBeNull();
  });

  it('saves the changed field alone, with the value seen; says so, and says nothing at the next student', async () => {
    await openClass(['form teacher']);
    type('Form teacher comments', 'Kind to everybody.');
    expect(await screen.findByText('Record Saved')).toBeTruthy();
    const of = { student_id: 'S1', year: 2025, term: 1, class_id: '3A' };
    expect(saves()).toEqual([{ ...of, comments: 'Kind to everybody.', was: { comments: 'Kind.' } }]);
    fireEvent.click(screen.getByRole('button', { name: 'NEXT' }));
    expect(await screen.findByText('2 of 2')).toBeTruthy();
    expect(screen.queryByText('Record Saved')).toBeNull();
    expect(field('Form teacher comments').value).toBe('');
    fireEvent.click(screen.getByRole('button', { name: 'PREV' }));
    expect(field('Form teacher comments').value).toBe('Kind to everybody.');
    expect(screen.queryByText('Record Saved')).toBeNull();
    expect(server.callsOf(readClassTermReports)).toHaveLength(1);
  });

  it('saves a remark in the middle of the typing without the blank at its end, which stays where it is typed', async () => {
    await openClass(['form teacher']);
    const box = field('Form teacher comments');
    act(() => box.focus());
    fireEvent.change(box, { target: { value: 'Kind to ' } });
    await waitFor(() => expect(saves()).toMatchObject([{ comments: 'Kind to', was: { comments: 'Kind.' } }]), {
      timeout: 3_000,
    });
    await screen.findByText('Record Saved');
    expect(box.value).toBe('Kind to ');
    fireEvent.change(box, { target: { value: 'Kind to all ' } });
    fireEvent.blur(box);
    await waitFor(() =>
      expect(saves().at(-1)).toMatchObject({ comments: 'Kind to all', was: { comments: 'Kind to' } }),
    );
    expect(saves()).toHaveLength(2);
    await waitForRequests();
    expect(box.value).toBe('Kind to all');
  });

  it('says what it did not take, of whom and where, to a user who moved on at once', async () => {
    stored.set('S1', row('S1', 'Ali', { times_absent: 3 }));
    await openClass(['form teacher']);
    const box = field('Times absent');
    act(() => box.focus());
    fireEvent.change(box, { target: { value: '1e2' } });
    fireEvent.keyDown(box, { key: 'ArrowRight', altKey: true });
    expect(await screen.findByText('2 of 2')).toBeTruthy();
    const note = 'Ali, Pupil, Times absent: 1e2: digits only, cleared.';
    await waitFor(() => expect(document.body.textContent).toContain(note));
  });

  it('closes everything of a student who is not registered', async () => {
    stored.set('S1', row('S1', 'Ali', { registered: false }));
    await openClass(['form teacher', 'dean']);
    expect(screen.getByText('Not registered')).toBeTruthy();
    expect(field('Times absent').disabled).toBe(true);
    expect(field('Dean comments').disabled).toBe(true);
  });

  it('says Error Occured when a save is refused, and keeps what was typed', async () => {
    await openClass(['form teacher']);
    server.on(saveTermReport, () => refuseWith(422, 'Please check.', { comments: ['At most 500 characters.'] }));
    type('Form teacher comments', 'Too much.');
    expect(await screen.findByText('Error Occured')).toBeTruthy();
    const dialog = await screen.findByRole('dialog', { name: 'Error' });
    const entry = within(dialog).getByRole('listitem').textContent;
    expect(entry).toBe('Ali, Pupil, Form teacher commentsToo much.At most 500 characters.');
    expect(
      (screen.getByRole('textbox', { name: 'Form teacher comments', hidden: true }) as HTMLInputElement).value,
    ).toBe('Too much.');
  });

  it('says while it is typed which characters will not print, and takes them', async () => {
    await openClass(['form teacher']);
    fireEvent.change(field('Form teacher comments'), { target: { value: 'Bravo 你好 👍, Zoë — très bien!' } });
    expect(screen.getByText('Will not print: 你 好 👍').getAttribute('role')).toBe('status');
    fireEvent.blur(field('Form teacher comments'));
    await waitFor(() => expect(server.callsOf(saveTermReport)).toHaveLength(1));
  });
});

describe('the subject’s sheet', () => {
  it.each([
    [
      'Done',
      (box: HTMLElement) =>
        fireEvent.click(within(box.closest('[role=dialog]') as HTMLElement).getByRole('button', { name: 'Done' })),
    ],
    ['Ctrl+Enter', (box: HTMLElement) => fireEvent.keyDown(box, { key: 'Enter', ctrlKey: true })],
  ])('holds 215 characters, 500 when asked, and saves at %s with what was seen', async (_, close) => {
    server.on(updateSubjectRecord, ({ comment }) => line('MATH', { comment: comment ?? null }));
    await openClass(['dean']);
    fireEvent.click(await screen.findByRole('button', { name: 'Remarks, Mathematics: Add remarks' }));
    const sheet = await screen.findByRole('dialog', { name: 'Mathematics — Ali, Pupil' });
    const box = () => within(sheet).getByRole('textbox', { name: 'Remarks' }) as HTMLTextAreaElement;
    expect(within(sheet).getByText('Max 215 Characters')).toBeTruthy();
    expect(within(sheet).getByText('215 left')).toBeTruthy();
    fireEvent.click(within(sheet).getByRole('button', { name: 'Longer remarks' }));
    expect(within(sheet).getByText('500 left')).toBeTruthy();
    fireEvent.change(box(), { target: { value: 'Reads widely.' } });
    close(box());
    await waitFor(() => expect(server.callsOf(updateSubjectRecord)).toHaveLength(1));
    expect(server.callsOf(updateSubjectRecord)[0]?.input).toEqual({
      ...{ student_id: 'S1', year: 2025, term: 1, class_id: '3A', subject_id_old: 'MATH', subject_id_new: 'MATH' },
      ...{ comment: 'Reads widely.', was: { comment: null } },
    });
    expect(await screen.findByText('Record Updated')).toBeTruthy();
    expect(await screen.findByText('Reads widely.')).toBeTruthy();
  });
});

describe('Recently changed', () => {
  it('lists what the office did in the term, who and when, and undoes it', async () => {
    const act = {
      ...{ undo: 'A1/00000000-0000-4000-8000-000000000000', what: 'Report of Zoe Ali deleted (Term 1, 2025-2026)' },
      ...{ at: '2025-11-03T14:05:00.000Z', name: 'Ada Office', undone_at: null },
    };
    server.on(termReportsContract.listUndoableReportChanges, () => [act]);
    server.on(termReportsContract.undoReportChange, () => ({ ok: true as const, left: [] }));
    await openAsAdmin();
    fireEvent.click(screen.getByRole('button', { name: 'Recently changed' }));
    const dialog = await screen.findByRole('dialog', { name: 'Recently changed' });
    expect((await within(dialog).findByRole('listitem')).textContent).toContain(`${act.what}Ada Office`);
    expect(server.callsOf(termReportsContract.listUndoableReportChanges)[0]?.input).toEqual({ year: 2025, term: 1 });
    fireEvent.click(within(dialog).getByRole('button', { name: `Undo: ${act.what}` }));
    await waitFor(() =>
      expect(server.callsOf(termReportsContract.undoReportChange)[0]?.input).toEqual({ undo: act.undo }),
    );
  });
});

describe('More Options', () => {
  it('warns before a class of another level, and gives and takes the subjects that are chosen', async () => {
    server.on(termReportsContract.readClassTermSettings, () => []);
    server.on(termReportsContract.listClassesForMove, () => [
      { id: '3B', form_level: 3 },
      { id: '4B', form_level: 4 },
    ]);
    server.on(termReportsContract.changeClassSubjects, () => [
      { subject_id: 'INTS', title: 'Integrated Science', taken: true, taught: false },
      { subject_id: 'MATH', title: 'Mathematics', taken: true, taught: true },
      { subject_id: 'PHYS', title: 'Physics', taken: false, taught: true },
    ]);
    const undo = 'A1/00000000-0000-4000-8000-000000000000';
    server.on(termReportsContract.changeClass, ({ student_id, class_id }) => ({ student_id, class_id, undo }));
    answerAdmin(server, 'Admin', ['termReports', 'studentSubjects']);
    answerClass([]);
    await openArea('/admin/dashboard/term-details?class=3A');
    fireEvent.click(await screen.findByRole('button', { name: 'More Options' }));
    const dialog = await screen.findByRole('dialog', { name: 'More Options' });
    const choose = async (id: string) => {
      const box = await within(dialog).findByRole('combobox', { name: 'Class' });
      fireEvent.change(box, { target: { value: id } });
      fireEvent.keyDown(box, { key: 'Enter' });
    };
    await waitFor(async () => {
      await choose('3B');
      expect(within(dialog).getByText(/3A → 3B/)).toBeTruthy();
    });
    expect(within(dialog).queryByText(/is Form/)).toBeNull();
    await choose('4B');
    expect(within(dialog).getByText(/^3A is Form 3, 4B is Form 4\./)).toBeTruthy();
    fireEvent.click(await within(dialog).findByRole('checkbox', { name: 'Physics' }));
    fireEvent.click(within(dialog).getByRole('checkbox', { name: 'Integrated Science' }));
    expect(within(dialog).queryByRole('checkbox', { name: 'Mathematics' })).toBeNull();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Change Class' }));
    await waitFor(() =>
      expect(server.callsOf(termReportsContract.changeClass).map(({ input }) => input)).toEqual([
        { student_id: 'S1', class_id: '4B', was: { class_id: '3A' }, take_up: ['PHYS'], give_up: ['INTS'] },
      ]),
    );
    // One undo takes back both, and says what it leaves.
    const left = ['Physics is still taken: marks were entered since.'];
    server.on(termReportsContract.undoReportChange, () => ({ ok: true as const, left }));
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await screen.findByText(`Undone. ${left[0]}`);
  });

  it('shows what a setting will touch, and sets it in the words of the catalogue', async () => {
    server.on(termReportsContract.listClassesForMove, () => [{ id: '3A', form_level: 3 }]);
    const setting = { possible_attendance: 118, new_term_beginning: null, date_end: '2025-12-12' };
    server.on(termReportsContract.readClassTermSettings, () => [
      { class_id: '3A', registered: 30, ...setting },
      { class_id: '3B', registered: 31, ...setting },
    ]);
    server.on(setPossibleAttendance, ({ possible_attendance, class_id }) => ({
      ...{ possible_attendance, class_id, classes: 1, students: 30 },
      undo: 'A1/00000000-0000-4000-8000-000000000000',
    }));
    await openAsAdmin();
    fireEvent.click(screen.getByRole('button', { name: 'More Options' }));
    const dialog = await screen.findByRole('dialog', { name: 'More Options' });
    expect(await within(dialog).findByText('3A, 30 reports: 118 → …')).toBeTruthy();
    fireEvent.change(within(dialog).getByRole('textbox', { name: 'Possible attendance' }), {
      target: { value: '120' },
    });
    expect(within(dialog).getByText('3A, 30 reports: 118 → 120')).toBeTruthy();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Set Possible Attendance' }));
    expect(await screen.findByText('Possible attendance set to 120 for 3A.')).toBeTruthy();
    expect(server.callsOf(setPossibleAttendance)[0]?.input).toEqual({
      ...{ possible_attendance: 120, class_id: '3A', year: 2025, term: 1, was: { values: [118] } },
    });
  });
});

describe('a report that is posted', () => {
  const posted = {
    ...{ posted: 1 as const, date_posted: '2025-12-12 14:05:00', reason: null },
    changed: ['Mathematics', 'Dean’s remarks'],
  };
  const openPosted = async (report: typeof posted | (Omit<typeof posted, 'reason'> & { reason: string })) => {
    answerAdmin(server, 'Admin', ['termReports', 'postReports']);
    answerClass([], { is_posted: true });
    server.on(termReportsContract.printPostedReport, () => report);
    await openArea('/admin/dashboard/term-details?class=3A');
    return screen.findByText(/^(Posted|Issued again) 12-Dec-2025 14:05/);
  };

  it('says so on its record, since when, and what parents do not see of it yet', async () => {
    const note = await openPosted(posted);
    expect(note.textContent).toBe(
      'Posted 12-Dec-2025 14:05. Changed since, and not seen by parents yet: Mathematics, Dean’s remarks.',
    );
  });

  it('says that nothing has changed, and why it was issued again', async () => {
    const note = await openPosted({ ...posted, changed: [], reason: 'A mark was late' });
    expect(note.textContent).toBe('Issued again 12-Dec-2025 14:05: “A mark was late”. Nothing has changed since.');
    expect(screen.queryByRole('button', { name: 'Issue again' })).toBeNull();
  });

  it('is issued again with a reason, over what was seen', async () => {
    await openPosted(posted);
    const issued = { ...posted, reason: 'A mark was late.', changed: [] };
    server.on(termReportsContract.issueReportAgain, () => {
      server.on(termReportsContract.printPostedReport, () => issued);
      return issued;
    });
    fireEvent.click(screen.getByRole('button', { name: 'Issue again' }));
    const dialog = await screen.findByRole('dialog', { name: 'Issue the report of Ali, Pupil again?' });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Issue again' }));
    await within(dialog).findByText('Required.');
    fireEvent.change(within(dialog).getByRole('textbox', { name: 'Reason' }), {
      target: { value: 'A mark was late.' },
    });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Issue again' }));
    await screen.findByText('Report issued again. The earlier copy is kept.');
    expect(server.callsOf(termReportsContract.issueReportAgain).map(({ input }) => input)).toEqual([
      { student_id: 'S1', year: 2025, term: 1, reason: 'A mark was late.', date_posted: '2025-12-12 14:05:00' },
    ]);
    await screen.findByText(/Nothing has changed since/);
  });

  it('is printed as posted or as it is now, as is chosen', async () => {
    await openPosted(posted);
    fireEvent.click(screen.getByRole('button', { name: 'Print One' }));
    const dialog = await screen.findByRole('dialog', { name: 'Report card of Ali, Pupil' });
    await within(dialog).findByRole('button', { name: 'As posted, 12-Dec-2025 14:05' });
    fireEvent.click(within(dialog).getByRole('button', { name: 'As it is now (draft)' }));
    await waitFor(() => expect(dialog.querySelector('iframe')?.getAttribute('src')).toMatch(/[?&]as=now/));
  });
});
