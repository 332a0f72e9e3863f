import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BenchRow } from '../kit/bench.ts';

export const title =
  'Moving in: a workbook with 62 teachers, 400 lessons, 1,000 students, 12,000 assignments, 60,000 past marks; a zip of OneRoster of that school';

export async function run(): Promise<BenchRow[]> {
  const { startSteppedExecutions } = await import('../../../tests/support/step-by-step/stepped-executions.ts');
  const { startSmallSchool } = await import('../../../tests/support/school/small-school.ts');
  const { clientOfAccount } = await import('../../../tests/support/callers/callers.ts');
  const { workbookOf } = await import('../../../tests/support/options/move-in/files-of-school.ts');
  const { sheetsOfSchool, wholeSchool } = await import('../../../tests/support/options/move-in/ordinary-school.ts');
  const { rosterOfSchool } = await import('../../../tests/support/options/oneroster/roster-of-school.ts');
  const { school } = await import('#functions/school/records/school.ts');
  const { showAsDeployed, workInProcess } = await import('./as-deployed.ts');
  const server = await startSmallSchool();
  const executions = await startSteppedExecutions();
  const folder = await mkdtemp(join(tmpdir(), 'move-in-'));
  try {
    const classIds = school().formClasses.map(({ id }) => id);
    const admin = await clientOfAccount(server.url, 'A1');
    const asked = {
      cookie: [...admin.cookies].map((pair) => pair.join('=')).join('; '),
      csrf: admin.cookies.get('XSRF-TOKEN') ?? '',
      file: join(folder, 'school'),
    };
    await writeFile(asked.file, await rosterOfSchool(wholeSchool, classIds));
    const said = { alike: { 'other school': 'yes', 'absent teachers': 'no', 'absent students': 'no' } };
    const roster = await showAsDeployed(join(folder, 'built'), { ...asked, said });
    await writeFile(asked.file, await workbookOf(...sheetsOfSchool(wholeSchool, classIds)));
    const shown = await showAsDeployed(join(folder, 'built'), asked);
    const worked = await workInProcess({ ...asked, run: shown.run });
    const ratio = worked.whole / worked.inTable;
    return [
      memoryRow('showing the workbook and beginning its run', shown.megabytes),
      memoryRow('its run', worked.megabytes),
      {
        measure: `Its run, ${(worked.whole / 1000).toFixed(0)} s and ${worked.requests} requests: times its requests alone`,
        value: `${ratio.toFixed(2)} ×`,
        limit: '≤ 1.3 ×',
        ok: ratio <= 1.3,
      },
      timeRow('the workbook', shown),
      memoryRow('showing the zip and beginning its run', roster.megabytes),
      timeRow('the zip', roster),
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
    await executions.stop();
    await server.stop();
  }
}

const memoryRow = (measure: string, megabytes: number): BenchRow => ({
  measure: `Peak memory of the process, as it is deployed: ${measure}`,
  value: `${Math.round(megabytes)} MB`,
  limit: '≤ 300 MB',
  ok: megabytes <= 300,
});

/** API Gateway waits for 29 seconds. A third of that leaves room for slower cores than this one. */
const longest = 10_000;
const timeRow = (of: string, { preview, start }: { preview: number; start: number }): BenchRow => ({
  measure: `Processor time of showing ${of}; of beginning its run`,
  value: `${(preview / 1000).toFixed(1)} s; ${(start / 1000).toFixed(1)} s`,
  limit: '≤ 10 s each',
  ok: preview <= longest && start <= longest,
});
