import type { Page } from 'playwright-core';

export const demoPassword = 'Demo-school-1';

/** Fills the sign-in form of an entrance and presses LOGIN. */
export async function submitSignIn(page: Page, userName: string, password: string = demoPassword): Promise<void> {
  await page.getByLabel('Username').fill(userName);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'LOGIN' }).click();
}

const isOfOffice = (userName: string): boolean => userName === 'admin' || userName === 'pta';

/**
 * Signs an account of the demo school in without the form, which costs a browser a second; resolves when the area is
 * there. For every test that is not about the sign-in, or about what the device remembers of it.
 */
export async function signIn(
  page: Page,
  url: string,
  userName: string,
  password: string = demoPassword,
): Promise<void> {
  const { request } = page.context();
  await request.get(`${url}/sanctum/csrf-cookie`);
  const cookies = await page.context().cookies(url);
  const token = cookies.find(({ name }) => name === 'XSRF-TOKEN')?.value ?? '';
  const answer = await request.post(`${url}/login`, {
    data: { name: userName, password },
    headers: { 'X-XSRF-TOKEN': decodeURIComponent(token) },
  });
  if (!answer.ok()) throw new Error(`${userName} could not sign in: ${answer.status()}`);
  await page.goto(`${url}${isOfOffice(userName) ? '/admin/dashboard' : '/term-reports'}`);
  await atHome(page, userName);
}

async function atHome(page: Page, userName: string): Promise<void> {
  await page.getByRole('main').waitFor();
  await page.waitForURL(isOfOffice(userName) ? /\/admin\/dashboard/ : /\/term-reports/);
}
