import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { pressCell, waitUntilRowIsSaved } from '../../support/page/grid-page.ts';
import { answer, choose, type GuidedSection, lookInto, press, saidOf, sectionsIn, windowOf } from './guided-section.ts';

async function openRowOf(page: Page, surname: string, button: string): Promise<void> {
  await page.getByLabel('Search').fill(surname);
  await expect.poll(() => page.getByRole('button', { name: /^Lessons: / }).count()).toBe(1);
  await press(page, button);
}

const section = sectionsIn('office.md');

/** The office's sections of people, subjects and marks. */
export const sectionsOfPeople: readonly GuidedSection[] = [
  section('Teachers', 'teachers', (page, see) => [
    async () => {
      await press(page, 'Add New Teacher');
      for (const [label, value] of [
        ['Teacher No', '912'],
        ['First Name', 'Gloria'],
        ['Last Name', 'Guidebook'],
        ['Date of Birth', '03-Feb-1990'],
      ] as const)
        await page.getByLabel(label, { exact: true }).fill(value);
      await press(page, 'Add Teacher');
      const slip = windowOf(page, /^Sign-in of Gloria Guidebook/);
      await slip.getByRole('button', { name: 'Print' }).waitFor();
      await slip.getByRole('button', { name: 'Done' }).click();
    },
    async () => {
      await openRowOf(page, 'Guidebook', 'Lessons: ');
      await windowOf(page, /^Lessons of /).waitFor();
      await press(page, 'New Lesson');
      await choose(page, 'Subject of row 1', 'Mathematics');
      await choose(page, 'Class of row 1', '1A');
      await page.keyboard.press('Escape');
      await see();
      await press(page, 'Save Lessons');
      await windowOf(page, /^Lessons of /)
        .getByText('Saved')
        .first()
        .waitFor();
      await press(page, 'Close Form');
      await windowOf(page, /^Lessons of /).waitFor({ state: 'detached' });
    },
    async () => {
      await see();
      await press(page, 'Reset: ');
      await windowOf(page, /password/)
        .getByRole('button', { name: 'Ok' })
        .click();
      await windowOf(page, /^Sign-in of Gloria Guidebook/)
        .getByRole('button', { name: 'Done' })
        .click();
    },
    async () => {
      await press(page, 'Archive: ');
      await windowOf(page, /^Archive /)
        .getByText(/they are listed next/)
        .waitFor();
      await page.keyboard.press('Escape');
    },
  ]),
  section('Hand over lessons', 'teachers', (page, see) => [
    async () => {
      await openRowOf(page, 'formteacher', 'Lessons: ');
      await windowOf(page, /^Lessons of /).waitFor();
      await see();
      await press(page, 'Hand Over');
    },
    async () => {
      await page.getByLabel('Hand over to').fill('a');
      await page.getByRole('option').nth(2).click();
      const boxes = page.getByRole('list', { name: 'Lessons to hand over' }).getByRole('checkbox');
      await boxes.first().waitFor();
      for (let box = (await boxes.count()) - 1; box > 0; box--) await boxes.nth(box).uncheck();
    },
    async () => {
      await press(page, 'Hand Over One Lesson');
      await saidOf(page, /handed over\./);
      await press(page, 'Done', 'Close Form');
      await windowOf(page, /^Lessons of /).waitFor({ state: 'detached' });
    },
    async () => {
      // The class of somebody who has left.
      await openRowOf(page, 'Guidebook', 'Archive: ');
      await answer(page, 'Archive');
      await windowOf(page, 'Without a teacher').waitFor();
      await page.keyboard.press('Escape');
      await press(page, 'Hand Over');
      await press(page, 'Hand over: ');
      await page.getByLabel('Hand over to').waitFor();
    },
  ]),
  section('Two administrators', 'teachers', (page, see) => [
    async () => {
      await see();
      await page.getByRole('tab', { name: 'Administrators' }).click();
      await press(page, 'Add Administrator');
      await page.getByLabel('Name', { exact: true }).fill('Second Office');
      await page.getByLabel('User Name').fill('second');
    },
    async () => {
      await page.getByRole('dialog').getByRole('button', { name: 'Everything' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Add Administrator' }).click();
      await windowOf(page, /^Sign-in of Second Office/)
        .getByRole('button', { name: 'Done' })
        .click();
    },
    async () => {
      await press(page, 'Reset: Second Office');
      await windowOf(page, /password/)
        .getByRole('button', { name: 'Ok' })
        .click();
      await windowOf(page, /^Sign-in of Second Office/).waitFor();
    },
  ]),
  section('Students', 'students', (page, see) => [
    async () => {
      await press(page, 'Upload Students');
      await page.locator('input[type=file]').setInputFiles({
        name: 'one.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from('Last Name,First Name,Class,Date of Birth\nGuidebook,Sam,1A,21-Jun-2014'),
      });
      await page.getByRole('button', { name: /^Confirm Upload/ }).waitFor();
      await see();
      await press(page, 'Confirm Upload');
      await saidOf(page, '1 record was uploaded.');
      await windowOf(page, 'Upload Students').getByRole('button', { name: 'Close' }).last().click();
    },
    async () => {
      await lookInto(page, see, 'Add Student');
      await page.getByLabel('Search').fill('guidebook');
      await saidOf(page, 'Total Number of Students: 1');
      await page.getByRole('rowheader').first().getByRole('button').click();
      await page.getByRole('heading', { name: 'Subjects and marks' }).waitFor();
      await page.goBack();
      await page.getByRole('rowheader').first().waitFor();
    },
    async () => {
      await lookInto(page, see, 'Select Data Columns');
      const [file] = await Promise.all([page.waitForEvent('download'), press(page, 'Download Spreadsheet')]);
      expect(file.suggestedFilename()).toMatch(/\.xlsx$/);
    },
    async () => {
      await press(page, 'Actions: ', 'menu: Archive');
      await answer(page, 'Archive');
      await page.getByRole('tab', { name: /^Archive/ }).click();
      await press(page, 'Actions: ');
      await see();
      await press(page, 'menu: Restore');
      await windowOf(page, /^Restore /).waitFor();
    },
  ]),
  section('Subjects', 'subjects', (page, see) => [
    () => lookInto(page, see, 'Add New Subject'),
    async () => {
      await page.getByRole('tab', { name: 'Batch Assignment' }).click();
      await choose(page, 'Subject', 'Biology');
      await choose(page, 'Form level', 'Form 4');
      await page.getByRole('grid').getByRole('checkbox').nth(2).check();
      await see();
      await press(page, 'Assign Selected Students');
      await windowOf(page, /^Assign /).waitFor();
      await page.keyboard.press('Escape');
    },
    async () => {
      await page.getByRole('tab', { name: 'Subject Student Assignment' }).click();
      await lookInto(page, see, 'View/Add Students: ');
    },
  ]),
  section('Marks', 'enter-marks', (page, see) => [
    async () => {
      await press(page, '1A', 'Select MATH');
      await page.getByRole('grid').waitFor();
    },
    async () => {
      await page.goto(new URL('/admin/dashboard/course-mark?option=book', page.url()).href);
      await page.getByLabel('Search').waitFor();
      await see();
      await page.goBack();
      await page.getByRole('grid').waitFor();
    },
    async () => {
      await pressCell(page, 1, 'exam_mark');
      await page.keyboard.type('37');
      await page.keyboard.press('Enter');
      await waitUntilRowIsSaved(page, 1);
      await pressCell(page, 1, 'exam_mark');
      await press(page, 'History');
      await windowOf(page, /^History/)
        .getByText('37')
        .first()
        .waitFor();
    },
  ]),
];
