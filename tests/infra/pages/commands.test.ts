import * as dynamodb from '@aws-sdk/client-dynamodb';
import * as s3 from '@aws-sdk/client-s3';
import * as stepfunctions from '@aws-sdk/client-sfn';
import { describe, expect, it } from 'vitest';
import {
  argumentsOfCommand,
  commandsOfPages,
  packageScripts,
  projectFiles,
  projectPages,
  readProjectFile,
} from './project-pages.ts';

/**
 * `[…, names of members, their schemas, how many of them are required]`, these first: what the SDK's own schemas say of
 * a structure.
 */
type Structure = readonly [
  ...[kind: 3, namespace: string, name: string, traits: unknown],
  ...[members: string[], of: unknown[], required?: number],
];
type Operation = readonly [kind: 9, namespace: string, name: string, traits: unknown, input: () => Structure];

/** What a command takes: its options, and those of them that it needs. */
interface Taken {
  options: readonly string[];
  required: readonly string[];
}

const reference = 'https://docs.aws.amazon.com/cli/latest/reference';
/**
 * Commands whose SDK the project does not have, or that the command line makes of several requests: from its reference.
 */
const fromReference: Record<string, Taken & { page: string }> = {
  'cloudformation update-termination-protection': {
    page: `${reference}/cloudformation/update-termination-protection.html`,
    options: ['stack-name', 'enable-termination-protection'],
    required: ['stack-name', 'enable-termination-protection'],
  },
  'ce update-cost-allocation-tags-status': {
    page: `${reference}/ce/update-cost-allocation-tags-status.html`,
    options: ['cost-allocation-tags-status'],
    required: ['cost-allocation-tags-status'],
  },
  'dynamodb wait table-exists': {
    page: `${reference}/dynamodb/wait/table-exists.html`,
    options: ['table-name'],
    required: ['table-name'],
  },
  'cloudformation describe-stack-events': {
    page: `${reference}/cloudformation/describe-stack-events.html`,
    options: ['stack-name'],
    required: ['stack-name'],
  },
  'sns create-topic': {
    page: `${reference}/sns/create-topic.html`,
    options: ['name', 'attributes', 'tags', 'data-protection-policy'],
    required: ['name'],
  },
  'sns subscribe': {
    page: `${reference}/sns/subscribe.html`,
    options: ['topic-arn', 'protocol', 'notification-endpoint', 'attributes', 'return-subscription-arn'],
    required: ['topic-arn', 'protocol'],
  },
  'sqs get-queue-url': {
    page: `${reference}/sqs/get-queue-url.html`,
    options: ['queue-name', 'queue-owner-aws-account-id'],
    required: ['queue-name'],
  },
  'sqs receive-message': {
    page: `${reference}/sqs/receive-message.html`,
    options: ['queue-url', 'message-attribute-names', 'max-number-of-messages', 'visibility-timeout'],
    required: ['queue-url'],
  },
  'sqs delete-message': {
    page: `${reference}/sqs/delete-message.html`,
    options: ['queue-url', 'receipt-handle'],
    required: ['queue-url', 'receipt-handle'],
  },
  's3 sync': { page: `${reference}/s3/sync.html`, options: ['exact-timestamps'], required: [] },
};
/** Of every command. */
const ofAll = ['query', 'output', 'region'];

const sdk: Record<string, object> = { dynamodb, s3api: s3, stepfunctions };
const kebab = (name: string) => name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '-').toLowerCase();
function takenBy(service: string, operation: string): Taken | undefined {
  const name = operation.replaceAll(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const input = ((sdk[service] as Record<string, unknown>)?.[`${name}$`] as Operation | undefined)?.[4]();
  if (!input) return fromReference[`${service} ${operation}`];
  const [, , , , members, , required = 0] = input;
  return { options: members.map(kebab), required: members.slice(0, required).map(kebab) };
}

describe('a command of AWS’s command line in a page', () => {
  it('is one of many', () => {
    expect(argumentsOfCommand('aws').length).toBeGreaterThan(6);
  });

  it.each(
    argumentsOfCommand('aws').map((call) => [call.join(' '), call] as const),
  )('%s exists, with options that it takes and those that it needs', (_, [service = '', ...rest]) => {
    const operation = rest.slice(0, rest.findIndex((word) => word.startsWith('--')) >>> 0).join(' ');
    const taken = takenBy(service, operation);
    expect(taken).toBeDefined();
    const options = rest.filter((word) => word.startsWith('--')).map((word) => word.slice(2).replace(/^no-/, ''));
    expect([...(taken?.options ?? []), ...ofAll]).toEqual(expect.arrayContaining(options));
    expect(options).toEqual(expect.arrayContaining([...(taken?.required ?? [])]));
  });

  it('waits as long as a restore takes: the command line’s own patience ends after eight minutes', () => {
    const waits = projectPages.flatMap((page) =>
      readProjectFile(page)
        .split('\n')
        .filter((line) => line.includes('aws dynamodb wait')),
    );
    expect(waits.length).toBeGreaterThan(0);
    for (const line of waits) expect(line).toMatch(/^until aws dynamodb wait .*; do sleep \d+; done$/);
  });

  it('finds what is a school’s by its whole name or its tag: another school’s may begin with the same word', () => {
    for (const call of argumentsOfCommand('aws'))
      expect(call.join(' ')).not.toMatch(/starts_with|begins_with|name-prefix/);
  });
});

describe('a command of a page', () => {
  it('is of a program that is tried here', () => {
    const firstWords = commandsOfPages.map(([program, first]) => (program === 'aws' ? program : `${program} ${first}`));
    expect([...new Set(firstWords)].sort()).toEqual([
      ...['aws', 'git checkout', 'git pull', 'npm audit', 'npm ci', 'npm cit', 'npm outdated', 'npm run', 'npm start'],
      ...['npm test', 'npx cdk', 'npx node', 'npx vitest'],
    ]);
  });

  it('runs a file that is there by Node', () => {
    const files = argumentsOfCommand('npx', 'node').flatMap((call) => call.filter((word) => word.endsWith('.ts')));
    expect(files).toContain('local/start.ts');
    expect(files.filter((file) => !projectFiles.includes(file))).toEqual([]);
  });

  it('names a script that package.json has', () => {
    const named = [...argumentsOfCommand('npm', 'run').map(([script]) => script), 'start', 'test'];
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((script) => !(script !== undefined && script in packageScripts))).toEqual([]);
  });

  it('passes options to a script behind two dashes: npm takes those before', () => {
    for (const [script, first] of argumentsOfCommand('npm', 'run'))
      if (first !== undefined) expect([script, first]).toEqual([script, '--']);
  });

  it('gives an app of ours the settings that it reads', () => {
    const known = projectFiles
      .filter((path) => path.startsWith('infra/'))
      .flatMap((path) => [...readProjectFile(path).matchAll(/tryGetContext\('([a-zA-Z]+)'\)/g)].map(([, key]) => key));
    const given = argumentsOfCommand('npx', 'cdk').flatMap((call) =>
      call.flatMap((word, at) => (word === '-c' ? (call[at + 1]?.split('=')[0] ?? '') : [])),
    );
    expect(given.length).toBeGreaterThan(5);
    expect(given.filter((key) => !known.includes(key))).toEqual([]);
  });

  it('runs tests that are there', () => {
    for (const call of argumentsOfCommand('npx', 'vitest')) {
      for (const word of call)
        if (word.includes('/'))
          expect(
            projectFiles.some((path) => path.startsWith(`${word}/`)),
            word,
          ).toBe(true);
    }
  });
});
