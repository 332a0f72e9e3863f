import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findDynoxide } from '../../../local/dynamodb/dynoxide.ts';
import { localNames, setEnvironment } from '../../../local/environment.ts';
import { ObjectStore } from '../../../local/s3/object-store.ts';

/** A day that nobody else builds. */
const day = '2031-02-03';

// It reads the environment when it is loaded.
const load = () => import('../../../local/demo-school/prepare-demo-files.ts');

beforeAll(() => setEnvironment({}));

describe.skipIf(findDynoxide() === undefined)('the ready files of a day', { timeout: 120_000 }, () => {
  let folder: string | undefined;
  afterAll(async () => {
    if (folder) await rm(folder, { recursive: true, force: true });
  });

  it('are built once, however many ask for them at the same time, and leave no lock behind', async () => {
    const { prepareDemoFiles: readyFiles } = await load();
    const all = await Promise.all([readyFiles(day), readyFiles(day), readyFiles(day)]);
    const { dynamoDb, s3 } = all[0] ?? { dynamoDb: '', s3: '' };
    folder = dirname(dynamoDb);
    expect(all).toEqual([all[0], all[0], all[0]]);
    const made = await stat(dynamoDb);
    expect(made.size).toBeGreaterThan(1e7);
    expect(picturesIn(s3)).toBeGreaterThan(500);
    expect(existsSync(`${folder}.building`)).toBe(false);
    await readyFiles(day);
    expect((await stat(dynamoDb)).ino).toBe(made.ino);
  });

  it('are built after all when the process that had begun them was killed', async () => {
    const { prepareDemoFiles: readyFiles } = await load();
    const files = await readyFiles(day);
    folder = dirname(files?.dynamoDb ?? '');
    await rm(folder, { recursive: true });
    const killed = spawn(process.execPath, ['--eval', '']);
    await new Promise((resolve) => killed.once('close', resolve));
    await writeFile(`${folder}.building`, String(killed.pid));
    expect(await readyFiles(day)).toEqual(files);
    expect(existsSync(files?.s3 ?? '')).toBe(true);
  });
});

function picturesIn(file: string): number {
  const store = new ObjectStore(file);
  try {
    return [...store.list(localNames.files, 'pictures/', '')].length;
  } finally {
    store.close();
  }
}
