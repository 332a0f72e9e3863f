import { readFile } from 'node:fs/promises';
import type { Browser, Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { authRefusals, authWordings } from '#shared/accounts/wordings.ts';
import { documentWordings } from '../../../web/documents/wordings.ts';
import { sessionWordings } from '../../../web/session/wordings.ts';
import { listWordings } from '../../../web/tables/wordings.ts';
import {
  findAxeViolations,
  launchBrowser,
  openVisit,
  type ScreenLook,
  screenLooks,
  screenLooksForAxe,
} from '../../support/browser.ts';
import { schoolInBrowser } from '../../support/browser-school.ts';
import { signIn } from '../../support/callers/sign-in.ts';
import { readPrintedPdf } from '../../support/files/printed-pdf.ts';
import { unfoldTools } from '../../support/page/unfold-tools.ts';

const school = schoolInBrowser();

async function openReports(user: string, look: ScreenLook = screenLooks[0], by?: Browser) {
  const visited = await (by ? openVisit(by, look) : school.visit(look));
  await signIn(visited.page, school.url, user);
  await visited.page.getByRole('link', { name: /Edit\/View Term Reports/ }).click();
  await visited.page.getByRole('heading', { name: 'Edit/View Term Reports' }).waitFor();
  return visited;
}

describe.each(screenLooksForAxe)('term reports on a $name', (look) => {
  it('have no accessibility fault: classes, students, report card', async () => {
    const { page } = await openReports('formteacher', look);
    await page.getByRole('heading', { name: /^Form \d$/ }).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await page.getByRole('listitem').getByRole('button').first().click();
    await page.getByRole('table').waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await unfoldTools(page);
    expect(await findAxeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Print One' }).click();
    await page.getByRole('link', { name: 'Download' }).waitFor();
    // The frame shows a document, not a page of ours.
    expect(await findAxeViolations(page)).toEqual([]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  });
});

it('prints one report card and a whole class, as PDF in a frame and as a file', async () => {
  const { page, context } = await openReports('formteacher');
  await page.getByRole('listitem').getByRole('button').first().click();
  await page.getByText(/^\d+ of \d+$/).waitFor();
  const name = (await page.getByRole('heading', { level: 2 }).first().innerText()).trim();
  await page.getByRole('button', { name: 'Print One' }).click();
  const dialog = page.getByRole('dialog', { name: `Report card of ${name}` });
  await dialog.locator('iframe').waitFor();
  expect(await dialog.locator('iframe').getAttribute('src')).toMatch(/^\/report-card\?/);
  const share = async () => Math.round((((await dialog.boundingBox())?.width ?? 0) / 1440) * 100);
  await expect.poll(share).toBe(80);
  const one = await download(dialog);
  expect(one.name).toMatch(/ Report Card \d{4}-\d{4} Term \d\.pdf$/);
  const [card] = (await readPrintedPdf(one.bytes)).pages;
  expect(card?.texts.map(({ text }) => text)).toContain(name);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'detached' });

  const students = Number((await page.getByText(/^\d+ of \d+$/).innerText()).split(' of ')[1]);
  expect(students).toBeGreaterThan(20);
  await page.getByRole('button', { name: 'Print Class' }).click();
  const ofClass = page.getByRole('dialog', { name: /^Report cards of / });
  await ofClass.locator('iframe').waitFor();
  const all = await readPrintedPdf((await download(ofClass)).bytes);
  expect(all.sections).toHaveLength(students);
  await context.close();

  async function download(from: Locator): Promise<{ name: string; bytes: Uint8Array }> {
    const [file] = await Promise.all([
      // A browser without a PDF viewer may still be downloading what the frame shows.
      page.waitForEvent('download', (one) => one.suggestedFilename() !== 'report-card.pdf'),
      from.getByRole('link', { name: 'Download' }).click(),
    ]);
    return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
  }
});

it('shows average and "n of m entered" of a past term, and finds a student whatever the accents', async () => {
  const { page } = await openReports('formteacher');
  await page.getByRole('listitem').getByRole('button').first().click();
  await page.getByRole('combobox', { name: 'Term' }).click();
  await page.getByRole('option', { name: 'Term 2' }).click();
  await page.getByText(/^Term 2, /).waitFor();
  await page.getByText(/^[1-9]\d* of \d+ entered$/).waitFor();
  await page.getByRole('button', { name: 'Search' }).click();
  const students = page.getByRole('dialog', { name: /^Students of / });
  await students.getByRole('table').waitFor();
  const name = (text: string) => text.split('\n')[0] ?? '';
  const names = (await students.getByRole('rowheader').allInnerTexts()).map(name);
  const accented = names.find((one) => /[^\p{ASCII}]/u.test(one)) ?? names[5] ?? '';
  const plain = accented.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase();
  await students.getByRole('searchbox', { name: 'Search' }).fill('zzzz');
  await students.getByRole('heading', { name: listWordings.noStudentFound }).waitFor();
  await students.getByRole('searchbox', { name: 'Search' }).fill(plain);
  await expect.poll(async () => (await students.getByRole('rowheader').allInnerTexts()).map(name)).toEqual([accented]);
  await students.getByRole('button', { name: `View Record: ${accented}` }).click();
  await page.getByRole('heading', { name: accented }).waitFor();
  await page.getByText(`${names.indexOf(accented) + 1} of ${names.length}`, { exact: true }).waitFor();
});

it('says why a report card could not be printed, and prints it with Retry', async () => {
  const { page } = await openReports('formteacher');
  await page.getByRole('listitem').getByRole('button').first().click();
  const refusal = { status: 403, json: { errors: { message: [authRefusals.forbidden] } } };
  await page.route('**/report-card?*', (route) => route.fulfill(refusal));
  await page.getByRole('button', { name: 'Print Class' }).click();
  await page.getByText(authRefusals.forbidden).waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  await page.unroute('**/report-card?*');
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.getByRole('dialog').locator('iframe').waitFor();
});

it('opens a document at its own address in a tab, and says there why it cannot be had', async () => {
  // A headless shell downloads a PDF in place of showing it.
  const viewer = await launchBrowser({ isWhole: true });
  const { page, context } = await openReports('formteacher', screenLooks[0], viewer);
  await page.getByRole('listitem').getByRole('button').first().click();
  await page.getByRole('button', { name: 'Print One' }).click();
  const link = page.getByRole('link', { name: documentWordings.openInNewTab });
  const address = new URL((await link.getAttribute('href')) ?? '', school.url).href;
  const [tab] = await Promise.all([context.waitForEvent('page'), link.click()]);
  await tab.waitForURL(address);
  await expect.poll(() => tab.evaluate(() => document.contentType)).toBe('application/pdf');

  await context.clearCookies();
  await tab.goto(address);
  await tab.getByText(authWordings.notSignedIn).waitFor();
  expect(await findAxeViolations(tab)).toEqual([]);
  const answer = await context.request.get(address, { headers: { accept: 'application/pdf' } });
  expect(answer.headers()['content-type']).toBe('application/json');
  await viewer.close();
});

it('signs in again where the session ended before a document was asked for', async () => {
  const { page, context } = await openReports('formteacher');
  await page.getByRole('listitem').getByRole('button').first().click();
  await page.getByRole('button', { name: 'Print One' }).waitFor();
  await context.clearCookies();
  await page.getByRole('button', { name: 'Print One' }).click();
  await page.getByText('The report card could not be printed.').waitFor();
  await page.getByRole('alertdialog', { name: sessionWordings.pleaseSignInAgain }).waitFor();
  expect(await page.locator('iframe').count()).toBe(0);
});

it('has no entry in the menu of a subject teacher, and tells who opens it by its address that there is no class to see', async () => {
  const { page } = await school.visitAs('teacher');
  await page.getByRole('link', { name: /^Enter Marks - End of Term/ }).waitFor();
  expect(await page.getByRole('link', { name: /^Edit\/View Term Reports/ }).count()).toBe(0);
  await page.goto(`${school.url}/term-reports/view-reports`);
  await page.getByText('You are not a form teacher or dean of a class this year.').waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
});
