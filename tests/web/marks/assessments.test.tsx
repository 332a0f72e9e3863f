import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { markScreenWordings } from '#shared/marks/wordings.ts';
import { refuseWith } from '../../support/school/contract-server.ts';
import { waitForRequests } from '../page.tsx';
import { headings, openPage, saveAssessment, server, startBookForEachTest } from './book-world.ts';

startBookForEachTest();

describe('an assessment', () => {
  const field = (name: string) => within(screen.getByRole('dialog')).getByRole('textbox', { name });
  const press = (name: string) => fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name }));
  const edit = (name: RegExp) => fireEvent.click(screen.getByRole('button', { name }));

  it('is added; a total such as 5o0 stays as typed and is refused, as is a blank form', async () => {
    await openPage();
    edit(/Add Assessment/);
    await screen.findByRole('dialog', { name: 'Add Assessment' });
    press('Add');
    expect(await screen.findByText('Fields Blank')).toBeTruthy();
    fireEvent.change(field('Total'), { target: { value: '5o0' } });
    press('Add');
    expect(await screen.findByText(markScreenWordings.wholeNumberTo1000)).toBeTruthy();
    expect((field('Total') as HTMLInputElement).value).toBe('5o0');
    await waitForRequests();
    expect(server.callsOf(saveAssessment)).toHaveLength(0);
    fireEvent.change(field('Total'), { target: { value: '50' } });
    press('Add');
    await waitFor(() => expect(headings()).toContain('7 / 50'));
    expect(server.callsOf(saveAssessment)[0]?.input).toMatchObject({
      topic: null,
      date: null,
      total: 50,
      form_level: 4,
    });
    expect(server.callsOf(saveAssessment)[0]?.input).not.toHaveProperty('assesment_number');
  });

  it('is edited with the values seen, and what the server refuses is said beside the field', async () => {
    await openPage();
    server.on(saveAssessment, () => refuseWith(422, 'No.', { total: ['1 student has a mark above 9.'] }));
    edit(/Edit Assessment 1 Fractions/);
    await screen.findByRole('dialog', { name: 'Edit Assessment 1' });
    fireEvent.change(field('Total'), { target: { value: '9' } });
    press('Save');
    expect(await screen.findByText('1 student has a mark above 9.')).toBeTruthy();
    expect(server.callsOf(saveAssessment)[0]?.input).toMatchObject({
      assesment_number: 1,
      total: 9,
      was: { topic: 'Fractions', date: null, total: 20, weighting: null },
    });
  });

  it('is deleted after a question, and comes back with Undo', async () => {
    await openPage();
    edit(/Edit Assessment 6 Trial/);
    await screen.findByRole('dialog');
    press('Delete Assessment');
    const question = await screen.findByRole('alertdialog');
    expect(question.textContent).toContain('Are you sure you want to delete this assessment?');
    fireEvent.click(within(question).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Assessment 6 deleted.')).toBeTruthy();
    await waitFor(() => expect(headings()).not.toContain('6 Trial / 40'));
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(headings()).toContain('6 Trial / 40'));
  });

  it('of the first five has no control to delete it', async () => {
    await openPage();
    edit(/Edit Assessment 5/);
    await screen.findByRole('dialog', { name: 'Edit Assessment 5' });
    expect(screen.queryByRole('button', { name: 'Delete Assessment' })).toBeNull();
  });
});
