import { option } from '../../option.ts';
import { familiesContract } from './contract.ts';

/** The families' entrance, links for parents, absence notes, proposed registrations, e-mails to parents (rules 56, 58 to 60). */
export const families = option({
  name: 'families',
  needs: [],
  findLack: () => null,
  settings: null,
  contracts: { families: familiesContract },
  folders: { families: 'options/families' },
  rowsOfCore: {
    auth: ['studentLogin', 'setStudentPasswordAtSignIn', 'openReportLink'],
    attendance: ['listFamilyNotes', 'openFamilyNotePicture', 'acceptFamilyNote', 'askAboutFamilyNote'],
  },
  pages: [],
  lightPages: [{ page: 'student.html', routes: ['/student', '/student/'], readers: 'students and their families' }],
  partitions: {
    table: ['failed-addresses', 'family-mails#*', 'family-notes#*', 'registration#*', 'report-links#*'],
    indexes: ['mail#*', 'mails#*', 'registrations#*', 'report-link#*'],
  },
  own: { calls: {}, jobs: {} },
});
