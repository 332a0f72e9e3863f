import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { constants, existsSync } from 'node:fs';
import { access, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { tableNames } from '#functions/platform/table/table.ts';
import { school } from '#functions/school/records/school.ts';
import { tableDefinition } from '../../infra/table/table-definition.ts';
import { tableParameters } from '../../infra/table/table-parameters.ts';
import { createLocalBucket, createS3Client } from '../bucket.ts';
import { findDynoxide } from '../dynamodb/dynoxide.ts';
import { localNames } from '../environment.ts';
import { startS3 } from '../s3/s3.ts';
import type { FilesToCopy } from '../stand-ins.ts';
import { demoSeed } from './demo-credentials.ts';
import { exportItems } from './export-items.ts';
import { generateDemoSchool } from './generate.ts';
import { generateDemoItems } from './items.ts';
import { putPictures } from './pictures/put-pictures.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const cache = join(root, 'node_modules/.cache/formroom');

/** Files that decide what is in the database, by what their paths end in. */
const sources: readonly { folder: string; ending: string }[] = [
  { folder: 'local/demo-school', ending: '.ts' },
  { folder: 'local/s3', ending: '.ts' },
  { folder: 'functions', ending: 'store.ts' },
  { folder: 'functions/attendance/records', ending: '.ts' },
  { folder: 'functions/platform', ending: 'table.ts' },
  { folder: 'shared', ending: '.ts' },
  { folder: 'infra', ending: 'table-definition.ts' },
];

/** The files of so many days are kept; tests that set the clock have one a day. */
const kept = 4;
/** Another process that builds for longer than this, in milliseconds, has died. */
const buildLimit = 60_000;

/**
 * Files that hold the records of the demo school of a day, and the pictures of its students, or undefined where
 * dynoxide is not installed or nothing can be kept. Putting 90,000 items through an emulator takes half a minute, its
 * bulk import seconds, and the pictures take longer than everything else of a start; the files are kept, so that every
 * later start and every test only copies them.
 * @param today yyyy-MM-dd
 */
export async function prepareDemoFiles(today: string): Promise<FilesToCopy | undefined> {
  const program = findDynoxide();
  if (program === undefined) return undefined;
  const folder = join(cache, `demo-${today}-${await fingerprint(program)}`);
  const files = filesOf(folder);
  if (existsSync(folder)) return files;
  if (!(await canWrite(cache))) return undefined;
  const lock = `${folder}.building`;
  if (await claim(lock)) {
    try {
      await build({ program, folder, today });
      await forgetOthers();
    } finally {
      await rm(lock, { force: true });
    }
    return files;
  }
  // Another process is building the same folder.
  while (await isBuilding(lock)) await new Promise((resolve) => setTimeout(resolve, 50));
  return prepareDemoFiles(today);
}

const filesOf = (folder: string): FilesToCopy => ({ dynamoDb: join(folder, 'dynamodb.db'), s3: join(folder, 's3.db') });

/** An installation that belongs to somebody else has no place for the file. */
async function canWrite(folder: string): Promise<boolean> {
  try {
    await mkdir(folder, { recursive: true });
    await access(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

async function fingerprint(program: string): Promise<string> {
  const hash = createHash('sha256').update(await readFile(process.env.SCHOOL_FILE ?? ''));
  hash.update(tableNames().records);
  hash.update(await readFile(join(dirname(program), 'package.json')));
  for (const { folder, ending } of sources) {
    const names = (await readdir(join(root, folder), { recursive: true }))
      .filter((name) => name.endsWith(ending))
      .sort();
    for (const name of names) {
      const file = join(root, folder, name);
      hash.update(relative(root, file)).update(await readFile(file));
    }
  }
  return hash.digest('hex').slice(0, 12);
}

/** True for the one process that gets to build. */
function claim(lock: string): Promise<boolean> {
  return writeFile(lock, String(process.pid), { flag: 'wx' }).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return false;
      throw error;
    },
  );
}

/** Whether the process that claimed a lock is still at it. The lock of one that was killed is taken away. */
async function isBuilding(lock: string): Promise<boolean> {
  const state = await Promise.all([stat(lock), readFile(lock, 'utf8')]).catch(() => undefined);
  if (state === undefined) return false;
  const [{ mtimeMs }, builder] = state;
  const age = Date.now() - mtimeMs;
  // Between making the lock and writing its number into it, the builder cannot be asked.
  if (age < 1000 || (age < buildLimit && isAlive(Number(builder)))) return true;
  await rm(lock, { force: true });
  return false;
}

function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch {
    return false;
  }
}

async function build({ program, folder, today }: { program: string; folder: string; today: string }): Promise<void> {
  const scratch = await mkdtemp(join(cache, 'building-'));
  try {
    const made = join(scratch, 'made');
    await mkdir(made);
    await Promise.all([
      importRecords({ program, scratch, output: filesOf(made).dynamoDb, today }),
      keepPictures(made, today),
    ]);
    await rename(made, folder);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function importRecords({
  program,
  scratch,
  output,
  today,
}: {
  program: string;
  scratch: string;
  output: string;
  today: string;
}): Promise<void> {
  const { records: table } = tableNames();
  const source = join(scratch, table);
  const schema = join(scratch, 'schema.json');
  await mkdir(source);
  await writeFile(schema, JSON.stringify([{ Table: tableParameters(table, tableDefinition) }]));
  exportItems(
    generateDemoItems(generateDemoSchool({ seed: demoSeed, school: school(), today })),
    join(source, 'items.json'),
  );
  await run(program, ['import', '--source', source, '--schema', schema, '--output', output]);
}

async function keepPictures(folder: string, today: string): Promise<void> {
  const s3 = await startS3(folder);
  const client = createS3Client(s3.endpoint);
  try {
    await createLocalBucket(localNames.files, client);
    await putPictures({ seed: demoSeed, school: school(), today }, client);
  } finally {
    client.destroy();
    await s3.stop();
  }
}

async function run(program: string, args: readonly string[]): Promise<void> {
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
  if (code !== 0) throw new Error(`The demo school could not be imported: ${said.trim()}`);
}

/** Removes all but the newest folders. */
async function forgetOthers(): Promise<void> {
  const folders = (await readdir(cache)).filter((name) => /^demo-[^.]*$/.test(name)).map((name) => join(cache, name));
  const dated = await Promise.all(folders.map(async (folder) => ({ folder, time: (await stat(folder)).mtimeMs })));
  dated.sort((a, b) => b.time - a.time);
  await Promise.all(dated.slice(kept).map(({ folder }) => rm(folder, { recursive: true, force: true })));
}
