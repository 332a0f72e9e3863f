import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { attendanceContract } from '#shared/attendance/contract.ts';
import { attendanceScreenWordings, attendanceWordings } from '#shared/attendance/wordings.ts';
import type { Output } from '#shared/http/contract.ts';
import { undoContract } from '#shared/undo/contract.ts';
import { type ContractServer, refuseWith, startContractServer } from '../../support/school/contract-server.ts';
import { undone } from '../../support/undone.ts';
import { freshPageForEachTest, openArea, watchNavigation } from '../page.tsx';
import { answerAdmin } from '../session-answers.ts';

const { readDaysOfTerm, previewSchoolDays, setSchoolDays } = attendanceContract;
const { undoAct: undoSchoolDays, listActs: listUndoableDayChanges } = undoContract;
type Answer = Output<typeof readDaysOfTerm>;
type Day = Answer['days'][number];

freshPageForEachTest();
let server: ContractServer;
let days: Day[];

const ordinary = (date: string): Day => ({
  date,
  closed: null,
  sessions: ['am', 'pm'],
  usually: null,
  setting: null,
  by: null,
  at: null,
  recorded: 0,
  due: null,
});
const closedFor = (title: string, by: string): Partial<Day> => ({
  closed: title,
  sessions: [],
  setting: { held: 'none', title, limits: null },
  by,
  at: '2025-10-14T12:00:00.000Z',
});

const usual = { lateAfter: '08:00', amUntil: '10:00', pmFrom: '12:00', pmLateAfter: '12:45', pmUntil: '13:30' };

/** Monday 13 to Tuesday 21 October: a weekend, Divali on the 20th. */
beforeEach(() => {
  server = startContractServer();
  watchNavigation();
  answerAdmin(server, 'Admin', ['attendanceStudent']);
  server.school.attendance = true;
  const dates = ['13', '14', '15', '16', '17', '18', '19', '20', '21'].map((day) => `2025-10-${day}`);
  days = dates.map(ordinary).map((day) => {
    if (day.date.endsWith('18') || day.date.endsWith('19'))
      return { ...day, closed: 'weekend', sessions: [], usually: 'weekend' };
    if (day.date.endsWith('20')) return { ...day, closed: 'Divali', sessions: [], usually: 'Divali' };
    return day.date.endsWith('13') ? { ...day, recorded: 412 } : day;
  });
  server.on(readDaysOfTerm, () => ({
    year: 2025,
    term: 1 as const,
    today: '2025-10-15',
    limits: usual,
    days,
    run: null,
    terms: [{ year: 2025, term: 1 as const }],
  }));
  server.on(previewSchoolDays, () => ({ days: [{ date: '2025-10-13', records: 412, changes: 410 }] }));
  server.on(listUndoableDayChanges, () => []);
});

const open = async () => {
  await openArea('/admin/dashboard/student-attendance?act=days');
  return screen.findByRole('table', { name: attendanceScreenWordings.daysOfTheTerm });
};
const day = (name: RegExp) => screen.findByRole('button', { name });
const choose = async (scope: HTMLElement, label: string, option: string) => {
  fireEvent.click(within(scope).getByRole('combobox', { name: label }));
  const shown = await screen.findByRole('option', { name: option });
  fireEvent.pointerDown(shown);
  fireEvent.click(shown);
};
const type = (scope: HTMLElement, label: string, text: string) => {
  const field = within(scope).getByLabelText(label);
  fireEvent.change(field, { target: { value: text } });
  fireEvent.blur(field);
};

describe('School Days', () => {
  it('shows each day with its number of records, and moves between days by arrow keys', async () => {
    await open();
    expect(screen.getByText('6 school days · 1 holiday')).toBeTruthy();
    await day(/^Monday 13 Oct 2025, school day 412 recorded$/);
    await day(/^Monday 20 Oct 2025, Divali$/);
    const today = await day(/^Wednesday 15 Oct/);
    expect([today.tabIndex, today.getAttribute('aria-current')]).toEqual([0, 'date']);
    today.focus();
    fireEvent.keyDown(today, { key: 'ArrowRight' });
    expect(document.activeElement?.textContent).toMatch(/^Thursday 16/);
    fireEvent.keyDown(document.activeElement ?? today, { key: 'ArrowUp' });
    expect(document.activeElement?.textContent).toMatch(/^Thursday 16/);
    fireEvent.keyDown(document.activeElement ?? today, { key: 'End' });
    expect(document.activeElement?.textContent).toMatch(/^Tuesday 21/);
  });

  it('closes a day with a reason, after a preview, and offers Undo', async () => {
    server.on(setSchoolDays, () => {
      days = days.map((one) => (one.recorded === 412 ? { ...one, ...closedFor('Flood', 'Ada Office') } : one));
      return { rows_processed: 0, total_rows: 412, state: 'running' as const, undo: 'A1/abcdefgh-1' };
    });
    server.on(undoSchoolDays, () => undone());
    await open();
    fireEvent.click(await day(/^Monday 13/));
    const window = await screen.findByRole('dialog', { name: 'Monday, 13-Oct-2025' });
    await choose(window, attendanceScreenWordings.theDayIs, 'Closed');
    fireEvent.click(within(window).getByRole('button', { name: 'Save' }));
    await within(window).findByText(attendanceWordings.whyClosed);
    expect(server.callsOf(setSchoolDays)).toEqual([]);
    type(window, attendanceScreenWordings.reasonForClosing, 'Flood');
    await within(window).findByText(/One day changes, and 410 of 412 students’ days\./);
    // Of the day as it is, and of a closed one: not with each letter of the reason.
    expect(server.callsOf(previewSchoolDays)).toHaveLength(2);
    fireEvent.click(within(window).getByRole('button', { name: 'Save' }));
    await screen.findAllByText('13-Oct-2025: closed (Flood). 412 students’ days are recalculated.');
    expect(server.callsOf(setSchoolDays).map(({ input }) => input)).toEqual([
      {
        from: '2025-10-13',
        to: '2025-10-13',
        held: 'none',
        title: 'Flood',
        limits: null,
        was: [{ date: '2025-10-13', held: null, title: null, limits: null }],
      },
    ]);
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Monday, 13-Oct-2025' })).toBeNull());
    await day(/^Monday 13 Oct 2025, Closed: Flood 412 recorded$/);
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() =>
      expect(server.callsOf(undoSchoolDays).map(({ input }) => input)).toEqual([{ undo: 'A1/abcdefgh-1' }]),
    );
  });

  it('sends other times of a day, and refuses those that do not follow one another', async () => {
    server.on(setSchoolDays, () => ({ rows_processed: 0, total_rows: 0, state: 'finished' as const, undo: null }));
    await open();
    fireEvent.click(await day(/^Tuesday 14/));
    const window = await screen.findByRole('dialog', { name: 'Tuesday, 14-Oct-2025' });
    await choose(window, attendanceScreenWordings.theDayIs, attendanceScreenWordings.aSchoolDay);
    await choose(window, 'Times', 'Other times');
    type(window, 'Late after', '10:30');
    fireEvent.click(within(window).getByRole('button', { name: 'Save' }));
    await within(window).findByText(attendanceWordings.limitsInOrder);
    type(window, 'Late after', '09:00');
    fireEvent.click(within(window).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(server.callsOf(setSchoolDays)).toHaveLength(1));
    expect(server.callsOf(setSchoolDays)[0]?.input).toMatchObject({
      held: 'both',
      title: null,
      limits: { ...usual, lateAfter: '09:00' },
    });
  });

  it('shows who has set the day meanwhile, and overwrites that only after it was seen', async () => {
    server.on(setSchoolDays, () => {
      days = days.map((one) => (one.recorded === 412 ? { ...one, ...closedFor('Strike', 'Eric Ali') } : one));
      return {
        ...refuseWith(409, 'Eric Ali has set 13-Oct-2025 since you opened it: closed (Strike).'),
        conflict: { field: 'day', yours: 'closed (Flood)', theirs: 'closed (Strike)', by: 'Eric Ali', at: null },
      };
    });
    await open();
    fireEvent.click(await day(/^Monday 13/));
    const window = await screen.findByRole('dialog', { name: 'Monday, 13-Oct-2025' });
    await choose(window, attendanceScreenWordings.theDayIs, 'Closed');
    type(window, attendanceScreenWordings.reasonForClosing, 'Flood');
    fireEvent.click(within(window).getByRole('button', { name: 'Save' }));
    await within(window).findByText(/Eric Ali has set 13-Oct-2025 since you opened it: closed \(Strike\)\./);
    fireEvent.click(within(window).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(server.callsOf(setSchoolDays)).toHaveLength(2));
    expect(server.callsOf(setSchoolDays)[1]?.input).toMatchObject({
      title: 'Flood',
      was: [{ date: '2025-10-13', held: 'none', title: 'Strike', limits: null }],
    });
  });
});
