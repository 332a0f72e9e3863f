import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import { buildUnlessBuilt } from '../../infra/build/build-unless-built.ts';
import { temporaryFolder } from './temporary-folder.ts';

let folder: string;
const build = vi.fn(async () => write('made/program.mjs', 'one'));
const write = (path: string, content: string) => {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), content);
};
/** Times that it is built until the results are there. */
async function timesBuilt(options: unknown = {}): Promise<number> {
  build.mockClear();
  await buildUnlessBuilt({
    file: join(folder, 'built.json'),
    sources: [join(folder, 'sources'), join(folder, 'package.json')],
    options,
    results: [join(folder, 'made'), join(folder, 'also-made')],
    build,
  });
  return build.mock.calls.length;
}

beforeEach(async () => {
  folder = temporaryFolder();
  write('sources/a.ts', 'a');
  write('sources/below/b.ts', 'b');
  write('package.json', '{}');
  await timesBuilt();
});

it('builds once what nothing has changed of', async () => {
  expect(await timesBuilt()).toBe(0);
});

it.each<[string, () => void]>([
  ['a source', () => write('sources/below/b.ts', 'c')],
  ['a file of the project', () => write('package.json', '[]')],
  ['a new source', () => write('sources/below/c.ts', '')],
  ['a source that is gone', () => rmSync(join(folder, 'sources/a.ts'))],
  [
    'a source that moved',
    () => {
      rmSync(join(folder, 'sources/a.ts'));
      write('sources/below/a.ts', 'a');
    },
  ],
  [
    'text that moved from one source to the next',
    () => {
      write('sources/a.ts', 'ab');
      write('sources/below/b.ts', '');
    },
  ],
  ['a result', () => write('made/program.mjs', 'by hand')],
  ['a result that is gone', () => rmSync(join(folder, 'made/program.mjs'))],
  ['a file that no build made', () => write('also-made/program.mjs', 'by hand')],
])('builds again after a change of %s, and then not', async (_what, change) => {
  change();
  expect(await timesBuilt()).toBe(1);
  rmSync(join(folder, 'also-made'), { recursive: true, force: true });
  await timesBuilt();
  expect(await timesBuilt()).toBe(0);
});

it('builds again by other options', async () => {
  expect(await timesBuilt({ hasSourceMaps: true })).toBe(1);
  expect(await timesBuilt()).toBe(1);
});

it('builds again after a build that failed, although the sources are those of before', async () => {
  write('sources/a.ts', 'broken');
  build.mockRejectedValueOnce(new Error('A source is broken.'));
  await expect(timesBuilt()).rejects.toThrow('A source is broken.');
  write('sources/a.ts', 'a');
  expect(await timesBuilt()).toBe(1);
});
