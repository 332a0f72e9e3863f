import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BenchRow } from '../kit/bench.ts';

interface Report {
  milliseconds: number;
  megabytes: number;
  outcome: string;
}

export const title = 'Hostile uploads, each refused in a thread of its own';

export async function run(): Promise<BenchRow[]> {
  const { hostileWorkbooks, workbookOf } = await import('../../../tests/support/files/hostile-workbooks.ts');
  const folder = mkdtempSync(join(tmpdir(), 'hostile-'));
  const child = fileURLToPath(new URL('./hostile-workbooks-child.ts', import.meta.url));
  try {
    const warm = join(folder, 'warm.xlsx');
    writeFileSync(warm, workbookOf('<worksheet><sheetData/></worksheet>'));
    return Object.entries(hostileWorkbooks).map(([name, make]) => {
      const file = join(folder, 'hostile.xlsx');
      writeFileSync(file, make());
      // The best of three: what else the machine does takes no part.
      const runs = [1, 2, 3].map(
        () => JSON.parse(execFileSync(process.execPath, [child, file, warm], { encoding: 'utf8' })) as Report,
      );
      const milliseconds = Math.min(...runs.map((run) => run.milliseconds));
      const megabytes = Math.max(...runs.map((run) => run.megabytes));
      return {
        measure: `Refused: ${name}`,
        value: `${Math.round(milliseconds)} ms, + ${Math.round(megabytes)} MB`,
        limit: '≤ 250 ms, + 50 MB',
        ok: milliseconds <= 250 && megabytes <= 50 && runs.every(({ outcome }) => outcome !== 'read'),
      };
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
