import { expect, it } from 'vitest';
import { keyScreenWordings as wordings } from '#shared/options/oneroster/key-wordings.ts';
import { onerosterWordings } from '#shared/options/oneroster/wordings.ts';
import { schoolInBrowser } from '../../../support/browser-school.ts';
import { follow } from '../../../support/guide/follow-guide.ts';
import { password, startSmallSchool } from '../../../support/school/small-school.ts';
import { press } from '../../guide/guided-section.ts';

const guide = 'options/oneroster/office.md';
const school = schoolInBrowser(() => startSmallSchool({ site: 'built' }));

it('another system reads the school with a key, by the guide, until it is ended', async () => {
  const { page } = await school.visitAs('admin', undefined, { password });
  await page.goto(`${school.url}/admin/dashboard`);
  let token = '';
  const read = async () => {
    const answer = await fetch(`${school.url}/ims/oneroster/rostering/v1p2/students`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    return { status: answer.status, body: await answer.json() };
  };
  await follow(page, guide, 'Keys', (see) => [
    async () => {
      await page.getByRole('link', { name: onerosterWordings.title }).click();
      await page.getByRole('tab', { name: onerosterWordings.tabs.keys }).click();
      await page.getByLabel(wordings.newKey).fill('Library');
      await see();
      await press(page, wordings.make);
    },
    async () => {
      const made = page.getByRole('region', { name: wordings.ready('Library') });
      await made.waitFor();
      await see();
      const [, tokens = '', id = '', secret = ''] = await made.locator('code').allTextContents();
      const asked = await fetch(tokens, {
        method: 'POST',
        body: new URLSearchParams({ grant_type: 'client_credentials', client_id: id, client_secret: secret }),
      });
      token = (await asked.json()).access_token;
      const { status, body } = await read();
      expect([status, body.users.length]).toEqual([200, 15]);
      await press(page, wordings.done);
      expect(await page.content()).not.toContain(secret);
    },
    async () => {
      await page.reload();
      await page.getByRole('cell', { name: '15 records' }).waitFor();
      await page.getByRole('button', { name: 'End: Library' }).click();
      await see();
      await press(page, wordings.endNow);
      await page.getByText(wordings.isEnded('Library')).waitFor();
      expect((await read()).status).toBe(401);
    },
  ]);
});
