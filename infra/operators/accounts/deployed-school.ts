import { readFileSync } from 'node:fs';
import { CognitoIdentityProviderClient, paginateListUserPools } from '@aws-sdk/client-cognito-identity-provider';
import { currentTables, schoolName } from '../../names.ts';
import { loadSchool } from '../../school.ts';
import { OperatorError } from '../operator-error.ts';

/**
 * Makes a deployed school's tables and user pool those of this process, in the AWS account of the environment and the
 * region of the school's file. The stores read the tables' names when they are loaded: import them after it.
 * @throws {OperatorError} for a school that has no file, or is not deployed
 */
export async function setSchoolEnvironment(id: string): Promise<void> {
  process.env.AWS_REGION = loadSchool(id).aws.region;
  process.env.USER_POOL_ID = await userPoolNamed(schoolName(id));
  const [records, trail] = currentTables(id, cdkContext());
  process.env.TABLE_NAME = records.name;
  process.env.TRAIL_TABLE_NAME = trail.name;
}

async function userPoolNamed(wanted: string): Promise<string> {
  const client = new CognitoIdentityProviderClient({});
  const found: string[] = [];
  for await (const { UserPools = [] } of paginateListUserPools({ client }, { MaxResults: 60 })) {
    found.push(...UserPools.flatMap(({ Id, Name }) => (Id && Name === wanted ? [Id] : [])));
  }
  const [pool, ...others] = found;
  if (!pool) throw new OperatorError(`This account and region have no user pool ${wanted}: deploy the school first.`);
  if (others.length > 0) {
    throw new OperatorError(
      `Several user pools are called ${wanted} (${found.join(', ')}): delete those without users.`,
    );
  }
  return pool;
}

function cdkContext(): Record<string, unknown> {
  return JSON.parse(readFileSync(new URL('../../../cdk.json', import.meta.url), 'utf8')).context;
}
