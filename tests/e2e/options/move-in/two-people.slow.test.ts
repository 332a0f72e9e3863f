import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { listAllEmployees } from '#functions/people/records/store.ts';
import { menuKeys } from '#shared/http/contract.ts';
import { moveInScreenWordings as wordings } from '#shared/options/move-in/wordings.ts';
import { schoolInBrowser } from '../../../support/browser-school.ts';
import { submitSignIn } from '../../../support/callers/sign-in.ts';
import { lessonList, type SheetOfFile, teacherList } from '../../../support/options/move-in/files-of-school.ts';
import { choose, lookAt } from '../../../support/options/move-in/screen.ts';
import { addAccount, password, startSmallSchool } from '../../../support/school/small-school.ts';
import { withSlowTable } from '../../../support/step-by-step/table-requests.ts';

const school = schoolInBrowser(() => startSmallSchool({ site: 'built' }));
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });

/** Ada and Bea, each with an account of her own, on the screen. */
async function bothAtTheirDesks(): Promise<[ada: Page, bea: Page]> {
  const desks = await Promise.all([school.visitAs('admin', undefined, { password }), visitAsBea()]);
  const pages = desks.map(({ page }) => page) as [Page, Page];
  for (const page of pages) await page.goto(`${school.url}/admin/dashboard/move-in`);
  return pages;
}

async function visitAsBea() {
  const visited = await school.visit();
  await visited.page.goto(`${school.url}/admin`);
  await submitSignIn(visited.page, 'bea', password);
  await visited.page.getByRole('heading', { level: 1 }).waitFor();
  return visited;
}

beforeAll(async () => {
  const permissions = menuKeys.map((menu) => ({ menu, action: null }));
  await addAccount({ accountId: 'A9', role: 'Admin', userName: 'bea', name: 'Bea Second', permissions });
});

const outcome = (page: Page) => page.getByRole('region', { name: wordings.outcome });

it('stores one file that two people send at the same time once, and tells both', async () => {
  const [ada, bea] = await bothAtTheirDesks();
  for (const page of [ada, bea]) await choose(page, 'staff.xlsx', teacherList);
  const store = button(ada, /^Store/);
  const rows = await store.innerText();
  await Promise.all([store.click(), button(bea, rows).click()]);
  for (const page of [ada, bea]) await outcome(page).waitFor({ timeout: 60_000 });
  await lookAt(ada, 'two-first');
  await lookAt(bea, 'two-second');
  const texts = await Promise.all([ada, bea].map((page) => outcome(page).innerText()));
  const teachers = await listAllEmployees();
  expect([11, 12, 13].map((number) => teachers.filter(({ teacherNum }) => teacherNum === number).length)).toEqual([
    1, 1, 1,
  ]);
  expect(texts.join('\n').match(/1[123] is the number of/g)).toHaveLength(3);
});

it('stores the file of each of two people at the same time', async () => {
  const [ada, bea] = await bothAtTheirDesks();
  const subjects: SheetOfFile = {
    name: 'Subjects',
    rows: [
      ['Subject', 'Code'],
      ['Geography', 'GEO'],
      ['History', 'HIS'],
    ],
  };
  await choose(ada, 'subjects.xlsx', subjects);
  await choose(bea, 'allocation.xlsx', {
    ...lessonList,
    rows: [...lessonList.rows.slice(0, 2), ['Mona Núñez', 'Mathematics', '1B']],
    merged: [],
  });
  await withSlowTable(1500, async () => {
    await Promise.all([button(ada, /^Store/).click(), button(bea, /^Store/).click()]);
    for (const page of [ada, bea]) await page.getByRole('progressbar', { name: wordings.storing }).waitFor();
    for (const page of [ada, bea]) await outcome(page).waitFor({ timeout: 60_000 });
  });
  expect(await outcome(ada).innerText()).toContain('2 rows stored.');
  expect(await outcome(bea).innerText()).toContain('1 row stored.');
});

it('follows a file to its end that was sent by a page which was loaded again before the answer', async () => {
  const { page } = await school.visitAs('admin', undefined, { password });
  await page.goto(`${school.url}/admin/dashboard/move-in`);
  await choose(page, 'music.xlsx', {
    name: 'Subjects',
    rows: [
      ['Subject', 'Code'],
      ['Music', 'MUS'],
    ],
  });
  await withSlowTable(1000, async () => {
    await button(page, 'Store 1 row').click();
    // The server has it, and its answer is never read.
    await page.waitForTimeout(500);
    await page.reload();
    await page.getByText(wordings.looking).waitFor();
  });
  await page.getByText('1 row stored.').waitFor({ timeout: 60_000 });
  await expect(page.getByText(wordings.looking).count()).resolves.toBe(0);
});

it('shows what somebody else is storing, and when it is stored', async () => {
  const [ada, bea] = await bothAtTheirDesks();
  const forty = '“forty.xlsx” moved in: Teachers (40).';
  // As many as take longer than it takes the other page to look twice.
  const rows = Array.from({ length: 40 }, (_, index) => [500 + index, `Kim${index}`, `Lee${index}`, '31-Jan-1980']);
  await choose(ada, 'forty.xlsx', {
    name: 'Teachers',
    rows: [['Teacher No.', 'First Name', 'Last Name', 'Date of Birth'], ...rows],
  });
  await withSlowTable(1500, async () => {
    await button(ada, 'Store 40 rows').click();
    await bea.getByText(wordings.othersStore('Ada Office', forty)).first().waitFor({ timeout: 60_000 });
    await lookAt(bea, 'two-watching');
  });
  await bea.getByText(wordings.othersStored('Ada Office', forty)).waitFor({ timeout: 60_000 });
  await lookAt(bea, 'two-watched');
});
