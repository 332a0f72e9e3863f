import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { markScreenWordings } from '#shared/marks/wordings.ts';
import { findAxeViolations } from '../../support/browser.ts';
import { schoolInBrowser } from '../../support/browser-school.ts';
import { editWorkbook, findFirstSheet } from '../../support/files/edit-workbook.ts';

const school = schoolInBrowser();

it('takes a page down, filled in up again, and saves what is confirmed', async () => {
  const { page } = await school.visitAs('teacher');
  await page.getByRole('link', { name: /Enter Marks - Course Work/ }).click();
  await page.getByRole('button', { name: /Mathematics 1A$/ }).click();
  await page.getByRole('grid').waitFor();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  const file = await (await downloading).path();
  let was = 0;
  const filled = await editWorkbook(await readFile(file), (workbook) => {
    const cell = findFirstSheet(workbook).getCell('E7');
    was = Number(cell.value);
    cell.value = was === 3 ? 4 : 3;
    findFirstSheet(workbook).getCell('E8').value = 9999;
  });
  await page.getByRole('button', { name: 'Upload' }).click();
  const chooser = page.getByRole('dialog', { name: 'Upload marks' });
  await chooser.getByRole('button', { name: 'Upload' }).click();
  await chooser.getByText('Please select a file!').waitFor();
  await chooser.getByLabel('Excel workbook (.xlsx)').setInputFiles({
    name: 'page.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: Buffer.from(filled),
  });
  // Nobody chooses a file within half a second, in which a second press of the same button does nothing.
  await page.waitForTimeout(600);
  await chooser.getByRole('button', { name: 'Upload' }).click();
  const preview = page.getByRole('dialog', { name: markScreenWordings.whatTheFileChanges });
  await preview.getByText('Mark Entered is greater than the assigned total.').waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  await preview.getByRole('button', { name: 'Confirm 1 change' }).click();
  await page.getByText('1 mark saved.').waitFor();
  const shown = page.locator('[data-row]').first().locator('[data-column="assessment 1"]');
  await expect.poll(() => shown.innerText()).toContain(was === 3 ? '4' : '3');
});

it('says how much of an upload has gone out, then that it is read, and sends no more when it is cancelled', async () => {
  const { page, context } = await school.visitAs('teacher');
  await page.getByRole('link', { name: /Enter Marks - Course Work/ }).click();
  await page.getByRole('button', { name: /Mathematics 1A$/ }).click();
  await page.getByRole('grid').waitFor();
  const network = await context.newCDPSession(page);
  await network.send('Network.enable');
  const mega = 1_000_000;
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 2 * mega,
  });
  await page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    const look = () => {
      const bar = document.querySelector('[role="progressbar"][aria-label="Upload"]');
      if (!bar) return;
      const now = `${bar.getAttribute('aria-valuenow')} ${bar.closest('[role="dialog"]')?.querySelector('[role="status"]')?.textContent}`;
      if (seen.at(-1) !== now) seen.push(now);
    };
    new MutationObserver(look).observe(document, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    });
  });
  const seen = () => page.evaluate(() => (window as unknown as { seen: string[] }).seen);
  await page.getByRole('button', { name: 'Upload' }).click();
  const chooser = page.getByRole('dialog', { name: 'Upload marks' });
  const file = { name: 'page.xlsx', mimeType: 'application/octet-stream', buffer: Buffer.alloc(4 * mega, 'x') };
  await chooser.getByLabel('Excel workbook (.xlsx)').setInputFiles(file);
  await chooser.getByRole('button', { name: 'Upload' }).click();
  await chooser.getByText(/Could not upload the file\./).waitFor();
  const told = await seen();
  const parts = told.filter((text) => /^[1-9]\d? Uploading…$/.test(text)).map((text) => Number.parseInt(text, 10));
  expect(parts.length).toBeGreaterThan(1);
  expect(parts).toEqual(parts.toSorted((a, b) => a - b));
  expect(told.at(-1)).toBe('100 Reading…');

  await chooser.getByLabel('Excel workbook (.xlsx)').setInputFiles(file);
  await chooser.getByRole('button', { name: 'Upload' }).click();
  const failed = page.waitForEvent('requestfailed', (request) =>
    request.url().includes('/api/upload-course-assesment'),
  );
  await chooser.getByRole('progressbar').waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  await chooser.getByRole('button', { name: 'Cancel' }).click();
  expect((await failed).failure()?.errorText).toBe('net::ERR_ABORTED');
  await chooser.waitFor({ state: 'hidden' });
});

it('makes the spreadsheet of a form level while it shows how far it is', async () => {
  const { page } = await school.visitAs('admin');
  await page.getByRole('link', { name: 'Course Mark' }).click();
  await page.getByRole('button', { name: /Mark Book Spreadsheet/ }).click();
  await page.getByRole('button', { name: 'Download Spreadsheet' }).click();
  await page.getByText('No Fields selected. Please select field to download spreadsheet.').waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  await page.getByRole('combobox', { name: 'Form Level' }).click();
  await page.getByRole('option', { name: 'Form 1' }).click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download Spreadsheet' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('Mark Book Spreadsheet.xlsx');
});
