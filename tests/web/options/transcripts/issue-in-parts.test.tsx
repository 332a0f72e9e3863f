import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Input, Output } from '#shared/http/contract.ts';
import { transcriptsContract } from '#shared/options/transcripts/contract.ts';
import { peopleContract } from '#shared/people/contract.ts';
import { type ContractServer, refuseWith, startContractServer } from '../../../support/school/contract-server.ts';
import { freshPageForEachTest, openArea } from '../../page.tsx';
import { answerAdmin } from '../../session-answers.ts';

const { issueDocuments, listTranscriptStudents, readTranscript } = transcriptsContract;

freshPageForEachTest();

/** One more than a call takes. */
const students = Array.from({ length: 31 }, (_, index) => ({
  student_id: `S${index + 1}`,
  name: `Student, No${index + 1}`,
  class_id: '4A',
  left_on: null,
}));

let server: ContractServer;
/** The number of each student's transcript, by key and student: the same key gives no second one. */
let given: Map<string, string>;
beforeEach(() => {
  server = startContractServer();
  server.school.options = ['transcripts'];
  answerAdmin(server, 'Admin', ['reports']);
  server.on(peopleContract.listFormClasses, () => [{ id: '4A', class_name: '4A', form_level: 4 }]);
  server.on(listTranscriptStudents, () => students);
  given = new Map();
});

const keysOf = () => server.callsOf(issueDocuments).map(({ headers }) => headers.get('idempotency-key') ?? '');

const issue = ({ student_ids }: Input<typeof issueDocuments>): Output<typeof issueDocuments> => {
  const key = keysOf().at(-1) ?? '';
  const documents = student_ids.map((student_id) => {
    const name = `${key} ${student_id}`;
    const number = given.get(name) ?? `2026-${String(given.size + 1).padStart(4, '0')}`;
    given.set(name, number);
    return { student_id, number };
  });
  return { documents, left: [] };
};

const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));
const dialog = () => screen.findByRole('dialog', { name: 'Issue 31 Transcripts' });
/** What was in the page's memory is gone. */
const loadAgain = async (address: string) => {
  cleanup();
  await openArea(address);
};
const begin = async () => {
  await openArea('/admin/dashboard/transcripts?class=4A');
  await press('Issue 31 Transcripts');
  fireEvent.click(within(await dialog()).getByRole('button', { name: 'Issue 31 Transcripts' }));
};

describe('transcripts of a class that takes several calls', () => {
  it('go on where they stopped, after the window was closed and opened: nobody gets two numbers', async () => {
    server.on(issueDocuments, (input) =>
      input.student_ids.includes('S31') ? refuseWith(500, 'The server failed.') : issue(input),
    );
    await begin();
    await within(await dialog()).findByText('The server failed.');
    const [first] = server.callsOf(issueDocuments);
    const done = (first?.input as Input<typeof issueDocuments>).student_ids;
    fireEvent.click(within(await dialog()).getByRole('button', { name: 'Cancel' }));
    await press('Issue 31 Transcripts');
    const stopped = await within(await dialog()).findByRole('list', { name: 'Issued so far' });
    expect(within(stopped).getAllByRole('listitem')).toHaveLength(done.length);
    expect(stopped.textContent).toContain('2026-0001 Student, No1');
    server.on(issueDocuments, issue);
    fireEvent.click(within(await dialog()).getByRole('button', { name: 'Go On' }));
    await screen.findByText('31 transcripts are issued.');
    expect(given.size).toBe(31);
    const [, failed, again, ...more] = keysOf();
    expect(more).toEqual([]);
    expect(again).toBe(failed);
  });

  it('of which it is not known are asked for again under the same key, also when the page was loaded again', async () => {
    server.on(issueDocuments, (input) => {
      const answer = issue(input);
      if (input.student_ids.includes('S31')) throw new TypeError('Failed to fetch');
      return answer;
    });
    await begin();
    await within(await dialog()).findByText('Unable to connect to the server.');
    expect(given.size).toBe(31);
    await loadAgain('/admin/dashboard/transcripts?class=4A&issue=class');
    await within(await dialog()).findByText(/is not known/);
    server.on(issueDocuments, issue);
    fireEvent.click(within(await dialog()).getByRole('button', { name: 'Go On' }));
    await screen.findByText('31 transcripts are issued.');
    expect(given.size).toBe(31);
  });

  it('have no part of one student, which would be refused where that one has nothing to print', async () => {
    server.on(issueDocuments, issue);
    await begin();
    await screen.findByText('31 transcripts are issued.');
    const sizes = server
      .callsOf(issueDocuments)
      .map(({ input }) => (input as Input<typeof issueDocuments>).student_ids.length);
    expect(sizes).toEqual([16, 15]);
  });
});

describe('a document of one student', () => {
  const transcript: Output<typeof readTranscript> = {
    student: { student_id: 'S1', name: 'A, B', class_id: '4A', date_of_birth: null, entered_on: null, left_on: null },
    terms: [
      {
        year: 2024,
        term: 1,
        title: 'Term 1',
        class_id: '4A',
        average: '75.3',
        source: 'posted',
        posted_on: '2024-12-15',
        subjects: [{ title: 'Art', mark: '80', source: null }],
        attendance: null,
      },
    ],
    left_out: [],
    documents: [],
  };
  const lose = (input: Input<typeof issueDocuments>): never => {
    issue(input);
    throw new TypeError('Failed to fetch');
  };

  it('whose answer was lost is shown in the list, and gets no second number on the page opened again', async () => {
    server.on(readTranscript, () => transcript);
    server.on(issueDocuments, lose);
    await openArea('/admin/dashboard/transcripts?student=S1');
    const read = server.callsOf(readTranscript).length;
    await press('Issue Transcript');
    await screen.findByText('Unable to connect to the server.');
    await expect.poll(() => server.callsOf(readTranscript).length).toBeGreaterThan(read);
    await loadAgain('/admin/dashboard/transcripts?student=S1');
    server.on(issueDocuments, issue);
    await press('Issue Transcript');
    await screen.findByText('Transcript 2026-0001 is issued.');
    expect(given.size).toBe(1);
  });

  it('with words is the same document for the same words', async () => {
    server.on(readTranscript, () => transcript);
    server.on(issueDocuments, lose);
    const write = async () => {
      await loadAgain('/admin/dashboard/transcripts?student=S1&write=testimonial');
      const window = await screen.findByRole('dialog', { name: 'Testimonial' });
      fireEvent.change(within(window).getByLabelText(/words/), { target: { value: 'She is kind.' } });
      fireEvent.click(within(window).getByRole('button', { name: 'Issue' }));
    };
    await write();
    await screen.findByText('Unable to connect to the server.');
    server.on(issueDocuments, issue);
    await write();
    await expect.poll(() => server.callsOf(issueDocuments).length).toBe(2);
    await expect.poll(() => screen.queryByRole('dialog', { name: 'Testimonial' })).toBeNull();
    expect([...given.values()]).toEqual(['2026-0001']);
  });
});
