import { mailOfSchool } from '#shared/product.ts';
import { schoolName } from '../names.ts';
import { loadSchool } from '../school.ts';
import { sharedPartsOwnerOfStack } from '../shared-parts.ts';
import { deadLetterQueueName } from '../workflows/dead-letter-queue.ts';
import { mailReportsQueueName } from '../workflows/school-mailing.ts';
import { createAskAws } from './deployment/ask-aws.ts';
import { readDeadLetters, startAgain } from './deployment/dead-letters.ts';
import { OperatorError, parseCommandOptions, runApp } from './operator-error.ts';

const usage = 'Usage: npm run start-again -- --school <id> [--only-list]';

/**
 * Starts what EventBridge could not start of a school: exports, the nightly check of the rosters, notes of e-mails that
 * came back. Run again it goes on with what is left.
 */
await runApp(async () => {
  const options = { school: { type: 'string' }, 'only-list': { type: 'boolean' } } as const;
  const { school: id, 'only-list': onlyList = false } = parseCommandOptions(usage, options);
  if (id === undefined) throw new OperatorError(usage);
  const school = loadSchool(id);
  const name = schoolName(id);
  const mail = mailOfSchool(school);
  const ask = createAskAws(school.aws.region);
  const queues = [deadLetterQueueName(sharedPartsOwnerOfStack(name)), ...(mail ? [mailReportsQueueName(name)] : [])];
  let failed = 0;
  let count = 0;
  for (const queue of queues) {
    const queueUrl = (await ask('sqs', 'get-queue-url', '--queue-name', queue, '--query', 'QueueUrl')) as string;
    for (const letter of await readDeadLetters(queueUrl, { name, failedMail: mail?.failed ?? null }, ask)) {
      count += 1;
      const about = `${letter.target.split(':').at(-1)}: ${letter.error}`;
      if (onlyList) {
        console.log(about);
        continue;
      }
      try {
        await startAgain(queueUrl, letter, ask);
        console.log(`${about}\n  started`);
      } catch (error) {
        if (!(error instanceof OperatorError)) throw error;
        failed += 1;
        console.log(`${about}\n  not started: ${error.message}`);
      }
    }
  }
  if (count === 0) console.log('Nothing waits to be started.');
  if (failed > 0) throw new OperatorError(`${failed} of ${count} still wait. Correct the cause, and run it again.`);
});
