import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { onerosterWordings, rosterFileWordings as wordings } from '#shared/options/oneroster/wordings.ts';
import { validateRosterZip } from '../../../../tools/options/oneroster/validate.ts';
import { schoolInBrowser } from '../../../support/browser-school.ts';
import { follow } from '../../../support/guide/follow-guide.ts';
import { password, startSmallSchool } from '../../../support/school/small-school.ts';
import { press } from '../../guide/guided-section.ts';

const guide = 'options/oneroster/office.md';
const school = schoolInBrowser(() => startSmallSchool({ site: 'built' }));

it('a file goes out as the standard has it, by the guide', async () => {
  const { page } = await school.visitAs('admin', undefined, { password });
  await page.goto(`${school.url}/admin/dashboard`);
  await follow(page, guide, 'Files out', (see) => [
    async () => {
      await page.getByRole('link', { name: onerosterWordings.title }).click();
      await page.getByRole('heading', { name: wordings.none }).waitFor();
      await see();
      await press(page, wordings.make);
    },
    async () => {
      const link = page.getByRole('link', { name: /^Download/ });
      await link.waitFor();
      await see();
      const saved = page.waitForEvent('download');
      await link.click();
      const download = await saved;
      expect(download.suggestedFilename()).toMatch(/^demo OneRoster \d{4}-\d{2}-\d{2}\.zip$/);
      const { faults, rows } = await validateRosterZip(await readFile(await download.path()));
      expect(faults).toEqual([]);
      expect(rows).toMatchObject({ users: 18, classes: 38 });
    },
  ]);
});
