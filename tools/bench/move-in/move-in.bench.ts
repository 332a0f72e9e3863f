import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { BenchRow } from '../kit/bench.ts';

export const title =
  'Moving in: a workbook with 62 teachers, 400 lessons, 1,000 students, 12,000 assignments, 60,000 past marks';

const exec = promisify(execFile);
const child = new URL('./move-in-child.ts', import.meta.url).pathname;

/** A heap that is not collected before it is full says how much memory there is, not how much is needed. */
const heap = '--max-semi-space-size=4 --max-old-space-size=200';

export async function run(): Promise<BenchRow[]> {
  const { startSteppedExecutions } = await import('../../../tests/support/step-by-step/stepped-executions.ts');
  const { startSmallSchool } = await import('../../../tests/support/school/small-school.ts');
  const { clientOfAccount } = await import('../../../tests/support/callers/callers.ts');
  const { workbookOf } = await import('../../../tests/support/options/move-in/files-of-school.ts');
  const { sheetsOfSchool, wholeSchool } = await import('../../../tests/support/options/move-in/ordinary-school.ts');
  const { school } = await import('#functions/school/records/school.ts');
  const server = await startSmallSchool();
  const executions = await startSteppedExecutions();
  const folder = await mkdtemp(join(tmpdir(), 'move-in-'));
  try {
    const file = join(folder, 'school.xlsx');
    const sheets = sheetsOfSchool(
      wholeSchool,
      school().formClasses.map(({ id }) => id),
    );
    await writeFile(file, await workbookOf(...sheets));
    const admin = await clientOfAccount(server.url, 'A1');
    const cookie = [...admin.cookies].map((pair) => pair.join('=')).join('; ');
    const csrf = admin.cookies.get('XSRF-TOKEN') ?? '';
    const ask = async (does: 'documents' | 'job', of = '') => {
      const { stdout } = await exec(process.execPath, [child, JSON.stringify({ does, cookie, csrf, file, run: of })], {
        maxBuffer: 1 << 26,
        env: { ...process.env, NODE_OPTIONS: heap },
      });
      return JSON.parse(stdout.slice(stdout.lastIndexOf('\n')));
    };
    const shown = await ask('documents');
    const worked = await ask('job', shown.run);
    const ratio = worked.whole / worked.inTable;
    return [
      memoryRow('showing it and beginning its run', shown.megabytes),
      memoryRow('its run', worked.megabytes),
      {
        measure: `Its run, ${(worked.whole / 1000).toFixed(0)} s and ${worked.requests} requests: times its requests alone`,
        value: `${ratio.toFixed(2)} ×`,
        limit: '≤ 1.3 ×',
        ok: ratio <= 1.3,
      },
      {
        measure: 'Showing it; beginning its run',
        value: `${(shown.preview / 1000).toFixed(1)} s; ${(shown.start / 1000).toFixed(1)} s`,
        limit: 'shown only',
        ok: true,
      },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
    await executions.stop();
    await server.stop();
  }
}

const memoryRow = (measure: string, megabytes: number): BenchRow => ({
  measure: `Peak memory of the process, with a heap of 200 MB: ${measure}`,
  value: `${Math.round(megabytes)} MB`,
  limit: '≤ 300 MB',
  ok: megabytes <= 300,
});
