import { expect, it } from 'vitest';
import { signOffContract } from '#shared/options/sign-off/contract.ts';
import { councilWordings as wordings } from '#shared/options/sign-off/council/wordings.ts';
import { schoolInBrowser } from '../../../support/browser-school.ts';
import { clientOfAccount } from '../../../support/callers/callers.ts';
import { password, startSmallSchool, term, year } from '../../../support/school/small-school.ts';

const school = schoolInBrowser(() => startSmallSchool({ site: 'built' }));

it('a class is walked through by keyboard, with a note, a decision, a conflict and minutes', async () => {
  const { page } = await school.visitAs('admin', undefined, { password });
  await page.goto(`${school.url}/admin/dashboard/class-council?class=1A`);
  const note = page.getByRole('textbox', { name: wordings.note });
  await note.fill('Invite the parents.');
  await page.keyboard.press('Alt+ArrowRight');
  await page.getByText('2 of 6').waitFor();
  await expect.poll(() => note.inputValue()).toBe('');
  expect(await note.evaluate((box) => box === document.activeElement)).toBe(true);
  await page.keyboard.press('Alt+ArrowLeft');
  await expect.poll(() => note.inputValue()).toBe('Invite the parents.');

  await page.getByRole('combobox', { name: wordings.decision }).click();
  await page.getByRole('option', { name: 'Repeats 1A' }).click();
  await page.getByText('Saved').first().waitFor();

  const office = await clientOfAccount(school.url, 'A1');
  const of = { class_id: '1A', year, term, student_id: 'S01' };
  const other = await office.call(signOffContract.saveClassCouncil, { ...of, note: 'Of somebody else.' });
  expect(other.status).toBe(200);
  await note.fill('Speak with the student.');
  await note.blur();
  await page
    .getByText(/changed this to Of somebody else/)
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Keep mine' }).first().click();
  await expect
    .poll(async () => {
      const { body } = await office.call(signOffContract.readClassCouncil, {
        class_id: '1A',
        year: String(year),
        term: String(term) as '1',
      });
      const student = body.council?.students.find(({ student_id }) => student_id === 'S01');
      return [student?.note, student?.decision];
    })
    .toEqual(['Speak with the student.', '1A']);

  await page.getByRole('button', { name: wordings.minutes }).click();
  await page.getByRole('link', { name: 'Download' }).waitFor();
});
