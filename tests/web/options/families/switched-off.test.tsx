import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { isOnRoute } from '#shared/http/site-routes.ts';
import { familiesContract } from '#shared/options/families/contract.ts';
import { familyRegistrationWordings, familyWordings } from '#shared/options/families/wordings.ts';
import { termsContract } from '#shared/school/contract.ts';
import { startContractServer } from '../../../support/school/contract-server.ts';
import { freshPageForEachTest, openArea } from '../../page.tsx';
import { answerAdmin } from '../../session-answers.ts';

freshPageForEachTest();

const openRegistration = async (options: readonly string[]) => {
  const server = startContractServer();
  server.school.options = options;
  answerAdmin(server, 'Admin', ['registration', 'students']);
  server.on(termsContract.listRegistrationWindows, () => [{ form_level: 1, open: 1 as const, deadline: '2026-07-31' }]);
  let asked = 0;
  server.on(familiesContract.listRegistrations, () => {
    asked += 1;
    return { year: 2025, students: [] };
  });
  await openArea('/admin/dashboard/registration');
  await screen.findByText('Form 1');
  return {
    asked: () => asked,
    isCounted: screen.queryByRole('columnheader', { name: familyRegistrationWordings.states['handed in'] }) !== null,
    canBeOpened: screen.queryByRole('button', { name: 'Form 1' }) !== null,
    isInMenu: screen.queryByRole('link', { name: 'Families' }) !== null,
  };
};

describe('a school without families', () => {
  it('has windows of registration without what families propose, asks for none of it, and has no Families in its menu', async () => {
    const { asked, ...shown } = await openRegistration([]);
    expect(shown).toEqual({ isCounted: false, canBeOpened: false, isInMenu: false });
    expect(asked()).toBe(0);
  });

  it('has all three with them', async () => {
    const { asked, ...shown } = await openRegistration(['families']);
    expect(shown).toEqual({ isCounted: true, canBeOpened: true, isInMenu: true });
    expect(asked()).toBe(1);
  });

  it.each(['/student', '/student/link', '/student/reports'])('says at %s that it shows no reports', async (address) => {
    startContractServer();
    const { pagesOfOptions } = await import('../../../../web/options-pages.ts');
    const [, open] = Object.entries(pagesOfOptions).find(([route]) => isOnRoute([route], address)) ?? [];
    const root = document.body.appendChild(document.createElement('div'));
    (await open?.())?.mount(root);
    await waitFor(() => expect(root.textContent).toContain(familyWordings.noLongerOffered));
  });
});

describe('what waits of families', () => {
  it.each([
    [[], []],
    [['handed in', 'accepted', 'handed in'], ['2 registrations handed in by families wait for an answer.']],
  ])('with registrations that are %j', async (states, lines) => {
    const { due } = await import('../../../../web/options/families/option.ts');
    const students = states.map((state) => ({ state }));
    expect(due.toLines({ year: 2025, students }).map(({ text }) => text)).toEqual(lines);
  });
});
