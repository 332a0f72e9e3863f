import { readFile } from 'node:fs/promises';
import { beforeAll, expect, it } from 'vitest';
import { isSignedAsItIs } from '#functions/platform/identity/signed-content.ts';
import { districtWordings as wordings } from '#shared/options/district/wordings.ts';
import { parseFigures } from '../../../../tools/options/district/read-files.ts';
import { schoolInBrowser } from '../../../support/browser-school.ts';
import { follow } from '../../../support/guide/follow-guide.ts';
import { addStudents, password, startSmallSchool } from '../../../support/school/small-school.ts';
import { press } from '../../guide/guided-section.ts';

const guide = 'options/district/office.md';
const school = schoolInBrowser(() => startSmallSchool({ site: 'built' }));

beforeAll(() => addStudents('1A', ['S01', 'S02', 'S03', 'S04', 'S05', 'S06', 'S07', 'S08', 'S09', 'S10', 'S14']));

it('a file is made, shown and saved as the district reads it, by the guide', async () => {
  const { page } = await school.visitAs('admin', undefined, { password });
  await page.goto(`${school.url}/admin/dashboard/district-figures`);
  await follow(page, guide, 'Make the file', (see) => [
    async () => {
      await page.getByText(wordings.neverMade).waitFor();
      await see();
    },
    async () => {
      const saved = page.waitForEvent('download');
      await press(page, wordings.make);
      const download = await saved;
      expect(download.suggestedFilename()).toBe('district-figures-demo-2025-1.json');
      const text = await readFile(await download.path(), 'utf8');
      expect(isSignedAsItIs(JSON.parse(text))).toBe(true);
      expect(parseFigures(text, 'file')).toMatchObject({
        content: { levels: [{ level: 1, figures: { students: 14 } }, {}] },
      });
      await page
        .getByRole('region', { name: wordings.figuresOfForms })
        .getByRole('row', { name: /Form 1 14/ })
        .waitFor();
      await see();
    },
    async () => {
      await page.getByText(/Last made by Ada Office/).waitFor();
      expect(await page.getByRole('region', { name: wordings.fingerprint }).innerText()).toMatch(/([0-9A-F]{4}-){4}/);
    },
  ]);
});
