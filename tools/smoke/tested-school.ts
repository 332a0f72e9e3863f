import type { SchoolFile } from '#shared/school/school-file.ts';
import { bucketNameIn, schoolName } from '../../infra/names.ts';
import { setSchoolEnvironment } from '../../infra/operators/accounts/deployed-school.ts';
import { type AskAws, createAskAws } from '../../infra/operators/deployment/ask-aws.ts';
import { OperatorError } from '../../infra/operators/operator-error.ts';
import { loadSchool } from '../../infra/school.ts';

/** Where a school is that is looked at. Table, pool and buckets are those of the environment. */
export interface TestedSchool {
  /** Without a slash at its end. */
  url: string;
  school: SchoolFile;
  /** Only in a deployed school. */
  aws?: {
    /** Address of the API itself, which is for CloudFront alone. */
    api: string;
    /** Calls the AWS command line in the school's region; its answer, read. */
    command: AskAws;
  };
  stop(): Promise<void>;
}

/**
 * A deployed school, in the AWS account of the environment, at the address that its stack tells, or at `url`.
 * @throws {OperatorError} for a school that has no file, or is not deployed
 */
export async function findDeployedSchool(id: string, url?: string): Promise<TestedSchool> {
  const school = loadSchool(id);
  await setSchoolEnvironment(id);
  const name = schoolName(id);
  const { account, region } = school.aws;
  process.env.FILES_BUCKET = bucketNameIn({ account, region }, name, 'files');
  process.env.DOCUMENTS_BUCKET = bucketNameIn({ account, region }, name, 'documents');
  const command = createAskAws(region);
  const [address, api] = await Promise.all([
    url ?? (school.domain ? `https://${school.domain.name}` : outputOf(command, `${name}-web`, 'Address')),
    outputOf(command, `${name}-api`, 'ApiEndpoint'),
  ]);
  return { url: withoutSlash(address), school, aws: { api: withoutSlash(api), command }, stop: async () => undefined };
}

/** The demo school of this machine, made for the occasion and kept nowhere. */
export async function startLocalSchool(): Promise<TestedSchool> {
  process.env.LOG_LEVEL ??= 'warn';
  const { startSchool } = await import('../../local/school.ts');
  const school = await startSchool({ dataFolder: ':memory:', port: 0, site: 'built', isDemo: true });
  return { url: school.url, school: loadSchool('demo'), stop: () => school.stop() };
}

const withoutSlash = (address: string): string => address.replace(/\/$/, '');

/** An output of a stack; CDK puts a hash behind the names of its own ones. */
async function outputOf(command: AskAws, stack: string, name: string): Promise<string> {
  const answer = (await command('cloudformation', 'describe-stacks', '--stack-name', stack)) as {
    Stacks: { Outputs?: { OutputKey: string; OutputValue: string }[] }[];
  };
  const found = answer.Stacks[0]?.Outputs?.find(({ OutputKey }) => OutputKey.startsWith(name));
  if (!found) throw new OperatorError(`The stack ${stack} has no output ${name}: deploy the school first.`);
  return found.OutputValue;
}
