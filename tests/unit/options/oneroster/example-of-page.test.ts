import { readFileSync } from 'node:fs';
import JSZip from 'jszip';
import { expect, it } from 'vitest';
import { readRoster } from '#functions/options/oneroster/reading/read-roster.ts';
import { validateRosterZip } from '../../../../tools/options/oneroster/validate.ts';

it('the example of the page on OneRoster is as the standard says', async () => {
  const page = readFileSync(new URL('../../../../docs/operations/oneroster.md', import.meta.url), 'utf8');
  const files = [...page.matchAll(/^`(\w+\.csv)`\n\n```csv\n([\s\S]*?)```$/gm)];
  expect(files).toHaveLength(5);
  const zip = new JSZip();
  for (const [, name = '', text = ''] of files) zip.file(name, text);
  const { faults, rows } = await validateRosterZip(await zip.generateAsync({ type: 'uint8array' }));
  expect(faults).toEqual([]);
  expect(rows).toEqual({ orgs: 1, academicSessions: 2, users: 1, roles: 1 });
  const { version, tables, refused, notes } = await readRoster(await zip.generateAsync({ type: 'uint8array' }));
  expect([version, refused, notes]).toEqual(['1.2', [], ['OneRoster 1.2, the whole school.']]);
  expect(tables.users.map(({ cells }) => [cells.givenName, cells.familyName])).toEqual([['Mona', 'Núñez']]);
});
