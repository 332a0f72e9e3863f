import { createHash } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface Build {
  /** Where it is remembered what was built of what. */
  file: string;
  /** Files and folders that the build reads. */
  sources: readonly string[];
  /** What else decides about the results. */
  options: unknown;
  /** Folders that the build writes. */
  results: readonly string[];
  build: () => Promise<unknown>;
}

/**
 * Builds, unless the results are still as a build of the same sources, by the same options and this Node, left them.
 * Sources and results are compared by their contents.
 */
export async function buildUnlessBuilt({ file, sources, options, results, build }: Build): Promise<void> {
  const madeOf = hashOf(sources, JSON.stringify([process.version, process.platform, process.arch, options]));
  const known = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
  if (known?.madeOf === madeOf && known.made === hashOf(results)) return;
  // A build that fails leaves nothing that another could believe.
  rmSync(file, { force: true });
  await build();
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify({ madeOf, made: hashOf(results) }));
}

function hashOf(paths: readonly string[], first = ''): string {
  const hash = createHash('sha256').update(first);
  for (const path of paths.flatMap(filesBelow)) {
    const content = readFileSync(path);
    hash.update(`\n${path} ${content.length}\n`).update(content);
  }
  return hash.digest('hex');
}

/** Paths of the files, in one order on every machine. A path that is not there has none. */
function filesBelow(path: string): string[] {
  if (!existsSync(path)) return [];
  if (!lstatSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
}
