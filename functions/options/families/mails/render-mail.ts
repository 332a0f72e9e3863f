import type { MailOccasion } from '#shared/options/families/mail-settings.ts';
import { mailTexts as texts } from '#shared/options/families/wordings.ts';
import { school } from '../../../school/records/school.ts';

/** What an e-mail leads to. `needsDate`: a link to one report, which the date of birth opens. */
export interface MailLink {
  address: string;
  needsDate: boolean;
}

/**
 * The e-mail of an occasion. Mailboxes are read by others too: it has the school's name, a link and nothing of the
 * student. No pictures and nothing from elsewhere, so opening it tells nobody.
 */
export function renderMail(occasion: MailOccasion, { address, needsDate }: MailLink) {
  const { name, email } = school();
  const subject = `${name}: ${texts.subjects[occasion]}`;
  const how = needsDate ? texts.withDate : texts.withAccount;
  const foot = [texts.sentBy(name), texts.noAnswers(email)];
  const text = `${[texts.texts[occasion], address, how, foot.join('\n')].join('\n\n')}\n`;
  const paragraph = (content: string, style = '') => `<p style="margin:0 0 16px;${style}">${content}</p>`;
  const link = `<a href="${escapeHtml(address)}" style="word-break:break-all">${escapeHtml(address)}</a>`;
  const html = [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">',
    `<title>${escapeHtml(subject)}</title></head>`,
    '<body style="margin:0;padding:24px;background:Canvas;color:CanvasText;font:16px/1.5 system-ui,sans-serif">',
    `<main style="max-width:560px"><h1 style="margin:0 0 16px;font-size:20px">${escapeHtml(name)}</h1>`,
    paragraph(escapeHtml(texts.texts[occasion])),
    paragraph(link),
    paragraph(escapeHtml(how)),
    paragraph(foot.map(escapeHtml).join('<br>'), 'border-top:1px solid #d4d4d8;padding-top:16px;font-size:14px'),
    '</main></body></html>',
  ].join('\n');
  return { subject, text, html };
}

/** The sender as a mailbox shows it. */
export const toSender = (from: string): string => `"${school().name.replaceAll(/["\\\r\n]/g, '')}" <${from}>`;

const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
