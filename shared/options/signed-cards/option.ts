import { option } from '../../option.ts';
import { verificationContract } from './contract.ts';
import { verifyPath } from './page-path.ts';
import { signing, signingFiles } from './partitions.ts';
import { signedCardsSettings } from './settings.ts';

/** Report cards that prove themselves, and the page where anybody checks one (rule 57). */
export const signedCards = option({
  name: 'signed-cards',
  needs: [],
  findLack: () => null,
  settings: signedCardsSettings,
  mail: null,
  keyInKms: 'keyInKms',
  contracts: { verification: verificationContract },
  folders: { verification: 'options/signed-cards' },
  jobs: {},
  pages: [],
  lightPages: [{ page: 'verify.html', routes: [verifyPath], readers: 'anyone who holds a report card' }],
  keptDays: {},
  partitions: { table: [], indexes: [], together: [] },
  own: {
    calls: {
      'term-reports': {
        postTermReports: signing,
        issueReportAgain: signing,
        printReportCard: signingFiles,
      },
      undo: { undoAct: signing },
      'student-register': { exportEverythingAboutStudent: signingFiles },
      transcripts: { issueDocuments: signing, withdrawDocument: signing, printDocuments: signingFiles },
      families: { printMyReport: signingFiles, printLinkedReport: signingFiles },
    },
    jobs: { 'post-term-reports': signing },
  },
});
