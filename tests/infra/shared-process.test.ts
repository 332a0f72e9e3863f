import { expect, it } from 'vitest';
import { beginFile } from '../support/fresh-modules.ts';

it('gives each file modules of its own, and the environment that the process began with', async () => {
  const place = process.env.PATH;
  const earlier = await import('./temporary-folder.ts');
  Object.assign(process.env, { LEFT_BY_A_FILE: 'left', PATH: 'elsewhere' });
  beginFile();
  expect(process.env.LEFT_BY_A_FILE).toBeUndefined();
  expect(process.env.PATH).toBe(place);
  expect((await import('./temporary-folder.ts')).temporaryFolder).not.toBe(earlier.temporaryFolder);
});
