import { DefaultStackSynthesizer } from 'aws-cdk-lib';
import type { SchoolFile } from '#shared/school/school-file.ts';
import { applicationName } from '../names.ts';
import type { AskAws } from './ask-aws.ts';

/** One line for the operator; `todo` says what to do where something is missing. */
export interface CheckedFact {
  fact: string;
  todo?: string;
}

/** Functions at a time that a school's busiest minute takes, with room for a print run beside sign-ins. */
const wantedConcurrency = 100;
/** What the templates of this version of CDK ask of `cdk bootstrap`. */
const wantedBootstrap = 6;
const qualifier = DefaultStackSynthesizer.DEFAULT_QUALIFIER;

/**
 * What can be known of an account before a school's first deployment, in the order of their correction. Stops after the first check where
 * nobody is signed in to the school's account. Changes nothing: assuming the roles only proves that the operator may.
 */
export async function checkAccount(
  { aws, domain }: Pick<SchoolFile, 'aws' | 'domain'>,
  ask: AskAws,
): Promise<CheckedFact[]> {
  const { account, region } = aws;
  const signedIn = await checked(
    `You are signed in to the account ${account}, whose region ${region} is on`,
    async () => {
      const found = (await ask('sts', 'get-caller-identity', '--query', 'Account')) as string;
      return found === account ? undefined : `You are signed in to ${found}: sign in to ${account} (AWS_PROFILE).`;
    },
  );
  if (signedIn.todo) return [signedIn];
  const role = (name: string) => `arn:aws:iam::${account}:role/cdk-${qualifier}-${name}-role-${account}-${region}`;
  const fromHere = `--app 'node infra/account.ts' -c school=<id>`;
  return [
    signedIn,
    await checked(`Lambda runs ${wantedConcurrency} functions at a time or more`, async () => {
      const query = ['--query', 'AccountLimit.ConcurrentExecutions'];
      const most = (await ask('lambda', 'get-account-settings', ...query)) as number;
      if (most >= wantedConcurrency) return undefined;
      return `It runs ${most}. Ask for ${wantedConcurrency}: Service Quotas, AWS Lambda, “Concurrent executions”; it takes hours to days.`;
    }),
    await checked('cdk bootstrap was run', async () => {
      const given = ['--name', `/cdk-bootstrap/${qualifier}/version`, '--query', 'Parameter.Value'];
      const version = Number(await ask('ssm', 'get-parameter', ...given));
      if (version >= wantedBootstrap) return undefined;
      return `It has version ${version} and not ${wantedBootstrap}: run npx cdk bootstrap ${fromHere} again.`;
    }),
    ...(await Promise.all(
      ['deploy', 'file-publishing'].map((name) =>
        checked(`You may deploy: the role ${name} of cdk bootstrap accepts you`, async () => {
          const given = ['--role-arn', role(name), '--role-session-name', 'doctor', '--query', 'AssumedRoleUser.Arn'];
          await ask('sts', 'assume-role', ...given);
          return undefined;
        }),
      ),
    )),
    await checked(`The account has what its schools share (${applicationName}-account)`, async () => {
      const query = ['--query', 'Stacks[0].StackStatus'];
      const status = (await ask(
        'cloudformation',
        'describe-stacks',
        '--stack-name',
        `${applicationName}-account`,
        ...query,
      )) as string;
      if (/^(CREATE|UPDATE)_COMPLETE/.test(status)) return undefined;
      return `Its stack is ${status}: run npx cdk deploy ${fromHere} --rollback-trigger-alarm-arns none.`;
    }),
    ...(domain ? [await certificateOf(domain, ask)] : []),
  ];
}

const certificateOf = ({ name, certificateArn }: NonNullable<SchoolFile['domain']>, ask: AskAws) =>
  checked(`The certificate is issued for ${name}`, async () => {
    const given = ['--certificate-arn', certificateArn, '--region', 'us-east-1', '--query', 'Certificate'];
    const found = (await ask('acm', 'describe-certificate', ...given)) as {
      Status: string;
      SubjectAlternativeNames?: string[];
    };
    if (found.Status !== 'ISSUED')
      return `It is ${found.Status}: set the DNS records that Certificate Manager shows, and wait.`;
    const covers = found.SubjectAlternativeNames?.some(
      (covered) => covered === name || (covered.startsWith('*.') && name.replace(/^[^.]+/, '*') === covered),
    );
    return covers ? undefined : `It is for ${found.SubjectAlternativeNames?.join(', ')}: request one for ${name}.`;
  });

/** @param look what to do, or undefined where the fact holds */
async function checked(fact: string, look: () => Promise<string | undefined>): Promise<CheckedFact> {
  try {
    const todo = await look();
    return todo === undefined ? { fact } : { fact, todo };
  } catch (error) {
    return { fact, todo: `AWS says: ${(error as Error).message.trim().split('\n').at(-1)}` };
  }
}
