import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { authRefusals } from '#shared/accounts/wordings.ts';
import { refuseWith } from '../../support/school/contract-server.ts';
import { answerAdmin } from '../session-answers.ts';
import {
  asked,
  cells,
  headings,
  listAddressTowns,
  listAllStudents,
  listHouses,
  names,
  open,
  press,
  readStudentChoices,
  register,
  search,
  server,
  startRegisterForEachTest,
  tick,
  total,
  type,
} from './register-world.ts';

startRegisterForEachTest();

it('asks once for the list and its words, as the screen opens', async () => {
  await open('?in.sex=Female&columns=class_id');
  await waitFor(() => expect(server.callsOf(listHouses)).toHaveLength(1));
  await screen.findByRole('grid');
  expect(asked).toEqual(['class_id,sex']);
  expect(server.callsOf(readStudentChoices)).toHaveLength(1);
});

describe('the Students screen', () => {
  it('shows the current students by name, and requests the default columns only', async () => {
    await open();
    expect(headings()).toEqual(['Name', 'Student ID', 'Class', 'Date of Birth', 'House']);
    expect(names()).toEqual(['Abel, Carl', 'Núñez, Ana', 'Smith, Zoë']);
    expect(cells('Smith, Zoë').slice(0, 4)).toEqual(['0001', '4A', '03-Feb-2010', 'Red']);
    // What is no house of the school shows as it is.
    expect(cells('Abel, Carl').slice(0, 4)).toEqual(['0003', '4A', '', 'X']);
    expect(total()).toBe('Total Number of Students: 3');
    expect(asked).toEqual(['class_id,date_of_birth,house_code,id']);
  });

  it('has the archive in a second tab, with its own count', async () => {
    await open();
    await act(async () => fireEvent.click(screen.getByRole('tab', { name: 'Archive' })));
    await screen.findByRole('grid', { name: 'Archived students' });
    expect(names()).toEqual(['Gone, Gary']);
    expect(total()).toBe('Total Number of Students: 1');
  });

  it('counts the matching rows, and searches name, id and class also where they are hidden', async () => {
    await open('?columns=phone_cell');
    expect(headings()).toEqual(['Name', 'Cell Phone']);
    const field = screen.getByRole('searchbox', { name: 'Search' });
    const found: Record<string, string[]> = {};
    for (const text of ['nunez', '0003', '4a', '555-0100', 'Toco']) {
      await type(field, text);
      found[text] = names() as string[];
    }
    expect(found).toEqual({
      nunez: ['Núñez, Ana'],
      '0003': ['Abel, Carl'],
      '4a': ['Abel, Carl', 'Smith, Zoë'],
      '555-0100': ['Smith, Zoë'],
      // Of a column that is not shown.
      Toco: [],
    });
    await type(field, '4a');
    expect(total()).toBe('Total Number of Students: 2');
  });

  it('filters by town with loaded values, counted in the filtered classes', async () => {
    server.on(listAddressTowns, () => [
      { text: 'Arima', value: 'Arima', count: 2, class_ids: [{ class_id: '4A', count: 2 }] },
      { text: 'Toco', value: 'Toco', count: 1, class_ids: [{ class_id: '4B', count: 1 }] },
    ]);
    const page = await open('?columns=class_id,address_line_2&in.class_id=4A');
    await press('Filter Town');
    expect(await screen.findByRole('checkbox', { name: /Arima/ })).toBeTruthy();
    const offered = () => screen.getAllByRole('checkbox').map((box) => box.closest('label')?.textContent);
    expect(offered()).toEqual(['Arima2']);
    await tick(/Arima/);
    await waitFor(() => expect(names()).toEqual(['Abel, Carl', 'Smith, Zoë']));
    expect(search(page).getAll('in.address_line_2')).toEqual(['Arima']);
  });

  it('reads all pages of a list', async () => {
    server.on(listAllStudents, ({ after }) =>
      after === undefined
        ? { current_students: register.slice(0, 2), archived_students: null, next: 'current/0002' }
        : { current_students: register.slice(2), archived_students: null, next: null },
    );
    await open();
    expect(names()).toEqual(['Abel, Carl', 'Núñez, Ana', 'Smith, Zoë']);
  });

  it.each([
    ['Shift+F10', { key: 'F10', shiftKey: true }],
    ['the menu key', { key: 'ContextMenu' }],
    ['Space', { key: ' ' }],
  ])('opens the menu of the active row by %s', async (_name, event) => {
    await open();
    const name = (await screen.findAllByRole('rowheader'))[0] as HTMLElement;
    await act(async () => name.focus());
    await act(async () => void fireEvent.keyDown(name, event));
    const menu = await screen.findByRole('menu');
    expect(within(menu).getByRole('menuitem', { name: 'Edit' })).toBeTruthy();
  });
});

describe('the Students screen for the PTA', () => {
  it('has current students only, without the office-only columns', async () => {
    answerAdmin(server, 'PTA', ['students']);
    server.on(listAllStudents, () => refuseWith(403, authRefusals.forbidden));
    // The address of somebody in the office.
    await open('?view=archive&columns=id,phone_cell,address_line_2&in.phone_cell=868-555-0100');
    expect(screen.queryByRole('tab', { name: 'Archive' })).toBeNull();
    expect(headings()).toEqual(['Name', 'Student ID', 'Town']);
    expect(names()).toHaveLength(3);
    expect(asked).toEqual(['address_line_2,id']);
    await press('Select Data Columns');
    await screen.findByRole('dialog', { name: 'Select Data Columns' });
    expect(screen.queryByRole('checkbox', { name: 'Cell Phone' })).toBeNull();
    expect(screen.queryByRole('checkbox', { name: /^Medical/ })).toBeNull();
    expect(screen.getByText(/^2 of \d+$/)).toBeTruthy();
  });
});
