import { DefaultStackSynthesizer } from 'aws-cdk-lib';
import { deployedCallsOfSchool, mailOfSchool, type SchoolMail } from '#shared/product.ts';
import type { SchoolFile } from '#shared/school/school-file.ts';
import type { AccountFile } from '../../account-file.ts';
import { countResources, moreResources } from '../../api/api-definition.ts';
import { alarmTopicName, isStageId, schoolName } from '../../names.ts';
import { howToRaise, quotas } from '../../quotas/quotas.ts';
import { schoolLimitsName, stageLimitsName, stagesBootstrapQualifier } from '../../rights/stage-limits.ts';
import { sharingStackOf } from '../../shared-parts.ts';
import type { AskAws } from './ask-aws.ts';
import { countedQuotas, countQuotaLeft } from './quotas-left.ts';
import { type AlarmTopic, noticesOfAccount, whyNobodyHears } from './unheard-alarms.ts';

/** One line for the operator; `todo` says what to do where something is missing. */
export interface CheckedFact {
  fact: string;
  todo?: string;
}

/** Functions at a time that a school's busiest minute takes, with room for a print run beside sign-ins. */
const wantedConcurrency = 100;
/** What the templates of this version of CDK ask of `cdk bootstrap`. */
const wantedBootstrap = 6;

/**
 * What can be known of an account before a school's first deployment, in the order of their correction. Stops after the
 * first check where nobody is signed in to the school's account. Changes nothing: assuming the roles only proves that
 * the operator may.
 */
export async function checkAccount(
  school: Pick<SchoolFile, 'id' | 'aws' | 'domain' | 'operatorEmail' | 'options' | 'optionSettings'>,
  accountFile: AccountFile,
  ask: AskAws,
): Promise<CheckedFact[]> {
  const { id, aws, domain, options } = school;
  const { account, region } = aws;
  const signedIn = await checked(
    `You are signed in to the account ${account}, whose region ${region} is on`,
    async () => {
      const found = (await ask('sts', 'get-caller-identity', '--query', 'Account')) as string;
      return found === account ? undefined : `You are signed in to ${found}: sign in to ${account} (AWS_PROFILE).`;
    },
  );
  if (signedIn.todo) return [signedIn];
  const schools = DefaultStackSynthesizer.DEFAULT_QUALIFIER;
  const facts: CheckedFact[] = [
    signedIn,
    resourcesLeft(countResources(deployedCallsOfSchool({ options }).map(({ call }) => call.path))),
    await checked(`Lambda runs ${wantedConcurrency} functions at a time or more`, async () => {
      const query = ['--query', 'AccountLimit.ConcurrentExecutions'];
      const most = (await ask('lambda', 'get-account-settings', ...query)) as number;
      if (most >= wantedConcurrency) return undefined;
      return `It runs ${most}. Ask for ${wantedConcurrency} or more: ${howToRaise('concurrency')}.`;
    }),
    await bootstrapped(schools, `npx cdk bootstrap --app 'node infra/account.ts' -c account=${accountFile.name}`, ask),
    ...(isStageId(id) ? [] : await rolesOf(schools, aws, ask)),
    await limitsOf(isStageId(id) ? 'stages' : 'schools', accountFile, ask),
    await sharedStack('schools', accountFile, ask),
    ...(await quotasLeft(accountFile, ask)),
    ...(await checkAlarmTopics(
      [
        ...(isStageId(id) ? [] : noticesOfAccount(accountFile)),
        { name: schoolName(id), aws, operatorEmail: school.operatorEmail },
      ],
      ask,
    )),
  ];
  if (isStageId(id)) facts.push(...(await checkStages(accountFile, ask)));
  const mail = mailOfSchool(school);
  return [...facts, ...(domain ? [await certificateOf(domain, ask)] : []), ...(mail ? await checkMail(mail, ask) : [])];
}

/** Fewer than this many resources that an API can still have: the quota is raised in days. */
const fewResources = 20;

/** Of this checkout: the account’s own quota takes a request of the operator anyway. */
export function resourcesLeft(used: number): CheckedFact {
  const { value } = quotas.apiResources;
  const left = value - used;
  const fact = `The API has ${used} of ${value} resources, ${left} are left`;
  return left >= fewResources ? { fact } : { fact, todo: `Before they run out, ${moreResources}` };
}

/** What stages need besides, so that they reach no school of the account. */
async function checkStages(accountFile: AccountFile, ask: AskAws): Promise<CheckedFact[]> {
  const { account, region } = accountFile.aws;
  const limits = `arn:aws:iam::${account}:policy/${stageLimitsName(region)}`;
  const roleName = (name: string) => `cdk-${stagesBootstrapQualifier}-${name}-role-${account}-${region}`;
  const again = 'run cdk bootstrap for stages again, as docs/operations/another-school.md has it.';
  return [
    await bootstrapped(stagesBootstrapQualifier, 'the command of docs/operations/another-school.md', ask),
    await checked('CloudFormation has no rights for stages but their own', async () => {
      const given = ['--role-name', roleName('cfn-exec'), '--query', 'AttachedPolicies[].PolicyArn'];
      const found = (await ask('iam', 'list-attached-role-policies', ...given)) as string[];
      return found.join() === limits ? undefined : `It has ${found.join(', ') || 'none'}: ${again}`;
    }),
    ...(await Promise.all(
      ['cfn-exec', 'deploy', 'file-publishing', 'lookup'].map((name) =>
        checked(`The role ${name} of stages goes no further than they may`, async () => {
          const query = ['--query', 'Role.PermissionsBoundary.PermissionsBoundaryArn'];
          const found = await ask('iam', 'get-role', '--role-name', roleName(name), ...query);
          return found === limits ? undefined : `Its boundary is ${found ?? 'missing'}: ${again}`;
        }),
      ),
    )),
    ...(await rolesOf(stagesBootstrapQualifier, { account, region }, ask)),
    await sharedStack('stages', accountFile, ask),
  ];
}

const bootstrapped = (qualifier: string, command: string, ask: AskAws) =>
  checked(`cdk bootstrap was run${qualifier === stagesBootstrapQualifier ? ' for stages' : ''}`, async () => {
    const given = ['--name', `/cdk-bootstrap/${qualifier}/version`, '--query', 'Parameter.Value'];
    const version = Number(await ask('ssm', 'get-parameter', ...given));
    if (version >= wantedBootstrap) return undefined;
    return `It has version ${version} and not ${wantedBootstrap}: run ${command} again.`;
  });

const rolesOf = (qualifier: string, { account, region }: SchoolFile['aws'], ask: AskAws) =>
  Promise.all(
    ['deploy', 'file-publishing'].map((name) =>
      checked(`You may deploy: the role ${name} of cdk bootstrap accepts you`, async () => {
        const role = `arn:aws:iam::${account}:role/cdk-${qualifier}-${name}-role-${account}-${region}`;
        const given = ['--role-arn', role, '--role-session-name', 'doctor', '--query', 'AssumedRoleUser.Arn'];
        await ask('sts', 'assume-role', ...given);
        return undefined;
      }),
    ),
  );

/** Each role of a school's stacks names it, and is refused where it is not there. */
const limitsOf = (kind: 'schools' | 'stages', { name, aws: { account, region } }: AccountFile, ask: AskAws) =>
  checked(`The account limits the roles of its ${kind}`, async () => {
    const policy = kind === 'stages' ? stageLimitsName(region) : schoolLimitsName(region);
    try {
      await ask(
        'iam',
        'get-policy',
        '--policy-arn',
        `arn:aws:iam::${account}:policy/${policy}`,
        '--query',
        'Policy.Arn',
      );
      return undefined;
    } catch (error) {
      if (!/NoSuchEntity/.test((error as Error).message)) throw error;
      return `There is no policy ${policy}, and without it no role can be made: run npm run deploy-account -- --account ${name} first.`;
    }
  });

const sharedStack = (kind: 'schools' | 'stages', { name }: AccountFile, ask: AskAws) =>
  checked(`The account has what its ${kind} share (${sharingStackOf(kind)})`, async () => {
    const given = ['--stack-name', sharingStackOf(kind), '--query', 'Stacks[0].StackStatus'];
    const status = (await ask('cloudformation', 'describe-stacks', ...given)) as string;
    if (/^(CREATE|UPDATE)_COMPLETE/.test(status)) return undefined;
    const stages = kind === 'stages' ? ' --stages' : '';
    return `Its stack is ${status}: run npm run deploy-account -- --account ${name}${stages}.`;
  });

const quotasLeft = (accountFile: AccountFile, ask: AskAws): Promise<CheckedFact[]> =>
  Promise.all(
    countedQuotas.map(async (id) => {
      try {
        return await countQuotaLeft(id, accountFile, ask);
      } catch (error) {
        const { service, name } = quotas[id];
        return { fact: `${service}, “${name}”`, todo: whatAwsSays(error) };
      }
    }),
  );

/** Of those that are there: before the first deployment there are none. */
async function checkAlarmTopics(topics: readonly AlarmTopic[], ask: AskAws): Promise<CheckedFact[]> {
  const facts: CheckedFact[] = [];
  for (const topic of topics) {
    let isThere = true;
    const fact = await checked(`Somebody gets the mails of ${alarmTopicName(topic.name)}`, async () => {
      const why = await whyNobodyHears(topic, ask);
      isThere = why !== null;
      return why ?? undefined;
    });
    if (isThere) facts.push(fact);
  }
  return facts;
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

/**
 * Whether SES sends mail to everybody: the sandbox, which a new account is in, sends to verified addresses alone.
 */
async function checkMail(
  { from, perSecond }: Pick<SchoolMail, 'from' | 'perSecond'>,
  ask: AskAws,
): Promise<CheckedFact[]> {
  const [, mailDomain = ''] = from.toLowerCase().split('@');
  return [
    await checked(`SES lets the account write to everybody, ${perSecond} letters a second`, async () => {
      const {
        ProductionAccessEnabled: isOut,
        SendingEnabled: isOn,
        SendQuota,
      } = (await ask('sesv2', 'get-account')) as {
        ProductionAccessEnabled: boolean;
        SendingEnabled: boolean;
        SendQuota: { Max24HourSend: number; MaxSendRate: number };
      };
      const { Max24HourSend: perDay, MaxSendRate: most } = SendQuota;
      const limits = `${perDay} e-mails a day, ${most} a second`;
      if (!isOut)
        return `The account is in SES’s sandbox: ${limits}, and to verified addresses alone. Ask to leave it: docs/operations/first-school.md, “Letters to families”.`;
      if (!isOn) return 'SES has paused sending: see Account dashboard, Reputation metrics.';
      return perSecond <= most ? undefined : `SES grants ${limits}: set perSecond of the letters to ${most} or less.`;
    }),
    await checked(`SES knows that ${mailDomain} is the school’s`, async () => {
      const query = ['--email-identity', mailDomain, '--query', 'DkimAttributes.Status'];
      const status = (await ask('sesv2', 'get-email-identity', ...query)) as string;
      if (status === 'SUCCESS') return undefined;
      return `DKIM is ${status}: set the CNAME records that the outputs LettersDkim of the stack of workflows have.`;
    }),
  ];
}

/** @param look what to do, or undefined where the fact holds */
async function checked(fact: string, look: () => Promise<string | undefined>): Promise<CheckedFact> {
  try {
    const todo = await look();
    return todo === undefined ? { fact } : { fact, todo };
  } catch (error) {
    return { fact, todo: whatAwsSays(error) };
  }
}

const whatAwsSays = (error: unknown): string => `AWS says: ${(error as Error).message.trim().split('\n').at(-1)}`;
