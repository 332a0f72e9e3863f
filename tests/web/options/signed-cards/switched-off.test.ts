import { waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { verifyPageWordings } from '#shared/options/signed-cards/wordings.ts';
import { startContractServer } from '../../../support/school/contract-server.ts';
import { freshPageForEachTest } from '../../page.tsx';

freshPageForEachTest();

it('the address on printed cards says that nothing is checked there any more', async () => {
  const server = startContractServer();
  server.school.options = [];
  const { pagesOfOptions } = await import('../../../../web/options-pages.ts');
  const root = document.body.appendChild(document.createElement('div'));
  (await pagesOfOptions['/verify']?.())?.mount(root);
  await waitFor(() => expect(root.textContent).toContain(verifyPageWordings.noLongerOffered));
});
