import { mailOfSchool } from '#shared/product.ts';
import { schoolName } from '../names.ts';
import { loadSchool } from '../school.ts';
import { sharedPartsOwnerOfStack } from '../shared-parts.ts';
import { deadLetterQueueName } from '../workflows/dead-letter-queue.ts';
import { mailReportsQueueName } from '../workflows/school-mailing.ts';
import { createAskAws } from './deployment/ask-aws.ts';
import { startWaiting } from './deployment/dead-letters.ts';
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
  let [count, failed] = [0, 0];
  for (const queue of queues) {
    const queueUrl = (await ask('sqs', 'get-queue-url', '--queue-name', queue, '--query', 'QueueUrl')) as string;
    const found = await startWaiting(
      queueUrl,
      { name, failedMail: mail?.failed ?? null },
      { ask, say: (line) => console.log(line), onlyList },
    );
    count += found.count;
    failed += found.failed;
  }
  if (count === 0) console.log('Nothing waits to be started.');
  if (failed > 0) throw new OperatorError(`${failed} of ${count} still wait. Correct the cause, and run it again.`);
});
