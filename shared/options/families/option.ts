import { option } from '../../option.ts';
import { familiesContract } from './contract.ts';
import { entranceContract } from './entrance/contract.ts';
import { noteKeptDays } from './family-note.ts';
import { failedMailStep, familyJobs } from './jobs.ts';
import { familiesSettings } from './mail-settings.ts';
import { registrationKeptDays } from './registration-fields.ts';

/**
 * The families' entrance, links for parents, absence notes, proposed registrations, e-mails to parents (rules 56, 58 to
 * 60).
 */
export const families = option({
  name: 'families',
  needs: [],
  findLack: () => null,
  settings: familiesSettings,
  mail: { setting: 'letters', domain: 'families', failed: failedMailStep },
  contracts: { families: familiesContract, 'student-entrance': entranceContract },
  folders: { families: 'options/families', 'student-entrance': 'options/families/entrance' },
  jobs: familyJobs,
  pages: [],
  lightPages: [
    {
      page: 'student.html',
      routes: ['/student', '/student/'],
      readers: 'students and their families',
      demoAccounts: 'and students of class 2A by their id, which Families and Students show (/student)',
    },
  ],
  // As long as the notes and the registrations: the reason of an absence is in the register, what is accepted among the
  // students' files (rule 58).
  keptDays: { 'absence-notes': noteKeptDays, 'registration-files': registrationKeptDays },
  partitions: {
    table: ['failed-addresses', 'family-mails#*', 'family-notes#*', 'registration#*', 'report-links#*'],
    indexes: ['mail#*', 'mails#*', 'registrations#*', 'report-link#*'],
    together: ['family-notes#*'],
  },
  own: { calls: {}, jobs: {} },
});
