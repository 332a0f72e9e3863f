import { fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openClass, row, startClassForEachTest, stored } from './class-of-reports.ts';

startClassForEachTest();

/** S1 has left on 12-Nov-2025; S2 is here. */
async function openWithLeaver(change: { by_name_alone?: true }) {
  stored.set('S1', row('S1', 'Ali', { left: '2025-11-12', ...change }));
  return openClass(['form teacher']);
}

it('shows when somebody left beside the name, and nothing beside the others', async () => {
  await openWithLeaver({ by_name_alone: true });
  expect(screen.getByText('left 12-Nov-2025')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'NEXT' }));
  await screen.findByRole('table', { name: 'Subject records of Baptiste, Pupil' });
  expect(screen.queryByText('left 12-Nov-2025')).toBeNull();
});

it('says beside the cards of the class who is left out, and how to print the card', async () => {
  await openWithLeaver({ by_name_alone: true });
  fireEvent.click(screen.getByRole('button', { name: 'Print Class' }));
  const window = await screen.findByRole('dialog', { name: 'Report cards of 3A' });
  expect(
    await within(window).findByText('Without Ali, Pupil (left 12-Nov-2025). Print One prints this report.'),
  ).toBeDefined();
});

it('says nothing beside the cards of a class that was posted before somebody left: the card is among them', async () => {
  await openWithLeaver({});
  fireEvent.click(screen.getByRole('button', { name: 'Print Class' }));
  const window = await screen.findByRole('dialog', { name: 'Report cards of 3A' });
  expect(await within(window).findByRole('checkbox')).toBeDefined();
  expect(within(window).queryByText(/^Without/)).toBeNull();
});

it('explains the average of a leaver, who has no rank, and ranks the others without the leaver', async () => {
  await openWithLeaver({ by_name_alone: true });
  const figure = () => screen.getByRole('button', { name: /explain Average and rank in the class$/ });
  fireEvent.click(figure());
  const ofLeaver = await screen.findByRole('dialog', { name: /Average and rank in the class/ });
  expect(await within(ofLeaver).findByText('Who left in the term has no rank.')).toBeDefined();
  fireEvent.click(within(ofLeaver).getByRole('button', { name: 'Close' }));
  fireEvent.click(screen.getByRole('button', { name: 'NEXT' }));
  await screen.findByRole('table', { name: 'Subject records of Baptiste, Pupil' });
  fireEvent.click(figure());
  const ofOther = await screen.findByRole('dialog', { name: /Average and rank in the class/ });
  expect(await within(ofOther).findByText(/^0 of 1 averages are above .+, nobody else has it/)).toBeDefined();
});
