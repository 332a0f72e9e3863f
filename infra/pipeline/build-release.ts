import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, readdirSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addAccountStacks, addBaselineStack } from '../account-app.ts';
import { findPlaceInAccount, knownAccounts, loadAccount } from '../account-file.ts';
import { buildSchoolFile } from '../build/build-functions.ts';
import { buildParts } from '../build/build-parts.ts';
import { PassedTemplates } from '../build/passed-templates.ts';
import { addSchoolStacks, type BuiltParts, createCheckedApp } from '../formroom-app.ts';
import { knownSchools, loadSchool } from '../school.ts';

const project = fileURLToPath(new URL('../../', import.meta.url));

/** Folder of a release's assemblies, from the project's. */
export const assembliesFolder = 'dist/release';

/** What `cdk` gives an app that it starts: the context of cdk.json. */
export interface ReleaseOptions {
  /** Commit. */
  version: string;
  context: Record<string, unknown>;
  /** Default: all that have a file. */
  schools?: readonly string[];
  /** Default: every account that has a file, and no account where schools are named. */
  accounts?: readonly string[];
  /** Default: the project's {@link assembliesFolder}. */
  folder?: string;
}

/**
 * Makes the assembly of every account and school, `accounts/<name>` and `schools/<id>`, from functions and a site that
 * are built once. A file that several assemblies have is there once.
 */
export async function buildRelease(options: ReleaseOptions): Promise<void> {
  await makeAssemblies(await buildParts(), options);
}

/** The same from what is built already. */
export async function makeAssemblies(
  built: Omit<BuiltParts, 'school'>,
  { version, context, schools, accounts, folder = join(project, assembliesFolder) }: ReleaseOptions,
): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'version'), version);
  const passed = new PassedTemplates();
  const appIn = (outdir: string) => createCheckedApp({ outdir, context: { ...context, version } }, passed);
  for (const name of accounts ?? (schools ? [] : knownAccounts())) {
    const app = appIn(join(folder, 'accounts', name));
    const account = loadAccount(name);
    addAccountStacks(app, account);
    addBaselineStack(app, account);
    passed.add(app.synth());
  }
  const seen = new Map<string, string>();
  for (const id of schools ?? knownSchools()) {
    const outdir = join(folder, 'schools', id);
    const app = appIn(outdir);
    const school = loadSchool(id);
    addSchoolStacks(app, school, { ...built, school: await buildSchoolFile(school) }, findPlaceInAccount(id));
    passed.add(app.synth());
    linkSameAssets(outdir, seen);
  }
}

/** CDK names the folder of an asset after what is in it. */
function linkSameAssets(assembly: string, seen: Map<string, string>): void {
  for (const entry of readdirSync(assembly, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    const name = relative(assembly, file);
    if (!entry.isFile() || !name.startsWith('asset.')) continue;
    const first = seen.get(name);
    if (first === undefined) seen.set(name, file);
    else {
      unlinkSync(file);
      linkSync(first, file);
    }
  }
}

/** Paths, from the project's folder, of its sources, the packages that run its commands, and `cdk`. */
export function listReleaseFiles(): string[] {
  const run = (program: string, given: string[]) =>
    execFileSync(program, given, { cwd: project, encoding: 'utf8', maxBuffer: 2 ** 26 });
  const packages = run('npm', ['ls', '--omit=dev', '--all', '--parseable'])
    .split('\n')
    .map((path) => relative(project, path))
    .filter((path) => path.startsWith('node_modules/'));
  const tracked = run('git', ['ls-files', '--', '.', ':!docs']).trim().split('\n');
  return [...new Set([...tracked, ...packages, 'node_modules/aws-cdk'])];
}

/** Packs what deploys a release, its assemblies included. Nothing is installed where it is deployed. */
export function packRelease(file: string): void {
  execFileSync('tar', ['--create', '--gzip', '--file', file, '--files-from', '-'], {
    cwd: project,
    input: [...listReleaseFiles(), assembliesFolder].join('\n'),
  });
}
