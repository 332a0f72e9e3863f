import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';

/**
 * One SES client for the process. `AWS_ENDPOINT_URL_SESV2` selects the local stand-in. The SDK does not retry: if only
 * the answer was lost, a retry would send the e-mail twice.
 */
export const mailClient = new SESv2Client({ maxAttempts: 1, defaultsMode: 'standard' });

export interface Mail {
  /** "Name <address>" or an address. */
  from: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Comes back with a bounce or complaint: letters, digits, `-` and `_`. */
  claim: string;
}

/** SES certainly sent nothing, and takes nothing more at present. */
export class MailStoppedError extends Error {
  readonly why: 'quota' | 'refused';
  constructor(why: 'quota' | 'refused', cause: Error) {
    // Its name alone: SES's message may have the address.
    super(`SES takes no e-mails: ${cause.name}`);
    this.why = why;
    // The run keeps the name alone.
    this.name = why === 'quota' ? 'MailQuotaReached' : 'MailRefused';
  }
}

/** SES certainly sent nothing, and the address is why. */
export class AddressRefusedError extends Error {
  override name = 'AddressRefused';
}

/** Waits, in milliseconds, before an e-mail that came too fast is tried again. */
const waits = [250, 500, 1000, 2000, 4000];

/** Refusals for which the account, its identity or its configuration is the reason. */
const stopping = new Set([
  'AccountSuspendedException',
  'SendingPausedException',
  'MailFromDomainNotVerifiedException',
  'LimitExceededException',
  'NotFoundException',
  // In the sandbox also for a recipient who is not verified: of nobody's address is that a fault.
  'MessageRejected',
  'AccessDeniedException',
]);

/**
 * Sends one e-mail to one address. Repeats it only where SES says that it came too fast.
 * @returns SES's id of it
 * @throws MailStoppedError, AddressRefusedError: it was not sent. Any other error: nobody knows
 */
export async function sendMail({ from, to, subject, text, html, claim }: Mail): Promise<string> {
  const body = (Data: string) => ({ Data, Charset: 'UTF-8' });
  const command = new SendEmailCommand({
    FromEmailAddress: from,
    Destination: { ToAddresses: [to] },
    Content: { Simple: { Subject: body(subject), Body: { Text: body(text), Html: body(html) } } },
    EmailTags: [{ Name: 'claim', Value: claim }],
    ConfigurationSetName: process.env.MAIL_CONFIGURATION_SET,
  });
  for (const wait of [...waits, undefined]) {
    try {
      return (await mailClient.send(command)).MessageId ?? '';
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      const isTooFast = error.name === 'TooManyRequestsException' || error.name === 'ThrottlingException';
      if (isTooFast && /daily/i.test(error.message)) throw new MailStoppedError('quota', error);
      if (isTooFast && wait === undefined) throw new MailStoppedError('refused', error);
      if (stopping.has(error.name)) throw new MailStoppedError('refused', error);
      if (error.name === 'BadRequestException') throw new AddressRefusedError();
      if (!isTooFast) throw error;
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
  throw new Error('unreachable');
}
