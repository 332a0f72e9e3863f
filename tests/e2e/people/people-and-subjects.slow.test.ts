import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { officeLogWordings } from '#shared/reports/wordings.ts';
import { findAxeViolations, screenLooksForAxe } from '../../support/browser.ts';
import { schoolInBrowser } from '../../support/browser-school.ts';

const school = schoolInBrowser();

describe.each(screenLooksForAxe)('people and subjects on a $name', (look) => {
  it('have no accessibility fault: lists, archive, and each window', async () => {
    const { page } = await school.visitAs('admin', look);

    await page.goto(`${school.url}/admin/dashboard/teachers`);
    await page
      .getByRole('button', { name: /^Lessons: / })
      .first()
      .waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Add New Teacher' }).click();
    await inWindow(page, 'New Teacher');
    await page.getByLabel('Search').fill('formteacher');
    await expect.poll(() => page.getByRole('button', { name: /^Lessons: / }).count()).toBe(1);
    await page
      .getByRole('button', { name: /^Lessons: / })
      .first()
      .click();
    await inWindow(page, /^Lessons of /, async (window) => {
      await window.getByRole('button', { name: /^Hand Over/i }).click();
      await page.getByRole('region', { name: 'Hand over' }).waitFor();
      expect(await findAxeViolations(page)).toEqual([]);
    });
    await page.getByRole('tab', { name: 'Archive' }).click();
    expect(await findAxeViolations(page)).toEqual([]);
    await page.getByRole('tab', { name: 'Administrators' }).click();
    await page.getByRole('button', { name: 'Add Administrator' }).click();
    await inWindow(page, 'New Administrator');
    expect(await findAxeViolations(page)).toEqual([]);

    await page.goto(`${school.url}/admin/dashboard/subjects`);
    await page.getByRole('button', { name: 'Add New Subject' }).click();
    await inWindow(page, /Subject/);
    expect(await findAxeViolations(page)).toEqual([]);
    await page.getByRole('tab', { name: 'Subject Student Assignment' }).click();
    await page
      .getByRole('button', { name: /View\/Add Students/ })
      .first()
      .click();
    await inWindow(page, /./);
    expect(await findAxeViolations(page)).toEqual([]);
    await page.getByRole('tab', { name: 'Batch Assignment' }).click();
    await page.getByRole('combobox', { name: 'Subject', exact: true }).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);

    await page.goto(`${school.url}/admin/dashboard/completeness?in.form=Form+1`);
    const cell = page.getByRole('link', { name: /^1A Mathematics, / });
    await cell.waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Remind' }).click();
    await inWindow(page, 'Remind');
    await page.goto(`${school.url}/admin/dashboard/office-log`);
    await page.getByText(officeLogWordings.nothingChanged).or(page.getByRole('table')).first().waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
  });
});

/** Looks at an open window, does what more there is to be done in it, and closes it. */
async function inWindow(
  page: Page,
  name: string | RegExp,
  more?: (window: ReturnType<Page['getByRole']>) => Promise<void>,
): Promise<void> {
  const window = page.getByRole('dialog', { name });
  await window.waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  await more?.(window);
  await page.keyboard.press('Escape');
  await window.waitFor({ state: 'detached' });
}
