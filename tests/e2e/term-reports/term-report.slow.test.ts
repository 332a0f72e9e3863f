import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { TermReportEntity } from '#functions/marks/records/term-report.ts';
import { ClassPostEntity } from '#functions/people/records/store.ts';
import { findAccountByUserName } from '#functions/sessions/accounts.ts';
import { listStudentsOfClass } from '#functions/students/records/rosters/read-rosters.ts';
import { findAxeViolations, type ScreenLook, screenLooks, screenLooksForAxe } from '../../support/browser.ts';
import { schoolInBrowser } from '../../support/browser-school.ts';
import { signIn } from '../../support/callers/sign-in.ts';
import { unfoldTools } from '../../support/page/unfold-tools.ts';
import { executeActionOfTest, putRecords } from '../../support/school/records.ts';

const school = schoolInBrowser();
/** A class whose form teacher and dean the two accounts are, made so for these tests. */
const classId = '1A';
beforeAll(async () => {
  for (const [userName, as] of [
    ['formteacher', 'form teacher'],
    ['dean', 'dean'],
  ] as const) {
    const account = await findAccountByUserName(userName);
    if (!account) throw new Error(`No account ${userName}`);
    const post = { employeeId: account.accountId, year: 2025, classId, formLevel: 1, as, name: account.name };
    await executeActionOfTest(ClassPostEntity.put(post));
  }
});

async function open(user: 'formteacher' | 'dean' | 'admin', look: ScreenLook = screenLooks[0]) {
  const visited = await school.visit(look);
  const { page } = visited;
  await signIn(page, school.url, user);
  const path = user === 'admin' ? 'admin/dashboard/term-details' : 'term-reports/view-reports';
  await page.goto(`${school.url}/${path}?class=${classId}`);
  await page.getByRole('table').waitFor();
  return visited;
}
const saved = (page: Page) => page.getByText('Record Saved').waitFor();
const field = (page: Page, label: string) => page.getByRole('textbox', { name: label, exact: true });

it('lets form teacher and dean write on one record at once, each their own part', async () => {
  const [form, dean] = await Promise.all([open('formteacher'), open('dean')]);
  expect(await field(form.page, 'Dean comments').isDisabled()).toBe(true);
  expect(await field(dean.page, 'Form teacher comments').isDisabled()).toBe(true);
  // What a dean may not write is folded away, and closed where it is opened.
  expect(await field(dean.page, 'Times absent').isVisible()).toBe(false);
  await dean.page.getByText('Attendance', { exact: true }).click();
  expect(await field(dean.page, 'Times absent').isDisabled()).toBe(true);
  await field(form.page, 'Form teacher comments').fill('Kind to everybody.');
  await field(dean.page, 'Dean comments').fill('Keep it up.');
  await field(form.page, 'Times absent').fill('4');
  await Promise.all([field(form.page, 'Times absent').blur(), field(dean.page, 'Dean comments').blur()]);
  await Promise.all([saved(form.page), saved(dean.page)]);
  await form.page.reload();
  await form.page.getByRole('table').waitFor();
  expect(await field(form.page, 'Form teacher comments').inputValue()).toBe('Kind to everybody.');
  expect(await field(form.page, 'Dean comments').inputValue()).toBe('Keep it up.');
  expect(await field(form.page, 'Times absent').inputValue()).toBe('4');
});

it('asks which value to keep when somebody else changed the same field', async () => {
  const [form, admin] = await Promise.all([open('formteacher'), open('admin')]);
  await field(admin.page, 'Form teacher comments').fill('The office wrote this.');
  await field(admin.page, 'Form teacher comments').blur();
  await saved(admin.page);
  await field(form.page, 'Form teacher comments').fill('The teacher wrote this.');
  await field(form.page, 'Form teacher comments').blur();
  const note = form.page.getByRole('status').filter({ hasText: 'The office wrote this.' });
  await note.waitFor();
  expect(await form.page.getByRole('dialog').count()).toBe(0);
  // Scrolled, the bar with the student's name covers fields in part, which axe takes for small ones.
  await form.page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  expect(await findAxeViolations(form.page)).toEqual([]);
  await note.getByRole('button', { name: 'Take theirs' }).click();
  await note.waitFor({ state: 'detached' });
  await expect.poll(() => field(form.page, 'Form teacher comments').inputValue()).toBe('The office wrote this.');
});

it('never covers the field that has the focus with the choice about another', async () => {
  const [form, admin] = await Promise.all([open('formteacher'), open('admin')]);
  await field(admin.page, 'Times late').fill('7');
  await field(admin.page, 'Times late').blur();
  await saved(admin.page);
  await field(form.page, 'Times late').fill('8');
  await field(form.page, 'Times late').blur();
  const note = form.page.getByRole('status').filter({ hasText: 'changed this to 7' });
  await note.waitFor();
  const covered = await note.evaluate((box) => {
    const fields = [
      ...document.querySelectorAll<HTMLElement>('[data-field] :is(input, textarea, button, [role=combobox])'),
    ];
    const usable = fields.filter((one) => !one.matches(':disabled') && !box.contains(one) && one.checkVisibility());
    const meetsBox = (one: HTMLElement) => {
      one.focus();
      const [field, note] = [one.getBoundingClientRect(), box.getBoundingClientRect()];
      const isClear =
        field.right <= note.left || note.right <= field.left || field.bottom <= note.top || note.bottom <= field.top;
      return !isClear;
    };
    return {
      count: usable.length,
      names: usable.filter(meetsBox).map((one) => one.closest('[data-field]')?.textContent),
    };
  });
  expect(covered.count).toBeGreaterThan(5);
  expect(covered.names).toEqual([]);
  await note.getByRole('button', { name: 'Take theirs' }).click();
  await note.waitFor({ state: 'detached' });
});

const position = (page: Page, at: number) => page.getByText(new RegExp(`^${at} of \\d+$`)).waitFor();
const shownName = (page: Page) => page.getByRole('heading', { level: 2 }).first().innerText();

it('keeps the focus in the field from student to student: a count typed down the class by keys lands with each', async () => {
  const { page } = await open('formteacher');
  const late = field(page, 'Times late');
  let acknowledged = 0;
  page.on('response', (response) => {
    if (response.url().endsWith('/api/table1') && response.request().method() === 'POST') acknowledged += 1;
  });
  await late.focus();
  // A test before has left a count there.
  await page.keyboard.press('Control+a');
  // No waiting: the next key belongs to the next student at once.
  for (const count of ['3', '4', '5']) {
    await page.keyboard.type(count);
    await page.keyboard.press('Alt+ArrowRight');
  }
  await position(page, 4);
  expect(await late.evaluate((element) => element === document.activeElement)).toBe(true);
  const back: string[] = [];
  for (const _ of [3, 2, 1]) {
    await page.keyboard.press('Alt+ArrowLeft');
    back.unshift(await late.inputValue());
  }
  expect(back).toEqual(['3', '4', '5']);
  await position(page, 1);
  // At the end of the class too Alt and an arrow stay in it.
  await page.keyboard.press('Alt+ArrowLeft');
  await position(page, 1);
  await expect.poll(() => acknowledged).toBe(3);
  await page.reload();
  await page.getByRole('table').waitFor();
  expect(await late.inputValue()).toBe('3');
});

it('has the student in the address, and comes back to them after a reload and after signing in', async () => {
  const { page } = await open('formteacher');
  await page.getByRole('button', { name: 'NEXT', exact: true }).click();
  await page.getByRole('button', { name: 'NEXT', exact: true }).click();
  await position(page, 3);
  const third = await shownName(page);
  await expect.poll(() => new URL(page.url()).pathname).toMatch(/^\/term-reports\/view-reports\/[^/]+\/\d+$/);
  const address = page.url();
  await page.reload();
  await position(page, 3);
  expect(await shownName(page)).toBe(third);
  // One step back leaves the class, however many students were looked at.
  await page.goto(`${school.url}/term-reports/view-reports`);
  await page.getByRole('button', { name: new RegExp(`^${classId}`) }).click();
  await page.getByRole('button', { name: 'NEXT', exact: true }).click();
  await page.getByRole('button', { name: 'NEXT', exact: true }).click();
  await position(page, 3);
  await page.goBack();
  await page.getByRole('heading', { name: 'Form 1' }).waitFor();
  await page.goto(address.replace(/\d+$/, '99999'));
  await page.getByText('is not in 1A in this term').waitFor();
  await page.goto(`${school.url}/term-reports/view-reports?class=5B`);
  await page.getByText('5B is not a class whose term reports you may see').waitFor();
});

it.each([screenLooks[0], screenLooks[2]])('keeps the student’s name and average in sight on a $name', async (look) => {
  const { page } = await open('admin', look);
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  for (const seen of [page.getByRole('heading', { level: 2 }).first(), page.getByText('Average', { exact: true })]) {
    await expect
      .poll(() => seen.evaluate((element) => element.getBoundingClientRect().y))
      .toSatisfy((y: number) => y > 40 && y < 200);
  }
});

it('goes back to a past year: its classes, its reports and their report cards', async () => {
  // Who is in form 2 today was in this class then.
  const [student] = await listStudentsOfClass('2A');
  const then = { studentId: student?.studentId ?? '', year: 2024, classId, formLevel: 1, subjectIds: ['MATH'] };
  await putRecords(
    TermReportEntity,
    [2, 3].map((term) => ({ ...then, term: term as 2 | 3 })),
  );
  const { page } = await open('admin');
  const select = async (label: string, option: string) => {
    await page.getByRole('combobox', { name: label }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  await select('Academic Year', '2024-2025');
  await page.getByText('Term 3, 2024-2025', { exact: true }).waitFor();
  await page.getByRole('table').waitFor();
  await select('Term', 'Term 2');
  await page.getByText('Term 2, 2024-2025', { exact: true }).waitFor();
  await page.getByRole('table').waitFor();
  await page.getByText(`${student?.lastName}, ${student?.firstName}`).first().waitFor();
  const { pathname, searchParams } = new URL(page.url());
  expect(pathname.split('/').at(-2)).toBe(classId);
  expect(['year', 'term'].map((name) => searchParams.get(name))).toEqual(['2024', '2']);
  expect(await findAxeViolations(page)).toEqual([]);
  const printed = page.waitForResponse(/report-card/);
  await page.getByRole('button', { name: 'Print One' }).click();
  const asked = new URL((await printed).url()).searchParams;
  expect([asked.get('year'), asked.get('term'), (await printed).status()]).toEqual(['2024', '2', 200]);
  await page.keyboard.press('Escape');
  // Next Class and Close Form stay in that year.
  await page.getByRole('button', { name: 'Next Class' }).click();
  await page.getByText('Term reports of 1B').waitFor();
  await page.getByText('Term 2, 2024-2025', { exact: true }).waitFor();
});

describe.each(screenLooksForAxe)('a term report on a $name', (look) => {
  it('has no accessibility fault with its rows open, in the subject’s sheet and in More Options', async () => {
    const { page } = await open('admin', look);
    expect(await findAxeViolations(page)).toEqual([]);
    await page
      .getByRole('button', { name: /^Remarks, / })
      .first()
      .click();
    await page.getByText('Max 215 Characters').waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByText('Max 215 Characters').waitFor({ state: 'detached' });
    await unfoldTools(page);
    await page.getByRole('button', { name: 'More Options' }).click();
    await page.getByRole('heading', { name: 'Change class' }).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  });
});
