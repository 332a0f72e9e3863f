import { act, fireEvent, screen } from '@testing-library/react';
import { type ComponentType, useState } from 'react';
import { Link, Outlet, type RouteObject, replace } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { freshPageForEachTest, openTestRoutes, waitForRequests } from '../page.tsx';

freshPageForEachTest();

const text =
  (what: string): ComponentType =>
  () => <p>{what}</p>;
const shown = () => screen.getByRole('main').textContent;

/** A site of three pages; `second` is opened when `arrive` is called. */
async function site(at = '/first') {
  const { useAddressState } = await import('../../../web/address/use-address-state.ts');
  const { useLeaveGuard } = await import('../../../web/session/leave-guard.ts');
  const { ModalOutlet } = await import('../../../web/ui/overlays/modal.tsx');
  const { promise, resolve: arrive } = Promise.withResolvers<void>();
  let drawn = 0;
  function Form() {
    const [typed, setTyped] = useState('');
    const place = useAddressState();
    useLeaveGuard(typed !== '', () => setTyped(''));
    return (
      <>
        <input value={typed} onChange={(event) => setTyped(event.target.value)} />
        <button type="button" onClick={() => place.change({ tab: 'notes' })}>
          Notes
        </button>
        <Link to="/second">Second</Link>
        <output>{place.get('tab')}</output>
        <ModalOutlet />
      </>
    );
  }
  const screens: RouteObject[] = [
    { path: '/first', Component: text('first') },
    { path: '/second', lazy: () => promise.then(() => ({ Component: text('second') })) },
    { path: '/form', Component: Form },
    { path: '/moved', loader: () => replace('/first'), element: null },
    { path: '/broken', lazy: () => Promise.reject(new Error('No such file')) },
  ];
  function Frame() {
    drawn += 1;
    return (
      <main>
        <Outlet />
      </main>
    );
  }
  const history = await openTestRoutes(at, [{ Component: Frame, children: screens }]);
  return { history, arrive, framesDrawn: () => drawn };
}

const go = (step: () => void) => act(async () => step());

describe('the screen of an address', () => {
  it('stays until the next one is there', async () => {
    const { history, arrive } = await site();
    await go(() => history.push('/second'));
    expect(shown()).toBe('first');
    await go(() => arrive());
    expect(shown()).toBe('second');
  });

  it('is the one that was asked for last, whichever arrives first', async () => {
    const { history, arrive } = await site('/form');
    await go(() => history.push('/second'));
    await go(() => history.push('/first'));
    await go(() => arrive());
    await waitForRequests();
    expect(shown()).toBe('first');
  });

  it('says that it could not be opened', async () => {
    const { history } = await site();
    await go(() => history.push('/broken'));
    expect(await screen.findByText('Failed: No such file')).toBeTruthy();
  });

  it('is drawn again for a field of its address only where it looks at it', async () => {
    const { history, framesDrawn } = await site('/form');
    const before = framesDrawn();
    await go(() => fireEvent.click(screen.getByRole('button', { name: 'Notes' })));
    expect(screen.getByRole('status').textContent).toBe('notes');
    expect(history.location.href).toBe('/form?tab=notes');
    expect(framesDrawn()).toBe(before);
  });
});

describe('a form that is left with changes', () => {
  const type = () => go(() => fireEvent.change(screen.getByRole('textbox'), { target: { value: 'typed' } }));
  const answer = async (name: string) => {
    const button = await screen.findByRole('button', { name });
    await go(() => fireEvent.click(button));
  };
  const typed = () => screen.getByRole<HTMLInputElement>('textbox', { hidden: true }).value;

  it('keeps its address while the question is open, however often Back is pressed', async () => {
    const { history } = await site();
    await go(() => history.push('/form'));
    await type();
    await go(() => history.back());
    await go(() => history.back());
    expect(history.location.pathname).toBe('/form');
    await answer('Keep editing');
    await waitForRequests();
    expect([history.location.pathname, typed()]).toEqual(['/form', 'typed']);
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('is left by Back, and its changes are gone, once they are discarded', async () => {
    const { history } = await site();
    await go(() => history.push('/form'));
    await type();
    await go(() => history.back());
    await answer('Discard changes');
    await waitForRequests();
    expect([history.location.pathname, shown()]).toEqual(['/first', 'first']);
    await go(() => history.forward());
    expect(typed()).toBe('');
  });

  it('asks before a link leads away', async () => {
    const { history, arrive } = await site('/form');
    arrive();
    await type();
    await go(() => fireEvent.click(screen.getByRole('link', { name: 'Second' })));
    expect(typed()).toBe('typed');
    await answer('Discard changes');
    await waitForRequests();
    expect([history.location.pathname, shown()]).toEqual(['/second', 'second']);
  });
});
