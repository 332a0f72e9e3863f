import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { freshPageForEachTest } from '../page.tsx';

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
  expect(asksBeforeClosing()).toBe(true);
  rerender(<Work isUnsaved isKept />);
  expect(asksBeforeClosing()).toBe(true);
  rerender(<Work isUnsaved={false} isKept />);
  expect(asksBeforeClosing()).toBe(false);
  rerender(<Work isUnsaved isKept={false} />);
  unmount();
  expect(asksBeforeClosing()).toBe(false);
});

it('knows of a form with changes, for the status beside it', async () => {
  const { useHasUnsavedForm, useUnsavedWork } = await import('../../../web/session/unsaved-work.ts');
  const Form = ({ isDirty }: { isDirty: boolean }) => {
    useUnsavedWork(isDirty, { isForm: true });
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
