import { familiesContract } from '#shared/families/contract.ts';
import { apiHandler } from '../platform/requests/pipeline.ts';
import { familyAuthenticator, onlyWithFamilyEntrance } from './records/family-authenticator.ts';

export const handler = onlyWithFamilyEntrance(
  apiHandler(
    familiesContract,
    {
      readFamilyAccounts: () => import('./accounts/family-accounts.ts'),
      listFamilyAccounts: () => import('./accounts/family-accounts.ts'),
      startMakingFamilyAccounts: () => import('./accounts/start-making-family-accounts.ts'),
      listFamilyAccountActs: () => import('./accounts/undo-family-accounts.ts'),
      undoFamilyAccounts: () => import('./accounts/undo-family-accounts.ts'),
      makeReportLink: () => import('./links/office-links.ts'),
      endReportLinks: () => import('./links/office-links.ts'),
      readLinkedReport: () => import('./links/linked-report.ts'),
      listMyReports: () => import('./reports/my-reports.ts'),
      readMyReport: () => import('./reports/my-reports.ts'),
      readMyRegistration: () => import('./registration/my-registration.ts'),
      saveMyRegistration: () => import('./registration/my-registration.ts'),
      handInMyRegistration: () => import('./registration/my-registration.ts'),
      listRegistrations: () => import('./registration/registrations.ts'),
      readRegistration: () => import('./registration/registrations.ts'),
      acceptRegistration: () => import('./registration/decide-registration.ts'),
      sendBackRegistration: () => import('./registration/decide-registration.ts'),
      readFamilyMails: () => import('./mails/list-mails.ts'),
      listFamilyMails: () => import('./mails/list-mails.ts'),
      sendFamilyMails: () => import('./mails/send-mails.ts'),
      stopFamilyMails: () => import('./mails/send-mails.ts'),
      repeatFamilyMail: () => import('./mails/send-mails.ts'),
      downloadMyCredential: () => import('./reports/my-credential.ts'),
      listMyAbsenceNotes: () => import('./absences/my-absence-notes.ts'),
      requestNotePicture: () => import('./absences/note-pictures.ts'),
      sendAbsenceNote: () => import('./absences/send-absence-note.ts'),
      answerAboutAbsenceNote: () => import('./absences/my-absence-notes.ts'),
      withdrawMyAbsenceNote: () => import('./absences/my-absence-notes.ts'),
    },
    familyAuthenticator,
  ),
);
