import {
  FailedAddressEntity,
  FamilyMailEntity,
  type FamilyMailItem,
} from '#functions/options/families/records/family-mails.ts';
import { addressFields } from '#shared/options/families/mail-settings.ts';
import type { DemoItem, DemoSchool } from '../../demo-school/types.ts';

/** The class whose families were written to: the one whose students sign in. */
const classOfLetters = '2A';
const lettersOfDemo = 8;

/** Letters to families, and the address that one came back from. */
export function* mailItems(school: DemoSchool): Generator<DemoItem> {
  for (const mail of planFamilyMails(school)) {
    const { address, studentId, failure, failedAt, expires } = mail;
    yield FamilyMailEntity.item(mail);
    if (failure && failedAt) yield FailedAddressEntity.item({ address, studentId, failure, failedAt, expires });
  }
}

/**
 * Letters about absences of the week before last, sent on its Friday: the third came back, and of the last nobody knows
 * whether it went. Those of this week wait for the office.
 */
export function planFamilyMails({ students, today }: DemoSchool): FamilyMailItem[] {
  const weekday = (new Date(today).getUTCDay() + 6) % 7;
  const monday = dayAfter(today, -weekday - 14);
  const at = `${dayAfter(monday, 4)}T18:00:00.000Z`;
  const event = `absent-${monday}`;
  return students
    .filter(({ classId, status }) => classId === classOfLetters && status === 'current')
    .flatMap(({ studentId, attributes }) =>
      addressFields.flatMap((field) =>
        attributes[field] ? [{ studentId, address: attributes[field].toLowerCase() }] : [],
      ),
    )
    .filter(
      ({ studentId, address }, index, all) =>
        all.findIndex((one) => one.studentId === studentId && one.address === address) === index,
    )
    .slice(0, lettersOfDemo)
    .map(({ studentId, address }, index): FamilyMailItem => {
      const claim = `demo-letter-${index}`;
      const mail = { occasion: 'absence without a reason', event, group: event, studentId, address, claim } as const;
      const kept = { claimedAt: at, expires: Math.ceil(Date.parse(at) / 1000) + 400 * 86_400 };
      if (index === lettersOfDemo - 1) return { ...mail, ...kept, state: 'claimed' };
      const sent = { ...mail, ...kept, state: 'sent', sentAt: at, messageId: claim } as const;
      return index === 2 ? { ...sent, failure: 'bounced', failedAt: at } : sent;
    });
}

const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
