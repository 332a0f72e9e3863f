import { act } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { termsContract } from '#shared/school/contract.ts';
import { refuseWith, startContractServer } from '../../support/school/contract-server.ts';
import { freshPageForEachTest } from '../page.tsx';

/** The tests share a process, and the next one is asked by what the page of the one before left behind. */
describe('the page of a test', () => {
  freshPageForEachTest();

  it('asks again for what failed', async () => {
    const server = startContractServer();
    server.on(termsContract.readTermOverview, () => refuseWith(503, 'Later.'));
    const [{ queryClient }, { fetchAhead, queryOf }] = await Promise.all([
      import('../../../web/app/query-client.ts'),
      import('../../../web/api/query.ts'),
    ]);
    fetchAhead(queryClient, queryOf(termsContract.readTermOverview, {}));
    await act(() => new Promise((done) => setTimeout(done, 50)));
    expect(server.calls).toHaveLength(1);
  });

  it('asks nothing after its end', async () => {
    const server = startContractServer();
    await act(() => new Promise((done) => setTimeout(done, 1_500)));
    expect(server.calls).toEqual([]);
  });
});
