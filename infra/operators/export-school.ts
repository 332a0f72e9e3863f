import { kindsOfOptions } from '#functions/school/whole-school/record-lines.ts';
import { setSchoolEnvironment } from './accounts/deployed-school.ts';
import { setPlacesOfFiles } from './accounts/places-of-files.ts';
import { OperatorError, parseCommandOptions, runApp } from './operator-error.ts';

const usage = 'Usage: npm run export-school -- --school <id> [--to <file>]';

/** Makes a file of a deployed school: all of its records and files (docs/operations/leaving.md). */
await runApp(async () => {
  const text = { type: 'string' } as const;
  const { school, to = `${school}.zip` } = parseCommandOptions(usage, { school: text, to: text });
  if (school === undefined) throw new OperatorError(usage);
  await setSchoolEnvironment(school);
  setPlacesOfFiles(school);
  const { recordKindParts } = await import('#options/functions/record-kinds.generated');
  kindsOfOptions.fill(recordKindParts);
  const { exportToFile } = await import('../whole-school/export-to-file.ts');
  const { records, files, bytes, fingerprint } = await exportToFile(to, { say: (line) => console.log(line) });
  console.log(`${to}: ${records} records and ${files} files, ${Math.ceil(bytes / 1_000_000)} MB.`);
  console.log(`Signed by the key ${fingerprint}: note it, apart from the file.`);
});
