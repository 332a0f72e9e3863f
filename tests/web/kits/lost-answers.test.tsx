import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { termsContract } from '#shared/school/contract.ts';
import type { CallOptions } from '../../../web/api/call.ts';
import { freshPageForEachTest, openPart, waitForRequests } from '../page.tsx';

freshPageForEachTest();

/** How an act ends: by an answer, or a connection that breaks before it or within it. */
type End = () => Response | Promise<Response>;
const answerOf = (status: number) => () =>
  new Response(JSON.stringify({ errors: { message: ['No.'] } }), { status, statusText: 'No.' });
const brokenBody = () =>
  new Response(
    new ReadableStream({
      start: (stream) => stream.error(new TypeError('terminated')),
    }),
  );
const brokenOff = () => Promise.reject(new TypeError('Failed to fetch'));

/** A page that shows the terms, and a window's question before something typed is discarded. */
async function openPage(end: End) {
  let reads = 0;
  vi.stubGlobal('fetch', async (_: string, { method = 'GET' }: RequestInit = {}) => {
    if (method !== 'GET') return end();
    reads += 1;
    return new Response('[]');
  });
  // biome-ignore lint/suspicious/noDocumentCookie: the test DOM has no Cookie Store
  document.cookie = 'XSRF-TOKEN=token; path=/';
  const { queryClient } = await import('../../../web/app/query-client.ts');
  const { call } = await import('../../../web/api/call.ts');
  const { queryOf } = await import('../../../web/api/query.ts');
  const { confirmDiscard } = await import('../../../web/session/leave-guard.ts');
  const { ModalOutlet } = await import('../../../web/ui/overlays/modal.tsx');
  const Terms = () => <output>{useQuery(queryOf(termsContract.listAcademicTerms, {})).data?.length}</output>;
  await openPart(
    <QueryClientProvider client={queryClient}>
      <Terms />
      <button type="button" onClick={() => void confirmDiscard()}>
        Cancel
      </button>
      <ModalOutlet />
    </QueryClientProvider>,
  );
  await waitFor(() => expect(reads).toBe(1));
  return {
    save: (options: CallOptions = {}) =>
      act(() =>
        call(termsContract.saveAcademicTerm, {} as never, options).then(
          () => {},
          () => {},
        ),
      ),
    reads: async () => {
      await waitForRequests();
      return reads;
    },
    question: async () => {
      fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
      return (await screen.findByRole('alertdialog', { name: 'Discard changes?' })).textContent;
    },
  };
}

it.each<[string, End]>([
  ['breaks before an answer', brokenOff],
  ['breaks within the answer', brokenBody],
  ['ends in an error of the server', answerOf(504)],
])('an act that %s may have been done: what is shown is read again, and nothing says that it is not saved', async (_, end) => {
  const page = await openPage(end);
  await page.save();
  expect(await page.reads()).toBe(2);
  expect(await page.question()).toContain('The server gave no answer: what you changed here may be saved, or not.');
});

it.each<[string, End, CallOptions]>([
  ['was refused', answerOf(409), {}],
  ['was done', () => new Response('{}'), {}],
  ['is sent by itself, and again until there is an answer,', brokenOff, { isNoAct: true }],
  ['is followed to its end', brokenOff, { isFollowed: true }],
])('an act that %s is known: nothing is read for it', async (_, end, options) => {
  const page = await openPage(end);
  await page.save(options);
  expect(await page.reads()).toBe(1);
  expect(await page.question()).toContain('What you changed here has not been saved.');
});
