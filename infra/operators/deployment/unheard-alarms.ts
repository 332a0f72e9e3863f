import type { AccountFile } from '../../account-file.ts';
import { alarmTopicName, applicationName, baselineStackName } from '../../names.ts';
import { OperatorError } from '../operator-error.ts';
import type { AskAws } from './ask-aws.ts';

/** The topic of alarms. */
export interface AlarmTopic {
  /** For example `formroom-demo`, or `formroom` and `formroom-baseline` for the account's. */
  name: string;
  aws: { account: string; region: string };
  /** Who is to hear them. */
  operatorEmail: string;
}

/** The topics of an account: of what its schools share, and of what its baseline finds. */
export const noticesOfAccount = ({ aws, operatorEmail, baseline }: AccountFile): AlarmTopic[] =>
  [applicationName, ...(baseline?.guardDuty ? [baselineStackName] : [])].map((name) => ({ name, aws, operatorEmail }));

/**
 * Why nobody hears the alarms of a school or an account, and what to do: SNS mails nobody who has not confirmed, and
 * forgets after two days whom it has asked. Undefined where everybody has confirmed.
 * @returns null where there is no such topic yet
 */
export async function whyNobodyHears(
  { name, aws, operatorEmail }: AlarmTopic,
  ask: AskAws,
): Promise<string | null | undefined> {
  const topic = `arn:aws:sns:${aws.region}:${aws.account}:${alarmTopicName(name)}`;
  const query = ['--query', 'Subscriptions[].[Endpoint,SubscriptionArn]'];
  let found: [endpoint: string, arn: string][];
  try {
    found = (await ask('sns', 'list-subscriptions-by-topic', '--topic-arn', topic, ...query)) as typeof found;
  } catch (error) {
    if (error instanceof OperatorError && /NotFound/.test(error.message)) return null;
    throw error;
  }
  if (found.length === 0)
    return `Nobody is subscribed any more: aws sns subscribe --topic-arn ${topic} --protocol email --notification-endpoint ${operatorEmail}, and confirm what comes.`;
  if (!found.some(([endpoint]) => endpoint === operatorEmail))
    return `${operatorEmail} is not subscribed, but ${found.map(([endpoint]) => endpoint).join(', ')}: deploy the stack again.`;
  const asked = found.filter(([, arn]) => !arn.startsWith('arn:')).map(([endpoint]) => endpoint);
  return asked.length === 0 ? undefined : `${asked.join(', ')} did not confirm. Send: ${request}`;
}

/** The words to send. */
const request =
  '“AWS Notifications (no-reply@sns.amazonaws.com) has sent you ‘Subscription Confirmation’; it may be among spam. Please press ‘Confirm subscription’ in it within two days: until then nobody hears when the school fails.”';
