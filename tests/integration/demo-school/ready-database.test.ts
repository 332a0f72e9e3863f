import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rm, stat, writeFile } from 'node:fs/promises';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { findDynoxide } from '../../../local/dynamodb/dynoxide.ts';
import { setEnvironment } from '../../../local/environment.ts';

/** A day that nobody else builds. */
const day = '2031-02-03';

// It reads the environment when it is loaded.
const load = () => import('../../../local/demo-school/ready-database.ts');

beforeAll(() => setEnvironment({}));

describe.skipIf(findDynoxide() === undefined)('the ready database of a day', { timeout: 120_000 }, () => {
  let file: string | undefined;
  afterEach(async () => {
    if (file) await rm(file, { force: true });
  });

  it('is built once, however many ask for it at the same time, and leaves no lock behind', async () => {
    const { readyDatabase } = await load();
    const files = await Promise.all([readyDatabase(day), readyDatabase(day), readyDatabase(day)]);
    file = files[0];
    expect(new Set(files).size).toBe(1);
    const made = await stat(file ?? '');
    expect(made.size).toBeGreaterThan(1e7);
    expect(existsSync(`${file}.building`)).toBe(false);
    await readyDatabase(day);
    expect((await stat(file ?? '')).ino).toBe(made.ino);
  });

  it('is built after all when the process that had begun it was killed', async () => {
    const { readyDatabase } = await load();
    file = await readyDatabase(day);
    await rm(file ?? '');
    const killed = spawn(process.execPath, ['--eval', '']);
    await new Promise((resolve) => killed.once('close', resolve));
    await writeFile(`${file}.building`, String(killed.pid));
    expect(await readyDatabase(day)).toBe(file);
    expect(existsSync(file ?? '')).toBe(true);
  });
});
