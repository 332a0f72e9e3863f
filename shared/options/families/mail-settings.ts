import * as z from 'zod/mini';

/** What an e-mail to parents can be about. */
export const mailOccasions = ['report posted', 'absence without a reason', 'registration sent back'] as const;
export type MailOccasion = (typeof mailOccasions)[number];

/** How many school days a family has for a reason before it is reminded. */
export const daysForReason = 3;

/** E-mails that one student's parents can get of one event: father, mother and guardian. */
export const addressFields = ['father_email', 'mother_email', 'guardian_email'] as const;

/** Why an address receives nothing more until the office has changed it. */
export const mailFailures = ['bounced', 'complained', 'refused'] as const;
export type MailFailure = (typeof mailFailures)[number];

/** What a school file may set of families; made when it is first read. */
export const familiesSettings = z.lazy(() =>
  z.strictObject({
    /** E-mails to parents (rule 56); null where none are sent. */
    letters: z._default(
      z.nullable(
        z.strictObject({
          /** Sender. Its domain is an identity of SES, which only this school of the account sends from. */
          from: z.email('The address that letters come from.').check(z.maxLength(120)),
          /** What letters are about. */
          occasions: z.array(z.literal(mailOccasions)).check(z.minLength(1), z.maxLength(mailOccasions.length)),
          /** Whether a letter about a report has a link that opens it with the date of birth, without an account. */
          withLinks: z._default(z.boolean(), false),
          /** Letters a second, below what SES grants the account; its sandbox grants one. */
          perSecond: z._default(z.int().check(z.gte(1), z.lte(50)), 1),
        }),
      ),
      null,
    ),
  }),
);

/** @param ofOptions the settings of all options in a school file that was checked */
export const readFamiliesSettings = (ofOptions: Readonly<Record<string, unknown>>) =>
  familiesSettings.parse(ofOptions.families ?? {});
