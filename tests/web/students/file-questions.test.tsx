import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { freshPageForEachTest, openPart } from '../page.tsx';

freshPageForEachTest();

const sheets = ['1A', '1B'].map((name) => ({ name, rows: 2, is_read: name === '1A' }));
const question = {
  columns: ['Date of Birth'],
  text: '05/09/2014',
  dates: 117,
  day_first: '2014-09-05',
  month_first: '2014-05-09',
};

it('a file is asked about once: its sheet, then the order of day and month, and is read with both answers', async () => {
  const { FileQuestions, useListReading } = await import('../../../web/uploads/file-questions.tsx');
  const send = vi.fn(async (_file: File, said: object) => ({
    sheets,
    day_order: 'day_order' in said ? null : question,
  }));
  const onRead = vi.fn();
  function Upload() {
    const reading = useListReading({ send, onRead, failed: 'Not read.' });
    return (
      <>
        <button type="button" onClick={() => void reading.read(new File(['x'], 'classes.xlsx'))}>
          Read
        </button>
        <FileQuestions reading={reading} />
      </>
    );
  }
  await openPart(<Upload />);
  fireEvent.click(screen.getByRole('button', { name: 'Read' }));
  await screen.findByText(/classes\.xlsx has a list in 2 sheets/);
  fireEvent.click(screen.getByRole('button', { name: '1B (2 rows)' }));
  await screen.findByText(/comes first in Date of Birth\. Which day is 05\/09\/2014\? The answer is for 117 dates\./);
  expect(onRead).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: '09-May-2014: the month comes first' }));
  await waitFor(() => expect(onRead).toHaveBeenCalledTimes(1));
  expect(send.mock.calls.map(([, said]) => said)).toEqual([
    {},
    { sheet: '1B' },
    { sheet: '1B', day_order: 'month first' },
  ]);
  expect(screen.queryByText(/Which day is/)).toBeNull();
});
