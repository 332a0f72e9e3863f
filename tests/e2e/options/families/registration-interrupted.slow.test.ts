import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { familiesContract } from '#shared/options/families/contract.ts';
import { familyPageWordings, familyRegistrationWordings } from '#shared/options/families/wordings.ts';
import { termsContract } from '#shared/school/contract.ts';
import { screenLooks } from '../../../support/browser.ts';
import { schoolInBrowser } from '../../../support/browser-school.ts';
import { clientOfAccount } from '../../../support/callers/callers.ts';
import { addAccount, password, startSmallSchool } from '../../../support/school/small-school.ts';

const [, , phone] = screenLooks;

/** S41 and S42 are siblings with one phone. */
describe('a registration that is interrupted', () => {
  const school = schoolInBrowser(() => startSmallSchool({ site: 'built' }));

  const setWindow = async (open: 0 | 1) => {
    const office = await clientOfAccount(school.url, 'A1');
    await office.call(termsContract.saveFormLevelRegistration, { form_level: 4, open, deadline: null });
  };
  beforeAll(async () => {
    for (const id of ['S41', 'S42'])
      await addAccount({
        accountId: `student.${id}`,
        role: 'student',
        userName: `student:${id}`,
        name: `Student ${id}`,
      });
    await setWindow(1);
  });

  const factOf = async (id: string, field: string) => {
    const client = await clientOfAccount(school.url, `student.${id}`);
    const { fields } = (await client.call(familiesContract.readMyRegistration, {})).body;
    return fields.find((one) => one.field === field)?.value ?? null;
  };
  const signIn = async (page: Page, id: string) => {
    await page.getByLabel('Student ID').fill(id);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'LOGIN' }).click();
    await page.getByText(`Pupil ${id}`).first().waitFor();
  };
  const openStep = async (page: Page) => {
    await page.goto(`${school.url}/student/registration?step=2`);
    await page.getByRole('heading', { name: 'Contact' }).waitFor();
  };

  it('by the end of the session keeps what was typed, and sends it once the same student has signed in', async () => {
    const { page, context } = await school.visit(phone);
    await page.goto(`${school.url}/student`);
    await signIn(page, 'S41');
    await openStep(page);
    await context.clearCookies({ name: 'session' });
    await page.getByLabel('Home Address').fill('12 Coconut Drive');
    await page.getByLabel('Town').focus();
    await page.getByLabel('Password').waitFor();

    // A sibling signs in on the same phone, in another tab.
    const other = await context.newPage();
    await other.goto(`${school.url}/student`);
    const notYou = other.getByRole('button', { name: 'Not you?' });
    await notYou.or(other.getByLabel('Student ID')).first().waitFor();
    if (await notYou.isVisible()) await notYou.click();
    await signIn(other, 'S42');
    await openStep(other);
    await other.getByText('All saved').waitFor();
    expect(await other.getByLabel('Home Address').inputValue()).toBe('');
    expect([await factOf('S41', 'home_address'), await factOf('S42', 'home_address')]).toEqual([null, null]);
    await other.close();

    await context.clearCookies({ name: 'session' });
    await page.goto(`${school.url}/student/registration?step=2`);
    await page.getByLabel('Password').waitFor();
    const another = page.getByRole('button', { name: 'Not you?' });
    if (await another.isVisible()) await another.click();
    await signIn(page, 'S41');
    await openStep(page);
    await page.getByText('All saved').waitFor();
    await expect.poll(() => factOf('S41', 'home_address')).toBe('12 Coconut Drive');
    expect(await factOf('S42', 'home_address')).toBeNull();
  });

  it('by a window that closes keeps what was typed on the phone, says why, and sends nothing', async () => {
    const { page } = await school.visit(phone);
    await page.goto(`${school.url}/student`);
    await signIn(page, 'S42');
    await openStep(page);
    await page.getByLabel('Town').fill('Arima');
    await setWindow(0);
    await page.getByLabel('Email').focus();
    await page.getByRole('alert').getByText(familyRegistrationWordings.closed).waitFor();
    expect(await page.getByLabel('Town').inputValue()).toBe('Arima');
    expect(await factOf('S42', 'address_line_2')).toBeNull();
    await page.getByRole('button', { name: familyPageWordings.discardWhatIsNotSaved }).click();
    await page.getByText('All saved').waitFor();
  });
});
