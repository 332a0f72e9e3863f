import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { CognitoIdentityProviderClient, paginateListUserPools } from '@aws-sdk/client-cognito-identity-provider';
import { id } from '#shared/http/fields.ts';
import { schoolName, tableNameOf } from './names.ts';
import { OperatorError, runApp } from './operator-error.ts';
import { loadSchool } from './school.ts';

const usage = 'Usage: npm run create-admin -- --school <id> --name "First Last" --user <user name>';

/** Creates the first administrator of a deployed school, with the AWS account and region of the environment. */
await runApp(async () => {
  const { school, name, user } = parseArguments();
  const pool = schoolName(loadSchool(school).id);
  const userPoolId = await userPoolNamed(pool);
  // The stores read the table's name when they are loaded.
  process.env.TABLE_NAME = tableNameOf(school, cdkContext());
  const { createFirstAdmin } = await import('./first-admin.ts');
  const password = await createFirstAdmin({ userPoolId, name, userName: user });
  console.log(`${user} may sign in at /admin once with the password ${password} and chooses a new one there.`);
});

function parseArguments(): { school: string; name: string; user: string } {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({ options: { school: text, name: text, user: text }, strict: false });
  const { school, name, user } = values;
  if (typeof school !== 'string' || typeof name !== 'string' || typeof user !== 'string')
    throw new OperatorError(usage);
  if (name.trim() === '' || name.length > 120)
    throw new OperatorError(`--name must have 1 to 120 characters. ${usage}`);
  if (!id.safeParse(user).success || user.includes(' ')) {
    throw new OperatorError(`--user takes letters, digits, dots, dashes and underscores. ${usage}`);
  }
  return { school, name: name.trim(), user };
}

async function userPoolNamed(wanted: string): Promise<string> {
  const client = new CognitoIdentityProviderClient({});
  for await (const { UserPools = [] } of paginateListUserPools({ client }, { MaxResults: 60 })) {
    const found = UserPools.find(({ Name }) => Name === wanted);
    if (found?.Id) return found.Id;
  }
  throw new OperatorError(`This account and region have no user pool ${wanted}: deploy the school first.`);
}

function cdkContext(): Record<string, unknown> {
  return JSON.parse(readFileSync(new URL('../cdk.json', import.meta.url), 'utf8')).context;
}
