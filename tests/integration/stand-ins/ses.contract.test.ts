import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SESv2Client, SendEmailCommand, type SendEmailCommandInput } from '@aws-sdk/client-sesv2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { localAccount } from '../../../local/aws-protocol/account.ts';
import type { LocalServer } from '../../../local/aws-protocol/http-server.ts';
import { type MailEvent, startSes } from '../../../local/ses/ses.ts';
import { isAws } from './support/service-under-test.ts';

/**
 * Against AWS: with a verified address in FORMROOM_CONTRACT_SES_FROM; sends to SES's mailbox simulator alone. What is
 * written into files, limits and events are of the stand-in.
 */
const from = process.env.FORMROOM_CONTRACT_SES_FROM ?? 'letters@school.example';
const success = 'success@simulator.amazonses.com';

describe.skipIf(isAws && process.env.FORMROOM_CONTRACT_SES_FROM === undefined)('SES', () => {
  let server: LocalServer | undefined;
  let folder = '';
  let client: SESv2Client;
  const events: MailEvent[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'formroom-ses-'));
    if (!isAws)
      server = await startSes(folder, {
        verified: [from],
        configurationSets: ['letters'],
        onEvent: (event) => events.push(event),
      });
    client = clientOf(server);
  });
  afterAll(async () => {
    client.destroy();
    await server?.stop();
    await rm(folder, { recursive: true });
  });

  const clientOf = (of: LocalServer | undefined, secretAccessKey: string = localAccount.secretAccessKey) =>
    new SESv2Client(
      of
        ? {
            endpoint: of.endpoint,
            region: localAccount.region,
            maxAttempts: 1,
            credentials: { accessKeyId: localAccount.accessKeyId, secretAccessKey },
          }
        : { maxAttempts: 1 },
    );
  const mail = (change: Partial<SendEmailCommandInput> = {}) =>
    new SendEmailCommand({
      FromEmailAddress: `"Northgate" <${from}>`,
      Destination: { ToAddresses: [success] },
      Content: {
        Simple: { Subject: { Data: 'Één report' }, Body: { Text: { Data: 'Text ≤' }, Html: { Data: '<p>Text</p>' } } },
      },
      EmailTags: [{ Name: 'claim', Value: 'A-b_9' }],
      ...change,
    });
  /** The name of the error; `sent` where there is none. */
  const outcome = (command: SendEmailCommand, by = client) =>
    by.send(command).then(
      () => 'sent',
      (error: Error) => error.name,
    );
  const to = (...ToAddresses: string[]) => mail({ Destination: { ToAddresses } });

  it('answers the id of an e-mail', async () => {
    expect((await client.send(mail())).MessageId).toMatch(/^[\w-]{20,}$/);
  });

  it('refuses a sender that is not verified', async () => {
    expect(await outcome(mail({ FromEmailAddress: 'office@unverified-sender.example' }))).toBe('MessageRejected');
  });

  it('refuses what is no address', async () => {
    for (const address of ['nobody', 'a@b@c.example', 'two words@school.example', '@school.example'])
      expect(await outcome(to(address)), address).toBe('BadRequestException');
  });

  it('takes fifty recipients and no more', async () => {
    const many = Array.from({ length: 51 }, (_, index) => `success+${index}@simulator.amazonses.com`);
    expect(await outcome(to(...many))).toBe('BadRequestException');
    expect(await outcome(to(...many.slice(1)))).toBe('sent');
    expect(await outcome(mail({ Destination: {} }))).toBe('BadRequestException');
  });

  it('refuses a configuration set that is not there, and a tag with other characters', async () => {
    expect(await outcome(mail({ ConfigurationSetName: 'nowhere' }))).toBe('NotFoundException');
    expect(await outcome(mail({ EmailTags: [{ Name: 'claim', Value: 'a b' }] }))).toBe('BadRequestException');
  });

  describe.skipIf(isAws)('on this machine', () => {
    it('keeps each e-mail as a file for this account alone, which a mail program opens', async () => {
      const id = (await client.send(to('parent@example.com'))).MessageId ?? '';
      const [file = ''] = (await readdir(join(folder, 'mails'))).filter((name) => name.includes(id.slice(0, 8)));
      expect(file).toMatch(/\.eml$/);
      expect((await stat(join(folder, 'mails', file))).mode & 0o777).toBe(0o600);
      const text = await readFile(join(folder, 'mails', file), 'utf8');
      expect(text).toContain(
        `To: parent@example.com\r\nSubject: =?utf-8?B?${Buffer.from('Één report').toString('base64')}?=\r\n`,
      );
      expect(text).toContain(
        `Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from('Text ≤').toString('base64')}\r\n`,
      );
    });

    it('reports what comes back and complaints, with the tags, where a configuration set is named', async () => {
      for (const who of ['bounce', 'complaint', 'success'])
        await client.send(
          mail({ Destination: { ToAddresses: [`${who}@simulator.amazonses.com`] }, ConfigurationSetName: 'letters' }),
        );
      await client.send(to('bounce@simulator.amazonses.com'));
      await expect.poll(() => events.length).toBe(2);
      expect(events.map((event) => [event['detail-type'], event.detail.mail.tags.claim])).toEqual([
        ['Email Bounced', ['A-b_9']],
        ['Email Complaint Received', ['A-b_9']],
      ]);
    });

    it('refuses more a second, and more a day, than it grants', async () => {
      const limited = await startSes(':memory:', { verified: [from], configurationSets: [], perSecond: 2, perDay: 3 });
      const slow = clientOf(limited);
      const refusal = (command: SendEmailCommand) =>
        slow.send(command).then(
          () => 'sent',
          (error: Error) => [error.name, error.message],
        );
      expect([await refusal(mail()), await refusal(mail()), await refusal(mail())]).toEqual([
        'sent',
        'sent',
        ['TooManyRequestsException', 'Maximum sending rate exceeded.'],
      ]);
      await new Promise((resolve) => setTimeout(resolve, 1050));
      expect(await refusal(mail())).toBe('sent');
      expect(await refusal(mail())).toEqual(['TooManyRequestsException', 'Daily message quota exceeded.']);
      slow.destroy();
      await limited.stop();
    });

    it('refuses another key, and an e-mail of more than 40 MB', async () => {
      const stranger = clientOf(server, 'another-secret');
      expect(await outcome(mail(), stranger)).toBe('InvalidSignatureException');
      stranger.destroy();
      const text = { Data: 'x'.repeat(41 * 1024 * 1024) };
      const large = mail({ Content: { Simple: { Subject: { Data: 'Large' }, Body: { Text: text } } } });
      expect(await outcome(large)).toBe('BadRequestException');
    });
  });
});
