import { act, fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { improbableWordings as say } from '#shared/options/truth-check/wordings.ts';
import * as sheet from '../../marks/sheet-world.ts';

/** Until the words are judged, with some to spare. */
const aPause = () => act(() => new Promise((done) => setTimeout(done, 900)));
const until = (text: string) => screen.findByText(text, { exact: false }, { timeout: 6000 });

describe('beside the comment of a mark sheet', () => {
  sheet.startSheetForEachTest();
  beforeEach(() => {
    sheet.server.on(sheet.readLastTermMarks, () => ({
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
    await sheet.openSheet();
    fireEvent.mouseDown(sheet.cellOf('Baptiste', 'Comment'));
    fireEvent.click(sheet.cellOf('Baptiste', 'Comment'));
    const box = (await screen.findByRole('textbox', { name: 'Comment' })) as HTMLTextAreaElement;
    await screen.findByText('A good start.');
    return box;
  }
  const write = (box: HTMLTextAreaElement, value: string) => fireEvent.change(box, { target: { value } });

  it('a slip is said in a pause, is gone once it is corrected, and is saved all the same', async () => {
    const box = await openComment();
    write(box, 'Anika works and he tries.');
    expect(screen.queryByText(say.otherName('Anika'), { exact: false })).toBeNull();
    const line = await until(say.otherName('Anika'));
    expect(line.textContent).toBe(`${say.otherName('Anika')} ${say.wrongPronoun('he')}`);
    expect(line.getAttribute('role')).toBe('status');
    expect(box.getAttribute('aria-describedby')).toBe(line.id);
    expect(box.getAttribute('aria-invalid')).toBeNull();
    expect(document.activeElement).toBe(box);
    write(box, 'Zoë works, and she tries.');
    await screen.findByText('Max 500 Characters');
    write(box, 'Anika works.');
    fireEvent.click(screen.getByRole('button', { name: 'Done' }));
    await act(() => new Promise((done) => setTimeout(done, 50)));
    expect(sheet.saves().at(-1)?.input).toMatchObject({ comment: 'Anika works.' });
  });

  it('what was there before is left alone, and a school without the option says nothing', async () => {
    sheet.stored.set('S2', sheet.student('S2', 'Baptiste, Zoë', { comment: 'He works well.' }));
    const box = await openComment();
    await aPause();
    expect(screen.getByText('Max 500 Characters')).toBeTruthy();
    write(box, 'He works very well.');
    await until(say.wrongPronoun('he'));
  });

  it('says nothing where the school does not have it', async () => {
    sheet.server.school.options = [];
    const box = await openComment();
    write(box, 'He works very well.');
    await aPause();
    expect(screen.getByText('Max 500 Characters')).toBeTruthy();
  });
});
