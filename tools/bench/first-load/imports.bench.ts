import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildFunctions } from '../../../infra/build/build-functions.ts';
import { type BuildEntry, callEntries } from '../../../infra/build/entries.ts';
import { localNames } from '../../../local/environment.ts';
import { type BenchRow, median } from '../kit/bench.ts';

export const title =
  'Cold start: processor time of importing each bundle (elapsed), beside a bundle of the DynamoDB client alone';

/** Times the reference's import. */
const limit = 1.5;
const rounds = 15;
const reference: BuildEntry = {
  name: 'reference',
  domain: 'auth',
  kind: 'api',
  source: 'tools/bench/first-load/imports-reference.ts',
  calls: [],
  jobs: [],
};
const exec = promisify(execFile);

export async function run(): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'formroom-imports-'));
  try {
    // Documents and streams wait longer for their work than for their import.
    const wanted = [reference, ...callEntries().filter(({ kind }) => kind === 'api')];
    const built = await buildFunctions({ wanted, folder });
    return compare(wanted, await measure(built));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Import {
  /** Milliseconds from beginning to end. */
  wall: number;
  /** Milliseconds of processor time: the wall time of a machine that does nothing else. */
  processor: number;
}

/** Each import in a fresh process, by entry; one of each in turn, so that they share the machine's moods. */
async function measure(built: ReadonlyMap<string, string>): Promise<Map<string, Import[]>> {
  const times = new Map([...built.keys()].map((name) => [name, [] as Import[]]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, folder] of built) {
      const time = await importOnce(folder);
      // The first round reads the files from the disk.
      if (round > 0) times.get(name)?.push(time);
    }
  }
  return times;
}

async function importOnce(folder: string): Promise<Import> {
  const script = `
    const usage = process.cpuUsage();
    const before = performance.now();
    await import(${JSON.stringify(join(folder, 'index.mjs'))});
    const wall = performance.now() - before;
    const { user, system } = process.cpuUsage(usage);
    process.stdout.write(JSON.stringify({ wall, processor: (user + system) / 1000 }));`;
  const env = { AWS_REGION: 'us-east-1', TABLE_NAME: 't', SCHOOL_FILE: localNames.schoolFile };
  const { stdout } = await exec(process.execPath, ['--input-type=module', '--eval', script], { cwd: folder, env });
  return JSON.parse(stdout) as Import;
}

function compare(wanted: readonly BuildEntry[], times: ReadonlyMap<string, readonly Import[]>): BenchRow[] {
  const base = times.get(reference.name) ?? [];
  return wanted.map((entry) => {
    const own = times.get(entry.name) ?? [];
    const ratio = median(own.map((time, round) => time.processor / (base[round]?.processor ?? Number.NaN)));
    const elapsed = median(own.map((time) => time.wall)).toFixed(0);
    const isHeld = entry !== reference;
    return {
      measure: `${entry.name} (${elapsed} ms)`,
      value: `${ratio.toFixed(2)} ×`,
      limit: isHeld ? `≤ ${limit} ×` : 'shown only',
      ok: !isHeld || ratio <= limit,
    };
  });
}
