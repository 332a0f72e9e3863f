import { describe, expect, it } from 'vitest';
import type { AskAws } from '../../../infra/operators/deployment/ask-aws.ts';
import {
  type LeftPart,
  leftPartsParameters,
  listLeftParts,
  removeUnused,
} from '../../../infra/operators/deployment/left-parts.ts';
import { leftPartParameter, sharedPartName } from '../../../infra/shared-parts.ts';
import { accountTemplate } from '../stacks/templates.ts';

const headers = sharedPartName('headers');
const functionArn = 'arn:aws:cloudfront::111122223333:function/formroom-routes-0000aaaa-us-east-1';
/** What versions have made, in the words of AWS's command line; the newest of them has let go of the first three. */
const made = [
  { parameter: '/formroom/shared/headers-0000aaaa', value: 'old-headers', madeAt: '2026-01-01T00:00:00Z' },
  { parameter: '/formroom/shared/routes-0000aaaa', value: functionArn, madeAt: '2026-01-01T00:00:00Z' },
  { parameter: `/formroom/shared/${headers}`, value: 'these-headers', madeAt: '2026-02-01T00:00:00Z' },
  { parameter: '/formroom/shared/texts-0000bbbb', value: 'of-stack', madeAt: '2026-03-01T00:00:00Z' },
];
const now = new Date('2026-06-01T00:00:00Z');

/** An account: what it has, which of it distributions use, and everything that was asked of it. */
function account({ inUse = [] as string[], gone = [] as string[], hasStack = true } = {}) {
  const asked: string[] = [];
  const ask: AskAws = async (...words) => {
    asked.push(words.join(' '));
    const [, operation = ''] = words;
    const target = words[words.findIndex((word) => word === '--id' || word === '--name') + 1] ?? '';
    if (operation === 'get-parameters-by-path') return made;
    if (operation === 'list-stack-resources') {
      if (!hasStack)
        throw new Error('An error occurred (ValidationError): Stack with id formroom-account does not exist');
      return ['/formroom/shared/texts-0000bbbb'];
    }
    if (gone.includes(target)) throw new Error('An error occurred (NoSuchResponseHeadersPolicy)');
    if (/^(get|describe)-/.test(operation)) return `tag of ${target}`;
    if (inUse.includes(target)) throw new Error('An error occurred (ResponseHeadersPolicyInUse) when calling');
    return null;
  };
  return { ask, asked };
}

async function removed(options: Parameters<typeof account>[0], left?: LeftPart[], at = now) {
  const { ask, asked } = account(options);
  const said: string[] = [];
  const parts = left ?? (await listLeftParts('formroom-account', ask));
  await removeUnused(parts, { ask, say: (line) => said.push(line), now: at });
  return { said, changed: asked.filter((words) => / delete-/.test(words)) };
}

describe('what earlier versions left for schools to share', () => {
  it('is what has a parameter and is not of the stack', async () => {
    const left = await listLeftParts('formroom-account', account().ask);
    expect(left.map(({ name }) => name)).toEqual(['headers-0000aaaa', 'routes-0000aaaa', headers]);
    expect(await listLeftParts('formroom-account', account({ hasStack: false }).ask)).toHaveLength(4);
  });

  it('is looked for where stages have theirs, for a stage', async () => {
    const { ask, asked } = account();
    await listLeftParts('formroom-staging-shared', ask);
    expect(asked[0]).toContain('--path /formroom-staging/shared ');
  });

  it('is not made again by a version that goes back to it: its name is taken, and it has no id to be adopted by', async () => {
    const given = leftPartsParameters(await listLeftParts('formroom-account', account().ask), {
      stackName: 'formroom-account',
      sets: 2,
    }).filter((word) => word !== '--parameters');
    expect(given).toHaveLength(14);
    const parameter = leftPartParameter(headers);
    expect(given.filter((word) => word.endsWith('=yes'))).toEqual([`formroom-account:${parameter}=yes`]);
    const template = accountTemplate(undefined, {}, 2);
    expect(Object.keys(template.Parameters ?? {})).toEqual(
      expect.arrayContaining(given.map((word) => /:(\w+)=/.exec(word)?.[1])),
    );
    // Each part and the parameter of its place are made unless it is said to be there.
    const made = Object.values(template.Resources).filter(
      ({ Condition }) => Condition === `Makes${parameter.slice('Left'.length)}`,
    );
    expect(made.map(({ Type }) => Type).toSorted()).toEqual([
      'AWS::CloudFront::ResponseHeadersPolicy',
      'AWS::SSM::Parameter',
    ]);
    expect(JSON.stringify(template.Conditions?.[made[0]?.Condition ?? ''])).toBe(
      `{"Fn::Equals":[{"Ref":"${parameter}"},"no"]}`,
    );
    const shared = Object.values(template.Resources).filter(({ Type }) => /CloudFront|SSM::Parameter/.test(Type));
    for (const { Condition } of shared) expect(Condition).toMatch(/^Makes/);
  });

  it('is removed with its parameter where no distribution uses it and this version does not want it', async () => {
    const { said, changed } = await removed({});
    expect(said).toEqual([
      'headers-0000aaaa is removed.',
      'routes-0000aaaa is removed.',
      `${headers} is of this version.`,
    ]);
    expect(changed).toEqual([
      'cloudfront delete-response-headers-policy --id old-headers --if-match tag of old-headers',
      'ssm delete-parameter --name /formroom/shared/headers-0000aaaa',
      'cloudfront delete-function --name formroom-routes-0000aaaa-us-east-1 --if-match tag of formroom-routes-0000aaaa-us-east-1',
      'ssm delete-parameter --name /formroom/shared/routes-0000aaaa',
    ]);
  });

  it('stays where a distribution uses it, its parameter too', async () => {
    const { said, changed } = await removed({ inUse: ['old-headers'] });
    expect(said[0]).toBe('headers-0000aaaa is in use.');
    expect(changed).not.toContain('ssm delete-parameter --name /formroom/shared/headers-0000aaaa');
  });

  it('loses its parameter where a run was cut off behind it', async () => {
    const { changed } = await removed({ gone: ['old-headers'] });
    expect(changed).toContain('ssm delete-parameter --name /formroom/shared/headers-0000aaaa');
  });

  it('stays for 90 days, for schools that go back', async () => {
    const early = await removed({}, undefined, new Date('2026-03-31T00:00:00Z'));
    expect(early.changed).toEqual([]);
    expect(early.said[0]).toBe('headers-0000aaaa is kept 90 days, for schools that go back to its version.');
    expect((await removed({}, undefined, new Date('2026-04-01T00:00:00Z'))).changed).toHaveLength(4);
  });
});
