import type { Page } from 'playwright-core';
import { verifyPageWordings } from '#shared/options/signed-cards/wordings.ts';
import { termsContract } from '#shared/school/contract.ts';
import { clientOfAccount } from '../../tests/support/callers/callers.ts';
import { signIn, submitSignIn } from '../../tests/support/callers/sign-in.ts';
import { unfoldTools } from '../../tests/support/page/unfold-tools.ts';
import { postSignedCard, signInAsStudent } from './screens-of-families.ts';

/** Opens a screen of the demo school in a browser that is signed in nowhere; resolves when it is drawn. */
export type OpenScreen = (page: Page, url: string) => Promise<void>;

/** What is done on a page until it shows what the picture is of. */
type Steps = (page: Page) => Promise<void>;

/** A screen of the office, by its address in the admin area. */
const office =
  (path: string, steps: Steps): OpenScreen =>
  async (page, url) => {
    await signIn(page, url, 'admin');
    await page.goto(`${url}/admin/dashboard/${path}`);
    await steps(page);
  };

/** A screen of a form teacher, by its line in the main menu. */
const teacher =
  (line: RegExp, steps?: Steps): OpenScreen =>
  async (page, url) => {
    await signIn(page, url, 'formteacher');
    await press(page, line);
    await steps?.(page);
  };

const byRole = (page: Page, name: RegExp) =>
  page.getByRole('button', { name }).or(page.getByRole('link', { name })).first();

const press = (page: Page, name: RegExp) => byRole(page, name).click();

const text = (content: string | RegExp) => (page: Page) => page.getByText(content).first().waitFor();

const grid: Steps = (page) => page.getByRole('grid').first().waitFor();

const openEnglish: Steps = async (page) => {
  // The main menu names the same classes.
  await page.getByRole('heading', { name: 'Select Subject Class' }).waitFor();
  await page
    .getByText(/^English Language \d[A-E]$/)
    .first()
    .click();
  await grid(page);
};

const openOwnClass: Steps = async (page) => {
  // Lines of the main menu speak of form teachers too.
  await page.waitForURL(/view-reports/);
  await press(page, /form teacher/i);
  await page.getByRole('table').waitFor();
};

const openLessons = office('teachers', async (page) => {
  await page.getByLabel('Search').fill('formteacher');
  await press(page, /^Lessons: /);
  await page.getByRole('dialog', { name: /^Lessons of / }).waitFor();
});

const openFirstRow: Steps = (page) => page.getByRole('rowheader').first().getByRole('button').click();

const chooseFile = async (page: Page, name: string, lines: readonly string[]) => {
  const file = { name, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) };
  await page.locator('input[type=file]').setInputFiles(file);
};

/** A day of school, whatever today is. */
function lastFriday(): string {
  const day = new Date();
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 2) % 7 || 7));
  return day.toISOString().slice(0, 10);
}

/** The log of a school that was filled just now is empty: a few changes, other ones for each look. */
async function changeInOffice(url: string): Promise<void> {
  const { findAccountByUserName } = await import('../../functions/sessions/accounts.ts');
  const client = await clientOfAccount(url, (await findAccountByUserName('admin'))?.accountId ?? '');
  const windows = (await client.call(termsContract.listRegistrationWindows, {})).body;
  // The form whose families register has a deadline; it stays as it is.
  for (const { form_level, open } of windows.filter(({ deadline }) => deadline === null).slice(0, 4)) {
    const change = { form_level, open: open === 1 ? (0 as const) : (1 as const) };
    await client.call(termsContract.saveFormLevelRegistration, { ...change, deadline: null });
  }
  // There and back: the other pictures are of the school as it was filled.
  for (const more of [2, -2]) {
    const [term] = (await client.call(termsContract.listAcademicTerms, {})).body.filter((one) => one.is_current);
    if (!term) throw new Error('The demo school has no current term.');
    const possible_attendance = (term.possible_attendance ?? 120) + more;
    await client.call(termsContract.saveAcademicTerm, { ...term, possible_attendance });
  }
}

/** By the name of the picture. */
export const screens: Readonly<Record<string, OpenScreen>> = {
  'staff-sign-in': async (page, url) => void (await page.goto(url)),
  'new-password': async (page, url) => {
    await page.goto(url);
    await submitSignIn(page, 'newteacher');
    await page.getByLabel('New Password').first().waitFor();
  },
  'admin-sign-in': async (page, url) => void (await page.goto(`${url}/admin`)),
  'main-menu': (page, url) => signIn(page, url, 'formteacher'),
  'select-subject-class': teacher(/Enter Marks - End of Term/),
  'mark-sheet': teacher(/Enter Marks - End of Term/, openEnglish),
  'mark-book': teacher(/Enter Marks - Course Work/, openEnglish),
  'select-class': office('enter-marks', (page) => byRole(page, /^1A$/).waitFor()),
  'select-teacher': office('course-mark?option=book', (page) => page.getByLabel('Search').waitFor()),
  'term-reports': teacher(/Edit\/View Term Reports/, openOwnClass),
  'term-reports-office': office('term-details?class=4A', (page) => page.getByRole('table').waitFor()),
  'more-options': office('term-details?class=4A', async (page) => {
    await unfoldTools(page);
    await press(page, /^More Options$/);
    await page.getByRole('heading', { name: 'Change class' }).waitFor();
  }),
  'class-mark-sheet': teacher(/Edit\/View Term Reports/, async (page) => {
    await openOwnClass(page);
    await unfoldTools(page);
    await press(page, /Class Mark Sheet/);
    await press(page, /Generate Mark Sheet/);
    await page.getByRole('link', { name: 'Download' }).waitFor();
  }),
  'print-school': office('term-details', async (page) => {
    await press(page, /^Print School$/);
    // The first look prints; the next one finds it done.
    await page.getByText(/Not printed yet|report cards printed by/).waitFor();
    const start = byRole(page, /^Print Report Cards$/);
    if (await start.isVisible()) await start.click();
    await page.getByText(/report cards printed by/).waitFor({ timeout: 120_000 });
    await press(page, /^Students of 1A$/);
    await page.getByRole('listitem').first().waitFor();
  }),
  'post-term-reports': office('post-reports', async (page) => {
    // A term that is nearly whole: some of its cards are a few lines over.
    await press(page, /^Edit: .+ Term 3$/);
    await page.getByText(/are set tighter to stay on one page/).waitFor({ timeout: 60_000 });
  }),
  'card-layouts': office('card-layouts', async (page) => {
    // The first look begins one; the next one finds it.
    await page
      .getByText(/^(?:Report cards look as|Draft saved)/)
      .first()
      .waitFor();
    if ((await page.getByText('Draft saved').count()) === 0) {
      await page.getByLabel('New layout, beginning with').click();
      await page.getByRole('option', { name: 'Two pages' }).click();
    }
    await page.locator('iframe').waitFor();
  }),
  'current-term': (page, url) => signIn(page, url, 'admin'),
  students: office('students', (page) => page.getByRole('grid', { name: 'Current students' }).waitFor()),
  'student-page': office('students', async (page) => {
    await openFirstRow(page);
    await page.getByRole('heading', { name: 'Subjects and marks' }).waitFor();
  }),
  'upload-students': office('students?upload=students', async (page) => {
    await chooseFile(page, 'form one.csv', [
      'Surname,First Name,Class,DOB,House,Town',
      'Baptiste,Anaïs,1A,5 March 2014,Red,Arima',
      'De Freitas,Joel,1B,1/2/2014,Blue,Couva',
      'Ramkissoon,Priya,1C,17 June 2014,Purple,Siparia',
    ]);
    await press(page, /the day comes first$/);
    await page.getByRole('alertdialog', { name: 'Upload Students' }).waitFor();
  }),
  'erase-student': office('students?view=archive', async (page) => {
    await page.getByRole('grid', { name: 'Archived students' }).waitFor();
    await openFirstRow(page);
    await press(page, /Erase/);
    await page.getByText('This stays').waitFor();
  }),
  'select-data-columns': office('students?choose=columns', (page) =>
    page.getByRole('dialog', { name: 'Select Data Columns' }).waitFor(),
  ),
  teachers: office('teachers', grid),
  'new-teacher': office('teachers?add=1', async (page) => {
    await page.getByLabel('First Name').fill('Zoë');
    await page.getByLabel('Last Name').fill('Castillo');
  }),
  lessons: openLessons,
  'hand-over': async (page, url) => {
    await openLessons(page, url);
    await press(page, /^Hand Over/i);
    await page.getByRole('region', { name: 'Hand over' }).waitFor();
  },
  administrators: office('teachers?tab=administrators&admin=new', (page) => page.getByRole('dialog').waitFor()),
  'register-students': async (page, url) => {
    await signIn(page, url, 'admin');
    await press(page, /Register Students/);
    await page.getByText(/registered/).waitFor();
  },
  subjects: office('subjects', (page) => byRole(page, /^Edit Subject: Accounting$/).waitFor()),
  'subject-students': office('subjects?tab=assignment&students=ACCT', text(/students take this subject/)),
  'batch-assignment': office('subjects?tab=batch&subject=BIOL&level=4', text(/^Assigned: /)),
  'student-attendance': office('student-attendance', text('Attendance - Class')),
  'attendance-summary': office('student-attendance?act=summary', (page) => page.getByRole('dialog').waitFor()),
  'class-register': teacher(/Class Register/, async (page) => {
    await page.waitForURL(/class-register/);
    const address = new URL(page.url());
    address.searchParams.set('date', lastFriday());
    await page.goto(address.href);
    await byRole(page, /All present/i).waitFor();
  }),
  'school-days': office('student-attendance?act=days', (page) =>
    page.getByRole('table', { name: 'Days of the term' }).waitFor(),
  ),
  'attendance-class': office('student-attendance?act=class', (page) => byRole(page, /^Show Report$/).waitFor()),
  'attendance-set-term': office('student-attendance?act=set-term', (page) =>
    page.getByRole('dialog').getByRole('button', { name: /Edit/ }).first().waitFor(),
  ),
  'attendance-update-term-reports': office('student-attendance?act=update-term-reports', text(/would change/)),
  'attendance-stations': office('student-attendance?act=stations', (page) => page.getByLabel('New station').waitFor()),
  'scan-station': office('student-attendance?act=stations', async (page) => {
    await page.getByLabel('New station').fill('Main gate');
    await press(page, /^Make a link$/);
    await page.goto(await page.getByRole('region', { name: 'Link of Main gate' }).locator('code').innerText());
    await page.getByText('Scan your card').waitFor();
  }),
  'attendance-import': office('student-attendance?act=import', async (page) => {
    const scans = ['01633', '01634', 'LOST'].map((id) => `${id},${lastFriday()} 07:50`);
    await page.getByLabel('File of scans').waitFor({ state: 'attached' });
    await chooseFile(page, 'scans.csv', ['id,time', ...scans]);
    await page.getByRole('region', { name: 'What scans.csv adds' }).waitFor();
  }),
  'attendance-archive': office('student-attendance?act=archive', text(/are archived by half years|can be archived/)),
  'attendance-of-a-student': office('student-attendance?act=students', async (page) => {
    await openFirstRow(page);
    await text(/Possible attendance/i)(page);
  }),
  reports: office('reports', text('E-Report Student Access Logs')),
  'check-reports': office('check-reports', async (page) => {
    await grid(page);
    await page.getByText(/forms are checked/).waitFor({ state: 'detached', timeout: 60_000 });
  }),
  'check-reports-of-a-class': office('check-reports?class=2A', (page) =>
    page
      .getByRole('listitem')
      .or(page.getByText(/Nothing/))
      .first()
      .waitFor({ timeout: 60_000 }),
  ),
  'move-in': office('move-in', text('Bring the school in with the files')),
  oneroster: office('oneroster', async (page) => {
    await press(page, /^Make (File|Again)$/);
    await page
      .getByRole('link', { name: /^Download/ })
      .first()
      .waitFor({ timeout: 60_000 });
  }),
  'oneroster-keys': office('oneroster?show=keys', async (page) => {
    const made = byRole(page, /^End: Library$/);
    await page.getByText('There are no keys yet').or(made).waitFor();
    // Made for the picture before this one.
    if (await made.isVisible()) return;
    await page.getByLabel('New key for').fill('Library');
    await press(page, /^Make a Key$/);
    await page.getByText('The key for Library is ready').waitFor();
    // No picture has a secret.
    await press(page, /^Done$/);
    await made.waitFor();
  }),
  'sign-reports': office('sign-reports', text('1A')),
  'sign-reports-of-a-class': office('sign-reports?class=2A', (page) =>
    byRole(page, /^Clean|^Remind|^All classes/).waitFor(),
  ),
  'class-council': office('class-council?class=2A', (page) => page.getByRole('textbox').first().waitFor()),
  'district-figures': office('district-figures', (page) => byRole(page, /^Make/).waitFor()),
  'school-in-a-file': office('teachers?tab=administrators', async (page) => {
    await press(page, /^School in a File$/);
    await page.getByRole('dialog', { name: 'School in a File' }).waitFor();
  }),
  transcripts: office('transcripts?class=2A', async (page) => {
    await press(page, /^Open /);
    await page.getByRole('region', { name: /^\d{4}-\d{4}$/ }).waitFor();
  }),
  'student-registration': office('registration', (page) => page.getByRole('table').first().waitFor()),
  families: office('families', (page) => page.getByRole('region', { name: 'Classes' }).waitFor()),
  'letters-to-families': office('family-mails', (page) =>
    page.getByRole('region', { name: 'Letters by class' }).waitFor(),
  ),
  'report-links': office('families?links=2A', (page) =>
    page.getByRole('dialog').getByRole('button', { name: 'Print Slips' }).waitFor(),
  ),
  'family-notes': office('student-attendance?act=register&class=2A', async (page) => {
    await press(page, /^Family Notes/);
    await page
      .getByRole('dialog', { name: 'Family notes' })
      .getByText(/A cold/)
      .waitFor();
  }),
  'student-sign-in': async (page, url) => {
    await page.goto(`${url}/student`);
    await page.getByLabel('Student ID').waitFor();
  },
  'student-reports': async (page, url) => {
    await signInAsStudent(page, url);
    await page.getByRole('img', { name: /^Averages/ }).waitFor();
  },
  'student-absences': async (page, url) => {
    await signInAsStudent(page, url);
    await page.getByRole('link', { name: 'Absence notes' }).click();
    await page.getByText('A cold, with fever').waitFor();
  },
  'student-report': async (page, url) => {
    await signInAsStudent(page, url);
    await page.getByRole('link', { name: /^Term 1/ }).click();
    await page.getByRole('heading', { name: 'Subjects' }).waitFor();
  },
  'verify-card': async (page, url) => {
    signedCode ??= postSignedCard();
    await page.goto(`${url}/verify#${await signedCode}`);
    await page.getByRole('heading', { name: verifyPageWordings.outcomes.valid.head }).waitFor();
  },
  completeness: office('completeness', async (page) => {
    await grid(page);
    await page.getByLabel('Loading the other forms').waitFor({ state: 'detached' });
  }),
  'office-log': async (page, url) => {
    await changeInOffice(url);
    await office('office-log', (at) => at.getByRole('grid').or(at.getByRole('table')).first().waitFor())(page, url);
  },
  'promotion-plan': office('promotion-plan', grid),
  promotion: async (page, url) => {
    await signIn(page, url, 'admin');
    await byRole(page, /Register Students/).waitFor();
    const menu = byRole(page, /^Menu$/);
    if (await menu.isVisible()) await menu.click();
    await press(page, /^Promotion$/);
    await page.getByText(/to their next class/).waitFor();
  },
};

let signedCode: Promise<string> | undefined;
