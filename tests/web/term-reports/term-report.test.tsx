import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { refuseWith } from '../../support/school/contract-server.ts';
import { openArea, waitForRequests } from '../page.tsx';
import { answerTeacher } from '../session-answers.ts';
import {
  answerClass,
  field,
  line,
  openClass,
  readClassTermReports,
  row,
  saves,
  saveTermReport,
  server,
  startClassForEachTest,
  stored,
  type,
  updateSubjectRecord,
} from './class-of-reports.ts';

startClassForEachTest();

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

  it('says of a letter that is no grade why it does not choose, until another key', async () => {
    await openClass(['form teacher']);
    // The list comes a moment later, in a control of its own.
    const grade = () => screen.getByRole('combobox', { name: 'Authority' });
    fireEvent.keyDown(grade(), { key: 'F' });
    expect(screen.getByText('F: grades A to E only.')).toBeTruthy();
    expect(grade().getAttribute('aria-invalid')).toBe('true');
    fireEvent.keyDown(grade(), { key: 'Tab' });
    fireEvent.blur(grade());
    expect(screen.getByText('F: grades A to E only.')).toBeTruthy();
    fireEvent.keyDown(grade(), { key: 'b' });
    expect(screen.queryByText('F: grades A to E only.')).toBeNull();
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
      student_id: 'S1',
      year: 2025,
      term: 1,
      class_id: '3A',
      subject_id_old: 'MATH',
      subject_id_new: 'MATH',
      comment: 'Reads widely.',
      was: { comment: null },
    });
    expect(await screen.findByText('Record Updated')).toBeTruthy();
    expect(await screen.findByText('Reads widely.')).toBeTruthy();
  });
});
