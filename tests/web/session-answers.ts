import { authContract } from '#shared/accounts/auth/contract.ts';
import { authRefusals, authWordings } from '#shared/accounts/wordings.ts';
import type { MenuKey } from '#shared/http/contract.ts';
import { markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import { peopleContract } from '#shared/people/contract.ts';
import { termsContract } from '#shared/school/contract.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { type ContractServer, refuseWith } from '../support/school/contract-server.ts';

export const teacherAnswer = {
  id: 'E17',
  employee_id: 'E17',
  user_name: 'teacher',
  first_name: 'Andrea',
  last_name: 'Joseph',
  post_id: 9,
  spreadsheet_access: false,
  outbox_key: 'outbox-key-of-Andreas-account-0123456789-AB',
};

/** Of an account: 32 bytes. */
export const outboxKey = 'outbox-key-of-Maureens-account-0123456789AB';

export const okAnswer = { ok: true } as const;

/** Nobody is signed in. */
export function answerVisitor(server: ContractServer): void {
  server.on(authContract.setCsrfCookie, () => okAnswer);
  server.on(authContract.readAdminPermissions, () => refuseWith(401, authWordings.notSignedIn));
  server.on(authContract.readEmployeeByUserName, () => refuseWith(401, authWordings.notSignedIn));
}

export function answerTeacher(server: ContractServer): void {
  answerVisitor(server);
  server.on(authContract.readAdminPermissions, () => refuseWith(403, authRefusals.forbidden));
  server.on(authContract.readEmployeeByUserName, () => teacherAnswer);
  server.on(authContract.logout, () => okAnswer);
  server.on(termsContract.readTermOverview, () => periodAnswer);
  answerNoProgress(server);
  server.on(peopleContract.listTeacherLessons, () => []);
  server.on(termReportsContract.readOwnReminder, () => null);
  server.on(termReportsContract.listClassesWithReports, () => [
    { id: '3A', form_level: 3, as: 'form teacher' as const },
  ]);
  server.on(peopleContract.readFormTeacherClass, () => [{ form_class_id: '3A', class_name: '3A', form_level: 3 }]);
}

export function answerAdmin(server: ContractServer, kind: 'Admin' | 'PTA', menus: readonly MenuKey[]): void {
  answerVisitor(server);
  server.on(authContract.readAdminPermissions, () => ({
    user_admin_id: 'A1',
    name: 'Maureen O’Brien',
    user_admin: kind,
    permissions: menus.map((menu) => ({ menu, action: null })),
    outbox_key: outboxKey,
  }));
  server.on(authContract.readEmployeeByUserName, () => refuseWith(404, 'There is no such teacher.'));
  server.on(authContract.logout, () => okAnswer);
  server.on(termsContract.readTermOverview, () => periodAnswer);
  answerNoProgress(server);
}

function answerNoProgress(server: ContractServer): void {
  server.on(markSheetContract.readLessonProgress, () => ({ due: null, lessons: [] }));
  server.on(markSheetContract.readClassProgress, () => ({ due: null, subjects: [] }));
}

export const periodAnswer = {
  terms: [
    { id: 1 as const, title: 'Term 1' },
    { id: 2 as const, title: 'Term 2' },
    { id: 3 as const, title: 'Term 3' },
  ],
  current_term: { academic_year_id: '20252026', term: 1 as const, title: 'Term 1' },
  terms_archive: [],
};
