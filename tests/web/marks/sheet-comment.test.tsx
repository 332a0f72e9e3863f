import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { markScreenWordings } from '#shared/marks/wordings.ts';
import {
  cellOf,
  openSheet,
  readCommentBank,
  readLastTermMarks,
  saveBankComment,
  saves,
  server,
  startSheetForEachTest,
} from './sheet-world.ts';

startSheetForEachTest();

describe('the comment of a student', () => {
  const entry = { scope: 'own', subject_id: null, from: null, to: null, version: 1 } as const;
  beforeEach(() => {
    server.on(readCommentBank, () => [
      { ...entry, id: 'steady-01', text: '{name} works steadily; {he} may be proud.' },
      { ...entry, id: 'high-001', from: 80, to: 100, text: 'Excellent work.' },
    ]);
    server.on(readLastTermMarks, () => ({
      year: 2024,
      term: 3 as const,
      students: [
        {
          student_id: 'S2',
          first_name: 'Zoë',
          pronoun: 'she' as const,
          course_mark: 21,
          exam_mark: 40,
          total: 61,
          comment: 'A good start.',
        },
      ],
    }));
  });
  async function openComment() {
    await openSheet();
    fireEvent.mouseDown(cellOf('Baptiste', 'Comment'));
    fireEvent.click(cellOf('Baptiste', 'Comment'));
    const box = (await screen.findByRole('textbox', { name: 'Comment' })) as HTMLTextAreaElement;
    await screen.findByText('A good start.');
    return box;
  }
  function write(box: HTMLTextAreaElement, text: string): void {
    fireEvent.change(box, { target: { value: text } });
    box.setSelectionRange(text.length, text.length);
    fireEvent.keyUp(box, { key: text.at(-1) ?? '' });
  }

  it('shows what was said in the term before, and takes a kept comment at a slash, with name and pronoun', async () => {
    const box = await openComment();
    expect(screen.getByText('Course 21 · Exam 40 · Total 61.0 %')).toBeTruthy();
    expect(screen.queryByRole('option')).toBeNull();
    write(box, 'Well done. /');
    // Her total is 64.5: the comment for 80 and more is not offered.
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'Zoë works steadily; she may be proud.',
    ]);
    write(box, 'Well done. /excel');
    expect(screen.getAllByRole('option')).toHaveLength(1);
    write(box, 'Well done. /stead');
    fireEvent.keyDown(box, { key: 'Enter' });
    expect(box.value).toBe('Well done. Zoë works steadily; she may be proud.');
    fireEvent.click(screen.getByRole('button', { name: 'Done' }));
    await waitFor(() =>
      expect(saves()[0]?.input).toMatchObject({ comment: 'Well done. Zoë works steadily; she may be proud.' }),
    );
  });

  it('left while the list is open, is saved without the slash and what was searched', async () => {
    const box = await openComment();
    write(box, 'Good. /stea');
    expect(screen.getAllByRole('option')).toHaveLength(1);
    fireEvent.click(screen.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(saves()[0]?.input).toMatchObject({ comment: 'Good.' }));
  });

  it('closes the list with Escape and leaves the slash, and keeps a comment with a place for the name', async () => {
    const box = await openComment();
    write(box, 'Zoë and 1 /');
    expect(screen.getAllByRole('option')).toHaveLength(1);
    fireEvent.keyDown(box, { key: 'Escape' });
    expect(screen.queryByRole('option')).toBeNull();
    expect(box.isConnected).toBe(true);
    write(box, 'Zoë should practise.');
    server.on(saveBankComment, ({ text }) => {
      const kept = { ...entry, id: 'kept-0001', text };
      server.on(readCommentBank, () => [kept]);
      return kept;
    });
    fireEvent.click(screen.getByRole('button', { name: markScreenWordings.keepThisComment }));
    await waitFor(() => expect(server.callsOf(saveBankComment)).toHaveLength(1));
    expect(server.callsOf(saveBankComment)[0]?.input).toEqual({
      scope: 'own',
      subject_id: 'MATH',
      from: null,
      to: null,
      text: '{name} should practise.',
    });
    await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Kept' }).disabled).toBe(true));
  });
});
