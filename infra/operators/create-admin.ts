import { id } from '#shared/http/fields.ts';
import { setSchoolEnvironment } from './accounts/deployed-school.ts';
import { OperatorError, parseCommandOptions, runApp } from './operator-error.ts';

const usage = 'Usage: npm run create-admin -- --school <id> --name "First Last" --user <user name>';

/** Creates the first administrator of a deployed school, with the AWS account and region of the environment. */
await runApp(async () => {
  const { school, name, user } = parseArguments();
  await setSchoolEnvironment(school);
  const { createFirstAdmin } = await import('./accounts/first-admin.ts');
  const password = await createFirstAdmin({ name, userName: user });
  console.log(`${user} may sign in at /admin once with the password ${password} and chooses a new one there.`);
});

function parseArguments(): { school: string; name: string; user: string } {
  const text = { type: 'string' } as const;
  const { school, name, user } = parseCommandOptions(usage, { school: text, name: text, user: text });
  if (school === undefined || name === undefined || user === undefined) throw new OperatorError(usage);
  if (name.trim() === '' || name.length > 120)
    throw new OperatorError(`--name must have 1 to 120 characters. ${usage}`);
  if (!id.safeParse(user).success || user.includes(' ')) {
    throw new OperatorError(`--user takes letters, digits, dots, dashes and underscores. ${usage}`);
  }
  return { school, name: name.trim(), user };
}
