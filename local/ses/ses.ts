import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import {
  BodyTooLarge,
  type HttpAnswer,
  type LocalServer,
  readBody,
  startHttpServer,
} from '../aws-protocol/http-server.ts';
import { ServiceError } from '../aws-protocol/json-service.ts';
import { findCallFault } from '../aws-protocol/signed-call.ts';
import { readMailAddress, renderEml } from './mail-file.ts';
import { SendingLimits } from './sending-limits.ts';

/** An e-mail that came back, or that its recipient marked as spam, as SES reports it to EventBridge. */
export interface MailEvent {
  'detail-type': 'Email Bounced' | 'Email Complaint Received';
  detail: {
    eventType: 'Bounce' | 'Complaint';
    mail: { messageId: string; tags: Record<string, string[]> };
    bounce?: { bounceType: 'Permanent' };
  };
}

export interface SesOptions {
  /** Addresses that may send. */
  verified: readonly string[];
  /** Configuration sets that there are. */
  configurationSets: readonly string[];
  /** Receives the events of every configuration set. */
  onEvent?: (event: MailEvent) => unknown;
  /** What SES grants: e-mails a second and in 24 hours. */
  perSecond?: number;
  perDay?: number;
}

/** Below the data folder: a file an e-mail, which a mail program opens. */
export const mailFolder = 'mails';

/** The e-mails of a data folder in memory, the oldest first. */
export const mailsInMemory: string[] = [];

/** Of SES v2, recipients together. */
const mostRecipients = 50;
const maximumMailBytes = 40 * 1024 * 1024;

const content = z.strictObject({ Data: z.string(), Charset: z.string().optional() });
const input = z.strictObject({
  FromEmailAddress: z.string(),
  Destination: z.strictObject({
    ToAddresses: z.array(z.string()).default([]),
    CcAddresses: z.array(z.string()).default([]),
    BccAddresses: z.array(z.string()).default([]),
  }),
  Content: z.strictObject({
    Simple: z.strictObject({
      Subject: content,
      Body: z.strictObject({ Text: content.optional(), Html: content.optional() }),
    }),
  }),
  EmailTags: z
    .array(z.strictObject({ Name: z.string().regex(/^[\w-]{1,256}$/), Value: z.string().regex(/^[\w-]{1,256}$/) }))
    .default([]),
  ConfigurationSetName: z.string().optional(),
});

/**
 * Starts SES for one machine: the call SendEmail of its second version with a simple content, nothing else. What it
 * takes it writes into the data folder and delivers to nobody. An address of SES's mailbox simulator,
 * `bounce@simulator.amazonses.com` or `complaint@`, has its event reported.
 *
 * Known to differ from AWS: an address is judged by its form alone, and there is no suppression list.
 * @param dataFolder an existing folder, or `:memory:`
 */
export function startSes(
  dataFolder: string,
  options: SesOptions = { verified: [], configurationSets: [] },
): Promise<LocalServer> {
  const limits = new SendingLimits(options);
  return startHttpServer(async (message) => {
    try {
      const body = await readBody(message, maximumMailBytes + 1024 * 1024);
      const { pathname } = new URL(message.url ?? '/', 'http://localhost');
      const header = (name: string) => message.headersDistinct[name]?.join(',');
      const fault = findCallFault({ header, body, service: 'ses', path: pathname });
      if (fault) throw new RefusedMail(fault.code, fault.message, 403);
      if (message.method !== 'POST' || pathname !== '/v2/email/outbound-emails')
        throw new RefusedMail('UnknownOperationException', `Not in the stand-in: ${message.method} ${pathname}`, 404);
      return answer(200, { MessageId: await send(parse(body), { dataFolder, limits, options }) });
    } catch (error) {
      return toAnswer(error);
    }
  });
}

/** A refusal with the status that SES gives it. */
class RefusedMail extends ServiceError {
  readonly status: number;
  constructor(code: string, message: string, status = 400) {
    super(code, message);
    this.status = status;
  }
}

const badRequest = (message: string) => new RefusedMail('BadRequestException', message);

function parse(body: Buffer): z.infer<typeof input> {
  let json: unknown;
  try {
    json = JSON.parse(body.toString('utf8'));
  } catch {
    throw badRequest('Could not parse the request body');
  }
  const parsed = input.safeParse(json);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw badRequest(`${issue?.path.join('.')}: ${issue?.message}`);
}

async function send(
  mail: z.infer<typeof input>,
  { dataFolder, limits, options }: { dataFolder: string; limits: SendingLimits; options: SesOptions },
): Promise<string> {
  const { ToAddresses, CcAddresses, BccAddresses } = mail.Destination;
  const recipients = [...ToAddresses, ...CcAddresses, ...BccAddresses];
  if (recipients.length === 0) throw badRequest('Destination must not be empty');
  if (recipients.length > mostRecipients) throw badRequest(`Recipient count exceeds ${mostRecipients}.`);
  const set = mail.ConfigurationSetName;
  if (set !== undefined && !options.configurationSets.includes(set))
    throw new RefusedMail('NotFoundException', `Configuration set <${set}> does not exist.`, 404);
  const [from, ...to] = [mail.FromEmailAddress, ...recipients].map((text) => {
    const address = readMailAddress(text);
    if (address === undefined) throw badRequest(`Illegal address: ${text}`);
    return address;
  });
  if (from === undefined || !options.verified.includes(from))
    throw new RefusedMail(
      'MessageRejected',
      `Email address is not verified. The following identities failed the check in region EU-WEST-1: ${from}`,
    );
  const { Subject, Body } = mail.Content.Simple;
  if (/[\r\n]/.test(Subject.Data)) throw badRequest('Subject must not contain line breaks');
  const messageId = randomUUID();
  const file = renderEml({
    messageId,
    from: mail.FromEmailAddress,
    to: ToAddresses,
    cc: CcAddresses,
    subject: Subject.Data,
    text: Body.Text?.Data,
    html: Body.Html?.Data,
    tags: mail.EmailTags,
    date: new Date(),
  });
  if (Buffer.byteLength(file) > maximumMailBytes)
    throw badRequest(`Message length is more than ${maximumMailBytes} bytes long.`);
  const refusal = limits.take(recipients.length);
  if (refusal !== undefined) throw new RefusedMail('TooManyRequestsException', refusal, 429);
  await keep(dataFolder, { messageId, file });
  const tags = Object.fromEntries(mail.EmailTags.map(({ Name, Value }) => [Name, [Value]]));
  if (set !== undefined) for (const address of to) report(address, { messageId, tags, options });
  return messageId;
}

async function keep(dataFolder: string, { messageId, file }: { messageId: string; file: string }): Promise<void> {
  if (dataFolder === ':memory:') {
    mailsInMemory.push(file);
    return;
  }
  const folder = join(dataFolder, mailFolder);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const at = new Date().toISOString().replaceAll(':', '');
  await writeFile(join(folder, `${at}-${messageId.slice(0, 8)}.eml`), file, { mode: 0o600 });
}

/** What SES's mailbox simulator does with each of its addresses; a label is allowed: `bounce+label@`. */
function report(
  address: string,
  { messageId, tags, options }: { messageId: string; tags: Record<string, string[]>; options: SesOptions },
): void {
  const [, kind] = /^(bounce|complaint)(?:\+[^@]*)?@simulator\.amazonses\.com$/.exec(address) ?? [];
  if (kind === undefined) return;
  const mail = { messageId, tags };
  const event: MailEvent =
    kind === 'bounce'
      ? { 'detail-type': 'Email Bounced', detail: { eventType: 'Bounce', mail, bounce: { bounceType: 'Permanent' } } }
      : { 'detail-type': 'Email Complaint Received', detail: { eventType: 'Complaint', mail } };
  // After the answer, as from AWS.
  setTimeout(() => options.onEvent?.(event), 10);
}

const answer = (status: number, body: object, headers: Record<string, string> = {}): HttpAnswer => ({
  status,
  headers: { 'content-type': 'application/json', 'x-amzn-requestid': randomUUID(), ...headers },
  body: JSON.stringify(body),
});

function toAnswer(error: unknown): HttpAnswer {
  if (error instanceof BodyTooLarge)
    return toAnswer(badRequest(`Message length is more than ${maximumMailBytes} bytes long.`));
  if (error instanceof RefusedMail)
    return answer(error.status, { message: error.message }, { 'x-amzn-errortype': error.code });
  console.error(error);
  return answer(500, { message: 'Internal error' }, { 'x-amzn-errortype': 'InternalServiceErrorException' });
}
