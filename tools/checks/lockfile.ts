/**
 * `npm run check:lockfile`: the lock file as a newcomer's `npm ci` needs it to say nothing (ADR 0001); `-- --write`
 * corrects it.
 */
import { readFile, writeFile } from 'node:fs/promises';

interface Lock {
  packages: Record<
    string,
    { version?: string; engines?: unknown; hasInstallScript?: boolean; optional?: boolean; peer?: boolean }
  >;
}

const path = 'package-lock.json';
const lock = JSON.parse(await readFile(path, 'utf8')) as Lock;
const { allowScripts } = JSON.parse(await readFile('package.json', 'utf8')) as {
  allowScripts: Record<string, boolean>;
};
/** The first entry is the project itself. */
const packages = Object.entries(lock.packages).filter(([folder]) => folder !== '');
const nameOf = (folder: string): string => folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);

if (process.argv.includes('--write')) {
  for (const [, entry] of packages) delete entry.engines;
  await writeFile(path, `${JSON.stringify(lock, null, 2)}\n`);
}

const faults = packages.flatMap(([folder, entry]) => [
  ...(entry.engines ? [`${folder} states engines. Correct it: npm run check:lockfile -- --write`] : []),
  ...(entry.hasInstallScript && !(nameOf(folder) in allowScripts)
    ? [
        `${folder} runs a script when it is installed. Read it, then: npm install-scripts approve (or deny) ${nameOf(folder)}`,
      ]
    : []),
]);
const scripted = new Set(packages.filter(([, entry]) => entry.hasInstallScript).map(([folder]) => nameOf(folder)));
for (const name of Object.keys(allowScripts)) {
  if (!scripted.has(name)) faults.push(`package.json allows scripts of ${name}, which has none.`);
}
const versionsOfSdk = new Map<string, Set<string>>();
for (const [folder, { version = '', peer }] of packages) {
  const name = nameOf(folder);
  // What only Amplify's peer dependency asks for is in no bundle.
  if (peer || !/^@aws-sdk\/(client-|lib-|s3-)/.test(name)) continue;
  versionsOfSdk.set(version, (versionsOfSdk.get(version) ?? new Set()).add(folder));
}
if (versionsOfSdk.size > 1) {
  const shown = [...versionsOfSdk].map(([version, folders]) => `${version} of ${[...folders].join(', ')}`);
  faults.push(`The AWS SDK comes in several versions: ${shown.join('; ')}.`);
}
for (const fault of faults) process.stdout.write(`${fault}\n`);
process.exitCode = faults.length > 0 ? 1 : 0;
