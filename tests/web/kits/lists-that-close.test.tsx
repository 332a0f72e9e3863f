import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { MultiSelect } from '../../../web/ui/fields/multi-select.tsx';
import { Select } from '../../../web/ui/fields/select.tsx';
import { freshPageForEachTest } from '../page.tsx';

freshPageForEachTest();

function Fields() {
  const [classes, setClasses] = useState<string[]>([]);
  const [term, setTerm] = useState<number | null>(null);
  const terms = [1, 2].map((value) => ({ value, label: `Term ${value}` }));
  return (
    <>
      <MultiSelect label="Class" options={['1A', '1B']} value={classes} onValueChange={setClasses} />
      <Select label="Term" options={terms} value={term} onValueChange={setTerm} />
    </>
  );
}

const field = (name: string) => screen.findByRole('combobox', { name, hidden: true });

/** Opens a list and waits until the focus is in it. */
async function open(name: string, option: string): Promise<HTMLElement> {
  const control = await field(name);
  control.focus();
  fireEvent.click(control);
  const shown = await screen.findByRole('option', { name: option });
  shown.focus();
  return shown;
}

/** The next key may come before the next frame: where the focus is in that moment counts. */
it('a list gives the focus back to its field in the moment in which it closes', async () => {
  render(<Fields />);
  const term = await open('Term', 'Term 2');
  fireEvent.keyDown(term, { key: 'Escape' });
  expect(document.activeElement).toBe(await field('Term'));

  const ofTerm = await open('Term', 'Term 2');
  fireEvent.pointerDown(ofTerm);
  fireEvent.click(ofTerm);
  expect(document.activeElement?.textContent).toBe('Term 2');

  const ofClass = await open('Class', '1B');
  fireEvent.pointerDown(ofClass);
  fireEvent.click(ofClass);
  fireEvent.keyDown(ofClass, { key: 'Escape' });
  expect(document.activeElement?.textContent).toBe('1B');
  expect(document.activeElement).toBe(await field('Class'));
});
