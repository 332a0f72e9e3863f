import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { termReportScreenWordings } from '#shared/term-reports/wordings.ts';
import { findAxeViolations, type ScreenLook, screenLooks, screenLooksForAxe } from '../../support/browser.ts';
import { schoolInBrowser } from '../../support/browser-school.ts';
import { readPrintedPdf } from '../../support/files/printed-pdf.ts';

const school = schoolInBrowser();

describe('the whole school’s report cards', () => {
  async function openSchool(look: ScreenLook = screenLooks[0]) {
    const visited = await school.visitAs('admin', look);
    await visited.page.goto(`${school.url}/admin/dashboard/term-details`);
    await visited.page.getByRole('button', { name: 'Print School' }).click();
    return {
      ...visited,
      dialog: visited.page.getByRole('dialog', { name: termReportScreenWordings.reportCardsOfTheSchool }),
    };
  }

  it('are printed though the browser that began it is closed, and fetched by class and by student', async () => {
    const first = await openSchool();
    await first.dialog.getByText(/^1,000 students in 30 classes registered for Term 3, 2025-2026\.$/).waitFor();
    await first.dialog.getByRole('button', { name: termReportScreenWordings.startPrintingReportCards }).click();
    await first.dialog.getByRole('progressbar').waitFor();
    await first.context.close();

    const { page, dialog } = await openSchool();
    await dialog.getByText(/^Printing 1,000 report cards, started by /).waitFor();
    await dialog.getByText(/^1,000 report cards printed by /).waitFor({ timeout: 120_000 });
    await dialog.getByRole('button', { name: 'Students of 4A' }).click();
    const student = dialog.getByRole('listitem').getByRole('link').first();
    const name = await student.innerText();
    const one = await readPrintedPdf(await download(page, student));
    expect(one.pages[0]?.texts.map(({ text }) => text)).toContain('4A');
    expect(one.title).toContain(name.split(',')[0]);
    const all = await download(page, dialog.getByRole('link', { name: 'Download the report cards of 4A' }));
    const { sections } = await readPrintedPdf(all);
    expect(sections).toHaveLength(await dialog.getByRole('listitem').count());
  }, 180_000);

  it.each(screenLooksForAxe)('have no accessibility fault on a $name', async (look) => {
    const { page, dialog } = await openSchool(look);
    await dialog.getByRole('button', { name: 'Students of 1A' }).click();
    await dialog.getByRole('listitem').first().waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  });

  async function download(page: Page, link: Locator): Promise<Uint8Array> {
    const [file] = await Promise.all([page.waitForEvent('download'), link.click()]);
    return new Uint8Array(await readFile(await file.path()));
  }
});
