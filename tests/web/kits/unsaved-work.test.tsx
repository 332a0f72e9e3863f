import { act, render, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { termsContract } from '#shared/school/contract.ts';
import { startContractServer } from '../../support/school/contract-server.ts';
import { freshPageForEachTest, openArea } from '../page.tsx';
import { answerAdmin } from '../session-answers.ts';

freshPageForEachTest();

/** Whether the browser would ask before the tab is closed. */
function asksBeforeClosing(): boolean {
  const event = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
}

it('asks before the tab is closed while something is unsaved, kept on the device or not, and only then', async () => {
  const { useUnsavedWork } = await import('../../../web/session/unsaved-work.ts');
  const Work = ({ isUnsaved, isKept }: { isUnsaved: boolean; isKept: boolean }) => {
    useUnsavedWork(isUnsaved, { isKept });
    return null;
  };
  const { rerender, unmount } = render(<Work isUnsaved={false} isKept={false} />);
  expect(asksBeforeClosing()).toBe(false);
  rerender(<Work isUnsaved isKept={false} />);
  await waitFor(() => expect(asksBeforeClosing()).toBe(true));
  rerender(<Work isUnsaved isKept />);
  await waitFor(() => expect(asksBeforeClosing()).toBe(true));
  rerender(<Work isUnsaved={false} isKept />);
  await waitFor(() => expect(asksBeforeClosing()).toBe(false));
  rerender(<Work isUnsaved isKept={false} />);
  unmount();
  await waitFor(() => expect(asksBeforeClosing()).toBe(false));
});

it('knows of a form with changes, for the status beside it', async () => {
  const { useHasUnsavedForm, useUnsavedWork } = await import('../../../web/session/unsaved-work.ts');
  const Form = ({ isDirty }: { isDirty: boolean }) => {
    useUnsavedWork(isDirty);
    return null;
  };
  const Status = () => <p>{useHasUnsavedForm() ? 'Not saved yet' : 'All saved'}</p>;
  const view = (isDirty: boolean) => (
    <>
      <Status />
      <Form isDirty={isDirty} />
    </>
  );
  const { rerender } = render(view(false));
  screen.getByText('All saved');
  rerender(view(true));
  await screen.findByText('Not saved yet');
  rerender(view(false));
  await screen.findByText('All saved');
});

it('does not say that all is saved while an act of the page goes on, and says it for what is sent by itself', async () => {
  const server = startContractServer();
  answerAdmin(server, 'Admin', []);
  await openArea('/admin/dashboard/my-account');
  const status = await screen.findByRole('button', { name: 'All saved' });
  const answer = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', () => answer.promise.then((response) => response.clone()));
  const { call } = await import('../../../web/api/call.ts');
  const save = (isNoAct: boolean) => call(termsContract.saveAcademicTerm, {} as never, { isNoAct }).catch(() => {});
  await act(async () => void save(true));
  expect(status.getAttribute('aria-label')).toBe('All saved');
  await act(async () => void save(false));
  expect(status.getAttribute('aria-label')).toBe('Working');
  await act(async () => answer.resolve(Response.json({})));
  await waitFor(() => expect(status.getAttribute('aria-label')).toBe('All saved'));
});

it('goes on working between two answers about a job that is followed', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ state: 'running', rows_processed: 1, total_rows: 2 }));
  const { followRun } = await import('../../../web/api/follow-run.ts');
  const { hasOpenAct } = await import('../../../web/api/open-acts.ts');
  const left = new AbortController();
  const onProgress = vi.fn();
  const over = followRun(termsContract.startTermRegistration, {} as never, { signal: left.signal, onProgress });
  await waitFor(() => expect(onProgress).toHaveBeenCalled());
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(hasOpenAct()).toBe(true);
  left.abort();
  await over.catch(() => {});
  expect(hasOpenAct()).toBe(false);
});
