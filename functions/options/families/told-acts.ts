import { pluralize } from '#shared/pluralize.ts';
import { type ActToTell, studentsOf, type ToldAct } from '../../platform/table/told-acts.ts';

const isEnded = (change: ActToTell['changes'][number] | undefined): boolean => (change?.after ?? null) === null;

/** Accounts, letters, e-mails and links of students and parents. */
export const toldActs = {
  'report-links': ({ of: [year, term], changes: [first], termText }) => {
    const about = termText(year, term);
    return {
      about,
      says: isEnded(first)
        ? `Ended the links of ${studentsOf(first?.before)} to the reports of ${about}`
        : `Made links to the reports of ${about} for ${studentsOf(first?.after)}`,
    };
  },
  'family-accounts': ({ changes: [first] }) => ({
    says: isEnded(first)
      ? `Removed the accounts of ${studentsOf(first?.before)}`
      : `Made accounts for ${studentsOf(first?.after)}`,
  }),
  'family-account-runs': ({ changes: [first] }) => ({
    says: isEnded(first)
      ? `Took back the accounts of ${studentsOf(first?.before)}`
      : `Began accounts for ${studentsOf(first?.after)}`,
  }),
  'family-letters': ({ of: [classId], changes: [first] }) => ({
    says: `Made letters with one-time passwords for ${studentsOf(first?.after)} of ${classId}`,
  }),
  'family-mails': ({ changes: [first] }) => {
    const mails = pluralize(Number(first?.after ?? first?.before), 'e-mail');
    return { says: isEnded(first) ? `Stopped sending ${mails} to parents` : `Began to send ${mails} to parents` };
  },
} satisfies Record<string, (act: ActToTell) => ToldAct>;
