import { writeFile } from 'node:fs/promises';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { renderMail } from '#functions/options/families/mails/render-mail.ts';
import { claimMail, FamilyMailEntity } from '#functions/options/families/records/family-mails.ts';
import { school as file } from '#functions/school/records/school.ts';
import { StudentEntity } from '#functions/students/records/store.ts';
import { TermPostingEntity } from '#functions/term-reports/report-cards/posting/postings.ts';
import { readFamiliesSettings } from '#shared/options/families/mail-settings.ts';
import { familyScreenTitles } from '#shared/options/families/menu-wordings.ts';
import { mailRefusals, mailScreenWordings as wordings } from '#shared/options/families/wordings.ts';
import { mailsInMemory } from '../../../../local/ses/ses.ts';
import { findAxeViolations, screenLooks } from '../../../support/browser.ts';
import { schoolInBrowser } from '../../../support/browser-school.ts';
import { postReportOfStudent } from '../../../support/school/posted-report.ts';
import { changeRecordOfTest, executeActionOfTest } from '../../../support/school/records.ts';
import { password, startSmallSchool, studentIdsOfClasses, term, year } from '../../../support/school/small-school.ts';

const [desk, , , darkPhone] = screenLooks;
const posted = { year: year - 1, term };
const seen = process.env.SEEN;

/** In the order of the story: a preview, sending, what came back, stopping; and a letter as a mail program shows it. */
describe('the office’s letters to families', () => {
  const school = schoolInBrowser(() => startSmallSchool({ site: 'built' }));

  const changeStudent = async (studentId: string, set: object) => {
    await changeRecordOfTest(StudentEntity, { studentId }, set);
  };
  beforeAll(async () => {
    for (const studentId of [...studentIdsOfClasses['4A'], ...studentIdsOfClasses['1A']])
      await postReportOfStudent(studentId, posted);
    await executeActionOfTest(TermPostingEntity.update(posted, { set: { postedAt: new Date().toISOString() } }));
    await changeStudent('S41', { father_email: 'father@example.com', mother_email: 'bounce@simulator.amazonses.com' });
    await changeStudent('S42', { guardian_email: 'guardian@example.com' });
  });
  beforeEach(() => {
    mailsInMemory.length = 0;
  });
  const openLetters = async (look = desk) => {
    const { page } = await school.visitAs('admin', look, { password });
    await page.goto(`${school.url}/admin/dashboard/family-mails`);
    await page.getByRole('heading', { name: familyScreenTitles.letters }).waitFor();
    return page;
  };

  it('shows how many would go before any goes, sends them, and lists what came back', async () => {
    const page = await openLetters();
    await page.getByRole('row', { name: 'Reports, Term 1, 2024-2025 3 2' }).waitFor();
    await page.getByRole('button', { name: 'Preview Reports, Term 1, 2024-2025' }).click();
    const letter = page.getByRole('dialog', { name: 'Letter about Reports, Term 1, 2024-2025' });
    await letter.getByText('A term report is ready to be read on the web:').waitFor();
    await letter.getByRole('button', { name: 'Close', exact: true }).last().click();
    // Nothing waits of what is chosen: absences alone.
    await page.getByRole('checkbox', { name: 'Reports, Term 1, 2024-2025' }).uncheck();
    await page.getByText(wordings.nothingChosen).waitFor();
    await page.getByRole('checkbox', { name: 'Reports, Term 1, 2024-2025' }).check();
    await page.getByRole('button', { name: 'Send 3 Letters' }).click();
    const question = page.getByRole('dialog', { name: 'Send Letters' });
    await question.getByText(wordings.sendQuestion(3)).waitFor();
    await question.getByText(`Reports, Term 1, 2024-2025: ${wordings.waiting(3, 2)}`).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    if (seen) await page.screenshot({ path: `${seen}/letters-question.png` });
    expect(mailsInMemory).toEqual([]);
    await question.getByRole('button', { name: 'Send Letters' }).click();
    await page.getByText(wordings.nothingWaits).waitFor();
    expect(mailsInMemory).toHaveLength(3);
    await page.reload();
    // Students, waiting, sent, perhaps not sent, failed, no address: S43 and S44 have none.
    await page.getByRole('row', { name: '4A 4 0 2 0 1 2' }).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    if (seen) await page.screenshot({ path: `${seen}/letters.png`, fullPage: true });
    await page.getByRole('button', { name: 'Open letters of 4A' }).click();
    const letters = page.getByRole('dialog', { name: 'Letters of 4A' });
    await letters
      .getByRole('row', { name: /S41.*bounce@simulator\.amazonses\.com Came back.*Report: Came back.*Report: Sent/ })
      .waitFor();
    await letters.getByRole('row', { name: /S43.*No address/ }).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    if (seen) await page.screenshot({ path: `${seen}/letters-class.png` });
  });

  it('stops when the office says so, and says what still waits', async () => {
    const before = file().optionSettings;
    const { letters } = readFamiliesSettings(before);
    file().optionSettings = { ...before, families: { letters: { ...letters, perSecond: 1 } } };
    for (const studentId of studentIdsOfClasses['1A'])
      await changeStudent(studentId, { mother_email: `${studentId}@example.com` });
    const page = await openLetters();
    await page.getByRole('button', { name: /^Send \d+ Letters$/ }).click();
    await page.getByRole('dialog', { name: 'Send Letters' }).getByRole('button', { name: 'Send Letters' }).click();
    await page.getByRole('button', { name: 'Stop Sending' }).click();
    await page.getByText(mailRefusals.problems.stopped).waitFor();
    const sent = mailsInMemory.length;
    expect(sent).toBeLessThan(studentIdsOfClasses['1A'].length);
    await page.getByRole('row', { name: `Reports, Term 1, 2024-2025 ${6 - sent} ${6 - sent}` }).waitFor();
    file().optionSettings = before;
  });

  it('lets a letter that was perhaps not sent go again', async () => {
    const event = `posted-${posted.year}-${posted.term}-1`;
    const of = { occasion: 'report posted', event, group: event, studentId: 'S42' } as const;
    await executeActionOfTest(FamilyMailEntity.delete({ studentId: 'S42', event, address: 'guardian@example.com' }));
    await claimMail({ ...of, address: 'guardian@example.com' }, new Date(Date.now() - 300_000));
    const page = await openLetters(darkPhone);
    await page.goto(`${school.url}/admin/dashboard/family-mails?class=4A`);
    await page.getByText(wordings.perhapsMean).waitFor();
    if (seen) await page.screenshot({ path: `${seen}/letters-phone.png` });
    expect(await findAxeViolations(page)).toEqual([]);
    await page
      .getByRole('button', { name: 'Send Again: letter about Lastname S42, Pupil S42 to guardian@example.com' })
      .click();
    await page.getByText(wordings.again('Lastname S42, Pupil S42')).waitFor();
    await page.goto(`${school.url}/admin/dashboard/family-mails`);
    // On a phone the row is lines, each with what its figure is.
    const counts = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: '4A' }) });
    await expect
      .poll(async () => (await counts.getByRole('cell').allTextContents()).slice(0, 6))
      .toEqual(['4', '1', '1', '0', '1', '2']);
  });

  it('is a plain page in a mail program, with one link', async () => {
    const { page } = await school.visit(darkPhone);
    for (const [index, occasion] of (
      ['report posted', 'absence without a reason', 'registration sent back'] as const
    ).entries()) {
      const { html, text } = renderMail(occasion, {
        address: `${school.url}/student/link#${'a'.repeat(32)}`,
        needsDate: index === 0,
      });
      await page.setContent(html);
      expect(await page.getByRole('link').count()).toBe(1);
      const shown = (await page.locator('body').innerText()).split(/\n+/).filter(Boolean);
      for (const line of text.split('\n').filter(Boolean)) expect(shown).toContain(line);
      expect(await findAxeViolations(page)).toEqual([]);
      if (seen) {
        await page.screenshot({ path: `${seen}/mail-${index}.png` });
        await writeFile(`${seen}/mail-${index}.txt`, text);
      }
    }
  });
});
