import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { findAxeViolations, isPhoneLook, screenLooks, screenLooksOfRun } from '../../support/browser.ts';
import { schoolInBrowser } from '../../support/browser-school.ts';
import { findCell } from '../../support/page/grid-page.ts';

const school = schoolInBrowser();

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

describe.each(screenLooksOfRun)('the mark book on a $name', (look) => {
  it('takes a new assessment and its marks, deletes it and brings it back, without an accessibility fault', async () => {
    const { page } = await school.visitAs('teacher', look);
    await page.getByRole('link', { name: /Enter Marks - Course Work/ }).click();
    const picker = page.getByRole('heading', { name: 'Select Subject Class' });
    await picker.waitFor();
    await page
      .getByText(/ of \d+ course marks/)
      .first()
      .waitFor();
    // However long it is, what is said of a lesson is under its name.
    const covered = (lines: Element[]) =>
      lines.filter((line) => {
        const [name, state] = ['button > span + span', 'p'].map((one) =>
          line.querySelector(one)?.getBoundingClientRect(),
        );
        return !name || !state || state.top < name.bottom;
      }).length;
    expect(await page.locator('li:has(p)').evaluateAll(covered)).toBe(0);
    expect(await findAxeViolations(page)).toEqual([]);
    const offered = page.getByRole('button', { name: /Mathematics \d[A-E]$/ });
    await offered.nth(screenLooks.indexOf(look) % (await offered.count())).click();
    await page.getByRole('grid').waitFor();
    expect(await findAxeViolations(page)).toEqual([]);

    const topic = `Quiz ${look.name}`;
    if (isPhoneLook(look)) await button(page, 'Sheet tools').click();
    await button(page, 'Add Assessment').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Topic').fill(topic);
    await dialog.getByLabel('Total').fill('25');
    expect(await findAxeViolations(page)).toEqual([]);
    await button(page, 'Add').last().click();
    const heading = button(page, new RegExp(`Edit Assessment \\d+ ${topic}`));
    await heading.waitFor();
    const number = /Edit Assessment (\d+)/.exec((await heading.textContent()) ?? '')?.[1];
    const column = `assessment ${number}`;

    const before = await findCell(page, 0, 'percentage').textContent();
    await findCell(page, 0, column).click();
    await page.keyboard.type('30');
    await page.keyboard.press('Enter');
    await page.getByText('Mark Entered is greater than the assigned total. 30 typed, 25 kept.').first().waitFor();
    await findCell(page, 0, 'save').getByText('Saved').waitFor({ state: 'attached' });
    const after = await findCell(page, 0, 'percentage').textContent();
    expect(after).not.toBe(before);
    expect(await findAxeViolations(page)).toEqual([]);

    await heading.click();
    await button(page, 'Delete Assessment').click();
    await page.getByText('Are you sure you want to delete this assessment?').waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await heading.waitFor({ state: 'detached' });
    await expect.poll(() => findCell(page, 0, 'percentage').textContent()).toBe(before);
    await button(page, 'Undo').click();
    await heading.waitFor();
    await expect.poll(() => findCell(page, 0, 'percentage').textContent()).toBe(after);
  });
});

describe.each(screenLooksOfRun)('the office on a $name', (look) => {
  it('has the mark book and Enter Marks of any teacher, class and subject', async () => {
    const { page } = await school.visitAs('admin', look);
    await page.goto(`${school.url}/admin/dashboard/course-mark`);
    await button(page, /^Mark Book The assessments/).click();
    await page.getByLabel('Search').waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await page.goto(`${school.url}/admin/dashboard/enter-marks`);
    await button(page, '1A').click();
    await page.getByLabel('Search').fill('mathematics');
    expect(await findAxeViolations(page)).toEqual([]);
    await button(page, /^Select MATH/).click();
    await page.getByRole('grid').waitFor();
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Mathematics 1A');
    // The pictures of students are not shown on a phone, for want of room.
    expect(await page.getByText('AH', { exact: true }).first().isVisible()).toBe(!isPhoneLook(look));
    expect(await findAxeViolations(page)).toEqual([]);
  });
});
