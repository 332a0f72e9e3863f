import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { signOffContract } from '#shared/options/sign-off/contract.ts';
import type { ClassCouncil, CouncilStudent } from '#shared/options/sign-off/council/calls.ts';
import { councilWordings as wordings } from '#shared/options/sign-off/council/wordings.ts';
import { truthCheckContract } from '#shared/options/truth-check/contract.ts';
import { type ContractServer, startContractServer } from '../../../support/school/contract-server.ts';
import { freshPageForEachTest, openArea } from '../../page.tsx';
import { answerAdmin } from '../../session-answers.ts';

freshPageForEachTest();
const { readClassCouncil, saveClassCouncil } = signOffContract;

const student = (change: Partial<CouncilStudent>): CouncilStudent => ({
  student_id: 'S1',
  name: 'Ali, Zoe',
  picture: null,
  registered: true,
  average: '65.0',
  entered: 1,
  of: 1,
  rank: 1,
  times_absent: 4,
  times_late: null,
  auth: 'A',
  resp: null,
  coop: null,
  comments: 'Works well.',
  dcomments: null,
  cocurricular: null,
  before: { class_id: '2A', average: '70.0', times_absent: 2, times_late: 1, auth: 'B', resp: null, coop: null },
  subjects: [
    {
      subject_id: 'MATH',
      title: 'Mathematics',
      course: 20,
      exam: 45,
      total: 65,
      before: 70,
      absent: null,
      late: null,
      app: null,
      con: null,
      comment: null,
    },
  ],
  note: null,
  decision: null,
  decided: null,
  proposal: { to: '3A', reasons: ['Average 38.0, below 40'] },
  ...change,
});

let server: ContractServer;
let council: ClassCouncil;
let saves: unknown[];
beforeEach(() => {
  server = startContractServer();
  server.school.options = ['sign-off', 'truth-check'];
  answerAdmin(server, 'Admin', ['termReports', 'promotion', 'completeness']);
  saves = [];
  council = {
    class_id: '3A',
    form_level: 3,
    year: 2025,
    term: 1,
    term_before: { year: 2024, term: 3 },
    sessions: 120,
    sessions_before: null,
    meeting: { held_on: null, present: null, others: null, remarks: null },
    teachers: ['Ann Lee', 'Otto Dean'],
    plan: { closed: null, next_class_id: '4A', classes: ['3A', '3B', '4A'] },
    students: [
      student({}),
      student({ student_id: 'S2', name: 'Ali, Zoe', note: 'Of S2.', left: '2025-10-20', rank: null }),
    ],
  };
  server.on(readClassCouncil, ({ class_id }) => ({
    classes: [{ class_id: '3A', form_level: 3 }],
    council: class_id === undefined ? null : council,
  }));
  server.on(saveClassCouncil, ({ class_id, year, term, student_id, was, ...fields }) => {
    saves.push([student_id, fields, was]);
    return fields;
  });
  server.on(truthCheckContract.listFindings, () => ({
    reports: 2,
    findings: [
      {
        finding: 'f'.repeat(22),
        rule: 'unfinished' as const,
        student_id: 'S1',
        name: 'Ali, Zoe',
        subject_id: null,
        title: null,
        cell: 'comments',
        text: 'The sentence is not finished.',
        dismissed: null,
      },
    ],
  }));
});

const open = (place = '?class=3A') => openArea(`/admin/dashboard/class-council${place}`);
const noteOf = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: wordings.note });
const press = (key: string, code = key) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, code, altKey: true });

describe('a class council', () => {
  it('lists the classes whose council one holds, and opens one', async () => {
    await open('');
    fireEvent.click(await screen.findByRole('button', { name: '3A' }));
    await screen.findByRole('heading', { name: wordings.councilOf('3A') });
  });

  it('shows everything of a student beside the term before, and what the check of reports finds', async () => {
    await open();
    // Two of one name are told apart.
    await screen.findByRole('heading', { name: 'Ali, Zoe (S1)' });
    const row = within(await screen.findByRole('row', { name: /Mathematics/ }));
    expect(
      row
        .getAllByRole('cell')
        .map((cell) => cell.textContent)
        .slice(0, 3),
    ).toEqual(['70.0', '65.0', '−5.0']);
    expect(screen.getByRole('row', { name: /Times absent/ }).textContent).toBe('Times absent4 of 1202');
    expect(screen.getByText('Works well.')).toBeTruthy();
    expect(screen.getByText(/Average 38.0, below 40/)).toBeTruthy();
    await screen.findByText('The sentence is not finished.');
  });

  it('goes from student to student by keyboard, and saves what was typed with its student', async () => {
    await open();
    const note = await noteOf();
    act(() => note.focus());
    fireEvent.change(note, { target: { value: 'Invite the parents.' } });
    press('ArrowRight');
    await screen.findByRole('heading', { name: 'Ali, Zoe (S2)' });
    await waitFor(async () => expect((await noteOf()).value).toBe('Of S2.'));
    await waitFor(() => expect(saves).toEqual([['S1', { note: 'Invite the parents.' }, { note: null }]]));
    press('ArrowLeft');
    await screen.findByRole('heading', { name: 'Ali, Zoe (S1)' });
    expect((await noteOf()).value).toBe('Invite the parents.');
  });

  it('jumps to a student by Alt+J, a part of the name or id, and Enter', async () => {
    await open();
    await noteOf();
    press('j', 'KeyJ');
    const search = await screen.findByRole('searchbox', { name: 'Search' });
    fireEvent.change(search, { target: { value: 'S2' } });
    fireEvent.keyDown(search, { key: 'Enter' });
    await screen.findByRole('heading', { name: 'Ali, Zoe (S2)' });
  });

  it('decides as proposed, and of nobody who left', async () => {
    await open();
    fireEvent.click(await screen.findByRole('button', { name: wordings.asProposed }));
    await waitFor(() => expect(saves).toEqual([['S1', { decision: '3A' }, { decision: null }]]));
    expect(screen.getByRole('combobox', { name: wordings.decision }).textContent).toContain('Repeats 3A');
    press('ArrowRight');
    await screen.findByRole('heading', { name: 'Ali, Zoe (S2)' });
    expect(screen.getByRole<HTMLButtonElement>('combobox', { name: wordings.decision }).disabled).toBe(true);
    expect(screen.queryByRole('button', { name: wordings.asProposed })).toBeNull();
  });

  it('has no decisions for somebody who does not decide', async () => {
    council = { ...council, plan: null };
    await open();
    await noteOf();
    expect(screen.queryByRole('combobox', { name: wordings.decision })).toBeNull();
  });

  it('says that nobody is in an empty class, and has its minutes all the same', async () => {
    council = { ...council, students: [] };
    await open();
    await screen.findByText(wordings.nobody);
    expect(screen.getByRole('button', { name: wordings.minutes })).toBeTruthy();
  });

  it('says of a class in the address that its council is not held by the user', async () => {
    await open('?class=9Z');
    await screen.findByText(wordings.notYours('9Z'));
  });
});
