import { beforeAll, expect, it } from 'vitest';
import { menuKeys } from '#shared/http/contract.ts';
import { schoolInBrowser } from '../../support/browser-school.ts';
import { signIn } from '../../support/callers/sign-in.ts';
import { auditPage } from '../../support/layout/audit.ts';
import { startServer } from '../../support/school/server.ts';
import { addAccount, password } from '../../support/school/small-school.ts';

/** A school on its first day: one administrator, and nothing else. */
const school = schoolInBrowser(() => startServer({ isDemo: false }));
beforeAll(() =>
  addAccount({
    accountId: 'A1',
    role: 'Admin',
    userName: 'admin',
    name: 'Ada Office',
    permissions: menuKeys.map((menu) => ({ menu, action: null })),
  }),
);

const screens = [
  ...[
    'current-term',
    'teachers',
    'students',
    'subjects',
    'subjects?tab=assignment',
    'subjects?tab=batch',
    'post-reports',
    'card-layouts',
  ],
  ...['term-details', 'enter-marks', 'course-mark', 'reports', 'registration', 'promotion-plan', 'student-attendance'],
  ...['student-attendance?act=days', 'student-attendance?act=register', 'completeness', 'office-log', 'families'],
  ...['family-mails', 'check-reports', 'sign-reports', 'my-account'],
];

it('has nothing to trip over on any screen of the office', async () => {
  const { page } = await school.visit();
  await signIn(page, school.url, 'admin', password);
  const lines: string[] = [];
  for (const screen of screens) {
    await page.goto(`${school.url}/admin/dashboard/${screen}`);
    await page.waitForLoadState('networkidle');
    lines.push(...(await auditPage(page, `empty ${screen.replace(/\W+/g, '-')}`)));
  }
  expect(lines).toEqual([]);
}, 300_000);
