import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { termsContract } from '#shared/school/contract.ts';
import type { startSteppedExecutions } from '../../../tests/support/step-by-step/stepped-executions.ts';
import type { BenchRow } from '../kit/bench.ts';

export const title = 'A school in a file: the demo school, 1,000 photos and 3,000 posted cards';

/** Of each student, in bytes: a photo as it is uploaded from a telephone and shrunk, and a card with a crest. */
const sizes = { photo: 150_000, card: 45_000 } as const;
const limit = 256;
const child = new URL('./export-child.ts', import.meta.url).pathname;

type SteppedExecutions = Awaited<ReturnType<typeof startSteppedExecutions>>;

/**
 * Writes how much memory a process has had, when it ends, as Linux counts it: what `resourceUsage` says begins with the
 * memory of the process that started it, here a whole school. NODE_OPTIONS takes no space and no double quote.
 */
const peak =
  "data:text/javascript,import{readFileSync}from'node:fs';process.on('exit',()=>process.stderr.write(readFileSync('/proc/self/status','utf8')));";

export async function run(): Promise<BenchRow[]> {
  // The commands ask the region of the school's file. Before the stand-ins are loaded.
  process.env.LOCAL_AWS_REGION = 'us-east-1';
  const { startSchool } = await import('../../../local/school.ts');
  const { DeployedSchool, runScript } = await import('../../../tests/support/school/deployed-school.ts');
  const { startSteppedExecutions } = await import('../../../tests/support/step-by-step/stepped-executions.ts');
  const local = await startSchool({ dataFolder: ':memory:', port: 0, site: 'none', isDemo: true });
  const executions = await startSteppedExecutions();
  const folder = await mkdtemp(join(tmpdir(), 'school-file-'));
  try {
    await putFiles();
    const job = rowOf(
      "the office's export, as its function is deployed",
      await workAsDeployed(local.url, executions, folder),
    );
    const school = await DeployedSchool.deploy();
    await school.fill();
    const megabytesOf = async (script: string, ...args: string[]) => {
      const env = { NODE_OPTIONS: `--import ${peak}` };
      const { code, stderr } = await runScript(script, ['--school', 'demo', ...args], { env });
      if (code !== 0) throw new Error(`${script} ended with ${code}: ${stderr}`);
      return Number(/^VmHWM:\s+(\d+) kB$/m.exec(stderr)?.[1]) / 1024;
    };
    const file = join(folder, 'demo.zip');
    const rows = [job, rowOf('`npm run export-school`', await megabytesOf('export-school', '--to', file))];
    await school.empty();
    rows.push(rowOf('`npm run import-school`', await megabytesOf('import-school', '--from', file)));
    return rows;
  } finally {
    await rm(folder, { recursive: true, force: true });
    await executions.stop();
    await local.stop();
  }
}

async function workAsDeployed(url: string, executions: SteppedExecutions, folder: string): Promise<number> {
  const { buildFunctions } = await import('../../../infra/build/build-functions.ts');
  const { allEntries } = await import('../../../infra/build/entries.ts');
  const { nodeOptionsOf } = await import('../../../infra/build/node-options.ts');
  const { findAccountByUserName } = await import('#functions/sessions/accounts.ts');
  const { clientOfAccount } = await import('../../../tests/support/callers/callers.ts');
  const entry = allEntries().find(({ name }) => name === 'terms-jobs');
  if (!entry) throw new Error('The job has no worker.');
  const built = await buildFunctions({ wanted: [entry], folder: join(folder, 'built') });
  const office = await clientOfAccount(url, (await findAccountByUserName('admin'))?.accountId ?? '');
  const { status } = await office.call(termsContract.startSchoolFile, {});
  if (status !== 200) throw new Error(`The export was answered with ${status}.`);
  let megabytes = Number.NaN;
  await executions.run(async (step) => {
    const asked = JSON.stringify({ folder: built.get(entry.name), step });
    const env = { ...process.env, NODE_OPTIONS: nodeOptionsOf(entry) ?? '' };
    const { stdout } = await promisify(execFile)(process.execPath, [child, asked], { env, maxBuffer: 1 << 26 });
    megabytes = Number(stdout.slice(stdout.lastIndexOf('\n')));
    return { ...step, isDone: true };
  });
  return megabytes;
}

async function putFiles(): Promise<void> {
  const { PutObjectCommand } = await import('@aws-sdk/client-s3');
  const { createS3Client } = await import('../../../local/bucket.ts');
  const { localNames } = await import('../../../local/environment.ts');
  const client = createS3Client();
  const put = (Bucket: string, Key: string, ContentType: string, bytes: number) =>
    client.send(new PutObjectCommand({ Bucket, Key, ContentType, Body: randomBytes(bytes) }));
  for (let student = 1; student <= 1000; student += 1) {
    await put(localNames.files, `pictures/X${student}-0123456789abcdef.jpg`, 'image/jpeg', sizes.photo);
    for (const term of [1, 2, 3])
      await put(localNames.documents, `posted-cards/X${student}/2025-${term}-1.pdf`, 'application/pdf', sizes.card);
  }
}

const rowOf = (what: string, megabytes: number): BenchRow => ({
  measure: `Peak memory of ${what}`,
  value: `${megabytes.toFixed(0)} MB`,
  limit: `≤ ${limit} MB`,
  ok: megabytes <= limit,
});
