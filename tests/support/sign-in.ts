import type { Page } from 'playwright-core';

export const demoPassword = 'Demo-school-1';

/** Fills the sign-in form of an entrance and presses LOGIN. */
export async function submitSignIn(page: Page, userName: string, password: string = demoPassword): Promise<void> {
  await page.getByLabel('Username').fill(userName);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'LOGIN' }).click();
}

/** Opens the entrance and signs an account in, one of the demo school's where no password is named; resolves when the area is there. */
export async function signIn(page: Page, url: string, userName: string, password?: string): Promise<void> {
  const isAdmin = userName === 'admin' || userName === 'pta';
  await page.goto(isAdmin ? `${url}/admin` : url);
  await submitSignIn(page, userName, password);
  await page.getByRole('main').waitFor();
  await page.waitForURL(isAdmin ? /\/admin\/dashboard/ : /\/term-reports/);
}
