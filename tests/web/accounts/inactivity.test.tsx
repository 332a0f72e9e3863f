import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { authContract } from '#shared/accounts/auth/contract.ts';
import { type Area, sessionLimits } from '#shared/accounts/auth/session-limits.ts';
import { authWordings } from '#shared/accounts/wordings.ts';
import { type ContractServer, refuseWith, startContractServer } from '../../support/school/contract-server.ts';
import { freshPageForEachTest, watchNavigation } from '../page.tsx';
import { answerAdmin, answerTeacher } from '../session-answers.ts';

freshPageForEachTest();
let server: ContractServer;
let navigation: ReturnType<typeof watchNavigation>;
const minute = 60_000;

beforeEach(() => {
  server = startContractServer();
  navigation = watchNavigation();
});
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A signed-in page with nothing but the watch on it, and a clock that only this test moves. */
async function watch(area: Area) {
  if (area === 'staff') answerTeacher(server);
  else answerAdmin(server, 'Admin', ['dashboard']);
  const { restoreSession } = await import('../../../web/session/restore-session.ts');
  const { default: InactivityWatch } = await import('../../../web/session/expiry/inactivity.tsx');
  const { BandSlot } = await import('../../../web/ui/screen/slot.ts');
  await restoreSession();
  window.history.replaceState(null, '', area === 'staff' ? '/term-reports/enter-marks' : '/admin/dashboard');
  render(
    <>
      <header>
        <BandSlot />
      </header>
      <input aria-label="A mark" />
      <InactivityWatch area={area} />
    </>,
  );
  server.calls.length = 0;
}

const realSetImmediate = setImmediate;
const realSetTimeout = setTimeout;
/** Lets the time pass, and then everything that it set off come to rest. */
async function pass(milliseconds: number) {
  await act(() => vi.advanceTimersByTimeAsync(milliseconds));
  for (let turn = 0; turn < 20; turn += 1) await act(() => new Promise<void>((done) => void realSetImmediate(done)));
}
/** What goes over the server takes its own time, by a clock that no test moves. */
async function eventually(check: () => void, left = 200): Promise<void> {
  try {
    check();
  } catch (error) {
    if (left === 0) throw error;
    await act(() => new Promise<void>((done) => void realSetTimeout(done, 25)));
    await eventually(check, left - 1);
  }
}
const warning = () => document.querySelector('header p');
const moveMouse = () => act(async () => void fireEvent.mouseMove(document.body, { clientX: Math.random() * 100 }));

describe.each(['staff', 'admin'] as const)('an idle %s session', (area) => {
  const limit = sessionLimits[area].idle;

  it('warns a minute before its limit, counts down, and then signs out with the place remembered', async () => {
    await watch(area);
    await pass(limit - minute - 2000);
    expect(warning()).toBeNull();
    await pass(3000);
    expect(warning()?.textContent).toMatch(/You will be logged out in (59|60) seconds/);
    await pass(30_000);
    expect(warning()?.textContent).toMatch(/You will be logged out in (29|30) seconds/);
    expect(navigation.replace).not.toHaveBeenCalled();
    await pass(32_000);
    await eventually(() => expect(navigation.replace).toHaveBeenCalledWith(area === 'staff' ? '/' : '/admin'));
    expect(server.callsOf(authContract.logout)).toHaveLength(1);
    const { readInterruption } = await import('../../../web/session/expiry/session-expiry.ts');
    expect(readInterruption(area)).toMatchObject({
      reason: 'inactivity',
      returnTo: area === 'staff' ? '/term-reports/enter-marks' : '/admin/dashboard',
    });
  });
});

describe('the warning', () => {
  it('leaves the focus where it is, and goes away with the next key that is typed there', async () => {
    await watch('staff');
    const field = screen.getByLabelText('A mark');
    field.focus();
    await pass(14 * minute + 10_000);
    expect(screen.getByRole('alert').textContent).toBe(
      'Are you still there? You will be logged out in 60 seconds. What you have typed is kept.',
    );
    expect(document.activeElement).toBe(field);
    await act(async () => void fireEvent.keyDown(field, { key: '5' }));
    await pass(100);
    expect(warning()).toBeNull();
    expect(document.activeElement).toBe(field);
    await eventually(() => expect(server.callsOf(authContract.readEmployeeByUserName)).toHaveLength(1));
    await pass(13 * minute);
    expect(navigation.replace).not.toHaveBeenCalled();
  });

  it('signs out on time although the server does not answer', async () => {
    await watch('staff');
    server.setReachable(false);
    await pass(15 * minute + 2000);
    await eventually(() => expect(navigation.replace).toHaveBeenCalledWith('/'));
  });
});

describe('activity', () => {
  it('is reported to the server when nothing was called for a third of the limit, and not before', async () => {
    await watch('staff');
    await pass(4 * minute);
    await moveMouse();
    expect(server.calls).toHaveLength(0);
    await pass(2 * minute);
    await moveMouse();
    await pass(1000);
    await eventually(() => expect(server.callsOf(authContract.readEmployeeByUserName)).toHaveLength(1));
    await moveMouse();
    await pass(1000);
    await eventually(() => expect(server.callsOf(authContract.readEmployeeByUserName)).toHaveLength(1));
  });
});

describe('several tabs', () => {
  const otherTabMoves = () => {
    localStorage.setItem('formroom.last-activity', String(Date.now()));
    return act(async () => void window.dispatchEvent(new Event('storage')));
  };

  it('count as one: activity in another tab keeps this one, and takes its warning away', async () => {
    await watch('staff');
    await pass(14 * minute);
    await otherTabMoves();
    await pass(14 * minute - 2000);
    expect(warning()).toBeNull();
    await pass(4000);
    expect(warning()).not.toBeNull();
    await otherTabMoves();
    await pass(1000);
    expect(warning()).toBeNull();
  });
});

it('signs out at once when the machine slept through the limit', async () => {
  await watch('staff');
  vi.setSystemTime(Date.now() + 20 * minute);
  await pass(1000);
  await eventually(() => expect(navigation.replace).toHaveBeenCalledWith('/'));
});

it('a session that the server has ended keeps its page, which asks for the password', async () => {
  await watch('staff');
  const { watchSession } = await import('../../../web/session/sign-out.ts');
  const stop = watchSession();
  server.on(authContract.readEmployeeByUserName, () => refuseWith(401, authWordings.notSignedIn));
  await pass(6 * minute);
  await moveMouse();
  await pass(1000);
  expect(navigation.replace).not.toHaveBeenCalled();
  const { currentExpiry } = await import('../../../web/session/expiry/session-expiry.ts');
  await eventually(() => expect(currentExpiry()).toEqual({ reason: 'ended', answer: null }));
  stop();
});

it.each([
  { what: 'on the device opens the sign-in page', unsaved: { isKept: true }, opened: [['/']], expiry: null },
  {
    what: 'on its page alone keeps its page, and says that it ended for inactivity',
    unsaved: {},
    opened: [],
    expiry: { reason: 'inactivity', answer: null },
  },
])('an idle session whose unsaved work is $what', async ({ unsaved, opened, expiry }) => {
  await watch('staff');
  const { useUnsavedWork } = await import('../../../web/session/unsaved-work.ts');
  const { currentExpiry } = await import('../../../web/session/expiry/session-expiry.ts');
  function Screen() {
    useUnsavedWork(true, unsaved);
    return null;
  }
  render(<Screen />);
  await pass(15 * minute + 2000);
  await eventually(() => {
    expect(server.callsOf(authContract.logout)).toHaveLength(1);
    expect(navigation.replace.mock.calls).toEqual(opened);
    expect(currentExpiry()).toEqual(expiry);
  });
});
