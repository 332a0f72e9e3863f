import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CallRow, Output } from '#shared/http/contract.ts';
import { transcriptsContract } from '#shared/options/transcripts/contract.ts';
import { peopleContract } from '#shared/people/contract.ts';
import { type ContractServer, startContractServer } from '../../../support/school/contract-server.ts';
import { freshPageForEachTest, openArea } from '../../page.tsx';
import { answerAdmin } from '../../session-answers.ts';

/** Files go by another way than JSON. */
const answers = new Map<string, () => unknown>();
vi.mock('../../../../web/api/call.ts', async (original) => {
  const real = await original<typeof import('../../../../web/api/call.ts')>();
  return {
    ...real,
    call: async (row: CallRow, input: { file?: File }, options: { idempotencyKey?: string } = {}) => {
      const answer = answers.get(row.path);
      return answer && input.file ? answer() : real.call(row, input as never, options);
    },
  };
});
// The next test file of this process calls for real.
afterAll(() => void vi.doUnmock('../../../../web/api/call.ts'));

freshPageForEachTest();

type Transcript = Output<typeof transcriptsContract.readTranscript>;

const transcript: Transcript = {
  student: {
    student_id: '00123',
    name: 'Ali, Anika',
    class_id: '4A',
    date_of_birth: '2010-05-17',
    entered_on: null,
    left_on: null,
  },
  terms: [
    {
      year: 2019,
      term: 1,
      title: 'Term 1',
      class_id: null,
      average: null,
      source: 'earlier',
      posted_on: null,
      subjects: [{ title: 'Latin', mark: 'B+', source: 'Report book 2019' }],
      attendance: { sessions: null, absent: 5, late: 2, source: 'Register 2019' },
    },
    {
      year: 2024,
      term: 1,
      title: 'Term 1',
      class_id: '4A',
      average: '75.3',
      source: 'posted',
      posted_on: '2024-12-15',
      subjects: [
        { title: 'Mathematics', mark: '85.5', source: null },
        { title: 'Art', mark: null, source: null },
      ],
      attendance: null,
    },
  ],
  left_out: [{ year: 2024, term: 1, marks: 2 }],
  documents: [
    {
      number: '2026-0001',
      kind: 'transcript',
      issued_at: '2026-11-27T14:00:00.000Z',
      issued_by: 'Ada Office',
      withdrawn: null,
    },
  ],
};

let server: ContractServer;
beforeEach(() => {
  server = startContractServer();
  server.school.options = ['transcripts'];
  answerAdmin(server, 'Admin', ['reports']);
  server.on(peopleContract.listFormClasses, () => [{ id: '4A', class_name: '4A', form_level: 4 }]);
});

const open = (address = '') => openArea(`/admin/dashboard/transcripts${address}`);
const named = (role: 'button' | 'link' | 'table' | 'region' | 'heading', name: string | RegExp) =>
  screen.findByRole(role, { name });

describe('the menu', () => {
  it.each([
    [['transcripts'], true],
    [[], false],
  ])('of a school with %j has the screen: %s', async (options, isThere) => {
    server.school.options = options;
    await openArea('/admin/dashboard/reports');
    await named('heading', 'Reports');
    expect(screen.queryByRole('link', { name: 'Transcripts' }) !== null).toBe(isThere);
  });
});

describe('a student’s transcript', () => {
  beforeEach(() => server.on(transcriptsContract.readTranscript, () => transcript));

  it('shows posted and earlier terms as they are, and what is left out', async () => {
    await open('?class=4A&student=00123');
    const later = await named('region', '2024-2025');
    expect(within(later).getByRole('row', { name: /^Mathematics/ }).textContent).toBe('Mathematics85.5');
    expect(within(later).getByRole('row', { name: /^Art/ }).textContent).toBe('Art–');
    expect(within(later).getByRole('row', { name: /^Average/ }).textContent).toBe('Average %75.3');
    const earlier = await named('region', '2019-2020');
    expect(earlier.textContent).toContain('Term 1, Earlier records');
    expect(earlier.textContent).toContain('Sessions absent5Times late2');
    expect(screen.getByText(/2 earlier marks of Term 1, 2024-2025 are left out/)).toBeDefined();
    const back = screen.getAllByRole('link', { name: 'Transcripts' }).map((link) => link.getAttribute('href'));
    expect(back).toContain('/admin/dashboard/transcripts?class=4A');
  });

  it('is issued once for two presses, under one key', async () => {
    const keys: unknown[] = [];
    server.on(transcriptsContract.issueDocuments, (input) => {
      keys.push(input);
      return { documents: [{ student_id: '00123', number: '2026-0002' }], left: [] };
    });
    await open('?student=00123');
    const issue = await named('button', 'Issue Transcript');
    fireEvent.click(issue);
    fireEvent.click(issue);
    await screen.findByText('Transcript 2026-0002 is issued.');
    expect(keys).toEqual([{ kind: 'transcript', student_ids: ['00123'], words: null }]);
  });

  it('asks why a document is withdrawn, and offers to undo it', async () => {
    const sent: unknown[] = [];
    server.on(transcriptsContract.withdrawDocument, (input) => {
      sent.push(input);
      return { ...transcript.documents[0], withdrawn: null } as never;
    });
    await open('?student=00123');
    fireEvent.click(await named('button', 'Withdraw 2026-0001'));
    const window = await screen.findByRole('dialog', { name: 'Withdraw 2026-0001' });
    fireEvent.change(within(window).getByLabelText(/Reason/), { target: { value: 'A wrong name' } });
    fireEvent.click(within(window).getByRole('button', { name: 'Withdraw' }));
    await screen.findByText('2026-0001 is withdrawn.');
    fireEvent.click(await named('button', 'Undo'));
    await waitFor(() =>
      expect(sent).toEqual([
        { number: '2026-0001', withdrawn: true, reason: 'A wrong name' },
        { number: '2026-0001', withdrawn: false, reason: null },
      ]),
    );
  });

  it('has nothing to issue where there is no term, and says so', async () => {
    server.on(transcriptsContract.readTranscript, () => ({ ...transcript, terms: [], left_out: [], documents: [] }));
    await open('?student=00123');
    await named('heading', 'Nothing to print yet');
    expect(screen.queryByRole('button', { name: 'Issue Transcript' })).toBeNull();
    expect(screen.getByText('Nothing was issued to this student yet.')).toBeDefined();
  });
});

describe('students', () => {
  it('of a class are listed, each with a page', async () => {
    server.on(transcriptsContract.listTranscriptStudents, ({ class_id }) =>
      class_id === '4A' ? [{ student_id: '00123', name: 'Ali, Anika', class_id: '4A', left_on: null }] : [],
    );
    await open('?class=4A');
    await named('button', 'Open Ali, Anika (00123)');
    expect(screen.getByRole('button', { name: 'Issue 1 Transcript' })).toBeDefined();
  });

  it('are asked for by class, and nobody is there in an empty one', async () => {
    await open();
    await screen.findByText('Choose a class, or the students who left.');
  });

  it('are none in an empty class, which says so', async () => {
    server.on(transcriptsContract.listTranscriptStudents, () => []);
    await open('?class=4A');
    await screen.findByText('There are no students here.');
    expect(screen.queryByRole('button', { name: /^Issue/ })).toBeNull();
  });
});

describe('a sheet of earlier marks', () => {
  it('stores what is new and what was ticked, and nothing else', async () => {
    const row = { year: 2019, term: 1 as const, subject: 'Latin', mark: '67', source: 'Book', name: 'Ali, Anika' };
    server.on(transcriptsContract.listActs, () => []);
    answers.set(transcriptsContract.previewEarlierMarks.path, () => ({
      rows: [
        { ...row, row: 2, student_id: '00123', state: 'new', note: null },
        { ...row, row: 3, student_id: '00123', subject: 'Greek', state: 'ask', note: 'Greek is no subject.' },
        { ...row, row: 4, student_id: '00123', subject: 'Needlework', state: 'ask', note: 'Needlework is none.' },
        { ...row, row: 5, student_id: '9', name: null, state: 'refused', note: 'No student has this ID.' },
      ],
      versions: [{ student_id: '00123', version: 3 }],
      notes: [],
    }));
    const sent: unknown[] = [];
    server.on(transcriptsContract.importEarlierMarks, (input) => {
      sent.push(input);
      return { taken: 2, students: 1, undo: 'A1/00000000-0000-4000-8000-000000000000' };
    });
    await open('?show=earlier');
    const file = await screen.findByLabelText('File of earlier marks');
    fireEvent.change(file, { target: { files: [new File(['x'], 'marks.xlsx')] } });
    await screen.findByText('Row 5: No student has this ID.');
    fireEvent.click(screen.getByRole('checkbox', { name: 'Row 3: Greek is no subject.' }));
    fireEvent.click(await named('button', 'Store 2 Marks'));
    await screen.findByText('2 earlier marks of 1 student are stored.');
    const mark = { year: 2019, term: 1, mark: '67', source: 'Book' };
    expect(sent).toEqual([
      {
        students: [
          {
            student_id: '00123',
            version: 3,
            marks: [
              { ...mark, subject: 'Latin' },
              { ...mark, subject: 'Greek' },
            ],
          },
        ],
      },
    ]);
  });
});
