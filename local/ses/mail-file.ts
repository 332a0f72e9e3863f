/** The address alone, in small letters, of `a@b` or `"Name" <a@b>`; undefined for what SES calls illegal. */
export function readMailAddress(text: string): string | undefined {
  const [, inBrackets] = /^(?:"(?:[^"\\\r\n]|\\.)*"|[^"<>@\r\n]*)\s*<([^<>]*)>$/.exec(text) ?? [];
  const address = (inBrackets ?? text).toLowerCase();
  const isAddress = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(
    address,
  );
  return isAddress && address.length <= 320 ? address : undefined;
}

/** An e-mail as a mail program opens it (RFC 5322): text and HTML as alternatives. */
export function renderEml(mail: {
  messageId: string;
  from: string;
  to: readonly string[];
  cc: readonly string[];
  subject: string;
  text: string | undefined;
  html: string | undefined;
  tags: readonly { Name: string; Value: string }[];
  date: Date;
}): string {
  const boundary = `=_${mail.messageId}`;
  const parts = [
    ['plain', mail.text],
    ['html', mail.html],
  ].flatMap(([type, content]) =>
    content === undefined
      ? []
      : [
          `--${boundary}`,
          `Content-Type: text/${type}; charset=utf-8`,
          'Content-Transfer-Encoding: base64',
          '',
          base64(content),
        ],
  );
  return [
    `Message-ID: <${mail.messageId}@eu-west-1.amazonses.com>`,
    `Date: ${mail.date.toUTCString().replace('GMT', '+0000')}`,
    `From: ${header(mail.from)}`,
    `To: ${mail.to.join(', ')}`,
    ...(mail.cc.length > 0 ? [`Cc: ${mail.cc.join(', ')}`] : []),
    `Subject: ${header(mail.subject)}`,
    ...mail.tags.map(({ Name, Value }) => `X-SES-MESSAGE-TAGS: ${Name}=${Value}`),
    'MIME-Version: 1.0',
    `Content-Type: multipart/alternative; boundary="${boundary}"`,
    '',
    ...parts,
    `--${boundary}--`,
    '',
  ].join('\r\n');
}

const base64 = (text: string): string => Buffer.from(text).toString('base64').replaceAll(/.{76}/g, '$&\r\n');

/** Words that are not ASCII as RFC 2047 encodes them, an address in brackets excluded. */
function header(text: string): string {
  const [, name = text, address = ''] = /^(.*?)(\s*<[^<>]*>)?$/.exec(text) ?? [];
  // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII is what needs no encoding.
  if (/^[\x00-\x7f]*$/.test(text)) return text;
  return `=?utf-8?B?${Buffer.from(name.replaceAll('"', '')).toString('base64')}?=${address}`;
}
