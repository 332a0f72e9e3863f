import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { schoolScreenWordings } from '#shared/school/wordings.ts';
import { findAxeViolations, screenLooks, screenLooksForAxe } from '../../support/browser.ts';
import { schoolInBrowser } from '../../support/browser-school.ts';
import { signIn } from '../../support/callers/sign-in.ts';
import { startServer } from '../../support/school/server.ts';

const school = schoolInBrowser(() => startServer());

const day = (page: Page, label: string) => page.getByRole('textbox', { name: label });

/** Presses the button and answers the question that a change of the current term asks. */
async function saveAndAgree(page: Page) {
  await page.getByRole('button', { name: 'Set / Update Term' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Set / Update Term' }).click();
}

async function open(look = screenLooks[0], enter = signIn) {
  const opened = await school.visit(look);
  await enter(opened.page, school.url, 'admin');
  await opened.page.getByText(schoolScreenWordings.termsSoFar).waitFor();
  return opened;
}

describe.each(screenLooksForAxe)('the Current Term screen on a $name', (look) => {
  it('has no accessibility fault: at rest, refused, and with each of its lists open', async () => {
    const { page } = await open(look);
    expect(await findAxeViolations(page)).toEqual([]);
    await page.getByRole('combobox', { name: 'Academic Year' }).fill('20');
    await page.getByRole('listbox').waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Choose Term Start' }).click();
    await page.getByRole('grid').waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('grid').waitFor({ state: 'detached' });
    await day(page, 'Term End').fill('soon');
    await page.getByRole('button', { name: 'Set / Update Term' }).click();
    await page.getByRole('alert').waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
  });
});

it('stores the details of the current term, which are there again after a reload', async () => {
  const { page } = await open();
  await page.getByLabel('Possible Attendance').fill('123');
  await page.getByRole('button', { name: 'Choose Term End' }).click();
  const chosen = page.getByRole('gridcell', { selected: true });
  await chosen.waitFor();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await page.getByRole('grid').waitFor({ state: 'detached' });
  const picked = await day(page, 'Term End').inputValue();
  expect(picked).toMatch(/^\d{2}-[A-Z][a-z]{2}-\d{4}$/);
  await saveAndAgree(page);
  await page.getByText(/is set as the current term\./).waitFor();
  await page.reload();
  await page.getByText(schoolScreenWordings.termsSoFar).waitFor();
  expect(await page.getByLabel('Possible Attendance').inputValue()).toBe('123');
  expect(await day(page, 'Term End').inputValue()).toBe(picked);
});

it('makes a past term the current one, for teachers too, and back', async () => {
  const { page } = await open();
  const year = page.getByRole('combobox', { name: 'Academic Year' });
  const first = { year: await year.inputValue(), term: await page.getByRole('combobox', { name: 'Term' }).innerText() };
  const row = page.getByRole('row').nth(2);
  const opener = row.getByRole('button', { name: /^Term/ });
  const title = (await opener.innerText()).trim();
  await opener.click();
  await page.getByRole('checkbox', { name: `Make ${title} the current term` }).check();
  await saveAndAgree(page);
  await page.getByText(`${title} is set as the current term.`).waitFor();
  await row.getByText('Current').waitFor();

  const teacher = await school.visitAs('teacher');
  await teacher.page.getByText(title).waitFor();

  await page.getByRole('button', { name: `${first.term}, ${first.year}`, exact: true }).click();
  await saveAndAgree(page);
  await page.getByText(`${first.term}, ${first.year} is set as the current term.`).waitFor();
});
