import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { AbsenceForm } from '../../../../web/options/families/page/absence-form.tsx';
import { freshPageForEachTest } from '../../page.tsx';

freshPageForEachTest();

function type(label: string, typed: string): HTMLInputElement {
  const field = screen.getByLabelText<HTMLInputElement>(label);
  fireEvent.change(field, { target: { value: typed } });
  fireEvent.blur(field);
  return field;
}

it('shows a day that was typed as days are shown everywhere, and says how it was understood', () => {
  render(<AbsenceForm onSent={() => undefined} />);
  expect(type('First day', '4/5/2026').value).toBe('04-May-2026');
  screen.getByText('4/5/2026 is read as 04-May-2026, the day before the month.');
  // A note of one day has it as its last one, too; as a value it would come under what is typed there.
  const last = screen.getByLabelText<HTMLInputElement>('Last day');
  expect([last.value, last.placeholder]).toEqual(['', '04-May-2026']);
});

it('keeps a text that is not a date, with the reason once it is sent', () => {
  render(<AbsenceForm onSent={() => undefined} />);
  expect(type('First day', '31-Feb-2026').value).toBe('31-Feb-2026');
  fireEvent.click(screen.getByRole('button', { name: 'Send Note' }));
  screen.getByText('This is not a date. Please write day, month’s name and year: 5-Sep-2014.');
});
