import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { freshPageForEachTest, openPart } from '../../page.tsx';

freshPageForEachTest();

/** Two students of one name, and a third one. */
const people = [
  { student_id: '0101', name: 'Bell, Zoe' },
  { student_id: '0202', name: 'Bell, Zoe' },
  { student_id: '0303', name: 'Ali, Ann' },
];

it('have their ids, two students of one name, among the notes of families, and in the names of the buttons', async () => {
  const { default: FamilyNotes } = await import('../../../../web/options/families/office/notes/family-notes.tsx');
  const note = {
    from: '2026-03-02',
    to: '2026-03-02',
    days: 1,
    why: 'illness',
    words: null,
    has_picture: false,
    state: 'sent',
    sent_at: '2026-03-01T12:00:00.000Z',
    version: 1,
    messages: [],
    accepted: null,
  };
  const notes = { data: people.map((one) => ({ ...note, ...one, id: one.student_id })) };
  await openPart(
    <QueryClientProvider client={new QueryClient()}>
      <FamilyNotes open={true} onClose={() => undefined} canAccept={true} classId="1A" notes={notes as never} />
    </QueryClientProvider>,
  );
  await screen.findByText('Bell, Zoe (0202): 02-Mar-2026');
  expect(screen.getByText('Ali, Ann: 02-Mar-2026')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Accept as excused: Bell, Zoe (0101)' })).toBeTruthy();
});
