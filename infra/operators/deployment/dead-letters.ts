import { type JobStep, jobMachineName } from '#shared/jobs.ts';
import { jobDomains } from '#shared/product.ts';
import { exportMachineNames } from '../../names.ts';
import { firstExportInput, inputOfEvent, mailReportInput, type RuleInput } from '../../workflows/rule-inputs.ts';
import { OperatorError } from '../operator-error.ts';
import type { AskAws } from './ask-aws.ts';

/** What EventBridge could not start. Its body may name parents: it is printed nowhere. */
export interface DeadLetter {
  messageId: string;
  receiptHandle: string;
  /** ARN of the state machine. */
  target: string;
  /** Why it could not be started, as EventBridge says it. */
  error: string;
  /** The input of the state machine; undefined of a rule that this version does not have. */
  input: unknown;
}

interface Message {
  MessageId: string;
  ReceiptHandle: string;
  Body: string;
  MessageAttributes?: Record<string, { StringValue?: string }>;
}

interface School {
  /** For example `formroom-demo`. */
  name: string;
  /** What its worker does with an e-mail that came back; null where it sends none. */
  failedMail: JobStep | null;
}

/** Seconds for which what was read is hidden from other readers. */
const hidden = 60;

/**
 * The school's letters in a queue; those of other schools are let go at once. @throws {OperatorError} what `aws` says,
 * as where there is no such queue
 */
export async function readDeadLetters(queueUrl: string, school: School, ask: AskAws): Promise<DeadLetter[]> {
  const found = new Map<string, DeadLetter>();
  const others = new Map<string, Message>();
  const receive = ['receive-message', '--queue-url', queueUrl, '--message-attribute-names', 'All'];
  for (;;) {
    const answer = (await ask(
      'sqs',
      ...receive,
      ...['--max-number-of-messages', '10', '--visibility-timeout', String(hidden), '--wait-time-seconds', '1'],
    )) as { Messages?: Message[] } | null;
    const fresh = (answer?.Messages ?? []).filter(({ MessageId: id }) => !found.has(id) && !others.has(id));
    if (fresh.length === 0) break;
    for (const message of fresh) {
      const letter = letterOf(message, school);
      if (letter) found.set(message.MessageId, letter);
      else others.set(message.MessageId, message);
    }
  }
  await letGo(
    queueUrl,
    [...others.values()].map(({ ReceiptHandle }) => ReceiptHandle),
    ask,
  );
  return [...found.values()];
}

/** Shows messages that were read to the next reader at once. @param receipts of this reading */
async function letGo(queueUrl: string, receipts: readonly string[], ask: AskAws): Promise<void> {
  for (const receipt of receipts)
    await ask(
      ...['sqs', 'change-message-visibility', '--queue-url', queueUrl],
      ...['--receipt-handle', receipt, '--visibility-timeout', '0'],
    );
}

function letterOf({ MessageId, ReceiptHandle, Body, MessageAttributes }: Message, school: School) {
  const attribute = (name: string): string => MessageAttributes?.[name]?.StringValue ?? '';
  const target = attribute('TARGET_ARN');
  const machines = [
    ...exportMachineNames(school.name),
    ...jobDomains.map((domain) => jobMachineName(school.name, domain)),
  ];
  if (!machines.includes(target.split(':').at(-1) ?? '')) return undefined;
  const body: unknown = JSON.parse(Body);
  const input = attribute('RULE_ARN') ? inputOfRule(body, school) : body;
  return {
    messageId: MessageId,
    receiptHandle: ReceiptHandle,
    target,
    error: [attribute('ERROR_CODE'), attribute('ERROR_MESSAGE')].filter(Boolean).join(': '),
    input,
  };
}

/** A rule leaves the event, a schedule the input itself. */
function inputOfRule(event: unknown, { failedMail }: School): unknown {
  const inputs: Record<string, RuleInput | null> = {
    'aws.cloudformation': firstExportInput,
    'aws.ses': failedMail && mailReportInput(failedMail),
  };
  const input = inputs[(event as { source?: string }).source ?? ''];
  return input ? inputOfEvent(input, event) : undefined;
}

/**
 * Starts what a letter is about, as EventBridge would have, and takes the letter out of the queue. A run is named after
 * its letter, so it begins once, however often this is tried. @throws {OperatorError} what `aws` says, or that nobody
 * knows the input any more; the letter stays
 */
export async function startAgain(queueUrl: string, letter: DeadLetter, ask: AskAws): Promise<void> {
  if (letter.input === undefined)
    throw new OperatorError('It is of a rule that this version does not have: look at the message in SQS.');
  const named = ['--state-machine-arn', letter.target, '--name', letter.messageId];
  try {
    await ask('stepfunctions', 'start-execution', ...named, '--input', JSON.stringify(letter.input));
  } catch (error) {
    if (!/ExecutionAlreadyExists/.test((error as Error).message)) throw error;
  }
  await ask('sqs', 'delete-message', '--queue-url', queueUrl, '--receipt-handle', letter.receiptHandle);
}

/**
 * Lists what waits in a queue of a school, and starts it unless it is only to be listed. What waits on is shown to the
 * next reader at once: who only looks, or corrects the cause, finds it there.
 * @returns how many letters there were, and how many could not be started
 */
export async function startWaiting(
  queueUrl: string,
  school: School,
  { ask, say, onlyList }: { ask: AskAws; say: (line: string) => void; onlyList: boolean },
): Promise<{ count: number; failed: number }> {
  const letters = await readDeadLetters(queueUrl, school, ask);
  const waiting: DeadLetter[] = onlyList ? [...letters] : [];
  for (const letter of letters) {
    say(`${letter.target.split(':').at(-1)}: ${letter.error}`);
    if (onlyList) continue;
    try {
      await startAgain(queueUrl, letter, ask);
      say('  started');
    } catch (error) {
      if (!(error instanceof OperatorError)) throw error;
      waiting.push(letter);
      say(`  not started: ${error.message}`);
    }
  }
  await letGo(
    queueUrl,
    waiting.map(({ receiptHandle }) => receiptHandle),
    ask,
  );
  return { count: letters.length, failed: onlyList ? 0 : waiting.length };
}
