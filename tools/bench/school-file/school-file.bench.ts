import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DeployedSchool } from '../../../tests/support/school/deployed-school.ts';
import type { BenchRow } from '../kit/bench.ts';

export const title = 'A school in a file: the demo school, 1,000 photos and 3,000 posted cards';

/** Of each student, in bytes: a photo as it is uploaded from a telephone and shrunk, and a card with a crest. */
const sizes = { photo: 150_000, card: 45_000 } as const;
const limit = 256;

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
  const local = await startSchool({ dataFolder: ':memory:', port: 0, site: 'none', isDemo: true });
  const folder = await mkdtemp(join(tmpdir(), 'school-file-'));
  try {
    const school = await DeployedSchool.deploy();
    await school.fill();
    await putFiles(school);
    const megabytesOf = async (script: string, ...args: string[]) => {
      const env = { NODE_OPTIONS: `--import ${peak}` };
      const { code, stderr } = await runScript(script, ['--school', 'demo', ...args], { env });
      if (code !== 0) throw new Error(`${script} ended with ${code}: ${stderr}`);
      return Number(/^VmHWM:\s+(\d+) kB$/m.exec(stderr)?.[1]) / 1024;
    };
    const file = join(folder, 'demo.zip');
    const rows = [rowOf('export-school', await megabytesOf('export-school', '--to', file))];
    await school.empty();
    rows.push(rowOf('import-school', await megabytesOf('import-school', '--from', file)));
    return rows;
  } finally {
    await rm(folder, { recursive: true, force: true });
    await local.stop();
  }
}

async function putFiles({ buckets }: DeployedSchool): Promise<void> {
  const { PutObjectCommand } = await import('@aws-sdk/client-s3');
  const { createS3Client } = await import('../../../local/bucket.ts');
  const client = createS3Client();
  const put = (Bucket: string, Key: string, ContentType: string, bytes: number) =>
    client.send(new PutObjectCommand({ Bucket, Key, ContentType, Body: randomBytes(bytes) }));
  for (let student = 1; student <= 1000; student += 1) {
    await put(buckets.files, `pictures/X${student}-0123456789abcdef.jpg`, 'image/jpeg', sizes.photo);
    for (const term of [1, 2, 3])
      await put(buckets.documents, `posted-cards/X${student}/2025-${term}-1.pdf`, 'application/pdf', sizes.card);
  }
}

const rowOf = (script: string, megabytes: number): BenchRow => ({
  measure: `Peak memory of \`npm run ${script}\``,
  value: `${megabytes.toFixed(0)} MB`,
  limit: `≤ ${limit} MB`,
  ok: megabytes <= limit,
});
