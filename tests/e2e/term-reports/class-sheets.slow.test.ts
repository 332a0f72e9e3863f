import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { findAxeViolations, type ScreenLook, screenLooks, screenLooksForAxe } from '../../support/browser.ts';
import { schoolInBrowser } from '../../support/browser-school.ts';
import { readPrintedSheets } from '../../support/files/printed-sheets.ts';
import { readWorkbook } from '../../support/files/workbook.ts';
import { unfoldTools } from '../../support/page/unfold-tools.ts';

const school = schoolInBrowser();

async function openClass(look: ScreenLook = screenLooks[0]) {
  const visited = await school.visitAs('formteacher', look);
  await visited.page.getByRole('link', { name: /Edit\/View Term Reports/ }).click();
  await visited.page.getByRole('listitem').getByRole('button').first().click();
  await visited.page.getByRole('toolbar').waitFor();
  return visited;
}

async function choose(dialog: Locator, page: Page, label: string, option: string): Promise<void> {
  await dialog.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option }).click();
}

async function download(page: Page, press: Locator): Promise<{ name: string; bytes: Uint8Array }> {
  const [file] = await Promise.all([page.waitForEvent('download'), press.click()]);
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

describe.each(screenLooksForAxe)('the sheets of a class on a $name', (look) => {
  it('have no accessibility fault: choices, mark sheet, rank sheet', async () => {
    const { page } = await openClass(look);
    await unfoldTools(page);
    await page.getByRole('button', { name: 'Class Mark Sheet' }).click();
    const generate = page.getByRole('button', { name: 'Generate Mark Sheet' });
    await generate.waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await generate.click();
    await page.getByRole('link', { name: 'Download' }).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Rank Sheet' }).click();
    await page.getByRole('link', { name: 'Download' }).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  });
});

it('gives the same class as PDF, as workbook under the specification’s name, and by rank', async () => {
  const { page } = await openClass();
  await page.getByRole('button', { name: 'Class Mark Sheet' }).click();
  const dialog = page.getByRole('dialog', { name: /^Class Mark Sheet of / });
  const generate = dialog.getByRole('button', { name: 'Generate Mark Sheet' });
  await choose(dialog, page, 'Term', 'Term 2');
  await generate.click();
  const [sheet] = await readPrintedSheets((await download(page, dialog.getByRole('link', { name: 'Download' }))).bytes);
  expect(sheet?.title).toContain('Term 2');

  await choose(dialog, page, 'Format', 'Excel');
  const workbook = await download(page, generate);
  expect(workbook.name).toMatch(/^\d[A-E] Marksheet Term 2 2025-2026\.xlsx$/);
  const names = (await readWorkbook(workbook.bytes)).slice(4, -2).map((row) => row[1]);
  expect(sheet?.rows.slice(1, -1).map((row) => row[1])).toEqual(names);

  await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Rank Sheet' }).click();
  const ranks = page.getByRole('dialog', { name: /^Rank Sheet of / });
  await choose(ranks, page, 'Term', 'Term 2');
  await ranks.locator('iframe[title$="Term 2"]').waitFor();
  const [ranking] = await readPrintedSheets(
    (await download(page, ranks.getByRole('link', { name: 'Download' }))).bytes,
  );
  expect(
    ranking?.rows
      .slice(1)
      .map((row) => row[1])
      .sort(),
  ).toEqual([...names].sort());
});

describe.each(screenLooksForAxe)('the Reports menu on a $name', (look) => {
  it('has no accessibility fault: list, parameters, report', async () => {
    const { page } = await school.visitAs('admin', look);
    await page.goto(`${school.url}/admin/dashboard/reports`);
    const report = page.getByRole('button', { name: /^Student by Class\/Subject/ });
    await report.waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await report.click();
    await choose(page.getByRole('dialog'), page, 'Form Level', 'Form 4');
    await page.getByRole('combobox', { name: 'Subject' }).fill('Biology');
    await page.getByRole('option', { name: 'Biology', exact: true }).click();
    await page.getByRole('button', { name: 'Show Report' }).click();
    await page.getByRole('link', { name: 'Download', exact: true }).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    const { name, bytes } = await download(page, page.getByRole('button', { name: 'Download Spreadsheet' }));
    expect(name).toMatch(/^Student by Class and Subject - .*\.xlsx$/);
    expect((await readWorkbook(bytes))[1]?.[0]).toBe('Student by Class/Subject, Biology, Form 4');
  });
});
