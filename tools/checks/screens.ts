/** `npm run screens`: pictures of every screen of the demo school, light and dark, desk and phone, for docs/screens.md. */
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { executeAction } from '#functions/platform/table/action.ts';
import { termsContract } from '#shared/school/contract.ts';
import { startSchool } from '../../local/school.ts';
import { launchBrowser, looks, openVisit } from '../../tests/support/browser.ts';
import { clientOfAccount } from '../../tests/support/callers/callers.ts';
import { signIn, submitSignIn } from '../../tests/support/callers/sign-in.ts';

process.env.LOG_LEVEL = 'warn';
const folder = fileURLToPath(new URL('../../docs/screens/', import.meta.url));

interface Screen {
  name: string;
  open(page: Page, url: string): Promise<void>;
}

const byRole = (page: Page, name: RegExp) =>
  page.getByRole('button', { name }).or(page.getByRole('link', { name })).first();

async function openLessons(page: Page, url: string): Promise<void> {
  await signIn(page, url, 'admin');
  await page.goto(`${url}/admin/dashboard/teachers`);
  await page.getByLabel('Search').fill('formteacher');
  await page
    .getByRole('button', { name: /^Lessons/ })
    .first()
    .click();
  await page.getByRole('dialog', { name: /^Lessons of / }).waitFor();
}

/** A day of school, whatever today is. */
function lastFriday(): string {
  const day = new Date();
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 2) % 7 || 7));
  return day.toISOString().slice(0, 10);
}

const screens: Screen[] = [
  { name: 'staff-sign-in', open: async (page, url) => void (await page.goto(url)) },
  {
    name: 'new-password',
    open: async (page, url) => {
      await page.goto(url);
      await submitSignIn(page, 'newteacher');
      await page.getByLabel('New Password').first().waitFor();
    },
  },
  { name: 'admin-sign-in', open: async (page, url) => void (await page.goto(`${url}/admin`)) },
  { name: 'main-menu', open: (page, url) => signIn(page, url, 'formteacher') },
  {
    name: 'select-subject-class',
    open: async (page, url) => {
      await signIn(page, url, 'formteacher');
      await byRole(page, /Enter Marks - End of Term/).click();
    },
  },
  {
    name: 'mark-sheet',
    open: async (page, url) => {
      await signIn(page, url, 'formteacher');
      await byRole(page, /Enter Marks - End of Term/).click();
      await page
        .getByText(/^English Language \d[A-E]$/)
        .first()
        .click();
      await page.getByRole('grid').waitFor();
    },
  },
  {
    name: 'mark-book',
    open: async (page, url) => {
      await signIn(page, url, 'formteacher');
      await byRole(page, /Enter Marks - Course Work/).click();
      await page
        .getByText(/^English Language \d[A-E]$/)
        .first()
        .click();
      await page.getByRole('grid').waitFor();
    },
  },
  {
    name: 'select-class',
    open: async (page, url) => {
      await signIn(page, url, 'admin');
      await page.goto(`${url}/admin/dashboard/enter-marks`);
      await byRole(page, /^1A$/).waitFor();
    },
  },
  {
    name: 'select-teacher',
    open: async (page, url) => {
      await signIn(page, url, 'admin');
      await page.goto(`${url}/admin/dashboard/course-mark?option=book`);
      await page.getByLabel('Search').waitFor();
    },
  },
  {
    name: 'term-reports',
    open: async (page, url) => {
      await signIn(page, url, 'formteacher');
      await byRole(page, /Edit\/View Term Reports/).click();
      await byRole(page, /form teacher/i).click();
      await page.getByRole('table').waitFor();
    },
  },
  {
    name: 'term-reports-office',
    open: async (page, url) => {
      await signIn(page, url, 'admin');
      await page.goto(`${url}/admin/dashboard/term-details?class=4A`);
      await page.getByRole('table').waitFor();
    },
  },
  {
    name: 'more-options',
    open: async (page, url) => {
      await signIn(page, url, 'admin');
      await page.goto(`${url}/admin/dashboard/term-details?class=4A`);
      await page.getByRole('button', { name: 'More Options' }).click();
      await page.getByRole('heading', { name: 'Change class' }).waitFor();
    },
  },
  {
    name: 'class-mark-sheet',
    open: async (page, url) => {
      await signIn(page, url, 'formteacher');
      await byRole(page, /Edit\/View Term Reports/).click();
      await byRole(page, /form teacher/i).click();
      await byRole(page, /Class Mark Sheet/).click();
      await byRole(page, /Generate Mark Sheet/).click();
      await page.getByRole('link', { name: 'Download' }).waitFor();
    },
  },
  {
    name: 'print-school',
    open: async (page, url) => {
      await signIn(page, url, 'admin');
      await page.goto(`${url}/admin/dashboard/term-details`);
      await byRole(page, /^Print School$/).click();
      // The first look prints; the next one finds it done.
      await page.getByText(/Not printed yet|report cards printed by/).waitFor();
      const start = byRole(page, /^Print Report Cards$/);
      if (await start.isVisible()) await start.click();
      await page.getByText(/report cards printed by/).waitFor({ timeout: 120_000 });
      await byRole(page, /^Students of 1A$/).click();
      await page.getByRole('listitem').first().waitFor();
    },
  },
  {
    name: 'post-term-reports',
    open: async (page, url) => {
      await signIn(page, url, 'admin');
      await page.goto(`${url}/admin/dashboard/post-reports`);
      // A term that is nearly whole: some of its cards are a few lines over.
      await byRole(page, /^Edit: .+ Term 3$/).click();
      await page.getByText(/are set tighter to stay on one page/).waitFor();
    },
  },
  { name: 'current-term', open: (page, url) => signIn(page, url, 'admin') },
  {
    name: 'students',
    open: async (page, url) => {
      await signIn(page, url, 'admin');
      await page.goto(`${url}/admin/dashboard/students`);
      await page.getByRole('grid', { name: 'Current students' }).waitFor();
    },
  },
  {
    name: 'student-page',
    open: async (page, url) => {
      await signIn(page, url, 'admin');
      await page.goto(`${url}/admin/dashboard/students`);
      await page.getByRole('rowheader').first().getByRole('button').click();
      await page.getByRole('heading', { name: 'Subjects and marks' }).waitFor();
    },
  },
  {
    name: 'upload-students',
    open: async (page, url) => {
      await signIn(page, url, 'admin');
      await page.goto(`${url}/admin/dashboard/students?upload=students`);
      const list = [
        'Surname,First Name,Class,DOB,House,Town',
        'Baptiste,Anaïs,1A,5 March 2014,Red,Arima',
        'De Freitas,Joel,1B,1/2/2014,Blue,Couva',
        'Ramkissoon,Priya,1C,17 June 2014,Purple,Siparia',
      ];
      const file = { name: 'form one.csv', mimeType: 'text/csv', buffer: Buffer.from(list.join('\n')) };
      await page.locator('input[type=file]').setInputFiles(file);
      await page.getByRole('alertdialog', { name: 'Upload Students' }).waitFor();
    },
  },
  {
    name: 'erase-student',
    open: async (page, url) => {
      await signIn(page, url, 'admin');
      await page.goto(`${url}/admin/dashboard/students?view=archive`);
      const first = page.getByRole('grid', { name: 'Archived students' }).getByRole('rowheader').first();
      await first.getByRole('button').click();
      await page.getByRole('button', { name: 'Erase' }).click();
      await page.getByText('This stays').waitFor();
    },
  },
  {
    name: 'select-data-columns',
    open: async (page, url) => {
      await signIn(page, url, 'admin');
      await page.goto(`${url}/admin/dashboard/students?choose=columns`);
      await page.getByRole('dialog', { name: 'Select Data Columns' }).waitFor();
    },
  },
  {
    name: 'teachers',
    open: async (page, url) => {
      await signIn(page, url, 'admin');
      await page.goto(`${url}/admin/dashboard/teachers`);
      await page.getByRole('grid').waitFor();
    },
  },
  {
    name: 'new-teacher',
    open: async (page, url) => {
      await signIn(page, url, 'admin');
      await page.goto(`${url}/admin/dashboard/teachers?add=1`);
      await page.getByLabel('First Name').fill('Zoë');
      await page.getByLabel('Last Name').fill('Castillo');
    },
  },
  { name: 'lessons', open: openLessons },
  {
    name: 'hand-over',
    open: async (page, url) => {
      await openLessons(page, url);
      await page.getByRole('button', { name: /^Hand Over/i }).click();
      await page.getByRole('region', { name: 'Hand over' }).waitFor();
    },
  },
  {
    name: 'administrators',
    open: async (page, url) => {
      await signIn(page, url, 'admin');
      await page.goto(`${url}/admin/dashboard/teachers?tab=administrators&admin=new`);
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'register-students',
    open: async (page, url) => {
      await signIn(page, url, 'admin');
      await byRole(page, /Register Students/).click();
      await page.getByText(/registered/).waitFor();
    },
  },
  {
    name: 'subjects',
    open: async (page, url) => {
      await signIn(page, url, 'admin');
      await page.goto(`${url}/admin/dashboard/subjects`);
      await page.getByRole('button', { name: 'Edit Subject: Accounting' }).waitFor();
    },
  },
  {
    name: 'subject-students',
    open: async (page, url) => {
      await signIn(page, url, 'admin');
      await page.goto(`${url}/admin/dashboard/subjects?tab=assignment&students=ACCT`);
      await page.getByText(/students take this subject/).waitFor();
    },
  },
  {
    name: 'batch-assignment',
    open: async (page, url) => {
      await signIn(page, url, 'admin');
      await page.goto(`${url}/admin/dashboard/subjects?tab=batch&subject=BIOL&level=4`);
      await page.getByText(/^Assigned: /).waitFor();
    },
  },
  {
    name: 'student-attendance',
    open: async (page, url) => {
      await signIn(page, url, 'admin');
      await page.goto(`${url}/admin/dashboard/student-attendance`);
      await page.getByText('Attendance - Class').waitFor();
    },
  },
  {
    name: 'attendance-summary',
    open: async (page, url) => {
      await signIn(page, url, 'admin');
      await page.goto(`${url}/admin/dashboard/student-attendance?act=summary`);
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'class-register',
    open: async (page, url) => {
      await signIn(page, url, 'formteacher');
      await byRole(page, /Class Register/).click();
      await page.waitForURL(/class-register/);
      const address = new URL(page.url());
      address.searchParams.set('date', lastFriday());
      await page.goto(address.href);
      await page.getByRole('button', { name: /All present/i }).waitFor();
    },
  },
  {
    name: 'school-days',
    open: async (page, url) => {
      await signIn(page, url, 'admin');
      await page.goto(`${url}/admin/dashboard/student-attendance?act=days`);
      await page.getByRole('table', { name: 'Days of the term' }).waitFor();
    },
  },
  {
    name: 'attendance-class',
    open: async (page, url) => {
      await signIn(page, url, 'admin');
      await page.goto(`${url}/admin/dashboard/student-attendance?act=class`);
      await page.getByRole('dialog').getByRole('button', { name: 'Show Report' }).waitFor();
    },
  },
  {
    name: 'attendance-set-term',
    open: async (page, url) => {
      await signIn(page, url, 'admin');
      await page.goto(`${url}/admin/dashboard/student-attendance?act=set-term`);
      await page.getByRole('dialog').getByRole('button', { name: /Edit/ }).first().waitFor();
    },
  },
  {
    name: 'attendance-update-term-reports',
    open: async (page, url) => {
      await signIn(page, url, 'admin');
      await page.goto(`${url}/admin/dashboard/student-attendance?act=update-term-reports`);
      await page.getByText(/would change/).waitFor();
    },
  },
  {
    name: 'attendance-stations',
    open: async (page, url) => {
      await signIn(page, url, 'admin');
      await page.goto(`${url}/admin/dashboard/student-attendance?act=stations`);
      await page.getByLabel('New station').waitFor();
    },
  },
  {
    name: 'scan-station',
    open: async (page, url) => {
      await signIn(page, url, 'admin');
      await page.goto(`${url}/admin/dashboard/student-attendance?act=stations`);
      await page.getByLabel('New station').fill('Main gate');
      await page.getByRole('button', { name: 'Make a link' }).click();
      await page.goto(await page.getByRole('region', { name: 'Link of Main gate' }).locator('code').innerText());
      await page.getByText('Scan your card').waitFor();
    },
  },
  {
    name: 'attendance-import',
    open: async (page, url) => {
      await signIn(page, url, 'admin');
      await page.goto(`${url}/admin/dashboard/student-attendance?act=import`);
      const rows = ['id,time', ...['01633', '01634', 'LOST'].map((id) => `${id},${lastFriday()} 07:50`)];
      const file = { name: 'scans.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) };
      await page.getByLabel('File of scans').setInputFiles(file);
      await page.getByRole('region', { name: 'What scans.csv adds' }).waitFor();
    },
  },
  {
    name: 'attendance-archive',
    open: async (page, url) => {
      await signIn(page, url, 'admin');
      await page.goto(`${url}/admin/dashboard/student-attendance?act=archive`);
      await page
        .getByRole('dialog')
        .getByText(/are archived by half years|can be archived/)
        .waitFor();
    },
  },
  {
    name: 'attendance-of-a-student',
    open: async (page, url) => {
      await signIn(page, url, 'admin');
      await page.goto(`${url}/admin/dashboard/student-attendance?act=students`);
      await page.getByRole('rowheader').first().getByRole('button').click();
      await page
        .getByText(/Possible attendance/i)
        .first()
        .waitFor();
    },
  },
  {
    name: 'reports',
    open: async (page, url) => {
      await signIn(page, url, 'admin');
      await page.goto(`${url}/admin/dashboard/reports`);
      await page.getByText('E-Report Student Access Logs').waitFor();
    },
  },
  {
    name: 'student-registration',
    open: async (page, url) => {
      await signIn(page, url, 'admin');
      await page.goto(`${url}/admin/dashboard/registration`);
      await page.getByRole('grid').waitFor();
    },
  },
  {
    name: 'completeness',
    open: async (page, url) => {
      await signIn(page, url, 'admin');
      await page.goto(`${url}/admin/dashboard/completeness`);
      await page.getByRole('grid').first().waitFor();
      await page.getByLabel('Loading the other forms').waitFor({ state: 'detached' });
    },
  },
  {
    name: 'office-log',
    open: async (page, url) => {
      await signIn(page, url, 'admin');
      await changeInOffice(url);
      await page.goto(`${url}/admin/dashboard/office-log`);
      await page.getByRole('grid').or(page.getByRole('table')).first().waitFor();
    },
  },
  {
    name: 'promotion-plan',
    open: async (page, url) => {
      await signIn(page, url, 'admin');
      await page.goto(`${url}/admin/dashboard/promotion-plan`);
      await page.getByRole('grid').waitFor();
    },
  },
  {
    name: 'promotion',
    open: async (page, url) => {
      await signIn(page, url, 'admin');
      await byRole(page, /Register Students/).waitFor();
      const menu = page.getByRole('button', { name: 'Menu' });
      if (await menu.isVisible()) await menu.click();
      await byRole(page, /^Promotion$/).click();
      await page.getByText(/to their next class/).waitFor();
    },
  },
];

/** The log of a school that was filled just now is empty: a few changes, other ones for each look. */
async function changeInOffice(url: string): Promise<void> {
  const { accountByUserName } = await import('../../functions/sessions/accounts.ts');
  const office = await clientOfAccount(url, (await accountByUserName('admin'))?.accountId ?? '');
  const windows = (await office.call(termsContract.listRegistrationWindows, {})).body;
  for (const { form_level, open } of windows.slice(0, 4)) {
    const change = { form_level, open: open === 1 ? (0 as const) : (1 as const) };
    await office.call(termsContract.saveRegistrationWindow, { ...change, deadline: null });
  }
  const [term] = (await office.call(termsContract.listAcademicTerms, {})).body.filter((one) => one.is_current);
  if (!term) throw new Error('The demo school has no current term.');
  const possible_attendance = (term.possible_attendance ?? 120) + 2;
  await office.call(termsContract.saveAcademicTerm, { ...term, possible_attendance });
}

/** A year that has no lessons yet: last, for every other screen is of the year before. */
const newYear: Screen = {
  name: 'new-year',
  open: async (page, url) => {
    await signIn(page, url, 'admin');
    await byRole(page, /^Take over lessons from/).click();
    await page.getByRole('dialog').waitFor();
  },
};

async function beginNewYear(): Promise<void> {
  const { CurrentPeriodEntity, currentPeriod, PeriodEntity } = await import(
    '../../functions/school/records/periods.ts'
  );
  const now = await currentPeriod();
  if (!now) throw new Error('The demo school has no current term.');
  const next = { year: now.year + 1, term: 1 as const };
  await executeAction(PeriodEntity.put(next));
  await executeAction(CurrentPeriodEntity.put(next));
}

async function take({ name, open }: Screen, look: (typeof looks)[number]): Promise<void> {
  const { context, page } = await openVisit(browser, look);
  await open(page, school.url);
  await page.waitForTimeout(700);
  await page.screenshot({ path: `${folder}${name}-${look.name.replace(', ', '-')}.png` });
  await context.close();
}

await mkdir(folder, { recursive: true });
const school = await startSchool({ dataFolder: ':memory:', port: 0, site: 'built', isDemo: true });
const browser = await launchBrowser({ isWhole: true });
// Those that are named alone, where some are: `npm run screens -- reports students`.
const named = process.argv.slice(2);
const isWanted = ({ name }: Screen) => named.length === 0 || named.includes(name);
for (const look of [looks[0], looks[3]]) for (const screen of screens.filter(isWanted)) await take(screen, look);
if (isWanted(newYear)) {
  await beginNewYear();
  for (const look of [looks[0], looks[3]]) await take(newYear, look);
}
await browser.close();
await school.stop();
process.exit(0);
