import { mockClient } from 'aws-sdk-client-mock';

/** What AWS refuses with, as the SDK throws it. */
export const awsError = (name: string, status = 400, message = name): Error =>
  Object.assign(new Error(message), { name, $metadata: { httpStatusCode: status } });

/** The connection ended before there was an answer. */
export const lostConnectionError = (): Error => Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });

/** An error is thrown; of a function, `reach` has the stand-in carry the command out. */
// biome-ignore lint/suspicious/noExplicitAny: each command has its own input.
export type AwsAnswer = Error | object | ((reach: () => Promise<object>, input: any) => Promise<object>);

// biome-ignore lint/suspicious/noExplicitAny: each client has its own types for commands and answers.
type AnyClient = Parameters<typeof mockClient<any, any, any>>[0];
// biome-ignore lint/suspicious/noExplicitAny: as above.
type AnyCommand = new (input: any) => any;

type Send = (sent: unknown) => Promise<object>;

/**
 * Has a client of AWS, or all of a class, answer commands of one kind as no stand-in does; all others reach the
 * stand-in. Answers are given one after another, and the last one is repeated.
 */
export function answerInstead(client: AnyClient, command: AnyCommand, answers: readonly AwsAnswer[]) {
  const send = ('prototype' in client ? client.prototype.send : client.send) as unknown as Send;
  const mock = mockClient(client);
  mock.send.callThrough();
  let count = 0;
  mock.on(command).callsFake(async (input: unknown, getClient: () => unknown) => {
    const answer = answers[Math.min(count, answers.length - 1)];
    count += 1;
    if (answer instanceof Error) throw answer;
    return typeof answer === 'function' ? answer(() => send.call(getClient(), new command(input)), input) : answer;
  });
  return { count: () => count, end: () => mock.restore() };
}
