import { setSchoolEnvironment } from './accounts/deployed-school.ts';
import { OperatorError, parseCommandOptions, runApp } from './operator-error.ts';

const usage = 'Usage: npm run restore-users -- --school <id> [--slips <file>] [--only-list]';

/**
 * Makes the users of a lost user pool again from the accounts of the table. Run again after a failure it makes those
 * that are missing.
 */
await runApp(async () => {
  const options = { school: { type: 'string' }, slips: { type: 'string' }, 'only-list': { type: 'boolean' } } as const;
  const { school, slips = `slips-${school}.tsv`, 'only-list': onlyList = false } = parseCommandOptions(usage, options);
  if (school === undefined) throw new OperatorError(usage);
  await setSchoolEnvironment(school);
  const { restoreUsers } = await import('./accounts/lost-users.ts');
  const { SlipFile } = await import('./accounts/slips.ts');
  const file = new SlipFile(slips);
  const { made, closed } = await restoreUsers({
    file,
    onlyList,
    say: (line) => console.log(line),
  });
  console.log(
    made + closed === 0
      ? 'Every account has its user.'
      : `${made} to be handed a slip of ${slips}, ${closed} closed. Delete the file when the slips are handed out.`,
  );
});
