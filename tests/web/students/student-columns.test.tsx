import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { studentFieldNames } from '#shared/students/fields.ts';
import { studentScreenWordings } from '#shared/students/wordings.ts';
import {
  asked,
  deleteColumnPreset,
  headings,
  names,
  open,
  presets,
  press,
  saveColumnPreset,
  search,
  server,
  startRegisterForEachTest,
  tick,
  type,
} from './register-world.ts';

startRegisterForEachTest();

describe('Select Data Columns', () => {
  const dialog = () => screen.findByRole('dialog', { name: 'Select Data Columns' });

  it('finds columns by label and group, and shows the chosen ones when Show Columns is pressed', async () => {
    const page = await open('?in.house_code=Red&sort=house_code');
    await press('Select Data Columns');
    await dialog();
    await tick('House');
    await type(screen.getByRole('searchbox', { name: 'Search columns' }), 'contact');
    expect(screen.queryByRole('checkbox', { name: 'Blood Type' })).toBeNull();
    await tick('Cell Phone');
    expect(asked).toHaveLength(1);
    await press('Show Columns');
    await waitFor(() => expect(headings()).toEqual(['Name', 'Student ID', 'Class', 'Date of Birth', 'Cell Phone']));
    // Nobody is left out by a column that is not seen any more.
    await waitFor(() => expect(names()).toHaveLength(3));
    expect([...search(page).keys()]).toEqual(['columns']);
    await waitFor(() => expect(asked.at(-1)).toBe('class_id,date_of_birth,id,phone_cell'));
  });

  it('applies a preset, saves another one, and replaces it', async () => {
    const saved: unknown[] = [];
    server.on(saveColumnPreset, (input) => {
      saved.push(input);
      const preset = { name: input.name, columns: input.columns, version: (input.version ?? 0) + 1 };
      const at = presets.findIndex(({ name }) => name === preset.name);
      presets.splice(at < 0 ? presets.length : at, 1, preset);
      return preset;
    });
    await open();
    await press('Select Data Columns');
    await dialog();
    await act(async () => fireEvent.click(await screen.findByRole('button', { name: 'Birthdays' })));
    expect(screen.getByText(`1 of ${studentFieldNames.length}`)).toBeTruthy();
    await tick('Town');
    await type(screen.getByRole('textbox', { name: studentScreenWordings.keepThisChoiceAs }), 'Towns');
    await press('Keep');
    expect(await screen.findByText('“Towns” kept.')).toBeTruthy();
    await type(screen.getByRole('textbox', { name: studentScreenWordings.keepThisChoiceAs }), 'Birthdays');
    await press('Replace');
    expect(await screen.findByText('“Birthdays” replaced.')).toBeTruthy();
    const columns = ['date_of_birth', 'address_line_2'];
    expect(saved).toEqual([
      { name: 'Towns', columns, version: null },
      { name: 'Birthdays', columns, version: 3 },
    ]);
  });

  it('deletes a preset, and restores it by undo', async () => {
    server.on(deleteColumnPreset, ({ name }) => ({ name }));
    server.on(saveColumnPreset, ({ name, columns }) => ({ name, columns, version: 1 }));
    await open();
    await press('Select Data Columns');
    await dialog();
    await act(async () => fireEvent.click(await screen.findByRole('button', { name: 'Delete Birthdays' })));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Birthdays' })).toBeNull());
    await act(async () => fireEvent.click(await screen.findByText('Undo')));
    expect(await screen.findByRole('button', { name: 'Birthdays' })).toBeTruthy();
  });
});
