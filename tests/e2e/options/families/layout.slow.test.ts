import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { TermReportEntity } from '#functions/marks/records/term-report.ts';
import { PostedReportEntity } from '#functions/term-reports/report-cards/posting/posted-reports.ts';
import { registrationSteps } from '#shared/options/families/registration-fields.ts';
import { familyRegistrationWordings, linkWordings } from '#shared/options/families/wordings.ts';
import { bytesToDigits } from '#shared/options/signed-cards/signed-card.ts';
import { verifyPageWordings as texts, verificationWordings } from '#shared/options/signed-cards/wordings.ts';
import { termsContract } from '#shared/school/contract.ts';
import { studentRegisterContract } from '#shared/students/register/contract.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { postReports } from '../../../integration/term-reports/report-cards/post-reports.ts';
import { printCards } from '../../../integration/term-reports/report-cards/printed-cards.ts';
import { schoolInBrowser } from '../../../support/browser-school.ts';
import { clientOfAccount } from '../../../support/callers/callers.ts';
import { makeJpeg } from '../../../support/files/sample-files.ts';
import { auditPage } from '../../../support/layout/audit.ts';
import { withWhiteBox } from '../../../support/options/signed-cards/forged-pdfs.ts';
import { postReportOfStudent } from '../../../support/school/posted-report.ts';
import { executeActionOfTest } from '../../../support/school/records.ts';
import { addStudentAccount, password, startSmallSchool, term, year } from '../../../support/school/small-school.ts';

/** What families, students and employers see, of a student with the longest name. */
const school = schoolInBrowser(() => startSmallSchool({ site: 'built' }));
vi.setConfig({ testTimeout: 300_000 });

const name = {
  last_name: 'Aaron-Bartholomew Ramkissoon',
  first_name: 'Christopher Emmanuel-Alexander',
  date_of_birth: '2010-05-17',
};
const past = { year: year - 1, term };

beforeAll(async () => {
  await addStudentAccount('S41');
  const office = await clientOfAccount(school.url, 'A1');
  const saved = await office.call(studentRegisterContract.saveStudent, { id: 'S41', ...name });
  expect(saved.status).toBe(200);
  await postReportOfStudent('S41', past);
});

/** The student's own pages, signed in. */
async function visitAsStudent() {
  const { cookies } = await clientOfAccount(school.url, 'student.S41');
  const visited = await school.visit();
  await visited.context.addInitScript(() => localStorage.setItem('formroom.family', '1'));
  await visited.context.addCookies([{ name: 'session', value: cookies.get('session') ?? '', url: school.url }]);
  return visited;
}

describe('nothing to trip over', () => {
  it('on a student’s own pages, and in the steps of a registration', async () => {
    const { page } = await visitAsStudent();
    const lines: string[] = [];
    const look = async (of: string) => lines.push(...(await auditPage(page, `student ${of}`)));
    for (const [path, heading] of [
      ['sessions', /signed in|Sessions/i],
      ['password', /password/i],
      ['registration', 'My registration'],
    ] as const) {
      await page.goto(`${school.url}/student/${path}`);
      await page.getByRole('heading', { name: heading }).first().waitFor();
      await page.waitForLoadState('networkidle');
      await look(path);
    }
    await page.goto(`${school.url}/student/password`);
    await page.getByLabel('Current Password').fill('not this one');
    await page.getByLabel('New Password').fill('password12');
    await page.getByLabel('Confirm Password').fill('password13');
    await page.getByRole('button', { name: 'CHANGE PASSWORD' }).click();
    await page.getByRole('alert').first().waitFor();
    await look('password refused');

    const office = await clientOfAccount(school.url, 'A1');
    await office.call(termsContract.saveFormLevelRegistration, { form_level: 4, open: 1, deadline: null });
    const step = async (number: number) => {
      await page.goto(`${school.url}/student/registration?step=${number}`);
      await page.getByRole('heading', { name: 'My registration' }).waitFor();
      await page.waitForLoadState('networkidle');
    };
    for (const number of registrationSteps.keys()) {
      await step(number + 1);
      await look(`registration step ${number + 1}`);
    }
    await step(1);
    await page.getByLabel('Birth Cerficate Pin').fill('BC 4141');
    await page.getByLabel('Last Name').focus();
    await page.getByText('All saved').waitFor();
    await step(2);
    await page.getByLabel('Cell Phone').fill('none');
    await page.getByLabel('Home Address').fill('Apartment 12, Santa Rosa Heights Extension, Eastern Main Road, Arima');
    await page.getByRole('alert').first().waitFor();
    await look('registration refused');
    await step(registrationSteps.length + 1);
    const passport = page.getByRole('group', { name: 'Passport Bio Page' });
    await passport
      .getByLabel('Take a picture: Passport Bio Page')
      .setInputFiles({ name: 'page.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(makeJpeg({})) });
    await passport.getByText(familyRegistrationWordings.fileSent).waitFor();
    await look('registration files');
    await step(2);
    await page.getByLabel('Cell Phone').fill('868-555-0123');
    await page.getByLabel('Email').focus();
    await page.getByText('All saved').waitFor();
    await step(registrationSteps.length + 2);
    await page.getByRole('heading', { name: 'Summary' }).waitFor();
    await look('registration summary');
    await page.getByRole('button', { name: 'Hand In' }).click();
    await expect.poll(() => page.locator('main').innerText(), { timeout: 10_000 }).toContain('Handed in');
    await look('registration handed in');
    expect(lines).toEqual([]);
  });

  it('at the entrance of a link, whatever it opens', async () => {
    const { page: office } = await school.visitAs('admin', undefined, { password });
    await office.goto(`${school.url}/admin/dashboard/families?links=4A&year=${past.year}&term=${past.term}`);
    await office.getByRole('row', { name: /S41/ }).waitFor();
    await office
      .getByRole('button', { name: /^(Make links|Print Slips)/ })
      .first()
      .click();
    await office.getByRole('button', { name: /^Show link of Aaron/ }).click();
    const address = await office.locator('code').innerText();
    const { page } = await school.visit();
    const lines: string[] = [];
    const look = async (of: string) => lines.push(...(await auditPage(page, `link ${of}`)));
    await page.goto(`${school.url}/student/link#short`);
    await page.getByText(linkWordings.noLink).waitFor();
    await look('that is none');
    await page.goto(address);
    await page.getByRole('group', { name: linkWordings.askDate }).waitFor();
    await look('asks');
    const type = async (parts: readonly string[]) => {
      for (const [index, label] of ['Day', 'Month', 'Year'].entries())
        await page.getByLabel(label).fill(parts[index] ?? '');
      await page.getByRole('button', { name: 'OPEN REPORT' }).click();
    };
    await type(['31', '2', '2010']);
    await page.getByRole('alert').first().waitFor();
    await look('refuses');
    await type(['17', '5', '2010']);
    await page.getByRole('heading', { name: /^Term report/ }).waitFor();
    await look('opens');
    expect(lines).toEqual([]);
  });
});

describe('nothing to trip over where a card is checked', () => {
  const wait = (page: Page, head: string) => page.getByRole('heading', { name: head }).first().waitFor();
  const signedOf = async (studentId: string) => {
    const copies = await PostedReportEntity.query({ studentId });
    return Buffer.from(copies.at(-1)?.signed ?? '', 'base64url');
  };
  const linkOf = (signed: Buffer) => `${school.url}/verify#${bytesToDigits(signed)}`;

  it('before a card is chosen, and in every outcome', async () => {
    const admin = await clientOfAccount(school.url, 'A1');
    await postReports(admin, { posted: 1, date_posted: null });
    const signed = await signedOf('S42');
    const changed = Buffer.from(signed);
    // One of the bytes of the figures: before the signature, behind the key.
    changed.writeUInt8(changed.readUInt8(changed.length - 65) ^ 1, changed.length - 65);
    const pdf = Buffer.from((await printCards(admin, { studentId: 'S42' })).bytes);

    const { page, complaints } = await school.visit();
    const lines: string[] = [];
    const look = async (of: string) => lines.push(...(await auditPage(page, `verify ${of}`)));
    const open = async (address: string, shown: () => Promise<void>) => {
      await page.goto('about:blank');
      await page.goto(address);
      await shown();
    };
    const choose = async (buffer: Uint8Array, on = page) => {
      const file = { name: 'The report card of my daughter, Term 1 (second copy, with stamp).pdf' };
      await on
        .getByLabel(texts.pdf)
        .setInputFiles({ ...file, mimeType: 'application/pdf', buffer: Buffer.from(buffer) });
      await on.getByText(texts.checking).waitFor({ state: 'detached' });
    };
    await open(`${school.url}/verify`, () => page.getByLabel(texts.code).waitFor());
    await look('asks');
    await page.getByLabel(texts.code).fill('00000-00000');
    await page.getByRole('button', { name: texts.check, exact: true }).click();
    await page.getByText(verificationWordings.noSuchCode).waitFor();
    // The browser notes the answer 404.
    complaints.splice(0);
    await look('no such code');
    await open(`${school.url}/verify#12345`, () => page.getByText(verificationWordings.noCard).waitFor());
    await look('no card');
    await open(linkOf(changed), () => wait(page, texts.outcomes['not ours'].head));
    await look('not ours');
    await open(linkOf(signed), () => wait(page, texts.outcomes.valid.head));
    await choose(pdf);
    await wait(page, texts.files.issued.head);
    await look('the file itself');
    await choose(await withWhiteBox(pdf));
    await wait(page, texts.files.other.head);
    await look('another file');
    const { page: offline, complaints: missed } = await school.visit();
    await offline.route('**/api/card-status**', (route) => route.abort());
    await offline.goto(linkOf(signed));
    await wait(offline, texts.outcomes['status unknown'].head);
    await offline.getByText(texts.outcomes['status unknown'].text).waitFor();
    lines.push(...(await auditPage(offline, 'verify status unknown')));
    // The lists are there, and the card of the code is not.
    await offline.unroute('**/api/card-status**');
    await offline.route(
      ({ pathname }) => pathname === '/api/card-status',
      (route) => route.abort(),
    );
    await choose(pdf, offline);
    await offline.getByText(texts.files.unknown.text).waitFor();
    lines.push(...(await auditPage(offline, 'verify file unknown')));
    // The browser notes the requests that did not arrive.
    missed.splice(0);

    await executeActionOfTest(
      TermReportEntity.update({ studentId: 'S42', year, term }, { set: { formTeacherComments: 'Kind to everybody.' } }),
    );
    const again = { student_id: 'S42', year, term, reason: 'A remark was missing' };
    expect((await admin.call(termReportsContract.issueReportAgain, again)).status).toBe(200);
    const { page: later } = await school.visit();
    await later.goto(linkOf(signed));
    await wait(later, texts.outcomes.replaced.head);
    lines.push(...(await auditPage(later, 'verify replaced')));
    const { body: terms } = await admin.call(termReportsContract.readPostingState, {});
    const date_posted = terms.find((one) => one.year === year && one.term === term)?.date_posted ?? null;
    expect((await postReports(admin, { posted: 0, date_posted })).status).toBe(200);
    const { page: removed } = await school.visit();
    await removed.goto(linkOf(await signedOf('S42')));
    await wait(removed, texts.outcomes.removed.head);
    lines.push(...(await auditPage(removed, 'verify removed')));
    expect(lines).toEqual([]);
  });
});
