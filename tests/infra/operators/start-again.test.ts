import { describe, expect, it } from 'vitest';
import { failedMailStep } from '#shared/options/families/jobs.ts';
import type { AskAws } from '../../../infra/operators/deployment/ask-aws.ts';
import { readDeadLetters, startAgain, startWaiting } from '../../../infra/operators/deployment/dead-letters.ts';
import { OperatorError } from '../../../infra/operators/operator-error.ts';
import { demoTemplates, type Resource, resourcesOfType } from '../stacks/templates.ts';

const school = { name: 'formroom-demo', failedMail: failedMailStep };
const machine = (name: string) => `arn:aws:states:us-east-1:111122223333:stateMachine:${name}`;

const events: Record<string, object> = {
  'aws.cloudformation': {
    source: 'aws.cloudformation',
    detail: { 'stack-id': 'a', 'status-details': { status: 'CREATE_COMPLETE' } },
  },
  'aws.ses': {
    source: 'aws.ses',
    detail: {
      eventType: 'Bounce',
      mail: { destination: ['parent@example.org'], tags: { claim: ['c-17'] } },
    },
  },
};

interface Sent {
  id: string;
  target: string;
  body: unknown;
  isOfRule: boolean;
}

/** A queue and state machines, as the command line answers for them. */
function account(messages: readonly Sent[], { refuses = '' } = {}) {
  const left = new Map(messages.map((message) => [message.id, message]));
  const hidden = new Set<string>();
  const started = new Map<string, { machine: string; input: unknown }>();
  const ask: AskAws = async (_service, operation, ...words) => {
    const given = (name: string) => words[words.indexOf(`--${name}`) + 1] ?? '';
    if (operation === 'receive-message') {
      const seen = [...left.values()].filter(({ id }) => !hidden.has(id)).slice(0, 10);
      for (const { id } of seen) hidden.add(id);
      const attributes = ({ target, isOfRule }: Sent) => ({
        ERROR_CODE: { StringValue: 'SDK_CLIENT_ERROR' },
        TARGET_ARN: { StringValue: target },
        [isOfRule ? 'RULE_ARN' : 'SCHEDULE_ARN']: { StringValue: 'arn' },
      });
      if (seen.length === 0) return null;
      return {
        Messages: seen.map((message) => ({
          MessageId: message.id,
          ReceiptHandle: `r-${message.id}`,
          Body: JSON.stringify(message.body),
          MessageAttributes: attributes(message),
        })),
      };
    }
    const receipt = given('receipt-handle').slice('r-'.length);
    if (operation === 'change-message-visibility') hidden.delete(receipt);
    if (operation === 'delete-message') left.delete(receipt);
    if (operation === 'start-execution') {
      if (refuses) throw new OperatorError(refuses);
      if (started.has(given('name')))
        throw new OperatorError('An error occurred (ExecutionAlreadyExists) when calling');
      started.set(given('name'), { machine: given('state-machine-arn'), input: JSON.parse(given('input')) });
    }
    return null;
  };
  return { ask, started, left, hidden };
}

/** Every rule and schedule that a school keeps letters of: what its letter is, and the input that AWS would give. */
function lettersOfSchool(): { about: string; sent: Sent; input: unknown }[] {
  const { workflows } = demoTemplates();
  const logicalId = (target: Resource['Properties']): string => target.Arn['Fn::GetAtt']?.[0] ?? target.Arn.Ref;
  const machineOf = (target: Resource['Properties']) =>
    machine(workflows.Resources[logicalId(target)]?.Properties.StateMachineName);
  const rules = resourcesOfType(workflows, 'AWS::Events::Rule').map(({ Properties }) => {
    const [target] = Properties.Targets;
    const event = events[Properties.EventPattern.source[0]] ?? {};
    const at = (path: string) =>
      path
        .split(/[.[\]]+/)
        .slice(1)
        .filter(Boolean)
        .reduce<unknown>((within, name) => (within as Record<string, unknown>)[name], event);
    const paths: Record<string, string> = target.InputTransformer?.InputPathsMap ?? {};
    const text: string = target.InputTransformer?.InputTemplate ?? target.Input;
    const filled = Object.entries(paths).reduce(
      (before, [name, path]) => before.replaceAll(`<${name}>`, JSON.stringify(at(path))),
      text,
    );
    return {
      about: Properties.Description,
      sent: { id: Properties.Description, target: machineOf(target), body: event, isOfRule: true },
      input: JSON.parse(filled),
    };
  });
  const schedules = resourcesOfType(workflows, 'AWS::Scheduler::Schedule').map(({ Properties }) => {
    const body = JSON.parse(Properties.Target.Input.replace('<aws.scheduler.scheduled-time>', '2026-03-01T06:30:00Z'));
    return {
      about: Properties.Description,
      sent: { id: Properties.Description, target: machineOf(Properties.Target), body, isOfRule: false },
      input: body,
    };
  });
  return [...rules, ...schedules];
}

describe('what EventBridge could not start', () => {
  it('is started with the very input that it would have had, of every rule and schedule, once', async () => {
    const letters = lettersOfSchool();
    expect(letters).toHaveLength(5);
    const { ask, started, left } = account(letters.map(({ sent }) => sent));
    for (const letter of await readDeadLetters('queue', school, ask)) {
      await startAgain('queue', letter, ask);
      // A run that was cut off before it deleted the letter.
      await startAgain('queue', letter, ask);
    }
    expect(left.size).toBe(0);
    for (const { about, sent, input } of letters)
      expect(started.get(sent.id), about).toEqual({ machine: sent.target, input });
    expect(JSON.stringify([...started.values()])).toContain('"claim":"c-17","type":"Bounce"');
    expect(JSON.stringify([...started.values()])).not.toContain('parent@example.org');
  });

  it('stays where it is when AWS refuses again', async () => {
    const [{ sent } = { sent: {} as Sent }] = lettersOfSchool();
    const { ask, left } = account([sent], { refuses: 'An error occurred (AccessDeniedException)' });
    const [letter] = await readDeadLetters('queue', school, ask);
    if (!letter) throw new Error('No letter');
    await expect(startAgain('queue', letter, ask)).rejects.toThrow('AccessDenied');
    expect([...left.keys()]).toEqual([sent.id]);
  });

  it('is of this school alone: letters of others are read by others at once, however many there are', async () => {
    const of = (name: string, id: string): Sent => ({ id, target: machine(name), body: {}, isOfRule: false });
    const others = Array.from({ length: 25 }, (_, index) => of('formroom-demo-north-changes-export', `n${index}`));
    const { ask, hidden } = account([...others, of('formroom-demo-changes-export', 'own')]);
    const letters = await readDeadLetters('queue', school, ask);
    expect(letters.map(({ messageId }) => messageId)).toEqual(['own']);
    expect([...hidden]).toEqual(['own']);
  });

  it('is found again by the next run right after it was only listed, or refused', async () => {
    const sent = lettersOfSchool().map((letter) => letter.sent);
    const said: string[] = [];
    const listed = account(sent);
    const looking = { ask: listed.ask, say: (line: string) => void said.push(line), onlyList: true };
    for (const _ of [1, 2])
      expect(await startWaiting('queue', school, looking)).toEqual({ count: sent.length, failed: 0 });
    expect(listed.started.size).toBe(0);
    expect(said).toContain('formroom-demo-changes-export: SDK_CLIENT_ERROR');
    expect(said.join()).not.toContain('parent@example.org');
    expect(await startWaiting('queue', school, { ...looking, onlyList: false })).toEqual({
      count: sent.length,
      failed: 0,
    });
    expect(listed.left.size).toBe(0);

    const refused = account(sent, { refuses: 'An error occurred (AccessDeniedException)' });
    for (const _ of [1, 2])
      expect(await startWaiting('queue', school, { ...looking, ask: refused.ask, onlyList: false })).toEqual({
        count: sent.length,
        failed: sent.length,
      });
  });

  it('stays, with what to do, where its rule is of another version; the others are started', async () => {
    const [{ sent } = { sent: {} as Sent }, ...others] = lettersOfSchool();
    const odd = { ...sent, id: 'odd', isOfRule: true, body: { source: 'aws.batch' } };
    const { ask, left } = account([odd, ...others.map((letter) => letter.sent)]);
    const said: string[] = [];
    const outcome = await startWaiting('queue', school, { ask, say: (line) => said.push(line), onlyList: false });
    expect(outcome).toEqual({ count: others.length + 1, failed: 1 });
    expect([...left.keys()]).toEqual(['odd']);
    expect(said.join()).toContain('of a rule that this version does not have: look at the message in SQS.');
  });
});
