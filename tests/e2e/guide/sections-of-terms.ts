import { expect } from 'vitest';
import { TermPostingEntity } from '#functions/term-reports/report-cards/posting/postings.ts';
import { executeActionOfTest } from '../../support/school/records.ts';
import { withNewYear } from '../windows/before-a-window.ts';
import { settled } from '../windows/open-a-window.ts';
import {
  answer,
  choose,
  type GuidedSection,
  lookInto,
  nothing,
  press,
  saidOf,
  sectionsIn,
  windowOf,
} from './guided-section.ts';

const section = sectionsIn('office.md');

/** The office's other sections. */
export const sectionsOfTerms: readonly GuidedSection[] = [
  section('Current Term', 'current-term', (page, see) => [
    nothing,
    async () => {
      await page.getByLabel('Possible Attendance').fill('121');
      await press(page, 'Set / Update Term');
      await answer(page, 'Set / Update Term');
      await saidOf(page, /is set as the current term\./);
    },
    () => lookInto(page, see, 'Register Students'),
    async () => {
      await withNewYear(page);
      await page.reload();
      await lookInto(page, see, 'Take over lessons from');
    },
    async () => {
      await press(page, 'Close term: Term 3, 2025');
      await answer(page, 'Close term');
      await page.getByRole('button', { name: 'Open again: Term 3, 2025-2026' }).waitFor();
      await see();
      await press(page, 'Open again: Term 3, 2025');
      await answer(page, 'Open again');
      await page.getByRole('button', { name: 'Close term: Term 3, 2025-2026' }).waitFor();
    },
  ]),
  section('Student Attendance', 'student-attendance', (page, see) => {
    const open = async (name: string, shown?: RegExp) => {
      await page.getByRole('link', { name: new RegExp(`^${name}`) }).click();
      await page.waitForURL(/act=/);
      await settled(page);
      if (shown) await saidOf(page, shown);
      await see();
      await page.goBack();
      await page.getByRole('link', { name: /^Class Register/ }).waitFor();
    };
    return [
      () => open('Class Register'),
      () => open('School Days'),
      () => open('Attendance - Set Term'),
      () => open('Attendance - Update Term Reports', /would change/),
    ];
  }),
  section('Registration', 'registration', (page, see) => [
    async () => {
      const row = page.getByRole('row').filter({ has: page.getByRole('button', { name: 'Edit Form 5' }) });
      for (const status of ['Closed', 'Open'] as const) {
        await press(page, 'Edit Form 5');
        await choose(page, 'Status', status);
        if (status === 'Open') await page.getByRole('textbox', { name: 'Deadline' }).fill('31-Jul-2027');
        await windowOf(page, /registration/)
          .getByRole('button', { name: 'Save' })
          .click();
        await row.getByText(status).waitFor();
        await see();
      }
    },
    nothing,
  ]),
  section('Completeness', 'completeness?in.form=Form+1', (page, see) => [
    () => page.getByRole('link', { name: /^1A Mathematics, / }).waitFor(),
    async () => {
      await page.getByRole('link', { name: /^1A Mathematics, / }).click();
      await page.waitForURL(/enter-marks|course-mark|term-details/);
      await page.goBack();
      await page.getByRole('link', { name: /^1A Mathematics, / }).waitFor();
    },
    () => lookInto(page, see, 'Remind'),
  ]),
  section('Post Term Reports', 'post-reports', (page, see) => {
    const edit = async (term: string, text: RegExp) => {
      await press(page, `Edit: ${term}`);
      await page.getByRole('alertdialog').getByText(text).waitFor({ timeout: 60_000 });
    };
    return [
      () => edit('2025-2026 Term 2', /reports are (not )?complete/),
      async () => {
        await see();
        await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).waitFor();
        await press(page, 'Cancel');
      },
      async () => {
        // What a posting does is in `post-term-reports.slow.test.ts`: it copies a thousand reports.
        const postedAt = new Date().toISOString();
        await executeActionOfTest(TermPostingEntity.update({ year: 2025, term: 1 }, { set: { postedAt } }));
        await page.reload();
        await edit('2025-2026 Term 1', /These reports are posted/);
      },
    ];
  }),
  section('Report Card Layouts', 'card-layouts', (page, see) => [
    async () => {
      await see();
      await choose(page, 'New layout, beginning with', 'Standard');
      await page.getByRole('button', { name: 'Publish' }).waitFor();
    },
    async () => {
      await press(page, 'Down: Music');
      await saidOf(page, 'Draft saved');
    },
    async () => {
      await see();
      await press(page, 'Publish');
      await page
        .getByText(/^Layout published\./)
        .first()
        .waitFor({ timeout: 60_000 });
    },
  ]),
  section('Edit\\View Term Details', 'term-details', (page, see) => [
    async () => {
      await see();
      await press(page, '4A');
      await page.getByRole('table').first().waitFor();
      await press(page, 'Print One');
      await page.getByRole('link', { name: 'Download' }).waitFor();
      await page.keyboard.press('Escape');
    },
    async () => {
      await press(page, 'Print School');
      await saidOf(page, /Not printed yet|report cards printed by/);
      await see();
      await page.keyboard.press('Escape');
    },
    () => lookInto(page, see, 'More Options'),
  ]),
  section('Reports', 'reports', (page, see) => [
    async () => {
      await press(page, 'Logins - Students Never Logged In');
      await windowOf(page, /Never Logged In/)
        .getByText('Download Spreadsheet')
        .waitFor();
    },
    see,
  ]),
  section('Promotion', 'promotion-plan', (page, see) => [
    () => page.getByRole('grid').waitFor(),
    async () => {
      await page.getByRole('rowheader').first().getByRole('button').click();
      await see();
      await choose(page, 'Coming year', /Repeat/);
      await answer(page, 'Save');
      await page
        .getByText(/^Repeats /)
        .first()
        .waitFor();
      const boxes = page.getByRole('grid').getByRole('checkbox');
      for (const row of [2, 3]) await boxes.nth(row).check();
      await choose(page, 'Set to', /Leave/);
      await page.getByRole('button', { name: /^Set\b/ }).click();
      await expect.poll(() => page.getByText('Leaves', { exact: true }).count()).toBeGreaterThan(1);
    },
    async () => {
      await page.getByRole('tab', { name: 'Coming classes' }).click();
      await page.getByRole('table').or(page.getByRole('grid')).first().waitFor();
    },
    async () => {
      await press(page, 'Promotion');
      await saidOf(page, /to their next class/);
      await see();
      await page.keyboard.press('Escape');
    },
    async () => {
      await page.getByRole('link', { name: 'Current Term' }).click();
      await page.getByLabel('Academic Year').waitFor();
    },
  ]),
  section('Office Log', 'office-log', (page, see) => [
    () => page.getByRole('grid').or(page.getByRole('table')).first().waitFor(),
    nothing,
    see,
  ]),
  section('My account', 'my-account', (page, see) => [
    () => lookInto(page, see, 'Change password'),
    nothing,
    () => lookInto(page, see, 'Set up an app'),
  ]),
];
