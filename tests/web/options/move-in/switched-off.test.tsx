import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { startContractServer } from '../../../support/school/contract-server.ts';
import { freshPageForEachTest, openArea } from '../../page.tsx';
import { answerAdmin } from '../../session-answers.ts';

freshPageForEachTest();

async function openStudents(options: readonly string[]) {
  const server = startContractServer();
  server.school.options = options;
  answerAdmin(server, 'Admin', ['students']);
  await openArea('/admin/dashboard/students');
  await screen.findByRole('link', { name: /^Students/ });
  return screen.queryByRole('link', { name: /^Move In/ }) !== null;
}

describe('moving in that is not in the school file', () => {
  it('has no entry in the menu', async () => {
    expect(await openStudents([])).toBe(false);
  });

  it('has one where it is', async () => {
    expect(await openStudents(['move-in'])).toBe(true);
  });
});
